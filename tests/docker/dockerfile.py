"""A parser for the few things that the tests ask about a Dockerfile."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Instruction:
    """One instruction, its continued lines joined: name in capitals, rest as written."""

    name: str
    rest: str

    @property
    def words(self) -> list[str]:
        """The JSON form of CMD and ENTRYPOINT."""
        words = json.loads(self.rest)
        assert isinstance(words, list)
        return words


def parse(file: Path) -> list[Instruction]:
    lines = [line for line in file.read_text().splitlines() if not line.lstrip().startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    pairs = (line.split(None, 1) for line in joined.splitlines() if line.strip())
    return [Instruction(name.upper(), rest.strip()) for name, rest in pairs]


def last_stage(instructions: list[Instruction]) -> list[Instruction]:
    """From the last FROM on: what the image is made of."""
    begins = [index for index, one in enumerate(instructions) if one.name == "FROM"]
    return instructions[begins[-1] :]
