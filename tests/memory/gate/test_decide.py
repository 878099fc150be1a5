"""The gate's decision, rule by rule, on hand-made situations: no database, no model."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.gate.decide import decide
from memory.gate.policy import Policy, Thresholds
from memory.gate.verdict import Candidate, Outcome, Reason, Scores, Situation, Statement
from memory.vocabulary import Change, EventPolicy, MemoryType, Modality, PolicyMode, Scope, Source

NOW = datetime(2026, 3, 1, tzinfo=UTC)
DENVER = Statement(id="mem_denver", text="User lives in Denver.", said_at=NOW - timedelta(days=9))
AUSTIN = Statement(text="User lives in Austin.", said_at=NOW)
SURE = Scores(0.99, 0.0, 0.01)
LIKELY = Scores(0.80, 0.0, 0.20)
NOTHING = Scores(0.0, 0.0, 1.0)


def near(statement=DENVER, similarity=0.8, forward=SURE, backward=SURE, **words) -> Candidate:
    return Candidate(
        statement=statement, similarity=similarity, forward=forward, backward=backward, **words
    )


def verdict(*candidates, claim=AUSTIN, policy=None, **situation):
    found = Situation(claim=claim, candidates=candidates, **situation)
    return decide(found, policy or Policy(), Thresholds())


def test_with_nothing_stored_a_claim_is_added():
    assert verdict().outcome is Outcome.ADD


def test_a_sure_contradiction_replaces_the_closest():
    found = verdict(near())

    assert (found.outcome, found.reason) == (Outcome.REPLACE, Reason.CONTRADICTED)
    assert found.target == "mem_denver"


def test_never_more_than_one_is_replaced():
    other = replace(DENVER, id="mem_other")

    found = verdict(near(similarity=0.9), near(other, similarity=0.7))

    assert found.target == "mem_denver"
    assert found.others == ()


def test_copies_of_the_replaced_one_are_named_for_the_queue():
    copy = replace(DENVER, id="mem_copy")
    close = {frozenset(("mem_denver", "mem_copy")): 0.97}

    found = verdict(near(similarity=0.9), near(copy, similarity=0.895), closeness=close)

    assert (found.outcome, found.others) == (Outcome.REPLACE, ("mem_copy",))


def test_copies_are_named_also_where_a_person_is_asked():
    copy = replace(DENVER, id="mem_copy")
    close = {frozenset(("mem_denver", "mem_copy")): 0.97}
    moved = replace(AUSTIN, change=Change.EVENT)

    found = verdict(near(similarity=0.9), near(copy), claim=moved, closeness=close)

    assert (found.reason, found.others) == (Reason.EVENT, ("mem_copy",))


def test_two_candidates_too_close_to_call_wait_for_a_person():
    other = replace(DENVER, id="mem_other")

    found = verdict(near(similarity=0.80), near(other, similarity=0.79))

    assert (found.outcome, found.reason) == (Outcome.REVIEW, Reason.TOO_CLOSE)
    assert found.others == ("mem_other",)


def test_a_contradiction_seen_from_one_side_waits_for_a_person():
    found = verdict(near(backward=NOTHING))

    assert (found.outcome, found.reason) == (Outcome.REVIEW, Reason.ONE_DIRECTION)


def test_below_the_floor_a_sure_contradiction_is_a_near_miss():
    found = verdict(near(similarity=0.5))

    assert (found.outcome, found.reason) == (Outcome.REVIEW, Reason.NEAR_MISS)


def test_below_the_floor_the_same_slot_may_still_be_replaced():
    assert verdict(near(similarity=0.5, same_slot=True)).outcome is Outcome.REPLACE


def test_above_the_floor_a_likely_contradiction_is_a_near_miss():
    assert verdict(near(forward=LIKELY)).reason is Reason.NEAR_MISS


def test_a_correction_needs_one_direction_only():
    """It says itself that what is stored is wrong."""
    corrected = replace(AUSTIN, change=Change.CORRECTION)
    assert verdict(near(backward=NOTHING), claim=corrected).outcome is Outcome.REPLACE


def test_far_below_the_floor_similarity_nominates_nobody():
    assert verdict(near(similarity=0.3)).outcome is Outcome.ADD


@pytest.mark.parametrize(
    "modality", [m for m in Modality if m is not Modality.CURRENT], ids=lambda m: m.value
)
def test_what_is_not_current_replaces_nothing_on_the_models_word(modality):
    found = verdict(near(), claim=replace(AUSTIN, modality=modality))

    assert (found.outcome, found.reason) == (Outcome.ADD, Reason.NOT_CURRENT)


def test_an_event_waits_for_a_person_by_default():
    found = verdict(near(), claim=replace(AUSTIN, change=Change.EVENT))

    assert (found.outcome, found.reason) == (Outcome.REVIEW, Reason.EVENT)


def test_a_workspace_may_let_events_replace():
    found = verdict(
        near(),
        claim=replace(AUSTIN, change=Change.EVENT),
        policy=Policy(events=EventPolicy.REPLACE),
    )

    assert found.outcome is Outcome.REPLACE


@pytest.mark.parametrize(
    "important", [replace(DENVER, scope=Scope.CONSTRAINT), replace(DENVER, importance=8)]
)
def test_high_stakes_wait_for_a_person(important):
    assert verdict(near(important)).reason is Reason.HIGH_STAKES
    relaxed = verdict(near(important), policy=Policy(high_stakes_review=False))
    assert relaxed.outcome is Outcome.REPLACE


@pytest.mark.parametrize("source", [Source.ASSISTANT, Source.IMPORT, Source.INFERRED])
def test_a_lower_source_never_retires_what_the_user_said(source):
    found = verdict(near(), claim=replace(AUSTIN, source=source))

    assert (found.outcome, found.reason) == (Outcome.REVIEW, Reason.LOWER_SOURCE)


def test_an_older_event_is_stored_as_history():
    long_ago = replace(AUSTIN, said_at=NOW - timedelta(days=90), source=Source.IMPORT)

    found = verdict(near(), claim=long_ago)

    assert (found.outcome, found.reason) == (Outcome.ADD, Reason.OLDER_EVENT)
    assert found.close_at == DENVER.said_at


def test_a_sibling_is_added_and_replaces_nothing():
    found = verdict(near(sibling=True))

    assert (found.outcome, found.reason) == (Outcome.ADD, Reason.SIBLING)


def test_what_a_stored_one_entails_is_not_stored_again():
    found = verdict(near(forward=NOTHING, entailment=0.9))

    assert (found.outcome, found.reason) == (Outcome.SKIP, Reason.KNOWN)


def test_an_entailed_claim_with_a_new_number_is_not_dropped():
    for entailment in (0.9, 0.99):
        found = near(forward=NOTHING, entailment=entailment, brings_number=True)
        assert verdict(found).outcome is Outcome.ADD


def test_an_entailed_claim_with_a_new_name_is_dropped_only_where_the_model_is_sure():
    """ "Arrives in Japan" beside "lands in Osaka"."""
    for entailment, outcome in ((0.90, Outcome.ADD), (0.96, Outcome.SKIP)):
        found = near(forward=NOTHING, entailment=entailment, brings_name=True)
        assert verdict(found).outcome is outcome


def test_far_away_only_a_sure_entailment_counts():
    for entailment, outcome in ((0.90, Outcome.ADD), (0.96, Outcome.SKIP)):
        found = near(similarity=0.5, forward=NOTHING, entailment=entailment)
        assert verdict(found).outcome is outcome


def test_the_state_that_came_of_an_event_is_known_only_from_near():
    moved = replace(AUSTIN, change=Change.EVENT)
    for similarity, outcome in ((0.5, Outcome.ADD), (0.8, Outcome.SKIP)):
        found = near(similarity=similarity, forward=NOTHING, entailment=0.99)
        assert verdict(found, claim=moved).outcome is outcome


def test_in_the_same_slot_both_directions_count_together():
    """Neither one reaches what is asked of each alone; in another frame a person is asked."""
    says = {"forward": Scores(0.94, 0.0, 0.06), "backward": Scores(0.98, 0.0, 0.02)}

    assert verdict(near(**says, same_slot=True)).outcome is Outcome.REPLACE
    assert verdict(near(**says)).reason is Reason.NEAR_MISS
    assert verdict(near(**says, same_slot=True, sibling=True)).outcome is Outcome.ADD


def test_contradiction_is_read_before_entailment():
    assert verdict(near(entailment=0.99)).outcome is Outcome.REPLACE


def test_the_same_words_are_not_stored_again():
    assert verdict(exact=DENVER).reason is Reason.EXACT


def test_what_a_person_decided_is_not_asked_again():
    assert verdict(near(), decided_before="mem_denver").reason is Reason.DECIDED_BEFORE


def test_a_refused_claim_is_rejected_whatever_else_holds():
    found = verdict(near(), refusal=Reason.SECRET, exact=DENVER)

    assert (found.outcome, found.reason) == (Outcome.REJECT, Reason.SECRET)


def test_what_happened_is_only_appended():
    episode = replace(AUSTIN, type=MemoryType.EPISODIC)

    assert verdict(near(), claim=episode).reason is Reason.APPENDED


class TestKeys:
    """The claim and the stored memory share a key."""

    city = replace(AUSTIN, key="city", value="Austin")
    stored = replace(DENVER, key="city", value="Denver")

    def test_another_value_replaces_without_a_model(self):
        found = verdict(claim=self.city, same_key=(self.stored,))

        assert (found.outcome, found.reason) == (Outcome.REPLACE, Reason.KEYED)

    def test_the_same_value_is_not_stored_again(self):
        same = replace(self.city, value=" denver ")

        assert verdict(claim=same, same_key=(self.stored,)).reason is Reason.SAME_VALUE

    def test_another_value_of_many_is_added(self):
        found = verdict(near(), claim=self.city, same_key=(self.stored,), key_holds_many=True)

        assert found.outcome is Outcome.ADD

    def test_a_finer_value_is_left_to_the_models(self):
        finer = replace(self.city, value="Denver, Colorado")

        assert verdict(claim=finer, same_key=(self.stored,)).reason is Reason.NEW

    def test_a_retraction_is_not_taken_for_the_same_value(self):
        gone = replace(self.stored, id="", change=Change.RETRACTION)

        assert verdict(claim=gone, same_key=(self.stored,)).outcome is Outcome.ADD

    @pytest.mark.parametrize("modality", [Modality.HEDGED, Modality.FUTURE, Modality.TEMPORARY])
    def test_a_key_does_not_decide_for_what_is_not_current(self, modality):
        hedged = replace(self.city, modality=modality)

        assert verdict(claim=hedged, same_key=(self.stored,)).outcome is Outcome.ADD

    def test_an_event_with_a_key_still_waits_for_a_person(self):
        moved = replace(self.city, change=Change.EVENT)

        assert verdict(claim=moved, same_key=(self.stored,)).reason is Reason.EVENT


class TestPolicies:
    def test_review_all_never_replaces_by_itself(self):
        policy = Policy(mode=PolicyMode.REVIEW_ALL)

        assert verdict(near(), policy=policy).reason is Reason.POLICY
        assert verdict(near(similarity=0.5), policy=policy).reason is Reason.POLICY

    def test_off_stores_everything_but_what_is_refused(self):
        policy = Policy(mode=PolicyMode.OFF)

        assert verdict(near(), exact=DENVER, policy=policy).outcome is Outcome.ADD
        assert verdict(refusal=Reason.SECRET, policy=policy).outcome is Outcome.REJECT


PHONE = Statement(id="mem_phone", text="User has a Nokia.", said_at=NOW - timedelta(days=9))
BOTH = Statement(
    text="User has a Fairphone and lives in Austin.",
    parts=("User has a Fairphone", "User lives in Austin"),
    said_at=NOW,
)


def test_clauses_that_contradict_different_statements_wait_for_a_person():
    found = verdict(near(parts=(0.0, 0.99)), near(PHONE, parts=(0.99, 0.0)), claim=BOTH)

    assert (found.outcome, found.reason) == (Outcome.REVIEW, Reason.SEVERAL)
    assert {found.target, *found.others} == {"mem_denver", "mem_phone"}


def test_clauses_that_contradict_copies_contradict_one_statement():
    copy = replace(DENVER, id="mem_copy")
    close = {frozenset(("mem_denver", "mem_copy")): 0.97}

    found = verdict(
        near(parts=(0.0, 0.99)), near(copy, parts=(0.99, 0.0)), claim=BOTH, closeness=close
    )

    assert found.outcome is Outcome.REPLACE


def test_what_only_a_clause_contradicts_is_asked_about():
    found = verdict(near(forward=NOTHING, parts=(0.0, 0.99)), claim=BOTH)

    assert (found.outcome, found.reason) == (Outcome.REVIEW, Reason.NEAR_MISS)
    assert found.target == "mem_denver"


def test_two_statements_that_say_each_other_are_one_whatever_their_words():
    says = {"forward": NOTHING, "brings_number": True, "entailment": 0.95}

    assert verdict(near(**says, entailed=0.95)).reason is Reason.KNOWN
    assert verdict(near(**says, entailed=0.10)).outcome is Outcome.ADD


def test_a_constraint_is_not_dropped_for_what_speaks_of_something_else():
    pork = replace(DENVER, text="User does not eat pork.", scope=Scope.CONSTRAINT)
    claim = replace(AUSTIN, text="User is lactose intolerant.", scope=Scope.CONSTRAINT)
    same = {"forward": NOTHING, "backward": NOTHING, "entailment": 0.99, "entailed": 0.99}

    assert verdict(near(pork, **same), claim=claim).outcome is Outcome.ADD
    lactose = replace(pork, text="User has an intolerance of lactose.")
    assert verdict(near(lactose, **same), claim=claim).outcome is Outcome.SKIP
    fact = replace(lactose, scope=Scope.FACT)
    assert verdict(near(fact, **same), claim=claim).outcome is Outcome.ADD
    taste = replace(claim, scope=Scope.PREFERENCE)
    assert verdict(near(pork, **same), claim=taste).outcome is Outcome.SKIP
