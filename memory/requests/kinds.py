"""The values of requests: what is asked of the memory, and what became of it. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import TextChoices


class Kind(TextChoices):
    """What a person asks of the memory itself."""

    FORGET = "forget", "forget something"
    FORGET_ALL = "forget_all", "forget everything about the person"
    FORGET_LAST = "forget_last", "forget what was just said"
    RECALL = "recall", "say what is remembered"
    ABOUT_ANOTHER = "about_another", "what was just said is about somebody else"
    DENY = "deny", "the person never said this"
    OFF_RECORD = "off_record", "keep nothing of this message"
    OFF_SESSION = "off_session", "keep nothing of this conversation from here on"
    PAUSE = "pause", "remember nothing until told otherwise"
    RESUME = "resume", "remember again"


class Outcome(TextChoices):
    """What became of a request; each has a sentence in `requests.answers`."""

    FORGOTTEN = "forgotten", "hidden at once; undo brings it back"
    ERASED = "erased", "gone for good, with a receipt"
    QUEUED = "queued", "waits for a person"
    NOT_FOUND = "not_found", "nothing stored fits"
    CONFIRM = "confirm", "the person has to confirm it on their own page"
    RECALLED = "recalled", "answered with memories"
    MOVED = "moved", "a memory is about somebody else now"
    UNCLEAR = "unclear", "not clear enough to be done"
    NOT_KEPT = "not_kept", "nothing of the message is kept"
    STOPPED = "stopped", "nothing is kept until told otherwise"
    RESUMED = "resumed", "what is said is remembered again"
    DROPPED = "dropped", "it was no request after all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One request in a turn.

    span: where its words stand, as [start, end) in characters of the turn.
    about: what it is about, in the person's words ("my phone number", "i like hiking"); "" for
        all, or for what was said last. person: whom a memory is moved to ("neighbour").
    everything: all that fits is meant, not one thing. sure: the words can mean nothing else.
    final: they ask for erasure, not only for forgetting.
    """

    kind: Kind
    span: tuple[int, int]
    about: str = ""
    person: str = ""
    everything: bool = False
    sure: bool = True
    final: bool = False
