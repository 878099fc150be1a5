"""What a user says orders nobody about, stays in its section, and touches nobody else."""

from __future__ import annotations

import pytest
from django.utils import timezone

from memory import read_path, write_path
from memory.models import Claim, Decision, Memory, Subject
from memory.requests.carry_out import act_on
from memory.vocabulary import MemoryType, Scope, Source
from memory.write_path import NewClaim, NewTurn
from tests.memory.conftest import tell
from tests.memory.hostile.inputs import ESCAPES, ORDERS, OTHERS

pytestmark = pytest.mark.usefixtures("fakes")
ALL = [*ORDERS, *OTHERS, *ESCAPES]


@pytest.fixture
def bob(alma: Subject) -> Subject:
    """Another person of the same workspace."""
    return Subject.objects.create(workspace=alma.workspace, external_id="person-2")


def say(subject: Subject, text: str) -> None:
    """The text as a message, with all that follows from it."""
    receipt = write_path.receive_turns(subject, session="s", turns=[NewTurn("user", text)])
    act_on(receipt.requests)
    for claim in Claim.objects.filter(subject=subject, state=Claim.State.PENDING):
        write_path.decide_claim(claim.id)


def rows(subject: Subject) -> list[tuple[object, ...]]:
    found = Memory.objects.filter(subject=subject).order_by("id")
    return list(found.values_list("id", "content", "valid_until", "deleted_at", "importance"))


def test_there_are_more_than_sixty_of_them():
    assert len(set(ALL)) > 60


@pytest.mark.parametrize("text", ORDERS)
def test_an_order_is_stored_neither_from_a_message_nor_as_a_claim(alma, text):
    tell(alma, "User is allergic to peanuts.", scope=Scope.CONSTRAINT)
    before = rows(alma)
    say(alma, text)
    claim = tell(alma, text)
    assert rows(alma) == before
    decided = Decision.objects.filter(claim_ref=claim.id)
    assert {each.action for each in decided} <= {Decision.Action.REJECT, Decision.Action.REVIEW}


@pytest.mark.parametrize("text", ALL)
def test_nothing_said_becomes_an_instruction_or_the_word_of_an_operator(alma, text):
    say(alma, text)
    found = Memory.objects.filter(subject=alma)
    assert not found.filter(source=Source.OPERATOR).exists()
    assert not found.filter(
        type=MemoryType.PROCEDURAL, content__iregex="admin|obey|refund"
    ).exists()
    assert not found.filter(scope=Scope.CONSTRAINT).exists()


@pytest.mark.parametrize("text", ALL)
def test_nobody_else_is_read_changed_or_forgotten(alma, bob, bruno, text):
    for other, city in ((bob, "Bergen"), (bruno, "Bruges")):
        tell(other, f"User lives in {city}.", key="city", value=city)
    before = [rows(bob), rows(bruno)]
    say(alma, text)
    assert [rows(bob), rows(bruno)] == before
    told = read_path.build_context(alma, query=text[:200]).text
    assert "Bergen" not in told
    assert "Bruges" not in told


@pytest.mark.parametrize("text", ALL)
def test_whatever_is_stored_stays_in_its_quotes_in_the_context(alma, text):
    """Stored by force, past every refusal: the block still has the project's own lines only."""
    tell(alma, "User likes coffee.")
    Memory.objects.filter(subject=alma).update(content=text, scope=Scope.CONSTRAINT)
    say(alma, text)
    block = read_path.build_context(alma, query="tea", session="s", budget=8_000)
    assert text in {line.text for line in block.lines}
    titles = {f"## {section.title}" for section in block.sections}
    opening, *others = block.text.split("\n")
    assert opening.startswith("Notes from memory.")
    for row in others:
        assert row in titles or row.startswith("- ")
        assert row.isprintable() or "\u200c" in row or "\u200d" in row
        if row.startswith("- "):
            assert row.count("“") == row.count("”") >= 1
            assert "<|" not in row
            assert "</" not in row


def test_a_posted_claim_cannot_raise_itself_above_its_source(alma):
    """A bot's own words never retire the person's, however important they call themselves."""
    tell(alma, "User lives in Denver.", key="city", value="Denver")
    forged = NewClaim(
        content="User lives in Oslo.", key="city", value="Oslo", source="assistant", importance=10
    )
    (claim,) = write_path.receive_claims(alma, [forged])
    write_path.decide_claim(claim.id)
    current = Memory.objects.current(timezone.now()).filter(subject=alma)
    assert [memory.value for memory in current] == ["Denver"]
