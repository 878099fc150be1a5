"""Off, ask and on, from a message to what is stored, at every door."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import write_path
from memory.amend import edit_memory
from memory.consent.choices import consent_of, set_for_subject, set_for_workspace
from memory.consent.rules import Consent, Mode
from memory.errors import InvalidError
from memory.gate.verdict import Reason
from memory.models import Claim, ConsentRule, Memory, ReviewItem, Turn
from memory.store import SYSTEM
from review import actions, policies
from tests.memory.conftest import current, tell, verdict_on

pytestmark = pytest.mark.usefixtures("fakes")
OFF, ASK, ON = Mode.OFF, Mode.ASK, Mode.ON
CHURCH = "User goes to church every Sunday."


@pytest.mark.parametrize(
    ("workspace", "own", "holds"),
    [
        (None, None, ON), (OFF, None, OFF), (ASK, None, ASK), (ON, None, ON),
        (None, OFF, OFF), (None, ASK, ASK), (ON, OFF, OFF), (ASK, OFF, OFF),
        (ASK, ON, ON), (OFF, ON, OFF), (OFF, ASK, OFF),
    ],
)  # fmt: skip
def test_nobody_opens_what_the_other_closed(workspace, own, holds):
    rules = Consent(
        workspace={"health": workspace} if workspace else {}, own={"health": own} if own else {}
    )
    assert rules.mode_of("health") is holds
    assert rules.mode_for(["User is allergic to nuts."]) is holds
    assert rules.mode_for(["User likes nuts."]) is ON


def test_the_strictest_of_several_categories_holds():
    rules = Consent(workspace={"health": ASK, "religion": OFF})
    assert rules.mode_for(["User is a vegan Catholic with an allergy."]) is OFF


def test_switched_off_is_refused_and_leaves_no_words(alma):
    set_for_workspace(alma.workspace, {"religion": "off"})
    claim = tell(alma, CHURCH)
    assert verdict_on(claim).reason == Reason.CATEGORY_OFF
    assert current(alma) == set()
    assert not Claim.objects.filter(content__icontains="church").exists()


def test_of_a_message_about_it_no_words_are_kept(alma):
    set_for_subject(alma, {"religion": "off"})
    said = "I go to church every Sunday. I live in Denver."
    receipt = write_path.receive_turns(alma, session="s", turns=[write_path.NewTurn("user", said)])
    for claim in receipt.claims:
        write_path.decide_claim(claim.id)
    assert "church" not in Turn.objects.get().content
    assert "church" not in "".join(Memory.objects.values_list("content", flat=True))
    assert any("Denver" in content for content in current(alma))


def test_asked_about_waits_and_is_stored_when_the_person_agrees(alma):
    set_for_workspace(alma.workspace, {"religion": "ask"})
    claim = tell(alma, CHURCH)
    item = ReviewItem.objects.get(claim=claim)
    assert (item.reason, item.memory, item.suggestion) == (Reason.CONSENT, None, "keep_both")
    assert current(alma) == set()
    me = policies.subject_self(alma)
    actions.resolve(item, actions.Answer(action=policies.Action.KEEP_BOTH), me)
    assert current(alma) == {CHURCH}


def test_a_no_takes_the_words_along(alma):
    set_for_workspace(alma.workspace, {"religion": "ask"})
    item = ReviewItem.objects.get(claim=tell(alma, CHURCH))
    me = policies.subject_self(alma)
    actions.resolve(item, actions.Answer(action=policies.Action.REJECT), me)
    assert current(alma) == set()
    assert not Claim.objects.filter(content__icontains="church").exists()


def test_the_person_s_own_yes_is_the_consent_that_is_asked_for(alma, bruno):
    set_for_workspace(alma.workspace, {"religion": "ask"})
    set_for_subject(alma, {"religion": "on"})
    tell(alma, CHURCH)
    assert current(alma) == {CHURCH}
    assert consent_of(bruno) == Consent()  # another workspace knows nothing of it


def test_an_ordinary_category_is_switched_off_too(alma):
    set_for_subject(alma, {"work": "off"})
    claim = tell(alma, "User works at Acme.", key="employer", value="Acme")
    assert claim.category == "work"
    assert verdict_on(claim).reason == Reason.CATEGORY_OFF
    tell(alma, "User lives in Denver.")
    assert current(alma) == {"User lives in Denver."}


def test_what_is_known_already_is_no_question(alma):
    tell(alma, CHURCH)
    set_for_workspace(alma.workspace, {"religion": "ask"})
    assert verdict_on(tell(alma, CHURCH)).action in {"add", "skip"}
    assert not ReviewItem.objects.exists()
    assert current(alma) == {CHURCH}


def test_no_wording_brings_it_in_by_an_edit(alma):
    tell(alma, "User likes Sundays.")
    memory = Memory.objects.current(timezone.now()).get(subject=alma)
    set_for_workspace(alma.workspace, {"religion": "off"})
    with pytest.raises(InvalidError, match="not to be remembered"):
        edit_memory(memory, {"content": CHURCH}, SYSTEM)
    assert current(alma) == {"User likes Sundays."}


def test_the_command_sets_and_prints(alma, capsys):
    slug = alma.workspace.slug
    call_command("consent", slug, "health=ask", "union=off")
    printed = capsys.readouterr().out.split()
    assert {"health=ask", "union=off", "politics=on"} <= set(printed)
    for wrong in ("health", "health=maybe", "hobbies=off"):
        with pytest.raises(CommandError):
            call_command("consent", slug, wrong)
    assert ConsentRule.objects.count() == 2
