"""Questions about the memory: "what do you know about me?", "what do you remember about my job". Pure.

Only what is the person's own: "what do you know about Paris" asks for general knowledge.
"""

from __future__ import annotations

import re

from memory.requests.phrases import ABOUT, FROM_MEMORY, KNOW, ME, without_opener

_YOU = r"(?:you|u|ya)"
_ADVERB = r"(?:(?:actually|really|still|already|currently|even|so far|now|all|ever|exactly) )*"
_STORED = rf"(?: (?:so far|now|already|right now|at the moment|stored|saved|down|noted|recorded|on file|on record|kept|written down|in there|{FROM_MEMORY}))*"
_OWN = rf"(?P<about>{ME}|(?:my|our)\b[^?!.]*|(?:what|where|how|who|which|when) (?:i|we|my)\b[^?!.]*|the (?:\w+ )?(?:i|we) (?:told|mentioned|talked)\b[^?!.]*)"
_INFO = r"(?:what|which|how much|how many)(?: (?:all|else|exactly|kinds? of|sorts? of|other|personal|sort of))*(?: (?:things?|stuff|info(?:rmation)?|data|facts?|details?|memories|notes?|records?))?"
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_INFO} (?:do|did|have|can|does) {_YOU} {_ADVERB}{KNOW}{_STORED}(?: {ABOUT}| from) {_OWN}",
        rf"{_INFO} (?:do|did|have|can) {_YOU} {_ADVERB}(?:remember|have (?:stored|saved|on file|in memory)|stored?|saved?|keep|kept){_STORED}(?: {ABOUT} (?P<name>(?-i:[A-Z])\w+))",
        rf"(?:tell|show|give|list|read|send|name|print|summari[sz]e)(?: (?:me|us|out|back))?(?: back)? (?:(?:a )?(?:list|summary|overview) of )?(?:all(?: of)?(?: the)?(?: things| stuff| facts| memories| data| info(?:rmation)?)?|everything|anything|what(?:ever)?|(?:the |your )?(?:things|facts|stuff|info(?:rmation)?|data|memories|notes))(?: (?:that )?{_YOU}(?:'ve| have)? {_ADVERB}{KNOW}{_STORED})?(?: {ABOUT} {_OWN})",
        rf"(?:do|did|have) {_YOU} {_ADVERB}{KNOW} {_ADVERB}(?:anything|something|everything|much|stuff|things?|any (?:info(?:rmation)?|data|details|memories|notes)|what|notes|a file)(?: else| personal)?{_STORED} {ABOUT} {_OWN}",
        rf"(?:do|did) {_YOU} {_ADVERB}remember (?:anything|something|everything|what) (?:i|we)(?:'ve| have)? (?:told you|said|mentioned|talked)(?: to you)? ?(?:{ABOUT} {_OWN})?",
        rf"(?:what|which)(?: \w+)?(?:'s| is| are| do you have)? {_ADVERB}(?:stored|saved|noted|kept|recorded|on file|in (?:your|the|my) (?:memory|notes|profile|file|records?)){_STORED}(?: (?:about|abt|regarding|on(?= me\b)) {_OWN})?",
        rf"what (?:did|have) (?:i|we) (?:ever |already |so far )?(?:tell|told|said|say|mention(?:ed)?|share|shared)(?: to)?(?: (?:you|u))?(?: so far| already)? {ABOUT} {_OWN}",
        rf"(?:remind me )?(?:of )?what {_YOU}(?:'ve| have)? {_ADVERB}{KNOW}{_STORED} {ABOUT} {_OWN}",
        rf"(?:i(?:'d| would)? (?:want|like|love) to (?:know|see|hear)|(?:can|could|may) i (?:see|know|hear)|let me (?:see|know|hear)|i'?m curious|curious) (?:what|everything|all)(?: (?:that )?{_YOU}(?:'ve| have)? {_ADVERB}{KNOW}{_STORED})(?: {ABOUT} {_OWN})",
        rf"(?:can|could|may) i (?:see|have|get|view) (?:all )?(?:my|the) (?:data|memories|stored data|profile|information)(?: (?:that )?{_YOU} {KNOW}{_STORED}(?: {ABOUT} {ME})?)?",
        rf"(?:show|list|display)(?: me)? (?:all )?(?:my|your) (?:memories|stored memories|saved memories|memory)(?: {ABOUT} {_OWN})?",
        rf"who (?:do {_YOU} think )?(?:am i|i am) (?:to you|according to your (?:memory|notes))",
    )
)  # fmt: skip
_ALL = re.compile(rf"(?:{ME})(?:\W.*)?", re.IGNORECASE)

_TALKS = re.compile(
    rf"our (?:last |previous |earlier )?(?:chats?|talks?|conversations?|sessions?)(?: about {ME})?",
    re.I,
)


def recalled(clause: str) -> str | None:
    """What is asked about: "" for all about the person, "my job", "Kuba"; None for no request."""
    said, _ = without_opener(" ".join(clause.split()))
    said = re.sub(
        r"[\s,]*\b(?:please|pls|so far|again|btw|anyway|exactly|right now|at the moment|already|now|then|today|tho|though)\W*$|[\s.!?,…]+$",
        "",
        said,
        flags=re.IGNORECASE,
    ).strip()
    for pattern in _PATTERNS:
        match = pattern.fullmatch(said)
        if match is not None:
            groups = match.groupdict()
            about = (groups.get("about") or groups.get("name") or "").strip()
            return "" if _ALL.fullmatch(about) or _TALKS.fullmatch(about) else about
    return None
