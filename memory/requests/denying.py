"""Corrections of the chatbot's memory: "no, i never said i was vegan". Pure.

"I'm not vegan" is a statement and goes through the gate. What is read here denies that something
was ever said, so that there is nothing to put in its place.
"""

from __future__ import annotations

import re

from memory.requests.phrases import without_opener

_SAY = r"(?:said|say|told (?:you|u)|tell (?:you|u)|mentioned?|claim(?:ed)?|wr[oi]te|written|stated?|told ya)(?: to you)?(?: (?:anything|something|a word) (?:about|like))?"
_DENIAL = re.compile(
    rf"(?:(?:that'?s|this is|it'?s) (?:wrong|not true|not right|false|incorrect|a mistake)[,;.!\u2013-]*\s*)?"
    rf"(?:i|i'?ve|i have|we)(?: have| 've)? ?(?:(?:never|definitely never|certainly never)(?: once| ever| actually)?|did(?:n'?t| not)(?: ever| actually| even)?|have(?:n'?t| not| never)(?: ever| actually)?|don'?t (?:remember|recall) (?:ever )?(?:saying|telling you|mentioning)) ?(?:{_SAY})?"
    rf" (?:that )?(?P<about>(?:i|i'm|im|i've|i'd|i was|my|our|we)\b.+)",
    re.IGNORECASE,
)
_HAS_SAID = re.compile(rf"\b(?:{_SAY}|saying|telling you|mentioning)\b", re.IGNORECASE)
_TO_ANOTHER = re.compile(
    r"\b(?:said|told|tell|say|mentioned) (?:to )?(?:him|her|them|anyone|anybody|my|the|people|everyone|nobody|mum|mom|dad)\b",
    re.IGNORECASE,
)
_IDIOM = re.compile(
    r"(?:i was|i'm|i am|it was) (?:perfect|an? (?:expert|saint|genius|angel|doctor|lawyer|robot)|good at (?:this|it)|going to be easy|easy)|i (?:did not|didn't) (?:like|want|love|do|mean|care|know|think|say) .*|(?:i|we) (?:would|could|should|wanted|want|need(?:ed)?) .*|my name out loud",
    re.IGNORECASE,
)


def denied(clause: str) -> str | None:
    """What the person never said ("i was vegan", "my name"); None for no denial."""
    said, _ = without_opener(" ".join(clause.split()))
    said = re.sub(r"[\s.!?,…]+$", "", said)
    match = _DENIAL.fullmatch(said)
    if match is None or not _HAS_SAID.search(said[: match.start("about")]):
        return None
    if _TO_ANOTHER.search(said) or _IDIOM.fullmatch(match["about"]):
        return None
    return match["about"].strip()
