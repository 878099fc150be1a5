"""A workspace's settings: what is saved, what is refused, and what is noted of it."""

from __future__ import annotations

import re
from dataclasses import asdict
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory.api_keys import create_key, hash_secret
from memory.audit.chain import faults_of
from memory.consent.choices import modes_of_workspace
from memory.gate.policy import Thresholds
from memory.inference.profiles import active_profile
from memory.key_changes import NewKey, set_key
from memory.keys import own_keys
from memory.models import AdminRecord, ApiKey, Memory, WorkspaceKey
from review.listings.settings import THRESHOLDS
from tests.memory.audit.test_chain import seal
from tests.people import remember


def at(name, *args):
    return reverse(f"review:{name}", args=args)


@pytest.fixture
def door(ada, browser_of):
    return browser_of(ada)


def noted():
    return [
        (record.act, record.about, record.detail)
        for record in AdminRecord.objects.order_by("created_at", "id")
    ]


def text(answer):
    return answer.content.decode()


# Policy -----------------------------------------------------------------------------------------

POLICY = {"policy": "review_all", "events": "replace"}


def test_the_policy_is_saved_and_noted(door, harbour, ada):
    assert door.post(at("save_policy"), POLICY).headers["Location"] == at("settings")
    harbour.refresh_from_db()
    assert (harbour.policy, harbour.events, harbour.high_stakes_review) == (
        "review_all",
        "replace",
        False,
    )
    record = AdminRecord.objects.get()
    assert (record.actor, record.actor_ref) == ("operator", str(ada.pk))
    assert record.detail == "policy=review_all, events=replace, high_stakes_review=False"


def test_a_policy_that_is_already_so_is_not_noted(door):
    door.post(
        at("save_policy"), {"policy": "strict", "events": "review", "high_stakes_review": "on"}
    )
    assert noted() == []


@pytest.mark.parametrize("form", [{"policy": "lax", "events": "review"}, {"policy": "strict"}, {}])
def test_a_policy_that_is_none(door, harbour, form):
    answer = door.post(at("save_policy"), form)
    assert answer.status_code == 422
    assert "Choose one of the policies" in text(answer)
    harbour.refresh_from_db()
    assert harbour.policy == "strict"


def numbers(**changed):
    values = {**asdict(active_profile().thresholds), **changed}
    return {name: str(value) for name, value in values.items()}


def test_every_threshold_is_explained(door):
    page = text(door.get(at("settings")))
    assert set(THRESHOLDS) == set(asdict(Thresholds()))
    for name in asdict(Thresholds()):
        assert f'name="{name}"' in page
        assert f'id="about-{name}"' in page


def test_thresholds_are_saved_under_the_profile_and_taken_back(door, harbour):
    door.post(at("save_thresholds"), numbers(contradiction=0.97))
    harbour.refresh_from_db()
    used, why_not = active_profile().with_measured(harbour.thresholds)
    assert (used.thresholds.contradiction, why_not) == (0.97, "")
    door.post(at("save_thresholds"), {"reset": "1"})
    harbour.refresh_from_db()
    assert harbour.thresholds == {}
    assert [act for act, *_ in noted()] == ["thresholds", "thresholds"]
    assert "contradiction=0.97" in noted()[0][2]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"contradiction": 1.2}, "Write a number from 0 to 1"),
        ({"contradiction": "nan"}, "Write a number"),
        ({"tie": "-0.1"}, "Write a number from 0 to 1"),
        (
            {"slot_floor": 0.99},
            "Not above “Similarity from which two statements are compared”, which is 0.6.",
        ),
        (
            {"near_contradiction": 0.99},
            "Not above “Contradiction from which a memory is replaced”, which is 0.92.",
        ),
        ({"copy": "much"}, "Write a number from 0 to 1"),
        ({"copy": ""}, "Write a number"),
    ],
)
def test_a_threshold_that_cannot_be_is_told_and_kept_in_its_field(door, harbour, changed, why):
    answer = door.post(at("save_thresholds"), numbers(**changed))
    assert answer.status_code == 422
    assert why in text(answer)
    assert f'value="{next(iter(changed.values()))}"' in text(answer)
    harbour.refresh_from_db()
    assert harbour.thresholds == {}
    assert noted() == []


def test_thresholds_of_another_model_are_said_not_to_be_used(door, harbour):
    harbour.thresholds = {"profile": "other", "revision": "1", "values": {}}
    harbour.save(update_fields=["thresholds"])
    assert "measured under" in text(door.get(at("settings")))


# Keys -------------------------------------------------------------------------------------------

BOAT = {
    "name": "boat_name", "cardinality": "one", "aliases": "name of the boat, ship\n",
    "scope": "fact", "importance": "4", "lasts": "years",
}  # fmt: skip


def test_a_key_is_added_with_its_other_names(door, harbour):
    door.post(at("save_key"), BOAT)
    (key,) = own_keys(harbour.id)
    assert (key.name, key.aliases, key.importance) == ("boat_name", ("name of the boat", "ship"), 4)
    page = text(door.get(at("settings_keys")))
    assert "boat_name" in page
    assert "name of the boat, ship" in page
    assert noted() == [("key_set", "boat_name", "one")]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"name": "Boat Name"}, "snake_case"),
        ({"name": "city"}, "leads to the key city already"),
        ({"name": ""}, "Name the key"),
        ({"aliases": "the"}, "Write aliases"),
        ({"importance": "11"}, "less than or equal to 10"),
        ({"cardinality": "few"}, "Select a valid choice"),
    ],
)
def test_a_key_that_cannot_be(door, changed, why):
    answer = door.post(at("save_key"), {**BOAT, **changed})
    assert answer.status_code == 422
    assert why in text(answer)
    assert not WorkspaceKey.objects.exists()


def test_what_a_key_does_to_stored_memories_is_asked_first(door, harbour, mira):
    memory = remember(mira, "The boat is called Anna.", key="boat_name", value="Anna")
    answer = door.post(at("save_key"), BOAT)
    assert answer.status_code == 409
    assert "nothing was done yet" in text(answer)
    assert 'name="confirmed"' in text(answer)
    assert not WorkspaceKey.objects.exists()
    door.post(at("save_key"), {**BOAT, "confirmed": "on"})
    assert WorkspaceKey.objects.exists()
    asked = door.post(at("drop_key"), {"name": "boat_name"})
    assert asked.status_code == 409
    assert "Remove boat_name" in text(asked)
    door.post(at("drop_key"), {"name": "boat_name", "confirmed": "on"})
    assert not WorkspaceKey.objects.exists()
    assert Memory.objects.get(id=memory.id).value == "Anna"


def test_a_key_of_another_workspace_cannot_be_removed(door, orchard):
    set_key(orchard, NewKey(name="tree_name", cardinality="one"))
    assert door.post(at("drop_key"), {"name": "tree_name"}).status_code == 404
    assert WorkspaceKey.objects.exists()


# Keeping ----------------------------------------------------------------------------------------


def test_a_limit_is_set_only_by_who_knows_what_goes(door, harbour):
    form = {"semantic": "", "episodic": "90", "procedural": "", "turns": "14"}
    answer = door.post(at("settings_keeping"), form)
    assert answer.status_code == 422
    assert "Tick the box" in text(answer)
    assert 'value="90"' in text(answer)
    door.post(at("settings_keeping"), {**form, "sure": "on"})
    harbour.refresh_from_db()
    assert harbour.retention == {"episodic": 90, "turns": 14}
    assert noted() == [("retention", "episodic", "90 days"), ("retention", "turns", "14 days")]
    door.post(at("settings_keeping"), {**form, "episodic": "180", "turns": ""})
    harbour.refresh_from_db()
    assert harbour.retention == {"episodic": 180}


@pytest.mark.parametrize("days", ["0", "-3", "soon", "40000", "1.5"])
def test_days_that_are_none(door, harbour, days):
    answer = door.post(at("settings_keeping"), {"turns": days, "sure": "on"})
    assert answer.status_code == 422
    assert f'value="{days}"' in text(answer)
    harbour.refresh_from_db()
    assert harbour.retention == {}


# Consent ----------------------------------------------------------------------------------------


def test_consent_is_decided_by_category(door, harbour):
    door.post(at("settings_consent"), {"religion": "off", "health": "ask", "work": "on"})
    assert modes_of_workspace(harbour) == {"religion": "off", "health": "ask"}
    assert {(about, detail) for _, about, detail in noted()} == {
        ("religion", "off"),
        ("health", "ask"),
    }
    page = text(door.get(at("settings_consent")))
    assert re.search(r'name="religion" value="off"\s+checked', page)


def test_a_mode_that_is_none(door, harbour):
    assert door.post(at("settings_consent"), {"health": "maybe"}).status_code == 422
    assert modes_of_workspace(harbour) == {}
    assert noted() == []


# API keys ---------------------------------------------------------------------------------------

KEY = {"name": "website", "scopes": ["read", "write"], "days": ""}


def secret_in(answer):
    return re.search(r"plm_[\w-]{43}", text(answer))[0]


def test_a_key_is_shown_once(door, harbour):
    answer = door.post(at("api_keys"), KEY)
    assert answer.status_code == 201
    assert "no-store" in answer.headers["Cache-Control"]
    secret = secret_in(answer)
    key = ApiKey.objects.get(secret_hash=hash_secret(secret))
    assert (key.workspace, key.scopes, key.expires_at) == (harbour, ["read", "write"], None)
    page = text(door.get(at("api_keys")))
    assert secret not in page
    assert key.prefix in page
    assert secret not in str(dict(door.session))
    assert noted() == [("api_made", key.id, "read, write")]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"name": ""}, "Name what the key is for"),
        ({"scopes": []}, "Tick what the key may do"),
        ({"scopes": ["root"]}, "Select a valid choice"),
        ({"days": "0"}, "greater than or equal to 1"),
    ],
)
def test_a_key_for_nothing(door, changed, why):
    answer = door.post(at("api_keys"), {**KEY, **changed})
    assert answer.status_code == 422
    assert why in text(answer)
    assert not ApiKey.objects.exists()


def test_a_successor_overlaps_with_the_old_key(door, harbour):
    old, _ = create_key(harbour, name="website", scopes=["read"])
    answer = door.post(at("rotate_api_key", old.id), {"hours": "2"})
    fresh = ApiKey.objects.get(secret_hash=hash_secret(secret_in(answer)))
    old.refresh_from_db()
    assert fresh.scopes == old.scopes
    assert timedelta(hours=1) < old.expires_at - timezone.now() <= timedelta(hours=2)


def test_a_revoked_key_is_dead_and_has_no_successor(door, harbour):
    key, _ = create_key(harbour, name="website", scopes=["read"])
    door.post(at("revoke_api_key", key.id))
    key.refresh_from_db()
    assert key.revoked_at is not None
    assert door.post(at("rotate_api_key", key.id), {"hours": "2"}).status_code == 409
    assert ApiKey.objects.count() == 1
    assert [act for act, *_ in noted()] == ["api_made", "api_revoked"]


@pytest.mark.parametrize("name", ["rotate_api_key", "revoke_api_key"])
def test_keys_of_another_workspace_are_not_found(door, orchard, name):
    key, _ = create_key(orchard, name="website", scopes=["read"])
    assert door.post(at(name, key.id), {"hours": "2"}).status_code == 404
    key.refresh_from_db()
    assert (key.revoked_at, key.expires_at) == (None, None)
    assert ApiKey.objects.count() == 1


# The log ----------------------------------------------------------------------------------------


def test_the_log_is_shown_and_bound_into_the_chain(door, harbour, orchard):
    door.post(at("save_policy"), POLICY)
    create_key(harbour, name="by hand", scopes=["read"])
    create_key(orchard, name="elsewhere", scopes=["erase"])
    page = text(door.get(at("changes")))
    assert "policy=review_all" in page
    assert "a command on the server" in page
    assert page.count("made an API key") == 1
    seal()
    assert faults_of(harbour) == []
    assert harbour.audit_links.filter(kind="admin").count() == 2
