"""The user's short answer to the assistant's question, as a statement of its own.

"Are you still vegetarian?": "yes, since March" says "i am still vegetarian since March".
"""

from __future__ import annotations

import re

_YES = re.compile(
    r"^(?:yes|yep|yeah|yup|ya|correct|indeed|right|exactly|i do|i am|sure)\b[\s,.!:-]*",
    re.IGNORECASE,
)
_NO = re.compile(r"^(?:no|nope|nah|never|not any ?more)\b[\s,.!:-]*", re.IGNORECASE)
_TIME_FOLLOWS = re.compile(r"^(?:since|for|about|until|till|from|as of)\b", re.IGNORECASE)

# A yes/no question of the assistant, as what "yes" and "no" to it say.
_CLOSED: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(rf"^{asked}\?$", re.IGNORECASE), yes, no)
    for asked, yes, no in (
        (r"are you (?P<x>(?:still |now |a |an )?[^?]+)", "i am {x}", "i am not {x}"),
        (r"do you (?P<x>(?:still )?(?:live|work|have|eat|drink|drive|use|own|play|speak|smoke|prefer|like|take)\b[^?]*)", "i {x}", "i do not {x}"),
        (r"is (?:that|it|this) your (?P<x>[^?]+)", "", ""),
        (r"is your (?P<n>[\w ]+?) (?:still |now )?(?P<x>[A-Z0-9][^?]*)", "my {n} is {x}", ""),
    )
)  # fmt: skip
# An open question, as the beginning of the answer; the answer's words follow.
_OPEN: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(rf"\b{asked}\b[^?]*\?$", re.IGNORECASE), begins)
    for asked, begins in (
        (r"where (?:do you live|are you based)", "i live in"),
        (r"(?:which|what) (?:city|town) (?:do you live|are you)", "i live in"),
        (r"what(?:'s| is) your name", "my name is"),
        (r"(?:where|who) do you work(?: for)?", "i work at"),
        (r"what do you do(?: for (?:a living|work))?", "i work as"),
        (r"what(?:'s| is) your (?:job|job title|role)", "my job title is"),
        (r"what are you allergic to", "i am allergic to"),
        (r"what(?:'s| is) your (?:favou?rite) (?P<noun>[\w ]+)", "my favourite {noun} is"),
        (r"which languages? do you speak", "i speak"),
        (r"which plan are you on", "i am on the plan"),
    )
)
_BARE = re.compile(
    r"^(?:in |at |it's |its |for |as )?(?P<answer>[\w'&. -]{2,40})[.!]*$", re.IGNORECASE
)
_EVASIVE = re.compile(
    r"^(?:no|none|nothing|nowhere|idk|dunno|not sure|why|what|ok|thanks|yes|guess|secret|never mind|skip|n/a)\b",
    re.IGNORECASE,
)


def answer_as_statement(text: str, previous: str | None) -> str | None:
    """The answer with the question's words, in the first person; None where it is no answer."""
    question = _last_question(previous)
    if question is None:
        return None
    return _closed(text.strip(), question) or _open(text.strip(), question)


def _last_question(previous: str | None) -> str | None:
    if not previous or not previous.strip().endswith("?"):
        return None
    return re.split(r"(?<=[.!?])\s+", previous.strip())[-1]


def _closed(text: str, question: str) -> str | None:
    said_yes, said_no = _YES.match(text), _NO.match(text)
    for asked, yes, no in _CLOSED:
        match = asked.match(question)
        if match is None:
            continue
        form = yes if said_yes else no if said_no else ""
        if not form:
            return None
        spoken = said_yes or said_no
        rest = text[spoken.end() :] if spoken else ""
        time = f" {rest.strip(' .!')}" if _TIME_FOLLOWS.match(rest) else ""
        values = {name: value.strip() for name, value in match.groupdict().items() if value}
        return form.format(**values) + time
    return None


def _open(text: str, question: str) -> str | None:
    bare = _BARE.match(text)
    if bare is None or _EVASIVE.match(text):
        return None
    answer = bare["answer"].strip()
    if len(answer.split()) > 5 or re.match(r"(?:i|my|we)\b", answer, re.IGNORECASE):
        return None
    for asked, begins in _OPEN:
        match = asked.search(question)
        if match:
            return f"{begins.format(**match.groupdict())} {answer}"
    return None
