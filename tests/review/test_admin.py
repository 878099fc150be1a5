"""Django's admin: for staff, through our own login, and only to read memories."""

from __future__ import annotations

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.urls import reverse

from memory.models import (
    AccessRecord,
    AdminRecord,
    ApiKey,
    Claim,
    Membership,
    Memory,
    Workspace,
)
from review.admin import ReadOnly
from tests.people import everything


@pytest.fixture
def staff(db):
    return User.objects.create_superuser("root")


def change_page(row):
    meta = row._meta
    return reverse(f"admin:{meta.app_label}_{meta.model_name}_change", args=[row.pk])


def list_page(model):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def test_strangers_log_in_where_operators_do(client, db):
    first = client.get("/admin/")
    second = client.get(first.headers["Location"])
    assert second.headers["Location"].startswith("/login/?next=/admin/")
    posted = client.post("/admin/login/", {"username": "root", "password": "x"})
    assert posted.headers["Location"].startswith("/login/")


def test_operators_are_not_staff(ada, browser_of):
    assert browser_of(ada).get("/admin/", follow=True).status_code == 403


@pytest.mark.parametrize("model", list(admin.site._registry))
def test_every_list_opens(staff, browser_of, moved, model):
    assert browser_of(staff).get(list_page(model)).status_code == 200


def test_the_words_stand_on_a_memorys_own_page_and_reading_them_is_logged(
    staff, browser_of, denver
):
    browser = browser_of(staff)
    assert denver.content not in browser.get(list_page(Memory)).content.decode()
    assert not AccessRecord.objects.exists()
    page = browser.get(change_page(denver)).content.decode()
    assert denver.content in page
    assert denver.fingerprint not in page
    record = AccessRecord.objects.get()
    assert (record.reader_ref, record.memory_refs) == (str(staff.pk), [denver.id])


@pytest.mark.parametrize(
    "model", [m for m, a in admin.site._registry.items() if isinstance(a, ReadOnly)]
)
def test_nobody_adds_what_is_only_read(staff, browser_of, db, model):
    meta = model._meta
    address = reverse(f"admin:{meta.app_label}_{meta.model_name}_add")
    assert browser_of(staff).get(address).status_code == 403


def test_memories_are_read_only(staff, browser_of, denver, moved):
    before = everything()
    browser = browser_of(staff)
    assert browser.post(change_page(denver), {"content": "Lives in Waco."}).status_code == 403
    delete = change_page(denver).replace("change", "delete")
    assert browser.post(delete, {"post": "yes"}).status_code == 403
    chosen = {"action": "delete_selected", "_selected_action": [denver.id], "post": "yes"}
    browser.post(list_page(Memory), chosen)
    assert everything() == before


def test_a_claims_words_and_a_keys_hash_are_not_shown(staff, browser_of, harbour, moved):
    browser = browser_of(staff)
    claim = Claim.objects.get(id=moved.claim_id)
    assert claim.content not in browser.get(change_page(claim)).content.decode()
    key = ApiKey.objects.create(
        workspace=harbour, name="bot", prefix="pal_x", secret_hash="f" * 64, scopes=["read"]
    )
    assert key.secret_hash not in browser.get(change_page(key)).content.decode()


def test_a_workspace_is_configured_but_keeps_its_slug(staff, browser_of, harbour):
    form = {"name": "Harbour 2", "slug": "other", "policy": "review_all", "events": "review"}
    answer = browser_of(staff).post(change_page(harbour), form)
    assert answer.status_code == 302, answer.content.decode()
    kept = Workspace.objects.get(id=harbour.id)
    assert (kept.name, kept.slug, kept.policy) == ("Harbour 2", "harbour", "review_all")
    delete = change_page(harbour).replace("change", "delete")
    assert browser_of(staff).post(delete, {"post": "yes"}).status_code == 403
    [noted] = AdminRecord.objects.filter(workspace=harbour)
    assert (noted.actor_ref, noted.act) == (str(staff.pk), "policy")
    assert "policy=review_all" in noted.detail


def test_who_changes_a_role_here_is_logged_like_anywhere(staff, browser_of, harbour, ana, ben):
    roles = {member.user_id: member for member in Membership.objects.filter(workspace=harbour)}
    browser = browser_of(staff)
    browser.post(change_page(roles[ana.pk]), {"role": "viewer"})
    chosen = {"action": "delete_selected", "_selected_action": [roles[ben.pk].pk], "post": "yes"}
    browser.post(list_page(Membership), chosen)

    told = AdminRecord.objects.order_by("created_at").values_list("act", "about", "detail")
    assert list(told) == [("role", str(ana.pk), "viewer"), ("removed", str(ben.pk), "")]
    assert dict(Membership.objects.values_list("user", "role")) == {ana.pk: "viewer"}
