"""Work is a row; the task is a nudge. Losing a nudge, or doubling it, does no harm."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from memory import tasks
from memory.errors import UnavailableError
from memory.models import Claim, Memory
from memory.write_path import NewClaim, receive_claims

OLD = "Alma's bakery opens at seven."


@pytest.fixture
def claim(alma) -> Claim:
    return receive_claims(alma, [NewClaim(content=OLD)])[0]


def age(claim: Claim) -> None:
    Claim.objects.filter(id=claim.id).update(created_at=timezone.now() - timedelta(minutes=5))


def swept() -> list[str]:
    with patch.object(tasks, "nudge") as nudge:
        tasks.sweep_claims()
    return nudge.call_args.args[0]


def test_workers_are_told_on_commit(alma, django_capture_on_commit_callbacks):
    with (
        patch.object(tasks, "nudge") as nudge,
        django_capture_on_commit_callbacks(execute=True),
    ):
        [claim] = receive_claims(alma, [NewClaim(content=OLD)])
        assert not nudge.called

    nudge.assert_called_once_with([claim.id])


def test_a_broker_that_is_down_loses_nothing(alma, django_capture_on_commit_callbacks):
    with (
        patch.object(tasks.decide_claim, "apply_async", side_effect=OperationalError("down")),
        django_capture_on_commit_callbacks(execute=True),
    ):
        [claim] = receive_claims(alma, [NewClaim(content=OLD)])

    age(claim)
    assert swept() == [claim.id]


def test_the_task_decides_the_claim(claim, fakes):
    tasks.decide_claim(claim.id)

    assert Memory.objects.get().content == OLD


def test_the_task_is_harmless_twice(claim, fakes):
    tasks.decide_claim(claim.id)
    tasks.decide_claim(claim.id)

    assert Memory.objects.count() == 1


def test_an_erased_claim_is_no_error(claim, fakes):
    claim_id = claim.id
    claim.delete()

    tasks.decide_claim(claim_id)


def test_the_sweep_leaves_fresh_and_decided_claims_alone(claim, fakes):
    assert swept() == []
    age(claim)
    tasks.decide_claim(claim.id)
    assert swept() == []


def test_a_model_that_is_away_costs_no_try(claim):
    with patch("memory.write_path.snapshot", side_effect=UnavailableError("The model is away.")):
        tasks.decide_claim(claim.id)

    claim.refresh_from_db()
    assert (claim.state, claim.attempts) == ("pending", 0)
    assert claim.last_error == "The model is away."


def test_a_claim_that_always_fails_is_given_up_visibly(claim):
    with patch("memory.write_path.snapshot", side_effect=RuntimeError("about " + OLD)):
        for _ in range(tasks.MAX_ATTEMPTS):
            tasks.decide_claim(claim.id)
    age(claim)

    assert swept() == []
    claim.refresh_from_db()
    assert (claim.state, claim.last_error) == ("failed", "RuntimeError")
