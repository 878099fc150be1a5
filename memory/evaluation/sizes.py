"""How large the contexts are, beside all that was said before them, in the same tokenizer. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import mean

from memory.evaluation.replay import Lived
from memory.recall.tokens import TOKENIZER, count_tokens


@dataclass(slots=True)
class Sizes:
    """Tokens of each context, and of the turns that had been said by then, as "role: words"."""

    contexts: list[int] = field(default_factory=list)
    histories: list[int] = field(default_factory=list)

    def add(self, lived: Lived) -> None:
        """Count the contexts of one history."""
        for answer in lived.answers:
            said = [turn for turn in lived.history.turns if turn.at < answer.probe.at]
            self.contexts.append(answer.block.tokens)
            self.histories.append(sum(count_tokens(f"{t.role}: {t.content}") for t in said))

    def lines(self) -> Iterator[str]:
        """Two lines for people; none where there was no probe."""
        if self.contexts:
            yield f"tokens ({TOKENIZER})      mean      most"
            for name, counts in (("context", self.contexts), ("full history", self.histories)):
                yield f"{name:41}{mean(counts):10.0f}{max(counts):10}"

    def as_dict(self) -> dict[str, object]:
        """The same as plain values for JSON."""
        both = {"context": self.contexts, "full_history": self.histories}
        return {
            name: {"mean": round(mean(counts), 1), "most": max(counts)}
            for name, counts in both.items()
            if counts
        }
