"""How people introduce themselves: a name, then what else they are, said in one breath.

"im marco, 34, living in Lisbon" → "my name is Marco", "i am 34", "i live in Lisbon". A word is taken
for a name only where it is written as one, or where an age follows it: "im tired" names nobody.
"""

from __future__ import annotations

import re

from memory.extraction.attributes import slot_of

_NOT_A_NAME = re.compile(
    r"(?:\w+(?:ish|ese|ian|ean|sh)|\w*(?:man|ed|ing|ful|ly|less)|Swiss|Dutch|French|Greek|Thai|Czech|Muslim|Sikh|Hindu|Vegan|Celiac|Coeliac|Jewish|Gen|Team|Christmas|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday"
    r"|Sunday|Fine|Good|Ok|Okay|Great|Back|Here|Sorry|Not|No|Yes|Sure|Done|Happy|Sad|Late|Sick|Hungry|Deaf|Blind|Single|Married|Pregnant|Gay|Trans|Bi|Autistic|Diabetic|Dyslexic|Veggie|Vegetarian|So|Too|Very|Really|Just|Off|On|In|At|German|Roman|American|African|Asian|European|Latin"
    r"|Male|Female|New|Old|Young|Straight|Lost|Broke|Alone|Home|Ready|Free|Busy|Ill|Well|Bad|Worse|Better|Over|Under|About|Almost|Nearly|Only|Still|Now|From|A|An|The|It|Wrong|Mud|Long|Short|Weird|Common|Rare|Hard|Easy|Confidential|Private|Secret|Irrelevant|Unusual|Nobody|Anonymous"
    r"|Mum|Mom|Dad|Tall|Bald|Shy|Dead|Poor|Rich|Pro|Sober|Stuck|Glad|Mad|Cold|Hot|Down|Up|Out|Like|Into|Kind|Sort|Currently|Actually|Also|Left|Right|Retired|Unemployed|Freelance)(?: .*)?",
    re.IGNORECASE,
)
_WRITTEN_NAME = r"(?-i:[A-Z][a-z'-]+(?: [A-Z][a-z'-]+)?)"
_SPOKEN_NAME = r"[a-z'-]{3,}"
_I_AM = r"(?:i'?m|i am|this is|it'?s|(?:my )?name(?:'s|s| is))"

# What follows the name, and what it says in full. A part that no row knows is left out.
_NOTHING = ""
_PARTS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"(?:and )?(?:i'?m |i am |currently )?{part}", re.IGNORECASE), full)
    for part, full in (
        (r"(?:aged? )?(?P<v>1[0-9]|[2-9]\d)(?: ?(?:years old|years|yrs|yo|y/o|f|m))?", "i am {v}"),
        (r"living (?P<v>(?:in|near|with) .+)", "i live {v}"),
        (r"working (?P<v>(?:in|at|for|as) .+)", "i work {v}"),
        (r"studying (?P<v>.+)", "i study {v}"),
        (r"(?P<v>(?:based in|(?:originally )?from(?! (?:birth|now|then|today|time|home|childhood|an?|the|my|here|there)\b)) .+)", "i am {v}"),
        (r"(?P<v>(?:married|engaged|single|divorced|retired|vegan|vegetarian|veggie)\b.*)", "i am {v}"),
        (r"(?P<v>(?:an?|the) .+)", "i am {v}"),
        (r"(?P<v>new (?:here|to this)|nice to meet (?:you|u)|pleased to meet you)", _NOTHING),
    )
)  # fmt: skip
_AGE = re.compile(r"(?:1[0-9]|[2-9]\d)(?: ?(?:years old|years|yrs|yo|y/o|f|m))?", re.IGNORECASE)


def introduced_name(clause: str) -> str:
    """The name in "i'm Ana", "my name is ana", where it is all that is said; else ""."""
    match = re.fullmatch(
        rf"{_I_AM} (?P<name>{_WRITTEN_NAME})(?: here)?"
        rf"|my name(?:'s|s| is) (?P<spoken>{_SPOKEN_NAME})",
        clause,
        re.IGNORECASE,
    )
    return _as_name(match["name"] or match["spoken"]) if match else ""


def _as_name(word: str) -> str:
    """The word with its capital, or "" where it is a word of another kind."""
    return "" if _NOT_A_NAME.fullmatch(word) else written_as_name(word)


def written_as_name(words: str) -> str:
    """ "marco rossi" → "Marco Rossi"; what has a capital already stays as it is."""
    return words if words != words.lower() else words.title().replace("'S", "'s")


def parts_of_introduction(clause: str) -> list[str]:
    """The statements of an introduction that goes on after the name; none where it is none."""
    opening = re.match(rf"{_I_AM} (?P<rest>.+)$", clause, re.IGNORECASE)
    if opening is None:
        return []
    first, *others = _JOINT.split(opening["rest"])
    told = [full for piece in others for full in _in_full(piece.strip(" .!"))]
    if not told:
        return []
    named = re.fullmatch(rf"{_WRITTEN_NAME}|{_SPOKEN_NAME}", first)
    name = _as_name(first) if named else ""
    if name and (name == first or _AGE.fullmatch(others[0].strip())):
        return [f"my name is {name}", *filter(None, told)]
    of_self = clause[0].lower() == "i" and not clause.lower().startswith("it")
    return [f"i am {first}", *filter(None, told)] if of_self and slot_of(f"is {first}") else []


_JOINT = re.compile(
    r",\s*| and (?=(?:working|living|studying|from|based|an?) )|(?<=[a-z]) (?=from (?-i:[A-Z]))"
)


def _in_full(piece: str) -> list[str]:
    """The statement of one part, or two for "a nurse from Leeds"; none where it is unknown."""
    origin = re.fullmatch(r"(an? .+?) ((?:from|in) (?-i:[A-Z]).+)", piece)
    if origin and slot_of(f"is {origin[1]}"):
        where = origin[2] if origin[2].startswith("from") else f"based {origin[2]}"
        return [f"i am {origin[1]}", f"i am {where}"]
    for pattern, full in _PARTS:
        match = pattern.fullmatch(piece)
        if match:
            return [full.format(v=match["v"])]
    return []
