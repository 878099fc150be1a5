"""An operator's own last answers."""

from __future__ import annotations

from django.urls import reverse

from memory import store
from memory.models import Memory
from review.actions import Answer, resolve
from review.changes import reword, undo_answer
from review.listings.my_answers import my_answers
from review.policies import Action
from tests.people import ask, remember


def address(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


def test_my_last_answers_say_what_can_be_taken_back(ana, browser_of, decider, noor, denver, moved):
    cat = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    resolve(cat, Answer(action=Action.REJECT), decider(ana))
    reword(Memory.objects.get(content="Lives in Austin."), "Lives in Austin, Texas.", store.SYSTEM)
    page = browser_of(ana).get(reverse("review:mine")).content.decode()
    assert "A newer memory has taken its place" in page
    assert address("undo_answer", moved) not in page
    assert address("undo_answer", cat) in page


def test_my_last_answers_are_mine_and_twenty(ana, ben, browser_of, decider, noor, moved):
    dog = remember(noor, "Has a dog.")
    for number in range(22):
        item = ask(noor, f"Has {number} cats.", dog)
        resolve(item, Answer(action=Action.REJECT), decider(ben))
    assert len(my_answers(moved.subject.workspace, ben)) == 20
    assert my_answers(moved.subject.workspace, ana) == []
    assert "You have answered nothing yet" in (
        browser_of(ana).get(reverse("review:mine")).content.decode()
    )


def test_an_answer_that_was_taken_back_says_so(ana, decider, harbour, moved):
    resolve(moved, Answer(action=Action.REJECT), decider(ana))
    moved.refresh_from_db()
    undo_answer(moved, decider(ana).actor)
    resolve(moved, Answer(action=Action.KEEP_BOTH), decider(ana))
    newest, first = my_answers(harbour, ana)
    assert newest.undo_refusal == ""
    assert first.taken_back
