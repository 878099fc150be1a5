"""Text that is markup, everywhere that people can put text: no page takes it for its own."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse

from memory import store
from memory.amend import delete_memory
from memory.models import FollowUp, Membership, Subject
from review import handling, invitations
from review.actions import Answer, resolve
from review.models import SavedView
from review.policies import Action
from tests.people import ask, remember

HOSTILE = "\"'><img src=x onerror=alert(1)><script>alert(2)</script>{{ 7|add:7 }}"
TAGS = re.compile(r"<img src=x|<script>alert|onerror=alert\(1\)>")


@pytest.fixture
def hostile(harbour, ada, decider):
    """A person whose every text is markup, in each place where a text can be."""
    person = Subject.objects.create(workspace=harbour, external_id=HOSTILE)
    home = remember(person, f"Lives in {HOSTILE}.", said=HOSTILE, beneficiary=HOSTILE)
    remember(person, f"{HOSTILE} hates nuts.", scope="constraint", key="a<b>", value=HOSTILE)
    gone = remember(person, f"Owned {HOSTILE}.")
    delete_memory(gone, store.SYSTEM)
    done = ask(person, f"Is {HOSTILE}.", home, said=f"Is {HOSTILE}.")
    resolve(done, Answer(action=Action.REJECT, note=HOSTILE), decider(ada))
    item = ask(person, f"Moved to {HOSTILE}.", home, said=f"Moved to {HOSTILE}.")
    handling.note(item, decider(ada), text=HOSTILE)
    FollowUp.objects.create(subject=person, question=f"How is {HOSTILE}?", due_date="2026-03-02")
    SavedView.objects.create(workspace=harbour, user=ada, name=HOSTILE[:40], query="reason=event")
    return item


def addresses(item):
    memory, person = item.memory, item.subject
    yield from ("/review/", "/review/?state=resolved", "/review/mine/", "/review/subjects/")
    yield from ("/review/overview/", "/review/failed/", "/review/playground/")
    yield from ("/review/settings/members/", "/review/settings/changes/")
    yield reverse("review:item", kwargs={"item_id": item.id})
    yield reverse("review:item", kwargs={"item_id": person.review_items.earliest("created_at").id})
    for name in ("subject", "timeline", "forgotten", "playground_person"):
        yield reverse(f"review:{name}", kwargs={"subject_id": person.id})
    for name in ("memory", "erase_memory"):
        yield reverse(f"review:{name}", kwargs={"memory_id": memory.id})


def test_no_operators_page_takes_text_for_markup(ada, browser_of, hostile):
    browser = browser_of(ada)
    for address in addresses(hostile):
        answer = browser.get(address)
        assert answer.status_code == 200, address
        assert not TAGS.search(answer.content.decode()), address


def test_what_was_typed_is_shown_again_as_text(ada, browser_of, hostile):
    browser, sent = browser_of(ada), {"note": HOSTILE, "content": HOSTILE, "version": "99"}
    address = reverse("review:edit", kwargs={"item_id": hostile.id})
    answer = browser.post(address, {"memory": hostile.memory_id, **sent})
    assert answer.status_code == 409
    assert not TAGS.search(answer.content.decode())
    searched = browser.get("/review/", {"text": HOSTILE, "subject": HOSTILE, "key": HOSTILE})
    assert not TAGS.search(searched.content.decode())


def test_no_page_of_the_persons_own_takes_text_for_markup(visit_of, hostile):
    visitor, memory = visit_of(hostile.subject), hostile.memory
    paths = ["/me/", "/me/erase/", "/me/forgotten/", "/me/reads/"]
    names = ("me_edit", "me_erase_one")
    paths += [reverse(f"review:{name}", kwargs={"memory_id": memory.id}) for name in names]
    for path in paths:
        answer = visitor.get(path)
        assert answer.status_code == 200, path
        assert not TAGS.search(answer.content.decode()), path


def test_a_members_name_is_text(client, ada):
    _, link = invitations.invite(Membership.objects.get(user=ada), role="viewer")
    answer = client.post(link, {"name": HOSTILE, "username": HOSTILE, "password": "x"})
    assert answer.status_code == 422
    assert not TAGS.search(answer.content.decode())
