"""What is looked for after an erasure: the words that were erased and their vectors.

They live in the memory of the erasing process only, until the search is done; nothing writes them.
What is written down is `gone`: the same without words.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from memory.extraction.sentences import split_sentences
from memory.forget.gone import Gone
from memory.forget.mask import MASK
from memory.inference.vector import Vector
from memory.intake_notes import NOT_KEPT, OFF_THE_RECORD, PAUSED
from memory.models import Claim, Memory, Turn
from memory.normalise import normalise

SHORTEST = 8
"""Characters. Shorter words ("yes", "in Pau") stand in much that was not erased."""

NOTES = (NOT_KEPT, OFF_THE_RECORD, PAUSED)
STOPS = " \t\r\n.!?\u2026\"'"


@dataclass(slots=True)
class Traces:
    """The erased wordings, and by memory the vectors that were made of them."""

    texts: set[str] = field(default_factory=set)
    vectors: dict[str, Vector] = field(default_factory=dict)
    gone: Gone = field(default_factory=Gone)

    def add(self, *texts: str) -> None:
        """Wordings, each without its final punctuation; what is too short, or a note in the
        place of words already, is left out."""
        cores = {text.strip(STOPS) for text in texts if MASK not in text and text not in NOTES}
        self.texts |= {core for core in cores if len(core) >= SHORTEST}

    def note(self, memory: Memory, claims: Iterable[Claim]) -> None:
        """All wordings of a statement that is about to go, also as it was said."""
        self.add(memory.content)
        self.vectors[memory.content] = Vector(tuple(memory.embedding), memory.embedding_model)
        for claim in claims:
            self.add(claim.content, claim.restated)
            said = Turn.objects.filter(id=claim.turn_id).values_list("content", flat=True)
            self.add(*(text[claim.span_start : claim.span_end] for text in said))

    def merge(self, other: Traces) -> None:
        """Look for what the other one does as well."""
        self.texts |= other.texts
        self.vectors |= other.vectors
        self.gone.merge(other.gone)

    def spare(self, statements: Iterable[str]) -> None:
        """Do not look for what is rightly stated still."""
        said = {normalise(statement) for statement in statements}
        self.texts = {text for text in self.texts if normalise(text) not in said}
        self.vectors = {t: vector for t, vector in self.vectors.items() if normalise(t) not in said}

    def tell(self, text: str) -> bool:
        """Whether the text holds one of the erased wordings, whatever stands around it."""
        return any(holds(text, erased) for erased in self.texts)

    def state(self, text: str) -> bool:
        """Whether the text, or one of its sentences, is one of the erased statements."""
        erased = {normalise(one) for one in self.texts}
        return not erased.isdisjoint(statements_in(text))


def holds(text: str, erased: str) -> bool:
    """Whether the wording stands in the text, in capitals or not."""
    return erased.casefold() in text.casefold()


def statements_in(text: str) -> set[str]:
    """The text and each of its sentences, as statements are compared."""
    whole = normalise(text)
    return {whole, *(normalise(one.text) for one in split_sentences(text))} - {""}
