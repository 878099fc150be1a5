"""Requests to keep nothing, and to remember again. Pure.

Of one message ("don't save this, but …"), of the message before ("don't save that"), of the rest
of a conversation ("let's go off the record"), or until further notice ("stop remembering").
"""

from __future__ import annotations

import re

from memory.extraction.refuse import RefusalCode, refuse
from memory.requests.kinds import Kind
from memory.requests.phrases import please_off, without_opener

_KEEP = r"(?:save|store|remember|record|keep|note|log|retain|memori[sz]e|learn|collect|write down|take notes? (?:of|on))"
_KEEPING = r"(?:saving|storing|remembering|recording|keeping|noting|logging|retaining|memori[sz]ing|learning|collecting|taking notes?(?: of| on)?|writing down)"
_ALL = (
    r"(?:my (?:data|info(?:rmation)?|stuff|messages|details|history|chats?)|(?:anything|everything|all|things|stuff|any|info(?:rmation)?|details|data|facts|memories|notes|what|whatever|track)\b"
    r"(?: of(?: this| that)?)?(?: (?:else|more|new))?(?: (?:that )?(?:i|we)(?:'ll|'m| will| am| are)? (?:say|tell you|tell|write|type|share|mention|saying|telling you|talk about|said))?"
    r"(?: (?:(?:about|on|of) (?:me|us)|(?:about|of|from) (?:this (?:chat|conversation)|our (?:chats?|conversations?))))?)"
)
_THIS_TALK = r"(?:(?:this|our|the(?: rest of (?:this|the|our))?|rest of (?:this|the|our)) (?:chat|conversation|conversations|session|talk|discussion|thread))"
_FROM_NOW = r"from (?:here|now|this point)(?: on(?:wards?)?)?"
_FOR_A_WHILE = (
    r"(?:until i (?:say|tell)\b.*|until (?:further notice|we're done|i'm done)"
    rf"|for (?:the rest of )?{_THIS_TALK}|for (?:the )?rest of (?:the |this |our )?(?:chat|conversation|session)|in {_THIS_TALK}|for (?:now|a (?:bit|while|minute|sec|second|moment))|the rest|what follows|what comes next|today)"
)
_FROM_HERE = rf"(?:{_FROM_NOW}|{_FOR_A_WHILE})"

_SESSION = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:(?:let'?s|can we|could we|may we|shall we|i(?:'d| would) (?:like|want|prefer) to|i (?:want|need) to|we(?:'re| are)|i'?m) )*(?:go(?:ing)?|talk(?:ing)?|speak(?:ing)?|chat(?:ting)?|be|keep (?:this|it)|do this|stay|get)(?: (?:something|this|it))? off[- ]the[- ]record(?: now| here)?(?:,? {_FROM_HERE})?",
        rf"off[- ]the[- ]record(?: now| mode)?,? {_FROM_HERE}",
        rf"(?:{_THIS_TALK}|(?:everything|all|anything|what) (?:i|we) (?:say|type|write|tell you)(?: {_FROM_HERE})?|(?:everything|all|anything|the rest|what comes next|what follows) {_FROM_HERE}|all (?:of )?this|the rest|what follows|what comes next) (?:is|are|stays?|should be|must be|has to be|remains?) off[- ]the[- ]record(?:,? {_FROM_HERE})?",
        rf"(?:do not|don'?t|dont|never|stop) (?:{_KEEP}|{_KEEPING}) (?:{_ALL} {_FOR_A_WHILE}|(?:this|it|that) {_FROM_HERE})",
        rf"(?:do not|don'?t|dont|never|stop) (?:{_KEEP}|{_KEEPING}) (?:any(?:thing)?(?: of)? |anything (?:from|about|in) |all of )?{_THIS_TALK}(?: {_FROM_HERE})?",
        rf"(?:stop|pause) (?:{_KEEPING}|your notes|note[- ]?taking|taking notes) {_FROM_HERE}",
        rf"(?:keep|leave) {_THIS_TALK} (?:out of (?:your|the) (?:memory|notes|records?)|private)",
        r"(?:incognito|private|off[- ]the[- ]record) mode(?: on)?|(?:turn|switch) on (?:incognito|private) mode|go (?:incognito|private)",
    )
)  # fmt: skip
_PAUSE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?:pause|suspend|disable|deactivate|freeze|stop|turn off|switch off|shut off) (?:your |the |my |ur )?(?:memory|memories|remembering|recording|note[- ]?taking|taking notes)(?: feature| function)?(?: (?:about|of|on) me)?(?: for (?:now|a (?:bit|while)|me))?",
        r"(?:turn|switch) (?:your |the |my |ur )?(?:memory|memories|recording)(?: feature| function)? off(?: for (?:now|me))?",
        r"(?:memory|recording) off",
        rf"(?:stop|quit|no more) (?:{_KEEPING})(?: {_ALL}| track of me| what i say)?(?: about me| for (?:now|a (?:bit|while)|me))?",
        rf"(?:do not|don'?t|dont|never) {_KEEP} {_ALL}(?: from now on| from here on| any ?more| any longer| ever again| ever)?",
        rf"(?:i (?:do not|don'?t|dont) want you to|i'?d rather you (?:didn'?t|did not)|you(?:'re| are) not allowed to) {_KEEP} {_ALL}(?: from now on| any ?more| any longer| ever)?",
    )
)  # fmt: skip
_RESUME = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?:you|u) (?:can|may|could|should) (?:start )?(?:{_KEEP}|{_KEEPING})(?: {_ALL}| this| it)? (?:again|now|from (?:here|now)(?: on)?)(?: now| on)?",
        rf"(?:start|resume|continue|go back to|carry on|keep on) (?:{_KEEPING})(?: {_ALL}| track)?(?: again| now| from (?:here|now)(?: on)?)*",
        rf"(?:{_KEEP})(?: {_ALL})? again(?: now)?",
        r"(?:(?:we(?:'re| are)|i'?m|let'?s (?:go|get|be)|go|going|you(?:'re| are)) )?back on (?:the )?record(?: again| now)?",
        r"(?:we(?:'re| are)|this is|let'?s (?:go|be)) on (?:the )?record (?:again|now)",
        r"(?:unpause|un-pause|resume|re-?enable|enable|reactivate|restart|turn on|switch on) (?:your |the |my |ur )?(?:memory|memories|remembering|recording|note[- ]?taking)(?: feature| function)?(?: again| now)?",
        r"(?:turn|switch) (?:your |the |my |ur )?(?:memory|memories|recording)(?: feature| function)? (?:back )?on(?: again| now)?",
        r"(?:memory|recording) (?:back )?on(?: again)?",
        r"(?:end|stop|leave|exit) (?:the )?(?:incognito|private|off[- ]the[- ]record)(?: mode)?",
    )
)  # fmt: skip
# "That" and "what i just said" mean the message before, where the message holds nothing else.
_LAST = re.compile(
    rf"(?:do not|don'?t|dont|never|please not) {_KEEP} (?:any of )?(?:that|it|this|what i (?:just |have just )?(?:said|told you|wrote|typed)|my last (?:message|one|sentence)|the last (?:message|one|bit|part|thing)(?: i (?:said|wrote))?|that (?:last )?(?:message|one|bit|part|thing|line))(?: (?:i said|either|down|last one))?"
    r"|(?:that|it|that (?:last )?(?:message|one|bit|part|thing)|the last (?:message|one|bit|part|thing)|what i (?:just )?(?:said|told you|wrote)) (?:was|is|stays|should be|'s) (?:all )?off[- ]the[- ]record"
    r"|(?:that|it|that last (?:one|bit|part)|the last (?:one|bit|part|message)) (?:should|must|can)(?:n'?t| not) be (?:saved|stored|remembered|recorded|kept)"
    r"|that(?:'s| was| is) not for (?:the record|your (?:memory|notes|records))|keep that out of (?:your|the) (?:memory|notes|records?)",
    re.IGNORECASE,
)  # fmt: skip


def recording_request(clause: str, *, alone: bool) -> Kind | None:
    """Which request to pause, resume or go off the record the whole clause is, or None.

    alone: the message holds nothing else. "Off the record" alone announces what is to come;
    beside other words it is about them.
    """
    said = _bare(clause)
    if alone and re.fullmatch(r"off[- ]the[- ]record(?: now| mode)?", said, re.IGNORECASE):
        return Kind.OFF_SESSION
    for kind, patterns in (
        (Kind.RESUME, _RESUME),
        (Kind.OFF_SESSION, _SESSION),
        (Kind.PAUSE, _PAUSE),
    ):
        if any(pattern.fullmatch(said) for pattern in patterns):
            return kind
    return None


def means_the_message_before(text: str) -> bool:
    """Whether the message holds nothing but a request not to keep what was said before it."""
    return _LAST.fullmatch(_bare(text)) is not None


def is_off_record(text: str) -> bool:
    """Whether something in the message asks not to keep the message itself."""
    found = refuse(text)
    return found is not None and found.code is RefusalCode.OFF_RECORD


def _bare(clause: str) -> str:
    said, _ = without_opener(" ".join(clause.split()))
    return please_off(said).strip()
