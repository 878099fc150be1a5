"""The context: what is handed to the chatbot, as parts and as one text, within a budget."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from memory.recall.tokens import TOKENIZER, count_tokens

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029\s]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the context.

    memory: id of the memory behind it; turn, follow_up, review_item: likewise for other lines.
    doubt: "may have changed: …" where a question about the memory is open.
    """

    text: str
    memory: str = ""
    turn: str = ""
    follow_up: str = ""
    review_item: str = ""
    doubt: str = ""

    @property
    def said(self) -> str:
        """The line on one line, so that no text can open a section of its own."""
        text = _CONTROL.sub(" ", f"{self.text} ({self.doubt})" if self.doubt else self.text)
        return text.strip().lstrip("#->").strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A titled part. `kept` ones are never shortened; others lose their lines from the end,
    or from the beginning where the newest stand last."""

    name: str
    title: str
    lines: tuple[Line, ...]
    kept: bool = False
    newest_last: bool = False


@dataclass(slots=True)
class ContextBlock:
    """The finished context. `tokens` counts `text` exactly, by the named tokenizer."""

    sections: list[Section]
    budget: int
    dropped: list[Line] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    @property
    def memory_ids(self) -> list[str]:
        """The memories that the chatbot gets to see."""
        return [line.memory for section in self.sections for line in section.lines if line.memory]

    @property
    def text(self) -> str:
        """The block for a system prompt; [1], [2] … refer to `references`."""
        return "\n".join(text for text, _ in self._rendered())

    @property
    def tokens(self) -> int:
        return sum(cost for _, cost in self._rendered())

    def as_dict(self) -> dict[str, object]:
        """Everything as plain values for JSON."""
        numbers = self._numbers()
        return {
            "text": self.text,
            "tokens": self.tokens,
            "tokenizer": TOKENIZER,
            "budget": self.budget,
            "references": {str(number): memory for memory, number in numbers.items()},
            "sections": [
                {
                    "name": section.name,
                    "title": section.title,
                    "lines": [_line_as_dict(line) for line in section.lines],
                }
                for section in self.sections
            ],
            "dropped": [_line_as_dict(line) for line in self.dropped],
            "warnings": self.warnings,
        }

    def _numbers(self) -> dict[str, int]:
        return {memory: number for number, memory in enumerate(dict.fromkeys(self.memory_ids), 1)}

    def _rendered(self) -> list[tuple[str, int]]:
        """Each line of the text with its tokens. The tokenizer splits at white space first, so
        the sum over lines is the count of the whole."""
        numbers = self._numbers()
        rows: list[str] = []
        for section in self.sections:
            if section.lines:
                rows.append(f"## {section.title}")
            for line in section.lines:
                reference = f" [{numbers[line.memory]}]" if line.memory else ""
                rows.append(f"- {line.said}{reference}")
        return [(row, count_tokens(row)) for row in rows]


def fit(sections: Iterable[Section], *, budget: int) -> ContextBlock:
    """The block within `budget` tokens.

    Lines are dropped from the last section upwards, never from a kept one; where even those do
    not fit, the block says so.
    """
    block = ContextBlock(sections=list(sections), budget=budget)
    while block.tokens > budget and _drop_one(block):
        pass
    if block.tokens > budget:
        block.warnings.append(
            f"Constraints and instructions alone need {block.tokens} tokens, more than the "
            f"budget of {budget}. Raise budget_tokens; none of them was left out."
        )
    return block


def _drop_one(block: ContextBlock) -> bool:
    """Drop the line that matters least; False where only kept ones are left."""
    for place in reversed(range(len(block.sections))):
        section = block.sections[place]
        if section.kept or not section.lines:
            continue
        keep, gone = section.lines[:-1], section.lines[-1]
        if section.newest_last:
            gone, *rest = section.lines
            keep = tuple(rest)
        block.dropped.append(gone)
        block.sections[place] = replace(section, lines=keep)
        return True
    return False


def _line_as_dict(line: Line) -> dict[str, str]:
    fields = ("text", "memory", "turn", "follow_up", "review_item", "doubt")
    return {name: getattr(line, name) for name in fields if getattr(line, name)}
