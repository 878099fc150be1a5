"""Requests to forget: "forget my phone number", "delete everything you know about my ex". Pure.

"Forget" alone means the memory. "Delete", "remove", "wipe" are said of many things, so they need
to name the memory, what the chatbot knows, or something that only a person has ("my address").
"Forget the pasta, let's do pizza" drops a topic, and "don't forget to …" asks for nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extraction.keys import find_key
from memory.extraction.people import RELATION
from memory.requests.phrases import (
    ABOUT,
    FROM_MEMORY,
    ME,
    YOU_KNOW,
    asks_politely,
    please_off,
    without_ending,
    without_opener,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forgetting:
    """What is to be forgotten. See `kinds.Request` for the fields.

    last: what was said just before. all_of_me: everything about the person.
    """

    about: str = ""
    everything: bool = False
    sure: bool = True
    final: bool = False
    last: bool = False
    all_of_me: bool = False


_FORGET = r"(?:forget|unlearn|unremember|un-remember|disremember|stop (?:remembering|knowing|storing|saving|keeping|recording|bringing up)|(?:i(?:'d| would) rather )?(?:you )?(?:do not|don'?t|dont|didn'?t|did not|needn'?t|need not)(?: (?:need|have) to)? (?:remember|store|save|keep|record|memori[sz]e|hold on to)|no need to (?:remember|store|save|keep))"
_DELETE = r"(?:delete|remove|erase|wipe|clear|scrub|purge|expunge|drop|get rid of|throw (?:away|out)|take (?:out|off)|cut out|ditch|strike|lose|clean up|cross out|eliminate|destroy|kill)"
_REQUEST = re.compile(
    rf"(?:permanently |completely |fully |totally |immediately |hard[- ]|gdpr[- ])?(?:(?P<forget>{_FORGET})|(?P<delete>{_DELETE}))(?: (?:about|out|off|away|down))?\b ?(?P<what>.*)",
    re.IGNORECASE | re.DOTALL,
)
_PASSIVE = re.compile(
    rf"(?:i(?:'d| would)? (?:want|need|like|prefer|love|rather have|rather)(?: to have| to see)?|(?:can|could|may) (?:i|we) (?:have|get)) (?P<what>.+?) (?P<verb>forgotten|deleted|removed|erased|wiped|purged|gone|out)(?P<end>(?: for good| permanently| completely| forever)*(?: {FROM_MEMORY}| (?:from|of) (?:there|here))?)",
    re.IGNORECASE,
)
_NOTHING_ABOUT = re.compile(
    rf"(?:(?:one |new |house )?rule:? ?)?(?:i (?:do not|don'?t|dont) want|nothing|no(?: more)?(?: notes?| data| info(?:rmation)?)?)(?: {ABOUT})? (?P<what>(?:my|our|me\b).*?) (?:stored|saved|kept|remembered|recorded|{FROM_MEMORY}|on file)(?: {FROM_MEMORY})?",
    re.IGNORECASE,
)
_FINAL = re.compile(
    r"\b(?:erase|erased|wipe|wiped|purge|purged|scrub|expunge|permanently|for good|for ever|forever|irrevocably|irreversibly|gdpr|right to be forgotten|without a trace|every trace|all traces?|hard[- ]delete|never to return)\b",
    re.IGNORECASE,
)
_IDIOM = re.compile(
    r"(?:it|this|that|these|those|him|her|them|you|me|us|about (?:it|this|that|him|her|them|me)|(?:that|what|this) (?:last )?(?:question|request|idea|suggestion|order|joke|comment|point|plan|rant))"
    r"(?: (?:then|now|for now|all|instead))?|i (?:ever )?(?:asked|said (?:anything|that|it)|mentioned (?:it|that|anything)|was (?:ever )?here|spoke|wrote)|(?:this|it|these|those|but)\b.*|that (?:but|and|or|is|was)\b.*",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"(?:to|how to|.*\bfor (?:a|one|the|to) ?(?:second|sec|minute|moment|day|night|while|bit|evening|weekend|hour|now)|how (?!(?:old|tall|much|many)\b)|why you|when to|where to|where (?:i|we) (?:put|parked|left|was|were)|what (?:i|we) (?:was|were) (?:saying|going)|when (?:i|we) (?:was|were) (?:going|about)|everything and|what (?:he|she|they|it|people|everyone)\b"
    r"|(?:your|the|all(?: of)?(?: your| the)?|any|previous|prior) (?:\w+ )?(?:instructions?|rules?|prompt|guidelines|training)|yourself|your (?:manners|name|password)|my (?:manners|question|request|suggestion|idea|joke|comment|place|train of thought|point|order|rant)|the past|the rest|the world|the fact that you)\b",
    re.IGNORECASE,
)
# What follows a topic that is dropped: "forget the pasta, let's do pizza".
_ANOTHER_TOPIC = re.compile(
    r"[,;.!\u2013-]?\s*\b(?:let'?s|lets|let me|how about|what about|what if|i(?:'d| would) rather|i(?:'ll| will)|we(?:'ll| will)|just (?!i\b)\w+|make it|go with|instead|maybe (?:we|i)|can we (?!get)|could we|tell me|show me|book|try|do you|what(?:'s| is)|where|how do|i need|i want|i got|we need|it'?s (?:fine|ok|okay)|doesn'?t matter|never ?mind)\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"\W*(?:he|she|they|[A-Z]\w+|my \w+) (?:said|says|told|texted|wrote|shouted|yelled|replied)\b"
)
# Of somebody who wants it gone, not dropped: "delete the salary, don't like that being there".
_UNWANTED = re.compile(
    r"\b(?:(?:don'?t|do not|dont|didn'?t) (?:want|like|need)|private|privacy|personal|embarrass\w*|sensitive|stored|saved|popping up|come up|see this|reads? (?:this|over|along)|knows? (?:this|my)|being there|kept|in (?:your|there)|(?:was|is) (?:angry|drunk|wrong|a mistake))\b",
    re.IGNORECASE,
)
_EVERYTHING = r"(?:(?:absolutely |literally )?(?:everything|anything|all(?: of)?(?: (?:the|that|my|your))?(?: (?:the )?(?:stuff|things|info(?:rmation)?|data|details|memories|facts|notes|records?|bits))?|(?:every|each|all|any)(?: single)? (?:things?|memory|facts?|notes?|details?|bits?|traces?|mentions?)|any (?:info(?:rmation)?|data|memories|memory|trace|record|mention)|whatever|what(?:ever)?|(?:the |your )?(?:stuff|things|info(?:rmation)?|data|memories|facts|details|notes|records?|traces?)))"
_KNOWN = re.compile(
    rf"{_EVERYTHING}(?: of it)?(?: (?:that )?(?:{YOU_KNOW}|(?:is|'s|are) (?:stored|saved|in there|on file|{FROM_MEMORY})|there is|(?:i|we)(?:'ve| have)? (?:ever |just )?(?:told you|said|mentioned|shared|wrote|written)(?: to you)?))*"
    rf"(?: (?:{ABOUT}|to do with|involving) (?P<about>.+))?",
    re.IGNORECASE,
)
_SAID = re.compile(
    rf"(?:what|that|the (?:thing|stuff|bit|part)s?(?: that)?|the things?) (?:i|we)(?:'ve| have)? (?:just |ever |once )?(?:told you|tell you|said|mentioned|shared|wrote|written|typed|sent)(?: to you)?(?: (?:earlier|before|yesterday|today|last (?:time|week)|just now|just))?(?: {ABOUT} (?P<about>.+))?",
    re.IGNORECASE,
)
_LAST = re.compile(
    r"(?:my|the|that) (?:last|previous) (?:message|thing|sentence|statement|bit|part|one|fact)(?: (?:i|we) (?:said|told you|wrote|sent|mentioned))?|my message",
    re.IGNORECASE,
)
_THING = re.compile(
    rf"(?:the|that|this|my|our)(?: \w+)? (?:thing|bit|part|stuff|fact|detail|memory|note|info|information|one|entry|piece|line|story|remark)s? (?:{ABOUT}|with|that says|saying|where|that|of) (?P<about>.+)"
    r"|(?:the|that|this) (?P<named>[\w' -]{1,60}?) (?:thing|bit|part|stuff|fact|detail|memory|note|info|information|entry|story|remark)s?"
    r"|my (?:data|memories|notes|info(?:rmation)?) (?:about|on|of) (?P<data>.+)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?:(?:the fact )?that |about the fact that |about )?(?P<about>(?:i|i'm|im|i've|ive|i'd|we|we're|he|he's|she|she's|they|they're|it|it's|my|our|there)\b.+)",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"(?:where|who|whom|when|how (?:old|tall|much|many)|what|which)\b.*\b(?:i|i'm|we|we're|my|our|me)\b.*",
    re.IGNORECASE,
)
_MY_ALL = re.compile(
    r"(?:(?:all|every bit of|everything in) )?(?:of )?(?:my|our)(?: entire| whole| personal| own)? (?:data|memory|memories|history|profile|personal data|information|info|records?|details)|your(?: entire| whole)? (?:memory|memories|notes|records?|file|profile)(?: (?:of|about|on) (?:me|us))?|it all|all of it|the lot|me(?: completely| entirely)?|everything and anything",
    re.IGNORECASE,
)
# "…, nobody knows yet" gives a reason; "…, biking and chess" goes on with a list.
_REASON = re.compile(
    rf" {FROM_MEMORY}.*$"
    r"|\s*,\s*(?![\w'-]+(?: [\w'-]+)?(?:,| and| or)\b)(?=(?:\S+\s+){2,}).*$"
    r"|\s+(?:because|cos|coz|cause|since|as it|so that|so nobody|before (?:any|my|some))\b.*$",
    re.IGNORECASE | re.DOTALL,
)
_PERSONAL = {"person", "family", "health", "work"}
_REACHES = {"email", "phone_number"}
_A_NAME = re.compile(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)?$")


def forgetting(clause: str, after: str = "") -> list[Forgetting]:
    """The requests to forget that the whole clause is; [] where it is none.

    after: what stands behind the clause in its sentence, which tells a request from a dropped
    topic ("forget the pasta, let's do pizza").
    """
    said, polite = without_opener(" ".join(clause.split()))
    polite = polite or asks_politely(clause)
    final = bool(_FINAL.search(clause))
    if match := _NOTHING_ABOUT.fullmatch(please_off(said)):
        return [Forgetting(about=_words(match["what"]), everything=True, final=final)]
    if match := _PASSIVE.fullmatch(please_off(said)):
        in_memory = bool(re.search(FROM_MEMORY, clause, re.IGNORECASE))
        return _of(match["what"], in_memory=in_memory, sure=in_memory, final=final, forget=False)
    match = _REQUEST.fullmatch(said)
    if match is None:
        return []
    in_memory = bool(re.search(FROM_MEMORY, clause, re.IGNORECASE))
    forget = match["forget"] is not None
    # "Stop recording the meeting" is said to other things than a memory.
    keeps = forget and not re.match(r"forget|un|dis", match["forget"], re.IGNORECASE)
    if (
        keeps
        and not in_memory
        and re.match(r"(?:the|a|an|any|your|that (?!i\b|my\b|we\b))\b", match["what"], re.I)
    ):
        return []
    if _REPORTED.match(after):
        return []
    what, dropped = _without_next_topic(match["what"], after)
    if forget and not in_memory and dropped:
        return []
    unwanted = bool(_UNWANTED.search(after))
    if not forget and not in_memory and _elsewhere(what):
        return []
    sure = in_memory or unwanted or (forget and polite)
    if forget and not sure and (after.strip(" .!?,") or _REASON.search(what)):
        # "Forget the diet, tonight we feast" drops a topic; what is one's own is no topic.
        if not re.match(r"(?:about )?(?:that|the fact|my|our|i|everything|all|what)\b", what, re.I):
            return []
        if _REPORTED.match(what.partition(",")[2]):
            return []
    return _of(_words(what), in_memory=in_memory or unwanted, sure=sure, final=final, forget=forget)


def _words(what: str) -> str:
    """What is to be forgotten, without how it is to be done and without the reason behind it."""
    if reason := _REASON.search(what):
        what = what[: reason.start()]
    how = r"\b(?:permanently|completely|for good|for ?ever|entirely|fully|irrevocably|altogether)\b"
    return without_ending(re.sub(how, "", without_ending(what), flags=re.IGNORECASE))


def _without_next_topic(what: str, after: str) -> tuple[str, bool]:
    """The words up to where another topic begins, and whether one does."""
    found = _ANOTHER_TOPIC.search(what)
    if found and re.match(r"[,;.!\u2013-]", found[0].strip()):
        return what[: found.start()], True
    follows = _ANOTHER_TOPIC.match(after.strip(" ,;.!-\u2013"))
    return what, bool(follows) and not _UNWANTED.search(after)


def _elsewhere(what: str) -> bool:
    """Whether something is to be taken out of another place than the memory: "from the list"."""
    return bool(
        re.search(r"\b(?:from|in|off|out of|on) (?:the|my|this|that|our|a|line|page)\b", what, re.I)
    ) and not re.match(rf"{_EVERYTHING}|that\b|what\b", what, re.IGNORECASE)


def _of(what: str, *, in_memory: bool, sure: bool, final: bool, forget: bool) -> list[Forgetting]:
    """What is to be forgotten, by the form in which it is named."""
    what = _words(what)
    if not what or _IDIOM.fullmatch(what) or _NEVER.match(what):
        everything = in_memory and re.fullmatch(r"it all|me|everything", what, re.IGNORECASE)
        return [Forgetting(all_of_me=True, final=final)] if everything else []
    if _MY_ALL.fullmatch(what):
        bare = re.fullmatch(r"me|it all|all of it|the lot", what, re.IGNORECASE)
        return [] if bare and not in_memory else [Forgetting(all_of_me=True, final=final)]
    if _LAST.fullmatch(what):
        return [Forgetting(last=True, final=final)] if forget or in_memory else []
    if match := _SAID.fullmatch(what):
        if match["about"]:
            own = re.match(r"(?:my|our|me|i)\b", match["about"], re.IGNORECASE) is not None
            return _parts(match["about"], sure=sure or own, final=final)
        return [Forgetting(last=True, final=final)]
    if match := _KNOWN.fullmatch(what):
        return _known(match, what, in_memory=in_memory, final=final, forget=forget)
    if match := _THING.fullmatch(what):
        about = match["about"] or match["named"] or match["data"]
        return _parts(about, sure=True, final=final)
    if match := _CLAUSE.fullmatch(what):
        return _of_clause(match["about"], what, in_memory=in_memory, final=final, forget=forget)
    if (forget or in_memory) and _ASKED.fullmatch(what):
        return _parts(what, sure=True, final=final)
    return _of_noun(what, in_memory=in_memory, sure=sure, final=final, forget=forget)


def _known(
    match: re.Match[str], what: str, *, in_memory: bool, final: bool, forget: bool
) -> list[Forgetting]:
    """ "everything you know about my ex", "everything about me", "all of it"."""
    about = match["about"]
    names_memory = in_memory or bool(
        re.search(rf"{YOU_KNOW}|told you|memor|\bstored\b|\bsaved\b", what, re.I)
    )
    if about is None:
        return [Forgetting(all_of_me=True, final=final)] if names_memory else []
    if re.fullmatch(rf"{ME}(?: and .*)?", _words(about), re.IGNORECASE):
        return [Forgetting(all_of_me=True, final=final)]
    if forget or names_memory or re.match(r"(?:my|our)\b", about, re.IGNORECASE):
        return [Forgetting(about=_words(about), everything=True, final=final)]
    return []


def _of_clause(
    about: str, what: str, *, in_memory: bool, final: bool, forget: bool
) -> list[Forgetting]:
    """ "that i like hiking", "my phone number"."""
    stated = re.match(r"(?:about )?(?:the fact )?that\b", what, re.IGNORECASE) is not None
    noun = re.match(r"(?:my|our)\b", about, re.IGNORECASE) is not None and not stated
    if not noun:
        begins = re.match(r"(?:i|i'm|im|i've|ive|i'd|we|my|our)\b", about, re.IGNORECASE)
        is_known = stated or in_memory or (forget and begins is not None)
        return _parts(about, sure=True, final=final) if is_known else []
    if re.search(r"\b(?:today|tonight|for once|this once)$", about, re.IGNORECASE):
        return []  # "forget my diet today, i'm having cake"
    if forget or in_memory or _is_personal(about):
        return _parts(about, sure=True, final=final)
    return []


def _of_noun(
    what: str, *, in_memory: bool, sure: bool, final: bool, forget: bool
) -> list[Forgetting]:
    """ "the day rate", "Kuba", "hiking"."""
    what = re.sub(r"^about ", "", what, flags=re.IGNORECASE)
    if len(what.split()) > 8 or _IDIOM.fullmatch(what) or _NEVER.match(what):
        return []
    head = re.sub(r"^(?:the|that|this|any|all) ", "", what, flags=re.IGNORECASE)
    named = bool(_A_NAME.fullmatch(what))
    determined = head != what
    if in_memory or (sure and (forget and (determined or named))):
        return _parts(head, sure=True, final=final)
    if determined and (forget or find_key(head) is not None):
        return [Forgetting(about=head, sure=False, final=final)]
    return [Forgetting(about=what, sure=False, final=final)] if forget and named else []


def _is_personal(about: str) -> bool:
    """Whether the words name a slot that only a person has: "my address", "my mum's birthday"."""
    noun = re.sub(
        rf"^(?:my|our) (?:{RELATION}'s )?(?:old |new |current |home |real )?", "", about.lower()
    )
    key = find_key(noun)
    return key is not None and (key.category in _PERSONAL or key.name in _REACHES)


def _parts(about: str, *, sure: bool, final: bool) -> list[Forgetting]:
    """One request for each thing named: "that i live in Pau and that i work at Globex"."""
    parts = re.split(
        r"\s*,?\s+and (?:also )?(?:that )?(?=(?:i|i'm|im|i've|my|we|our|where|how)\b)",
        about,
        flags=re.IGNORECASE,
    )
    return [
        Forgetting(about=_words(part), sure=sure, final=final) for part in parts if _words(part)
    ]
