"""The user's words as a sentence in the third person: "i'm vegan" → "User is vegan."."""

from __future__ import annotations

import re

from memory.extraction.grammar import ADVERB, expand_contractions, singular
from memory.extraction.people import split_relation

_FILLER_BEFORE = re.compile(
    r"^(?:(?:dear(?= (?:can|could|will|would|please|i)\b)|hi|hello|hey|hiya|ok|okay|oh|lol|haha+|hmm+|hm|er|erm|so|well|yeah|yes|yep|yup|no(?=[,.!;:])|nope|nah|ah|um|uh|btw|by the way|fyi|also|and|but"
    r"|actually|anyway|just so you know|for the record|note that|to be (?:honest|clear)|honestly|tbh|look"
    r"|quick note|big news|good news|bad news|update|news|sorry|thanks|thank you|cheers|right|plus|because|cos|since i mentioned it"
    r"|as i said|like i said|heads up|just fyi|remember(?: that)?|please note(?: that)?|and yes|oh and|ps|p\.s\.|full disclosure"
    r"|turns out|in case it matters|in case it helps|guess what|don'?t forget(?: that)?)\b[\s,:!.-]*)+",
    re.IGNORECASE,
)
ASKS_TO_REMEMBER = (
    r"(?:(?:please|pls|plz|can you|could you|just|also|and|ok|okay|oh|hey) )*(?:remember|make a (?:mental )?note|take (?:a )?note|note(?: down)?|write (?:this|that|it) down|keep in mind|bear in mind|(?:save|store|keep) (?:this|that)"
    r"|put (?:this|that|it)(?: down)? in(?:to)? your (?:notes|memory)|add (?:this|that|it)? ?to (?:your|my) (?:notes|memory|profile)|for your (?:notes|records|memory)|for (?:future reference|next time)|don'?t forget)"
    r"(?: for (?:me|later|next time|the future|future reference))?(?: (?:please|pls))?(?: that\b|(?: of (?:this|that))?\s*[:,-]+|(?= (?:i|i'?m|my|we|our)\b))\s*"
)
"""How somebody asks that what follows be kept: "make a note: the car is on level 3"."""
_TO_REMEMBER = re.compile(rf"^{ASKS_TO_REMEMBER}(?=\w)", re.IGNORECASE)
_FILLER_AFTER = re.compile(
    r"[\s,]*(?:\b(?:btw|by the way|tbh|lol|haha+|fyi|though|tho|you know|innit|mate|pls|please|thanks|thx|now that i think of it"
    r"|just so you know|if that helps|in case it matters|obvs|obviously|sadly|unfortunately|ugh+|sigh|meh|smh|yay+|woo+(?:hoo+)?|grr+|xx*|actually|for the record)\b"
    r"|[:;]-?[)(DP]|[!.…,]++)+\s*$",
    re.IGNORECASE,
)
_FIRST = re.compile(
    rf"\b(?P<who>i|we)(?P<adverbs>(?: (?:{ADVERB}|no longer))*) (?P<verb>[a-z]+)\b", re.IGNORECASE
)
_SECOND_VERB = re.compile(
    r"\b(?P<and>and|but|or)(?P<adverbs> (?:also|now|only|still|usually|never|always))? "
    r"(?P<verb>live|work|play|speak|have|own|drive|drink|eat|like|love|hate|prefer|study|teach|run|use|need|want|wear|hold|weigh|rent|volunteer|coach|visit|ride|pay|sleep"
    r"|take|go|get|do|am|travel|sing|swim|read|write|cook|commute)\b(?= )",
    re.IGNORECASE,
)
_PRONOUNS = (
    (re.compile(r"\b(?:myself|ourselves)\b", re.IGNORECASE), "themselves"),
    (re.compile(r"\b(?:my|our) own\b", re.IGNORECASE), "their own"),
    (re.compile(r"\b(?:mine|ours)\b", re.IGNORECASE), "User's"),
    (re.compile(r"\b(?:me|us)\b"), "User"),
    (re.compile(r"\b(?:i|we)\b", re.IGNORECASE), "User"),
)


_FILLER_WITHIN = re.compile(
    r"(?:\s*+,?+\s*+)\b(?:btw|by the way|lol|haha+|tbh|fyi|lmao|omg|innit)\b", re.IGNORECASE
)


def without_filler(clause: str) -> str:
    """The clause without greetings before it and chat words after it."""
    said = _TO_REMEMBER.sub("", clause.strip())
    said = _FILLER_AFTER.sub("", _FILLER_BEFORE.sub("", said))
    return _FILLER_WITHIN.sub("", said).strip(" ,-")


def asks_to_remember(sentence: str) -> bool:
    """Whether the sentence asks that what it goes on to say be kept."""
    return bool(_TO_REMEMBER.match(_FILLER_BEFORE.sub("", sentence.strip()))) or bool(
        _TO_REMEMBER.match(sentence.strip())
    )


def with_subject(clause: str) -> str:
    """ "lost my keys", "been to Japan twice" → "i lost my keys", "i have been to Japan twice".

    Only of verbs that hardly ever begin a sentence otherwise ("left ankle hurts", "based in Bonn").
    """
    said = without_filler(clause)
    if _BEEN.match(said):
        return f"i have {said}"
    if _STILL_SO.match(said):
        return f"i am {said}"
    return f"i {said}" if _DONE.match(said) else said


_BEEN = re.compile(r"(?:just |already |also |recently |never )?been \w", re.IGNORECASE)
_STILL_SO = re.compile(
    r"(?:currently|presently|nowadays) (?=(?:between|out of|on|in|at|off|with|without|unemployed|single|\w{2,}ing)\b)",
    re.IGNORECASE,
)
_OF_ONESELF = (
    r"(?:(?:really |absolutely |also )?(?:love|hate|prefer|live (?:in|with|near|at|on)|work (?:at|for|as|in)|own)|(?:do not|don'?t|dont) (?:have|own|drive|like|want|live|work|speak|smoke|eat|drink|need)"
    r"|(?:can not|cannot|can'?t|haven'?t|have not|hadn'?t|couldn'?t) (?!you\b|we\b|i\b)\w+|never (?:had|drank|ate|smoked|learned|learnt|owned|lived|worked|saw))"
)
_DONE_WRITTEN = """
    got had went broke lost found handed finished started tried took made gave bought sold ate drank drove flew forgot met paid ran
    saw sent slept spent told won wore wrote quit moved passed failed dropped picked fell came became began brought built caught
    chose grew kept knew signed ordered booked cancelled canceled called talked visited watched played cooked baked walked cycled
    hiked climbed planted painted fixed repaired replaced installed upgraded downgraded updated switched changed applied interviewed
    enrolled graduated decided realised realized noticed tested swapped cleaned packed landed arrived returned joined adopted turned
    stopped gained received missed invited submitted published launched released deployed merged migrated configured renewed
    extended sprained twisted tore
"""
_DONE = re.compile(
    rf"(?:just |finally |also |recently |officially |already |then )*(?:{'|'.join(_DONE_WRITTEN.split())}|{_OF_ONESELF})\b(?! (?:is|are|was|were|by|property)\b)",
    re.IGNORECASE,
)


def third_person(clause: str) -> str:
    """The clause about "User" instead of "I", "we" and "my", as a sentence with a full stop."""
    text = _owned_once(expand_contractions(_doubt_first(without_filler(clause))))
    text = _SPOKEN_KIN.sub(r"my \g<0>", text)
    text = _FIRST.sub(_conjugate, text, count=1)
    text = _FIRST.sub(_conjugate_again if text.startswith("User ") else _conjugate, text)
    if text.startswith("User "):
        text = _SECOND_VERB.sub(_conjugate_second, text)
    for pattern, form in _PRONOUNS:
        text = pattern.sub(form, text)
    return as_sentence(_with_owners(_NAMED_AGAIN.sub("User that they ", text)))


# "mum is turning 60": whose mother, nobody has to say.
_SPOKEN_KIN = re.compile(
    r"^(?:mum|mom|dad|nan|granny|gran|grandma|grandad|granddad|grandpa|hubby|(?:(?:older |younger |little |big )?(?:sister|brother|wife|husband|son|daughter|boyfriend|girlfriend|cousin|flatmate|roommate)(?= (?:just|is|was|has|had|got|gets|works?|lives|loves|hates|wants|moved|passed|started|finished|bought|sold|lost|quit|left)\b)))\b(?=(?:'s)? )(?! (?:jeans|jokes?|bods?|canaria|prix|turismo|torino|style)\b)",
    re.IGNORECASE,
)
# "my friend told me i should rest"
_NAMED_AGAIN = re.compile(r"\bUser User (?=(?:should|could|can|must|might|need|had)\b)")


# "i'm vegan i guess", "i think i'm vegan": the doubt has to stand where it is read as one.
_DOUBT = re.compile(
    r"^(?:(?P<who>i|we) (?P<rest>.+?),? (?:i (?:guess|suppose|think|reckon)|or so i think|probably|maybe)[.!]*"
    r"|i (?:guess|suppose|think|reckon) (?:that )?(?P<who2>i|we) (?P<rest2>(?:am|are|do|have|live|work|will|would|like|prefer|use|can)\b.+))$",
    re.IGNORECASE,
)


_FIRST_PERSON = re.compile(r"\b(?:[Ii]m?|[Mm]y|[Mm]ine|me|[Ww]e|[Oo]urs?|us)\b")
_QUOTE = re.compile(r"[\"\u201c\u201d\u00ab\u00bb]")


def retold(statement: str) -> str:
    """The statement in the third person where it speaks as "I" or "we", else "".

    Not where it quotes: the "I" of a quotation is somebody else.
    """
    speaks = _FIRST_PERSON.search(statement) and not _QUOTE.search(statement)
    return third_person(statement) if speaks else ""


def _doubt_first(clause: str) -> str:
    """ "i live here i guess" → "i probably live here"; "i'm vegan i think" → "i am probably vegan"."""
    match = _DOUBT.match(expand_contractions(clause))
    if match is None:
        return clause
    who, told = match["who"] or match["who2"], match["rest"] or match["rest2"]
    verb, _, rest = told.partition(" ")
    if verb.lower() in ("am", "are"):
        return f"{who} {verb} probably {rest}"
    return f"{who} probably {told}"


def _with_owners(text: str) -> str:
    """ "my" and "our": "their" once the user has been named, "User's" before.

    Of another person's doings it stays "User's": "my sister has my car" is not her own.
    """
    of_another = split_relation(text) is not None
    parts = _OWNERS.split(text)
    written = parts[0]
    for part in parts[1:]:
        known = not of_another and re.search(r"\bUser\b", written)
        written += ("their" if known else "User's") + part
    return written


_OWNERS = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)


_OWNED_TWICE = re.compile(
    r"\b(?P<first>(?:the )?user's|my|our)(?: (?:(?:the )?user's|my|our))+(?= [\w'-])", re.IGNORECASE
)


def _owned_once(text: str) -> str:
    """ "my my phone", "User's user's phone", "of User's's": whose it is, said once."""
    return _OWNED_TWICE.sub(r"\g<first>", text.replace("User's's", "User's"))


def as_sentence(text: str) -> str:
    """Begin with a capital and end with one stop; whose something is stands there once."""
    text = _owned_once(re.sub(r"\s+", " ", text).strip(" ,;:-").rstrip(".!"))
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _conjugate(match: re.Match[str]) -> str:
    return f"User{match['adverbs']} {singular(match['verb'])}"


def _conjugate_again(match: re.Match[str]) -> str:
    """Whoever has been named is "they" from then on: "User sneezes when they eat kiwi"."""
    verb = match["verb"].lower()
    return f"they{match['adverbs']} {_OF_THEM.get(verb, verb)}"


_OF_THEM = {"am": "are", "is": "are", "was": "were", "has": "have"}


def _conjugate_second(match: re.Match[str]) -> str:
    return f"{match['and']}{match['adverbs'] or ''} {singular(match['verb'])}"
