"""Turns get their vectors from the workers, after the commit and outside any transaction."""

from __future__ import annotations

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.db import connection
from django.utils import timezone
from kombu.exceptions import OperationalError

from memory import tasks, turn_vectors
from memory.errors import UnavailableError
from memory.forget.erase import erase_subject
from memory.models import Session, Turn
from memory.store import SYSTEM
from memory.turn_vectors import embed_turns, lost_sessions
from memory.write_path import NewTurn, receive_turns

SAID = "not almond, i carry an epipen for tree nuts"


@pytest.fixture
def session(alma) -> Session:
    receive_turns(alma, session="s1", turns=[NewTurn("user", SAID), NewTurn("assistant", "Noted.")])
    return Session.objects.get()


def without_vector() -> int:
    return Turn.objects.filter(embedding__isnull=True).count()


def test_the_request_embeds_nothing_and_tells_the_workers_on_commit(
    alma, fakes, django_capture_on_commit_callbacks
):
    with (
        patch.object(tasks.embed_session, "apply_async") as told,
        patch.object(turn_vectors, "embed") as embed,
        django_capture_on_commit_callbacks(execute=True),
    ):
        receive_turns(alma, session="s1", turns=[NewTurn("user", SAID)])
        assert not told.called

    told.assert_called_once_with((Session.objects.get().id,), retry=False)
    assert not embed.called
    assert without_vector() == 1


def test_every_turn_gets_a_vector_with_the_name_of_its_model_once(session):
    assert embed_turns(session.id) == 2
    assert embed_turns(session.id) == 0

    user, assistant = Turn.objects.order_by("number")
    assert user.embedding_model == assistant.embedding_model == "all-MiniLM-L6-v2"
    assert user.standing_likelihood > 0.5
    assert user.change_likelihood is not None
    assert (assistant.standing_likelihood, assistant.change_likelihood) == (None, None)


@pytest.mark.django_db(transaction=True)
def test_models_run_outside_any_transaction(session):
    def embed(texts):
        assert not connection.in_atomic_block
        return real(texts)

    real = turn_vectors.embed
    with patch.object(turn_vectors, "embed", embed):
        assert embed_turns(session.id) == 2


@pytest.mark.parametrize(
    "changed", [{"content": "▒▒▒▒"}, {"content": "[off the record]", "withheld": True}]
)
def test_the_vector_of_words_that_went_meanwhile_is_not_kept(session, changed):
    def embed(texts):
        Turn.objects.filter(number=1).update(**changed)
        return real(texts)

    real = turn_vectors.embed
    turns = list(Turn.objects.order_by("number"))
    with (
        patch.object(turn_vectors, "_without_vector", side_effect=[turns, []]),
        patch.object(turn_vectors, "embed", embed),
    ):
        assert embed_turns(session.id) == 1

    assert Turn.objects.get(number=1).embedding is None
    assert Turn.objects.get(number=2).embedding is not None


def test_a_person_erased_meanwhile_gets_nothing(alma, session):
    def embed(texts):
        erase_subject(alma, SYSTEM)
        return real(texts)

    real = turn_vectors.embed
    with patch.object(turn_vectors, "embed", embed):
        assert embed_turns(session.id) == 0

    assert not Turn.objects.exists()


def test_without_the_statement_model_turns_are_still_searched(session):
    with patch.object(turn_vectors, "read_statements", side_effect=UnavailableError("No model.")):
        assert embed_turns(session.id) == 2

    assert set(Turn.objects.values_list("standing_likelihood", flat=True)) == {None}


def test_a_lost_nudge_is_swept_up(alma, django_capture_on_commit_callbacks):
    with (
        patch.object(tasks.embed_session, "apply_async", side_effect=OperationalError("down")),
        django_capture_on_commit_callbacks(execute=True),
    ):
        receive_turns(alma, session="s1", turns=[NewTurn("user", SAID)])
    session = Session.objects.get()

    assert lost_sessions(timezone.now()) == []  # the nudge may be under way
    later = timezone.now() + timedelta(minutes=5)
    assert lost_sessions(later) == [session.id]
    tasks.embed_session(session.id)
    assert lost_sessions(later) == []


def test_a_model_that_is_away_leaves_the_turns_for_later(session):
    with patch.object(turn_vectors, "embed", side_effect=UnavailableError("No model.")):
        tasks.embed_session(session.id)

    assert without_vector() == 2


def test_withheld_turns_wait_for_nothing(session):
    Turn.objects.update(withheld=True, content="[off the record]")

    assert lost_sessions(timezone.now() + timedelta(minutes=5)) == []
    assert embed_turns(session.id) == 0
