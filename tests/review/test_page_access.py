"""Every page against every role, as one table."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import get_resolver, reverse

from memory.amend import delete_memory
from memory.api_keys import create_key
from memory.models import AdminRecord, ApiKey, Decision, Membership, Session
from memory.store import SYSTEM
from review import invitations
from review.models import BulkRun, Invitation, ItemEvent, SavedView
from tests.people import everything, remember

LOOK, DECIDE, RULE = "viewer", "reviewer", "admin"
ROLES = [LOOK, DECIDE, RULE]
ITEM, SUBJECT, MEMORY = "item_id", "subject_id", "memory_id"
# name, what its address names, method, the least role
PAGES = [
    ("queue", None, "GET", LOOK),
    ("item", ITEM, "GET", LOOK),
    ("overview", None, "GET", LOOK),
    ("mine", None, "GET", LOOK),
    ("news", None, "GET", LOOK),
    ("failed", None, "GET", LOOK),
    ("subjects", None, "GET", LOOK),
    ("subject", SUBJECT, "GET", LOOK),
    ("timeline", SUBJECT, "GET", LOOK),
    ("memory", MEMORY, "GET", LOOK),
    ("playground", None, "GET", LOOK),
    ("playground_person", SUBJECT, "GET", LOOK),
    ("choose_workspace", None, "POST", LOOK),
    ("playground_choose", None, "POST", LOOK),
    ("playground_compare", SUBJECT, "POST", LOOK),
    ("playground_say", SUBJECT, "POST", DECIDE),
    *[
        (name, ITEM, "POST", DECIDE)
        for name in (
            "replace", "keep_both", "edit", "reject", "no_conflict", "delete", "retire", "forget",
            "heartbeat", "take_over", "note", "assign", "snooze", "wake", "escalate", "ask_person",
            "undo_answer",
        )
    ],
    ("edit_memory", MEMORY, "POST", DECIDE),
    ("delete_memory", MEMORY, "POST", DECIDE),
    ("erase_memory", MEMORY, "POST", RULE),
    ("undo", "decision_id", "POST", DECIDE),
    ("part", "decision_id", "POST", DECIDE),
    ("forgotten", SUBJECT, "GET", LOOK),
    ("restore", "subject_id deleted_id", "POST", DECIDE),
    ("erase_conversation", "subject_id session_id", "POST", RULE),
    ("learn_again", SUBJECT, "POST", RULE),
    ("decide_again", "claim_id", "POST", DECIDE),
    ("bulk", None, "POST", DECIDE),
    ("bulk_run", "run_id", "GET", LOOK),
    ("bulk_confirm", "run_id", "POST", DECIDE),
    ("bulk_take_back", "run_id", "POST", DECIDE),
    ("bulk_discard", "run_id", "POST", DECIDE),
    ("save_view", None, "POST", LOOK),
    ("remove_view", "view_id", "POST", LOOK),
    ("use_rule", "field", "POST", RULE),
    ("drop_rule", "field", "POST", RULE),
    ("settings", None, "GET", RULE),
    ("settings_keys", None, "GET", RULE),
    ("settings_keeping", None, "GET", RULE),
    ("settings_keeping", None, "POST", RULE),
    ("settings_consent", None, "GET", RULE),
    ("settings_consent", None, "POST", RULE),
    ("api_keys", None, "GET", RULE),
    ("api_keys", None, "POST", RULE),
    ("members", None, "GET", RULE),
    ("changes", None, "GET", RULE),
    ("save_policy", None, "POST", RULE),
    ("save_thresholds", None, "POST", RULE),
    ("save_key", None, "POST", RULE),
    ("drop_key", None, "POST", RULE),
    ("invite", None, "POST", RULE),
    ("rotate_api_key", "key_id", "POST", RULE),
    ("revoke_api_key", "key_id", "POST", RULE),
    ("change_role", "user_id", "POST", RULE),
    ("remove_member", "user_id", "POST", RULE),
    ("take_back_invitation", "invitation_id", "POST", RULE),
]  # fmt: skip
OF_A_ROW = [page for page in PAGES if page[1] not in {None, "field"}]
# Nobody's role opens these, the ways in: `test_login`, `test_members`.
ELSEWHERE = {"home", "login_link", "invitation", "join"}
every_page = pytest.mark.parametrize(
    ("name", "names", "method", "least"), PAGES, ids=[f"{p[2]} {p[0]}" for p in PAGES]
)


@pytest.fixture
def ids(ada, harbour, moved, denver):
    """What the addresses name, all of Harbour."""
    made, _ = invitations.invite(Membership.objects.get(user=ada), role="viewer")
    deleted = remember(denver.subject, "Has a dog.")
    delete_memory(deleted, SYSTEM)
    view = SavedView.objects.create(workspace=harbour, user=ada, name="Moves", query="reason=event")
    return {
        "deleted_id": deleted.id,
        "view_id": view.id,
        "field": "events",
        ITEM: moved.id,
        SUBJECT: denver.subject_id,
        MEMORY: denver.id,
        "claim_id": moved.claim_id,
        "session_id": Session.objects.get().id,
        "decision_id": Decision.objects.filter(memory_ref=denver.id).first().id,
        "run_id": BulkRun.objects.create(workspace=harbour, user=ada, deed="reject").id,
        "key_id": create_key(harbour, name="bot", scopes=["read"])[0].id,
        "user_id": ada.pk,
        "invitation_id": made.id,
    }


def call(browser, ids, name, names, method):
    kwargs = {each.replace("deleted", "memory"): ids[each] for each in (names or "").split()}
    return browser.generic(method, reverse(f"review:{name}", kwargs=kwargs))


def state():
    """All that a refusal must leave as it was."""
    return (
        everything(),
        *(
            list(model.objects.order_by("pk").values())
            for model in (
                AdminRecord, ApiKey, BulkRun, Invitation, ItemEvent, Membership, SavedView,
            )
        ),
    )  # fmt: skip


@every_page
def test_strangers_are_led_to_the_login(ids, name, names, method, least):
    before = state()
    answer = call(Client(), ids, name, names, method)
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/login/")
    assert state() == before


@every_page
def test_a_role_below_is_refused_and_changes_nothing(
    ids, ana, vera, browser_of, name, names, method, least
):
    for role, user in ((LOOK, vera), (DECIDE, ana)):
        if ROLES.index(role) < ROLES.index(least):
            before = state()
            assert call(browser_of(user), ids, name, names, method).status_code == 403, role
            assert state() == before


@every_page
def test_the_least_role_is_let_in(ids, ada, ana, vera, browser_of, name, names, method, least):
    user = {LOOK: vera, DECIDE: ana, RULE: ada}[least]
    for model in (BulkRun, SavedView):
        model.objects.update(user=user)  # its maker's
    answer = call(browser_of(user), ids, name, names, method)
    assert answer.status_code not in {403, 404, 405}
    assert not answer.headers.get("Location", "").startswith("/login/")


@pytest.mark.parametrize(("name", "names", "method", "least"), OF_A_ROW)
def test_rows_of_another_workspace_are_not_found(ids, otto, browser_of, name, names, method, least):
    before = state()
    answer = call(browser_of(otto), ids, name, names, method)
    # A form that says nothing is told so first, of whatever row.
    assert answer.status_code == 404 or (names == "user_id" and answer.status_code == 422)
    assert state() == before


FIELDS = (
    "action", "aliases", "cardinality", "category", "content", "days", "deed", "detail", "dir",
    "events", "expires", "importance", "items", "key", "kind", "lasts", "memory", "message", "mode",
    "name", "next", "note", "of", "page", "person", "policy", "q", "query", "reason", "role",
    "scope", "scopes", "sort", "state", "statement", "text", "to", "until", "username", "value",
    "view", "workspace",
)  # fmt: skip
"""Names under which a form or an address says something to a page; one too many does no harm."""


@pytest.mark.parametrize("rubbish", ["\x00", "9" * 30, "\ud800", "é" * 3_000])
def test_rubbish_breaks_no_page(ids, ada, browser_of, rubbish):
    browser = browser_of(ada)
    browser.raise_request_exception = False
    sent = urlencode(dict.fromkeys(FIELDS, rubbish), errors="surrogatepass")
    form = "application/x-www-form-urlencoded"
    broken = []
    for name, names, method, _ in PAGES:
        kwargs = {each.replace("deleted", "memory"): ids[each] for each in (names or "").split()}
        address = reverse(f"review:{name}", kwargs=kwargs)
        if method == "GET":
            answer = browser.get(f"{address}?{sent}")
        else:
            answer = browser.generic("POST", address, sent, content_type=form)
        broken += [name] if answer.status_code >= 500 else []
    assert broken == []


def test_the_table_has_every_page():
    patterns = get_resolver("review.urls").url_patterns
    names = {each.name for each in patterns if not str(each.pattern).startswith("me/")}
    assert names - ELSEWHERE == {name for name, *_ in PAGES}


@every_page
def test_an_address_of_a_form_leads_to_its_page_where_it_is_opened(
    ids, ada, browser_of, name, names, method, least
):
    """On a reload after a refusal a browser asks for the form's own address."""
    before = state()
    answer = call(browser_of(ada), ids, name, names, "GET")
    assert answer.status_code in {200, 204, 302}
    if answer.status_code == 302:
        page = browser_of(ada).get(answer.headers["Location"], follow=True)
        assert page.status_code == 200
        assert answer.headers["Location"].split("/")[1] == "review"
    assert state() == before


@pytest.mark.parametrize("path", ["queue", "item", "subject", "memory"])
def test_a_viewer_sees_no_button_that_changes_something(ids, vera, browser_of, path):
    names = {"item": ITEM, "subject": SUBJECT, "memory": MEMORY}.get(path)
    page = call(browser_of(vera), ids, path, names, "GET").content.decode()
    for name, of, method, least in PAGES:
        if method == "POST" and least != LOOK and of in {None, ITEM, SUBJECT, MEMORY}:
            kwargs = {of: ids[of]} if of else {}
            assert f'action="{reverse(f"review:{name}", kwargs=kwargs)}"' not in page, name
    assert "/review/settings/" not in page
