"""A conversation to try requests in: `say(alma, "…")` hears a message and does what it asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from memory.inference.fakes import use_fakes
from memory.models import ChatRequest, Memory, Subject
from memory.requests.carry_out import act_on
from memory.write_path import NewTurn, Receipt, decide_claim, receive_turns
from tests.memory.conftest import tell


@pytest.fixture(autouse=True)
def _fake_models() -> Iterator[None]:
    with use_fakes():
        yield


Say = Callable[..., ChatRequest | None]


def heard(subject: Subject, *messages: str, session: str = "s1", **given: bool) -> Receipt:
    """The user's messages as they come in; nothing is decided or done yet."""
    turns = [NewTurn("user", message) for message in messages]
    return receive_turns(subject, session=session, turns=turns, **given)


@pytest.fixture
def say() -> Say:
    """Let the chatbot hear one message; answers the request in it, carried out."""

    def one(
        subject: Subject, message: str, *, session: str = "s1", **given: bool
    ) -> ChatRequest | None:
        subject.refresh_from_db()
        receipt = heard(subject, message, session=session, **given)
        for claim in receipt.claims:
            decide_claim(claim.id)
        done, _ = act_on(receipt.requests)
        return done[0] if done else None

    return one


@pytest.fixture
def phone(alma: Subject) -> Memory:
    tell(alma, "User's phone number is 0171 555.", key="phone_number", value="0171 555")
    return Memory.objects.get(key="phone_number")
