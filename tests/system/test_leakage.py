"""What one person or workspace has is neither a candidate nor a result for another one."""

from __future__ import annotations

import pytest
from django.urls import reverse

from memory import walls
from memory.access import ensure_subject
from memory.inference.fakes import use_fakes
from memory.models import Memory
from tests.api.conftest import Api
from tests.memory.conftest import conflict, current, tell, verdict_on
from tests.people import remember
from tests.system.doing import hear

pytestmark = pytest.mark.django_db


def owned(words: str) -> str:
    """The statement without whose it is: "(user B) Prefers tea."."""
    return words.partition(") ")[2]


@pytest.mark.case("leak-001")
def test_a_message_is_compared_with_nobody_else_s(case, alice, bob, told):
    with use_fakes(conflict(("France", "USA"))):
        hear(bob, owned(case.existing[0]))
        theirs = Memory.objects.get()
        [claim] = hear(alice, owned(case.incoming)).claims
        assert verdict_on(claim).action in case.outcomes
        assert theirs.id not in str(verdict_on(claim).evidence)
        assert "France" not in told(alice, "Do I live in France?")
    assert any("USA" in content for content in current(alice))
    assert current(bob) == {theirs.content}


@pytest.mark.case("leak-003")
def test_a_fact_of_one_person_is_read_for_that_person_only(case, alice, bob, api, told):
    with use_fakes(conflict(("tea", "coffee"))):
        tell(bob, owned(case.existing[0]))
        claim = tell(alice, owned(case.incoming))
        assert verdict_on(claim).action in case.outcomes
        assert "tea" not in told(alice, "Prefers tea?")
        assert "coffee" not in told(bob, "Prefers coffee?")
    for person, seen in (("alice", "Prefers coffee."), ("bob", "Prefers tea.")):
        rows = api.get(f"subjects/{person}/memories").json()["results"]
        assert [row["content"] for row in rows] == [seen]


@pytest.mark.case("leak-005")
def test_nobody_changes_a_memory_by_its_id_alone(case, fakes, alice, bob, carol, api, visit_of):
    of_bob, of_carol = remember(bob, owned(case.existing[0])), remember(carol, "Has a boat.")
    change = {"content": "Has no mortgage."}
    assert api.patch(f"memories/{of_carol.id}", change).status_code == 404
    assert api.delete(f"memories/{of_carol.id}").status_code == 404
    browser = visit_of(alice)
    for name in ("me_edit", "me_delete", "me_wrong", "me_erase_one"):
        address = reverse(f"review:{name}", args=[of_bob.id])
        assert browser.post(address, {**change, "sure": "on"}).status_code == 404
    kept = set(Memory.objects.visible().values_list("content", flat=True))
    assert kept == {"Has a mortgage.", "Has a boat."}


@pytest.mark.case("leak-007")
def test_an_id_that_begins_alike_is_another_person(case, fakes, acme, api, told):
    tell(ensure_subject(acme, "test_user"), owned(case.existing[0]))
    assert api.post("subjects/test_user1/claims", {"content": ""}).status_code == 400
    query = {"query": "simple test memory"}
    assert api.post("subjects/test_user1/context", query).status_code == 404
    other = ensure_subject(acme, "test_user1")
    assert "test memory" not in told(other, "simple test memory")
    assert api.get("subjects/test_user1/memories").json()["total"] == 0


@pytest.mark.case("leak-009")
def test_without_a_workspace_there_is_nothing(case, fakes, carol):
    tell(carol, owned(case.existing[0]))
    for path in ("subjects/carol/memories?text=plan", "subjects/carol/export"):
        assert Api().get(path).status_code == 401
    assert Api().post("subjects/carol/context", {"query": "plan"}).status_code == 401
    with walls.behind(""):
        assert Memory.objects.count() == 0
    assert Memory.objects.count() == 1
