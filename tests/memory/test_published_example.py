"""The published example of the gate, with the real models."""

from __future__ import annotations

import pytest
from django.utils import timezone

from memory.models import Memory, Subject, Workspace
from memory.write_path import NewClaim, decide_claim, receive_claims

pytestmark = [pytest.mark.django_db, pytest.mark.models]

STORED = (
    "The customer's office is in Denver.",
    "The customer prefers to be contacted by email, never by phone.",
    "The customer is a procurement manager.",
)


@pytest.fixture
def customer() -> Subject:
    workspace = Workspace.objects.create(name="Example", slug="example")
    subject = Subject.objects.create(workspace=workspace, external_id="customer")
    for statement in STORED:
        tell(subject, statement)
    return subject


def tell(subject: Subject, statement: str) -> None:
    [claim] = receive_claims(subject, [NewClaim(content=statement)])
    decide_claim(claim.id)


def current(subject: Subject) -> set[str]:
    memories = Memory.objects.current(timezone.now()).filter(subject=subject)
    return set(memories.values_list("content", flat=True))


def test_a_new_office_supersedes_the_old_one_and_touches_nothing_else(customer):
    tell(customer, "The customer's office is in Chicago.")

    assert current(customer) == {"The customer's office is in Chicago.", *STORED[1:]}
    chicago = Memory.objects.get(content="The customer's office is in Chicago.")
    assert chicago.supersedes.content == "The customer's office is in Denver."
    assert chicago.supersedes.valid_until is not None


def test_an_unrelated_statement_is_added(customer):
    tell(customer, "The customer is learning to play the cello.")

    assert current(customer) == {*STORED, "The customer is learning to play the cello."}


def test_a_weaker_statement_leaves_no_second_copy_and_loses_nothing(customer):
    tell(customer, "The customer prefers to be contacted by email.")

    assert current(customer) == set(STORED)
