"""The shape of the LLM's answer: what is asked for, and what is taken."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from memory.vocabulary import Change, MemoryType, Modality, Scope

LONGEST_QUOTE = 2_000
LONGEST_STATEMENT = 400
LONGEST_WORD = 100
MOST_CLAIMS = 200


def _clean(longest: int) -> Callable[[str], str]:
    """A check of a text's length and characters. It is a function, as not every endpoint takes
    `maxLength` in a schema."""

    def check(text: str) -> str:
        if len(text) > longest:
            raise ValueError(f"must not be longer than {longest} characters")
        if any(char < " " and char not in "\t\n\r" for char in text):
            raise ValueError("must not hold control characters")
        return text

    return check


def _some(claims: list[StatedClaim]) -> list[StatedClaim]:
    if len(claims) > MOST_CLAIMS:
        raise ValueError(f"must not hold more than {MOST_CLAIMS} claims")
    return claims


def _stated(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


Quote = Annotated[str, AfterValidator(_clean(LONGEST_QUOTE))]
Sentence = Annotated[str, AfterValidator(_clean(LONGEST_STATEMENT))]
Word = Annotated[str, AfterValidator(_clean(LONGEST_WORD))]


class StatedClaim(BaseModel):
    """One claim as the LLM states it. Every field is required, as strict endpoints want it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    turn: int = Field(description="Number of the turn that says it; one with new: true.")
    quote: Quote = Field(description="The very words of that turn that say it, copied exactly.")
    statement: Annotated[Sentence, AfterValidator(_stated)] = Field(
        description="It as one short sentence in the third person, beginning with User."
    )
    present: Sentence | None = Field(
        description="Where the statement tells a change: the state that holds now. Else null."
    )
    type: MemoryType
    scope: Scope
    about: Word = Field(description="self for the user, else who: sister Ann, team, dog Rex.")
    modality: Modality
    change: Change
    key: Word | None = Field(description="One of the listed keys where one fits, else null.")
    value: Sentence | None = Field(description="The value of that key, else null.")
    valid_from: date | None = Field(description="Day from which it holds, where told. Else null.")
    valid_until: date | None = Field(description="Last day on which it holds, where told.")
    importance: int = Field(ge=1, le=10, description="How costly it is to get this wrong.")
    confidence: float = Field(ge=0, le=1, description="How sure it is that the user means it.")


class Reply(BaseModel):
    """All that the new turns say that is worth keeping; often nothing."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    claims: Annotated[list[StatedClaim], AfterValidator(_some)]


def read_reply(text: str) -> Reply:
    """The answer as it was asked for, without what some models write around the JSON.

    Raises ValidationError, whose text quotes the answer: never log it.
    """
    start, end = text.find("{"), text.rfind("}")
    return Reply.model_validate_json(text[start : end + 1] if 0 <= start < end else text)


def problems(error: ValidationError) -> list[str]:
    """What does not fit, by place, without the values."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    return [f"{'.'.join(map(str, one['loc'])) or 'answer'}: {one['msg']}" for one in found[:10]]


def response_format() -> dict[str, Any]:
    """The schema as `response_format` of a chat request."""
    return {
        "type": "json_schema",
        "json_schema": {"name": "claims", "strict": True, "schema": Reply.model_json_schema()},
    }
