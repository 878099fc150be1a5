"""Whole chats, sentence by sentence: what the statement model learns to leave out of a
conversation.

A line is one message of the user's: `chat` (its number), `before` (the assistant's message before
it, or null), `text`, and `pieces`: each a part of the text with null or with the claim worth
keeping, as [restated, type, scope, modality, change, beneficiary, importance, lasts].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from memory.extraction.passing import said_before
from memory.inference.statement_labels import Message
from memory.training.pairs import BadTrainingData, lines_of
from memory.training.statement_data import NOTHING, Labelled, places_of

CHATS = Path(__file__).with_name("chats.jsonl")
FIELDS = ("restated", "type", "scope", "modality", "change", "beneficiary", "importance", "lasts")
ASIDE_EVERY = 6
"""Of the chats every sixth is kept aside."""

ENOUGH_ALONE = 4
"""From so many words on a piece is learned without what was said before it as well."""


def read_chats(path: Path = CHATS) -> tuple[list[Labelled], list[Labelled]]:
    """The pieces to train on, and those of the chats kept aside, each with what was said before it.

    Raises BadTrainingData, with the number of the line, where one is not a labelled message.
    """
    train: list[Labelled] = []
    aside: list[Labelled] = []
    for number, row in lines_of(path):
        chat = row.get("chat")
        if not isinstance(chat, int):
            raise BadTrainingData(f"{path.name}, line {number}: `chat` must be a number.")
        side = aside if is_kept_aside(chat) else train
        side += _pieces(row, f"{path.name}, line {number}")
    return train, aside


def is_kept_aside(chat: int) -> bool:
    """Whether the chat of this number is for checks only."""
    return chat % ASIDE_EVERY == 0


def without_context(rows: Sequence[Labelled]) -> list[Labelled]:
    """The pieces that say enough by themselves, as they are where nothing was said before."""
    return [
        Labelled(Message(row.message.text), row.places)
        for row in rows
        if row.message.before and len(row.message.text.split()) >= ENOUGH_ALONE
    ]


def _pieces(row: Mapping[str, object], where: str) -> Iterator[Labelled]:
    pieces, before = row.get("pieces"), row.get("before")
    if not isinstance(pieces, list) or not isinstance(before, str | None):
        raise BadTrainingData(f"{where}: `pieces` must be a list, and `before` text or null.")
    said: list[str] = []
    for piece in pieces:
        if not (isinstance(piece, list) and len(piece) == 2 and isinstance(piece[0], str)):
            raise BadTrainingData(f"{where}: a piece is its text, and null or a claim.")
        text, claim = piece
        message = Message(text, said_before(said, before))
        if claim is None:
            yield Labelled(message, NOTHING)
        elif isinstance(claim, list) and len(claim) == len(FIELDS):
            places = places_of(dict(zip(FIELDS, claim, strict=True)), where)
            yield Labelled(message, places, ((str(claim[0]), places),))
        else:
            raise BadTrainingData(f"{where}: a claim has {len(FIELDS)} parts: {', '.join(FIELDS)}.")
        said.append(text)
