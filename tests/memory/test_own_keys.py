"""Keys that a workspace adds: known at once everywhere, and honest about what is stored."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from memory import store
from memory.amend import delete_memory, edit_memory
from memory.errors import ConflictError, InvalidError, NotFoundError
from memory.extraction.keys import all_keys, find_key
from memory.key_changes import NewKey, NotConfirmedError, remove_key, set_key
from memory.keys import keys_of
from memory.models import Claim, Memory, Subject, WorkspaceKey
from memory.undo import last_undoable, undo
from memory.write_path import NewClaim, NewTurn, decide_claim, receive_claims, receive_turns
from tests.memory.conftest import current, tell, verdict_on

BOAT = NewKey(name="boat_name", cardinality="one", aliases=["boat", "name of the boat"])
CREW = NewKey(name="crew_member", cardinality="many", aliases=["crew"])


def keyed(subject: Subject, value: str, key: str = "boat", **fields: object) -> Claim:
    return tell(subject, f"User's {key} is {value}.", key=key, value=value, **fields)


def slots() -> list[tuple[str, str, bool]]:
    rows = Memory.objects.order_by("created_at")
    return list(rows.values_list("key", "value", "single_valued"))


# Known in extraction and at the gate


def test_a_key_is_known_to_its_workspace_only(workspace, bruno):
    set_key(workspace, BOAT)

    assert find_key("boat") is None
    with keys_of(workspace.id):
        found = find_key("Name of the boat")
        assert (found.name, found.is_single, found.category) == ("boat_name", True, "own")
        assert all_keys()[-1].name == "boat_name"
    with keys_of(bruno.workspace_id):
        assert find_key("boat") is None


@pytest.mark.parametrize("said", ["my boat is Nautilus", "my boat is called Nautilus now"])
def test_what_is_said_in_chat_fills_an_own_key(workspace, alma, bruno, said):
    set_key(workspace, BOAT)
    for subject, filled in ((alma, ("boat_name", "Nautilus")), (bruno, ("", ""))):
        receipt = receive_turns(subject, session="s", turns=[NewTurn("user", said)])
        assert {(c.key, c.value) for c in receipt.claims} <= {filled}
        [posted] = receive_claims(subject, [NewClaim(content=f"User's {said[3:]}.")])
        assert (posted.key, posted.value) == filled


@pytest.mark.parametrize(
    "said",
    ["is great", "is leaking", "is very old", "is in the harbour", "is not here", "is broken"],
)
def test_what_is_no_certain_value_fills_no_own_key(workspace, alma, said):
    set_key(workspace, BOAT)
    [claim] = receive_claims(alma, [NewClaim(content=f"User's boat {said}.")])
    assert claim.key == ""


def test_a_new_value_of_one_takes_the_old_ones_place_and_of_many_stands_beside(
    workspace, alma, fakes
):
    set_key(workspace, BOAT)
    set_key(workspace, CREW)
    for value in ("Nautilus", "Argo"):
        last = keyed(alma, value)
        keyed(alma, value, key="crew")

    assert current(alma) == {
        "User's boat is Argo.",
        "User's crew is Nautilus.",
        "User's crew is Argo.",
    }
    assert Memory.objects.get(value="Argo", key="boat_name").single_valued
    assert keyed(alma, "Argo").id and verdict_on(last).reason == "keyed"


def test_a_claim_from_before_the_key_is_stored_under_it(workspace, alma, fakes):
    first, second = receive_claims(
        alma, [NewClaim(content=f"Boat {n}.", key="Boat", value=n) for n in ("Nautilus", "Argo")]
    )
    set_key(workspace, BOAT)
    decide_claim(first.id)
    decide_claim(second.id)
    assert slots() == [("boat_name", "Nautilus", True), ("boat_name", "Argo", True)]
    assert current(alma) == {"Boat Argo."}


def test_a_correction_may_name_a_key_by_its_alias(workspace, alma, fakes):
    set_key(workspace, BOAT)
    tell(alma, "Nautilus leaks.")
    version = edit_memory(Memory.objects.get(), {"key": "boat", "value": "Nautilus"}, store.SYSTEM)
    assert (version.key, version.single_valued) == ("boat_name", True)


# What may be a key


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"name": "Boat Name"}, "name"),
        ({"name": "boat__name"}, "name"),
        ({"name": "1boat"}, "name"),
        ({"name": "bo"}, "name"),
        ({"name": "b" * 51}, "name"),
        ({"name": "favorite_boat"}, "name"),
        ({"name": "the_name_of"}, "name"),
        ({"name": "user"}, "name"),
        ({"name": "city"}, "name"),
        ({"name": "home_city"}, "name"),
        ({"aliases": ["Employer"]}, "aliases"),
        ({"aliases": ["place of work"]}, "aliases"),
        ({"aliases": ["crew"]}, "aliases"),
        ({"aliases": ["boat", "Boat"]}, "aliases"),
        ({"aliases": ["boat-name"]}, "aliases"),
        ({"aliases": ["the"]}, "aliases"),
        ({"aliases": ["my"]}, "aliases"),
        ({"aliases": ["x"]}, "aliases"),
        ({"aliases": ["boat\n"]}, "aliases"),
        ({"aliases": ["42"]}, "aliases"),
        ({"aliases": ["<b>boat</b>"]}, "aliases"),
        ({"aliases": [f"boat {n}" for n in range(21)]}, "aliases"),
        ({"cardinality": "two"}, "cardinality"),
        ({"scope": "secret"}, "scope"),
        ({"lasts": "forever"}, "lasts"),
        ({"importance": 0}, "importance"),
        ({"importance": 11}, "importance"),
    ],
    ids=str,
)
def test_what_cannot_be_a_key_is_refused(workspace, wrong, field):
    set_key(workspace, CREW)
    with pytest.raises(InvalidError) as refused:
        set_key(workspace, NewKey(**{"name": "boat_name", "cardinality": "one", **wrong}))
    assert refused.value.field == field
    assert list(WorkspaceKey.objects.values_list("name", flat=True)) == ["crew_member"]


def test_two_workspaces_may_use_one_name(workspace, bruno):
    set_key(workspace, BOAT)
    set_key(bruno.workspace, NewKey(name="boat_name", cardinality="many"))
    assert WorkspaceKey.objects.count() == 2


def test_a_key_may_keep_its_own_words_and_change_the_rest(workspace):
    first = set_key(workspace, BOAT)
    again = set_key(
        workspace, NewKey(name="boat_name", cardinality="one", aliases=["ship", "boat"])
    )
    assert (again.pk, again.created_at) == (first.pk, first.created_at)
    assert WorkspaceKey.objects.get().aliases == ["ship", "boat"]


# What is stored already


def test_a_change_that_touches_no_memory_needs_no_confirmation(workspace, alma, fakes):
    tell(alma, "Alma plays the tuba.")
    set_key(workspace, BOAT)
    set_key(workspace, NewKey(name="boat_name", cardinality="many"))
    remove_key(workspace, "boat_name")


def test_the_effect_on_stored_memories_is_told_before_it_happens(workspace, alma, fakes):
    keyed(alma, "Nautilus", key="Boat")
    before = slots()

    with pytest.raises(NotConfirmedError) as told:
        set_key(workspace, BOAT)
    assert "1 stored memories would be found under this name" in told.value.message
    assert "1 stored memories of 1 people would each become the one value" in told.value.message
    assert (slots(), WorkspaceKey.objects.count()) == (before, 0)

    set_key(workspace, BOAT, confirmed=True)
    assert slots() == [("boat_name", "Nautilus", True)]


@pytest.mark.parametrize("step", ["many", "remove"])
def test_values_stand_side_by_side_once_a_key_holds_many_or_is_none(workspace, alma, fakes, step):
    set_key(workspace, BOAT)
    keyed(alma, "Nautilus")

    def change(**confirmed: bool) -> None:
        if step == "many":
            set_key(workspace, NewKey(name="boat_name", cardinality="many"), **confirmed)
        else:
            remove_key(workspace, "boat_name", **confirmed)

    with pytest.raises(NotConfirmedError, match="no longer give way"):
        change()
    change(confirmed=True)
    keyed(alma, "Argo", key="boat_name")
    assert slots() == [("boat_name", "Nautilus", False), ("boat_name", "Argo", False)]
    assert len(current(alma)) == 2


def test_what_would_break_the_one_value_is_refused_even_if_confirmed(workspace, alma, fakes):
    set_key(workspace, CREW)
    for value in ("Ned", "Conseil"):
        keyed(alma, value, key="crew")
    before, one = slots(), NewKey(name="crew_member", cardinality="one", aliases=["crew"])

    with pytest.raises(ConflictError) as refused:
        set_key(workspace, one, confirmed=True)
    assert all(memory.id in refused.value.message for memory in Memory.objects.all())
    assert "Ned" not in refused.value.message
    assert (slots(), WorkspaceKey.objects.get().cardinality) == (before, "many")

    delete_memory(Memory.objects.get(value="Ned"), store.SYSTEM)
    set_key(workspace, one, confirmed=True)
    assert Memory.objects.get(value="Conseil").single_valued


def test_undo_finds_the_slot_taken(workspace, alma, fakes):
    set_key(workspace, CREW)
    for value in ("Ned", "Conseil"):
        keyed(alma, value, key="crew")
    hidden = Memory.objects.get(value="Ned")
    delete_memory(hidden, store.SYSTEM)
    set_key(workspace, NewKey(name="crew_member", cardinality="one"), confirmed=True)

    with pytest.raises(ConflictError), store.change(alma.id, store.SYSTEM) as c:
        undo(c, last_undoable(Memory.objects.get(id=hidden.id)))
    assert current(alma) == {"User's crew is Conseil."}


@pytest.mark.parametrize(
    "beside",
    [
        {"beneficiary": "sister"},
        {"type": "episodic"},
        {"valid_until": timezone.now() + timedelta(days=3)},
        {"valid_from": timezone.now() + timedelta(days=3)},
    ],
    ids=lambda beside: next(iter(beside)),
)
def test_what_fills_no_slot_is_no_clash(workspace, alma, fakes, beside):
    keyed(alma, "Nautilus")
    keyed(alma, "Argo", **beside)
    set_key(workspace, BOAT, confirmed=True)
    assert ("boat_name", "Nautilus", True) in slots()


def test_people_of_other_workspaces_are_left_alone(workspace, alma, bruno, fakes):
    for subject in (alma, bruno):
        keyed(subject, "Nautilus")
    set_key(workspace, BOAT, confirmed=True)
    assert [single for _, _, single in slots()] == [True, False]


def test_a_verdict_under_way_is_made_anew(workspace, alma, fakes):
    keyed(alma, "Nautilus")
    version = Subject.objects.get(id=alma.id).memory_version
    set_key(workspace, BOAT, confirmed=True)
    with pytest.raises(store.StaleError), store.change(alma.id, store.GATE, version=version):
        pass


def test_only_an_own_key_is_removed(workspace):
    with pytest.raises(NotFoundError):
        remove_key(workspace, "city")
