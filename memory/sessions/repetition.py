"""Requests to change an answer, and what they imply when they are made again and again. Pure.

"Make it shorter" asks for one answer to be changed and says nothing of the next one. Whoever asks
for the same kind of change three times within a month seems to want it always: that is worth a
question to a person, and is never stored by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from memory.extraction.instructions import standing_instruction
from memory.extraction.person import without_filler
from memory.extraction.plain import plain_text
from memory.extraction.sentences import split_clauses, split_sentences

TIMES = 3
"""How often the same kind of change is asked for before it is proposed as an instruction."""

WITHIN = timedelta(days=30)
"""Within which time."""

LONGEST = 200
"""In characters. What is longer brings its own matter and asks for more than a change."""


def implied_instructions(message: str) -> list[str]:
    """The instructions that the message would imply if it came again and again.

    Each names a kind of change: two messages ask for the same kind where they imply the same
    instruction. What is said outright ("shorter answers please") is an instruction, not a hint.
    """
    if len(message) > LONGEST:
        return []
    found: list[str] = []
    for sentence in split_sentences(plain_text(message)):
        for clause in split_clauses(sentence):
            for part in re.split(r"\s*,\s*|\s+(?:and|but)\s+", clause.text):
                instruction = _implied(part)
                if instruction and instruction not in found:
                    found.append(instruction)
    return found


def is_repeated(moments: Sequence[datetime], *, last: datetime) -> bool:
    """Whether requests of one kind at these moments, the one at `last` among them, are enough."""
    return sum(last - WITHIN < moment <= last for moment in moments) >= TIMES


def _implied(part: str) -> str:
    if standing_instruction(part):
        return ""
    said = part.strip(" .!?,")
    plain = without_filler(part).strip(" .!?,")
    for asked in (said, plain, _POLITE.sub("", plain)):
        for pattern, instruction in _KINDS:
            match = pattern.fullmatch(asked)
            if match is not None:
                language = match.groupdict().get("language") or ""
                return instruction.format(language=language.title())
    return ""


# How a request is dressed: what is left is the change that is asked for.
_POLITE = re.compile(
    r"^(?:(?:please|pls|plz|ok|okay|hm+|ugh|now|again|wait|still|nope?|great|good|nice|cool|but|and|then|so|just|haha|argh|sorry|hey|actually|that'?s)[ ,:]+)*"
    r"(?:(?:can|could|would|will) (?:you|u) (?:please |pls |just |maybe |possibly )*|(?:can|could|may) (?:i|we) (?:please |just |maybe )*(?:have|get|see) |i (?:just )?(?:need|want|wanted|meant|said) |i(?:'d| would) (?:like|prefer) |let'?s (?:have|try) |(?:please |just )*give me |(?:please |just )*show me |how about |what about |any chance (?:of|you could) )?"
    r"(?:please |just |pls )*",
    re.IGNORECASE,
)

_IT = r"(?:it|that|this|them|your (?:answer|reply|response|message)|the (?:answer|reply|response|text|message|last (?:answer|one)|explanation|summary)|things?)"
_MAKE = rf"(?:(?:make|keep|get|have|write|rewrite|say|put|do|try|phrase|rephrase|explain|redo|answer|repeat|send|reply|respond|format|present|show|give me|list)(?: {_IT})?(?: to me)? )?(?:{_IT} )?(?:(?:a|the) )?"
_MORE = r"(?:(?:even|much|a (?:bit|little|lot)|slightly|still|way|far|some|any|quite|a whole lot|lots) )?"
_TOO = rf"(?:(?:(?:{_IT}|these|those)(?:'?s| is| are)|that was|your (?:answer|reply|response|message) was|this) )?(?:(?:still|just|way|much|far|a (?:bit|little|lot)|again|all|waaa*y|really|also|so|again) )*too "
_FOR_ME = r"(?: (?:for me|for this|to read|again|now|still|then|this time|next time|here|than (?:that|this)|on my phone|man|lol|omg|again please))*"
_LANGUAGES = (
    r"(?P<language>english|french|german|spanish|italian|portuguese|dutch|polish|swedish|norwegian|danish|finnish|greek|turkish|arabic|hindi|urdu|bengali"
    r"|tamil|chinese|mandarin|japanese|korean|russian|ukrainian|welsh|irish|czech|hungarian|romanian|catalan|hebrew|vietnamese|thai|swahili)"
)
_NO = r"(?:without|no|minus|lose|drop|skip|remove|leave out|ditch|cut|get rid of|take out|stop with|leave off|enough with)(?: (?:the|any|a|those|these|all the|all|using|more|that|your))*"
_AS = rf"{_MAKE}(?:(?:as|in|into|using|use|with|to) )?(?:a |the )?"
_ONLY = r"(?:just|only)"


def _kind(instruction: str, *patterns: str) -> tuple[re.Pattern[str], str]:
    alternatives = "|".join(patterns)
    return re.compile(rf"(?:{alternatives}){_FOR_ME}", re.IGNORECASE), instruction


_KINDS: tuple[tuple[re.Pattern[str], str], ...] = (
    _kind(
        "Keep answers short.",
        rf"{_MAKE}{_MORE}(?:shorter|briefer|conciser|snappier|more concise|more succinct|less wordy|less verbose|less long|more to the point)(?: version| answer| one| reply)?",
        rf"{_TOO}(?:long|wordy|verbose|much text|long[- ]winded|much to read|many words)(?: i'?m .*)?",
        rf"(?:shorten|trim|condense|compress|abbreviate|tighten|cut down) {_IT}(?: down| up)?(?: {_MORE.strip()})?(?: a (?:bit|little|lot))?",
        rf"(?:cut|boil|trim|slim) {_IT} (?:down|in half|short)",
        rf"(?:sum|wrap) {_IT} up",
        r"(?:tl;?dr|too long,? (?:didn'?t|did not) read|get to the point|(?:the )?short version|cut to the chase|keep it short this time|short please|half (?:the|that|as) (?:length|long|size))",
        rf"{_MAKE}(?:in )?(?:one|a single|1|two|2|max one|a few) (?:line|sentence|sentences|lines)(?: only| max)?",
        r"(?:that(?:'?s| is| was)|this is|what) (?:an essay|a wall of text|a novel|way more than i asked)",
        r"(?:less|fewer) (?:words|text|waffle|detail|details)",
    ),
    _kind(
        "Keep answers detailed.",
        rf"{_MAKE}{_MORE}(?:longer|more detail|more detailed|more in[- ]depth|more thorough|more details)(?: version| answer)?",
        rf"{_TOO}(?:short|brief|vague|terse|superficial)",
        rf"(?:go|in|with) (?:into )?{_MORE}more (?:detail|depth|details)",
        rf"(?:expand|elaborate)(?: on)? {_IT}",
        r"(?:elaborate|flesh (?:it|that) out)",
    ),
    _kind(
        "Answer in bullet points.",
        rf"{_AS}(?:short )?(?:bullets?|bullet[- ]?points?|bulleted list|bullet list|list of bullets|dot points)(?: form| instead| format)?",
        rf"(?:turn|convert|change|break) {_IT} (?:in|down in)?to (?:a )?(?:bullets?|bullet[- ]?points?|bullet(?:ed)? list)",
        rf"{_ONLY} (?:the )?bullets?",
    ),
    _kind(
        "Answer without tables.",
        rf"{_MAKE}{_NO} (?:tables?|tabular format)(?: format)?",
        rf"(?:not|don'?t (?:put|make|use|give me)(?: {_IT})?) (?:as |in |into )?(?:a |another )?table",
        rf"{_AS}(?:text|prose|words|plain text|list),? (?:not|instead of|rather than) (?:as |in )?(?:a |the )?table",
        r"i (?:can'?t|cannot) read tables?",
    ),
    _kind(
        "Answer without bullet points.",
        rf"{_MAKE}{_NO} (?:bullets?|bullet[- ]?points?|lists?)",
        rf"(?:not|don'?t (?:put|make|use)(?: {_IT})?) (?:as |in )?(?:bullets?|bullet[- ]?points?|a list)",
        rf"{_AS}(?:prose|(?:full |proper )?(?:sentences|paragraphs)|flowing text|running text)(?: instead)?",
    ),
    _kind(
        "Use no emojis.",
        rf"{_MAKE}{_NO} (?:emojis?|emoticons?|smileys?|smiley faces)",
        rf"{_TOO}many (?:emojis?|smileys?)",
        r"(?:less|fewer) (?:emojis?|smileys?)",
    ),
    _kind(
        "Explain in simple words.",
        rf"{_MAKE}{_MORE}(?:simpler|more simply|simply|plainer|easier|less technical|less complicated|clearer|more basic|easier to (?:understand|follow))(?: words| terms| language| version| way)?",
        rf"{_MAKE}(?:in |using |with |use )?{_MORE}(?:simple|simpler|plain|plainer|easy|easier|layman'?s|lay|everyday|normal|human) (?:english|words|terms|language)",
        rf"{_TOO}(?:complicated|technical|complex|advanced|nerdy|(?:hard|difficult) to (?:follow|understand))",
        rf"(?:explain|say|put) {_IT} (?:to me )?(?:like|as if|as though) (?:i'?m|im|i am|i were|to) (?:a |an )?(?:five|5|six|child|kid|idiot|beginner|10|ten|7|seven|five year old|5 year old|toddler)",
        rf"explain like i'?m (?:five|5|a child|six)|eli5(?: {_IT})?|like i'?m (?:five|5)",
        rf"(?:dumb|water) {_IT} down|simplify(?: {_IT})?(?: {_MORE.strip()})?",
        rf"(?:less|{_NO}) jargon|in layman'?s terms",
    ),
    _kind(
        "Keep a formal tone.",
        rf"{_MAKE}{_MORE}(?:more formal|more formally|formaler|more professional|more professionally|more polite|more businesslike|less casual|less chatty|less slangy|less informal)(?: tone| version| wording| way| please)?",
        rf"{_TOO}(?:casual|informal|chatty|colloquial|slangy|chummy|flippant)",
        r"(?:with |in )?a more (?:formal|professional) (?:tone|style|register|version|wording)",
    ),
    _kind(
        "Keep a casual tone.",
        rf"{_MAKE}{_MORE}(?:less formal|less formally|more casual|more casually|more relaxed|more informal|more informally|friendlier|less stiff|less corporate|warmer|less robotic)(?: tone| version| wording| way)?",
        rf"{_TOO}(?:formal|stiff|corporate|official|robotic|posh|businesslike)",
        r"(?:with |in )?a (?:less formal|more casual|friendlier|more relaxed) (?:tone|style|register|version)",
    ),
    _kind(
        "Give only the code, without explanations.",
        rf"{_ONLY} (?:the |give me the |show me the |show me |give me |want the |need the |post the |send the |output the )?code(?: block| part| snippet)?",
        r"(?:the )?code only|(?:the )?code (?:and )?nothing else",
        rf"{_NO} (?:explanations?|explaining|commentary|walkthrough|the talk)",
        rf"(?:don'?t|no need to) explain (?:{_IT}|the code|anything|everything)",
    ),
    _kind(
        "Answer step by step.",
        rf"{_MAKE}(?:step[- ]by[- ]step|in steps|one step at a time|in numbered steps|as (?:numbered )?steps)",
    ),
    _kind(
        "Answer in {language}.",
        rf"(?:(?:say|write|rewrite|put|repeat|answer|reply|respond|explain|do|have|try|tell me|send|give me|speak|talk)(?: {_IT})?(?: (?:again|to me))? )?in {_LANGUAGES}(?: again| instead| this time)?",
    ),
    _kind("Answer in {language}.", rf"{_LANGUAGES} (?:please|pls|plz|this time|again|instead)"),
    _kind("Answer in {language}.", rf"(?:back|switch(?: back)?|change) to {_LANGUAGES}"),
)  # fmt: skip
