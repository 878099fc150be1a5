"""Which memory a request to forget meant: answered by operators and by the person."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import store
from memory.inference.fakes import use_fakes
from memory.models import Claim, Decision, Memory, ReviewItem, Subject
from memory.read_path import PAUSED, build_context
from memory.requests import pausing
from memory.requests.carry_out import act_on
from memory.write_path import NewTurn, receive_turns
from review.actions import Answer, resolve
from review.changes import undo_answer
from review.labels import reviewed_labels
from review.policies import OF_FORGETTING, Action, actions_for, operator, subject_self
from tests.people import remember, say

HIKING = ("User likes hiking.", "User likes hiking in the Alps.")


@pytest.fixture
def asked(mira) -> ReviewItem:
    """Mira asked to forget something that two memories say."""
    for content in HIKING:
        remember(mira, content)
    remember(mira, "User plays the tuba.")
    with use_fakes():
        turn = NewTurn("user", "forget that I like hiking")
        act_on(receive_turns(mira, session="chat", turns=[turn]).requests)
    return ReviewItem.objects.get()


@pytest.fixture
def decider(ana):
    return operator(ana.memberships.get())


def told() -> set[str]:
    return set(Memory.objects.visible().values_list("content", flat=True))


def test_only_fitting_answers_are_offered(asked, decider, mira):
    now = asked.created_at
    assert actions_for(asked, decider, now) == list(OF_FORGETTING)
    assert actions_for(asked, subject_self(mira), now) == [Action.FORGET, Action.REJECT]


def test_all_of_them_are_forgotten(asked, decider):
    resolve(asked, Answer(action=Action.FORGET), decider)
    assert told() == {"User plays the tuba."}


def test_only_the_one_that_was_meant_is_forgotten(asked, decider):
    other = asked.others.get()
    resolve(asked, Answer(action=Action.DELETE, memory=other.id), decider)
    assert told() == {"User plays the tuba.", asked.memory.content}


def test_they_are_kept(asked, decider):
    resolve(asked, Answer(action=Action.REJECT), decider)
    assert len(told()) == 3


@pytest.mark.parametrize("action", [Action.FORGET, Action.DELETE, Action.REJECT])
def test_undo_asks_again_and_never_lets_the_request_be_stored(asked, decider, action):
    resolve(asked, Answer(action=action), decider)
    undo_answer(ReviewItem.objects.get(), decider.actor)
    assert len(told()) == 3
    assert ReviewItem.objects.get().state == "open"
    assert Claim.objects.get(id=asked.claim_id).state == "decided"


def test_an_answer_says_nothing_about_conflicts(asked, decider, harbour):
    from memory.inference.profiles import active_profile

    resolve(asked, Answer(action=Action.REJECT), decider)
    labels = reviewed_labels(harbour, active_profile())
    assert (labels.labels, labels.unusable) == ([], 0)


def test_the_operators_page_shows_the_request_and_its_candidates(client, ana, asked):
    client.force_login(ana)
    page = client.get(reverse("review:item", kwargs={"item_id": asked.id})).content.decode()
    assert "Which of these is to be forgotten?" in page
    assert "Forget all of them" in page and "Forget only this one" in page
    for content in HIKING:
        assert content in page
    assert "Take the new one" not in page


def test_the_operator_forgets_them_from_the_page(client, ana, asked):
    client.force_login(ana)
    answer = client.post(reverse("review:forget", kwargs={"item_id": asked.id}), follow=True)
    assert answer.status_code == 200
    assert "all 2 are forgotten" in answer.content.decode()
    assert told() == {"User plays the tuba."}


def test_the_person_answers_it_on_their_own_page(client, mira, asked):
    from memory.links import make_link

    client.get("/" + make_link(mira).split("/", 3)[3])
    page = client.get(reverse("review:me")).content.decode()
    assert "you asked me to forget something" in page
    client.post(reverse("review:me_forget", kwargs={"item_id": asked.id}), follow=True)
    assert told() == {"User plays the tuba."}
    assert Decision.objects.filter(action="delete", actor="subject").count() == 2


def test_the_context_is_told_not_to_bring_it_up(mira, asked):
    from memory.read_path import build_context

    with use_fakes():
        text = build_context(mira, query="hiking", budget=500, session="chat").text
    assert "do not bring it up" in text
    assert "may have changed" not in text


def test_an_item_whose_memories_are_gone_closes(asked):
    from review.tasks import close_stale_items

    for memory in Memory.objects.filter(content__contains="hiking"):
        with store.change(memory.subject_id, store.SYSTEM) as c:
            store.delete(c, memory)
    close_stale_items()
    assert ReviewItem.objects.get().state == "closed"
    assert Claim.objects.get(id=asked.claim_id).state == "decided"


def test_the_person_pauses_and_resumes_on_their_own_page(client, mira):
    from memory.links import make_link

    client.get("/" + make_link(mira).split("/", 3)[3])
    page = client.post(reverse("review:me_pause"), follow=True).content.decode()
    assert "has been paused since" in page and "Resume" in page
    mira.refresh_from_db()
    assert mira.paused_at is not None

    page = client.post(reverse("review:me_resume"), follow=True).content.decode()
    assert "has been paused since" not in page
    mira.refresh_from_db()
    assert mira.paused_at is None


def test_nobody_pauses_without_a_visit(client, mira):
    assert client.post(reverse("review:me_pause")).status_code == 410
    mira.refresh_from_db()
    assert mira.paused_at is None


@pytest.mark.parametrize("as_of", [None, timedelta(minutes=1)])
def test_a_paused_memory_tells_nothing_not_even_constraints(mira, as_of):
    remember(mira, "User is allergic to nuts.", scope="constraint", importance=9)
    Memory.objects.update(created_at=timezone.now() - timedelta(hours=1))
    say(mira, "I would like a cake.")

    def context():
        subject = Subject.objects.select_related("workspace").get(id=mira.id)
        past = timezone.now() - as_of if as_of else None
        with use_fakes():
            return build_context(subject, query="What cake?", session="chat", as_of=past)

    pausing.pause(mira)
    block = context()
    assert block.lines == []
    assert block.warnings == [PAUSED]
    pausing.resume(mira)
    assert "allergic to nuts" in context().text
