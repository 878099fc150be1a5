"""Correct or hide one memory, by whatever door."""

from __future__ import annotations

import pytest

from memory import store
from memory.amend import delete_memory, edit_memory
from memory.digest import digest
from memory.errors import ConflictError, InvalidError
from memory.models import Memory
from tests.memory.conftest import current, tell, verdict_on

OPERATOR = store.Actor("operator", "1")


@pytest.fixture
def pau(alma, fakes) -> Memory:
    tell(alma, "Alma lives in Pau.", key="city", value="Pau")
    return Memory.objects.get()


def test_the_value_follows_the_new_wording(alma, pau):
    version = edit_memory(pau, {"content": "Alma lives in Pisa."}, OPERATOR)

    assert (version.key, version.value, version.source) == ("city", "Pisa", "operator")
    assert verdict_on(tell(alma, "Alma lives in Pau.", key="city", value="Pau")).reason != (
        "same_value"
    )


def test_a_wording_without_the_slot_gives_the_key_up(pau):
    version = edit_memory(pau, {"content": "Alma travels all year."}, OPERATOR)

    assert (version.key, version.value) == ("", "")


def test_a_correction_is_confirmed_by_nobody_yet(alma, pau):
    tell(alma, "alma lives in pau")

    version = edit_memory(pau, {"content": "Alma lives in Pau now."}, OPERATOR)

    assert (version.confirmations, version.last_confirmed) == (0, None)


@pytest.mark.parametrize("content", ["", " ", "x" * 8_001, "Alma's password is hunter22!"])
def test_a_wording_that_cannot_be_stored_changes_nothing(alma, pau, content):
    with pytest.raises(InvalidError):
        edit_memory(pau, {"content": content}, OPERATOR)

    assert current(alma) == {"Alma lives in Pau."}


def test_what_changed_since_it_was_shown_is_not_changed_blindly(alma, pau):
    shown = digest(pau)
    version = edit_memory(pau, {"importance": 7}, OPERATOR)

    for change in (
        lambda: edit_memory(pau, {"importance": 2}, OPERATOR, shown=shown),
        lambda: delete_memory(version, OPERATOR, shown=shown),
    ):
        with pytest.raises(ConflictError):
            change()

    assert Memory.objects.get(id=version.id).importance == 7
    assert current(alma) == {"Alma lives in Pau."}


def test_a_key_that_another_memory_fills_is_not_given_twice(alma, pau):
    tell(alma, "Alma likes jazz.")
    jazz = Memory.objects.get(content="Alma likes jazz.")

    with pytest.raises(ConflictError):
        edit_memory(jazz, {"key": "city", "value": "Rome"}, OPERATOR)

    jazz.refresh_from_db()
    assert (jazz.key, jazz.valid_until) == ("", None)
    assert Memory.objects.filter(key="city").count() == 1


def test_deleting_twice_is_once(alma, pau):
    delete_memory(pau, OPERATOR)
    delete_memory(pau, OPERATOR)

    assert current(alma) == set()
