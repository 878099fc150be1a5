"""The requests in a message, with their places. Pure.

1. Take out quoted speech and the material of tasks: a letter may ask somebody to forget.
2. Go through sentences and their clauses; what is play is left out.
3. Ask each kind of request in turn; a clause is one request or none.
4. What the person takes back before the message ends was not asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from memory.extraction.heard import is_play, own_words
from memory.extraction.plain import is_too_long, plain
from memory.extraction.sentences import Sentence, split_clauses, split_sentences
from memory.requests.attributing import about_another
from memory.requests.denying import denied
from memory.requests.forgetting import Forgetting, forgetting
from memory.requests.kinds import Kind, Request
from memory.requests.recalling import recalled
from memory.requests.recording import is_off_record, means_the_message_before, recording_request
from memory.requests.withdrawing import is_withdrawn

MOST = 5
"""Requests of one message. Whoever names more has a page for that."""


_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")


def requests_in(text: str) -> list[Request]:
    """What the message asks of the memory itself, in the order said; [] for most messages."""
    whole = (0, len(text))
    text = _INVISIBLE.sub(" ", text)
    if means_the_message_before(text):
        return [Request(kind=Kind.FORGET_LAST, span=whole, final=True)]
    said = plain(text)
    found: list[Request] = []
    for sentence in split_sentences(own_words(said.text)):
        if not is_too_long(sentence.text) and not is_play(sentence.text):
            found += _in_sentence(sentence, alone=sentence.text == said.text.strip(" .!?,"))
    found = [one for one in found if not _taken_back(one, said.text)]
    found = [replace(one, span=said.span_before(one.span)) for one in found[:MOST]]
    stops = {Kind.OFF_SESSION, Kind.PAUSE, Kind.RESUME}
    if not stops & {one.kind for one in found} and is_off_record(text):
        found.append(Request(kind=Kind.OFF_RECORD, span=whole))
    return found


_TO_FORGET = {Kind.FORGET, Kind.FORGET_LAST, Kind.FORGET_ALL}


def _taken_back(request: Request, text: str) -> bool:
    """Whether a request to forget is withdrawn after it was begun; its words may hold that too."""
    begun = text[request.span[0] + 1 :]
    return request.kind in _TO_FORGET and is_withdrawn(begun)


def without_requests(text: str, requests: Sequence[Request]) -> str:
    """The text with the words of its requests blanked out: they are no statements. Places stay."""
    for request in requests:
        start, end = request.span
        blank = re.sub(r"[^\n]", " ", text[start:end])
        text = f"{text[:start]}{blank}{text[end:]}"
    return text


def _in_sentence(sentence: Sentence, *, alone: bool) -> list[Request]:
    """The whole sentence as one request, or else its clauses one by one."""
    whole = list(_in_clause(sentence, "", sentence.span, alone=alone))
    if whole and whole[0].kind is not Kind.FORGET:
        return whole
    clauses = split_clauses(sentence)
    found: list[Request] = []
    place = 0
    while place < len(clauses):
        clause, last = clauses[place], place
        text = sentence.text
        while last + 1 < len(clauses) and _goes_on(sentence, clauses[last], clauses[last + 1]):
            last += 1
        joined = text[clause.start - sentence.start : clauses[last].end - sentence.start]
        rest = text[clauses[last].end - sentence.start :]
        span = (clause.start, clauses[last].end)
        requests = list(_in_clause(replace(clause, text=joined), rest, span))
        if not requests and last > place:  # the first clause alone, then the others
            last = place
            rest = text[clause.end - sentence.start :]
            requests = list(_in_clause(clause, rest, clause.span))
        found += requests
        place = last + 1
    return found or whole


def _goes_on(sentence: Sentence, clause: Sentence, following: Sentence) -> bool:
    """Whether no mark parts the clauses: "forget that i'm vegan and i live in Pau" is one request."""
    joint = sentence.text[clause.end - sentence.start : following.start - sentence.start]
    return not re.search(r"[^\w\s]", joint) and not re.search(
        r"\b(?:but|because|cos|cause|so)\b", joint, re.IGNORECASE
    )


def _in_clause(
    clause: Sentence, rest: str, span: tuple[int, int], *, alone: bool = False
) -> Iterator[Request]:
    recording = recording_request(clause.text, alone=alone)
    if recording is not None:
        yield Request(kind=recording, span=span)
        return
    asked = recalled(clause.text)
    if asked is not None:
        yield Request(kind=Kind.RECALL, span=span, about=asked)
        return
    moved = about_another(clause.text)
    if moved is not None:
        yield Request(
            kind=Kind.ABOUT_ANOTHER,
            span=span,
            about=moved.about,
            person=moved.person,
            sure=moved.sure,
        )
        return
    never_said = denied(clause.text)
    if never_said is not None:
        yield Request(kind=Kind.DENY, span=span, about=never_said)
        return
    for one in forgetting(clause.text, rest):
        yield _forget(one, span)


def _forget(one: Forgetting, span: tuple[int, int]) -> Request:
    kind = Kind.FORGET
    if one.last:
        kind = Kind.FORGET_LAST
    elif one.all_of_me:
        kind = Kind.FORGET_ALL
    return Request(
        kind=kind,
        span=span,
        about=one.about,
        everything=one.everything,
        sure=one.sure,
        final=one.final,
    )
