"""Whatever people and the gate do one after another, the rules of the data hold after every step."""

from __future__ import annotations

from collections import Counter

import pytest
from django.db import transaction
from django.db.models import Count, F
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from memory import store
from memory.amend import delete_memory, edit_memory
from memory.errors import ConflictError, NotFoundError
from memory.forget.erase import erase_memory
from memory.forget.lapse import purge_deleted
from memory.forget.tombstones import lift
from memory.models import Claim, Decision, Memory, ReviewItem, Subject, Tombstone, Workspace
from memory.models.memory import RESTORABLE_FOR
from memory.normalise import normalise
from memory.read_path import build_context
from memory.undo import last_undoable, part, undo
from tests.memory.conftest import tell

PLAIN = ("Alma plays the tuba.", "Alma keeps bees.", "Alma owns two boats.")
CITIES = ("Oslo", "Pau", "Split")
places = st.integers(min_value=0, max_value=30)


class Memories(RuleBasedStateMachine):
    """One person's memories. `erased`: what must not come back by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.point = transaction.savepoint()
        workspace = Workspace.objects.create(name="Machine", slug="machine")
        self.alma = Subject.objects.create(workspace=workspace, external_id="alma")
        self.erased: set[str] = set()

    def teardown(self) -> None:
        transaction.savepoint_rollback(self.point)

    def pick(self, place: int) -> Memory | None:
        """Any memory, hidden and ended ones too, in a fixed order."""
        rows = Memory.objects.filter(subject=self.alma).order_by("created_at", "content")
        return rows[place % len(rows)] if rows else None

    @rule(content=st.sampled_from(PLAIN))
    def add(self, content: str) -> None:
        tell(self.alma, content)

    @rule(city=st.sampled_from(CITIES), source=st.sampled_from(["user", "assistant"]))
    def add_or_replace(self, city: str, source: str) -> None:
        tell(self.alma, f"Alma lives in {city}.", key="city", value=city, source=source)

    @rule(content=st.sampled_from(PLAIN), ends=st.sampled_from([-1, 1]))
    def add_for_a_time(self, content: str, ends: int) -> None:
        tell(self.alma, content, valid_until=timezone.now() + ends * RESTORABLE_FOR)

    @rule(place=places)
    def undo_or_restore(self, place: int) -> None:
        memory = self.pick(place)
        decision = last_undoable(memory) if memory else None
        if decision is not None:
            self.attempt(lambda c: undo(c, decision))

    @rule(place=places)
    def hold_both(self, place: int) -> None:
        memory = self.pick(place)
        decision = last_undoable(memory) if memory else None
        if decision is not None:
            self.attempt(lambda c: part(c, decision))

    @rule(place=places)
    def expire(self, place: int) -> None:
        memory = self.pick(place)
        if memory is not None and memory.is_current(timezone.now()):
            self.attempt(lambda c: store.retire(c, memory, reason="test"))

    def attempt(self, step) -> None:
        """A step that may be refused; then nothing of it may stay."""
        try:
            with store.change(self.alma.id, store.SYSTEM) as c:
                step(c)
        except ConflictError:
            pass

    @rule(place=places, content=st.sampled_from((*PLAIN, "Alma lives in Rome.")))
    def edit(self, place: int, content: str) -> None:
        memory = self.pick(place)
        if memory is None:
            return
        try:
            edit_memory(memory, {"content": content}, store.SYSTEM)
        except ConflictError:
            return
        self.erased.discard(normalise(content))  # a person wrote it anew, knowingly

    @rule(place=places)
    def delete(self, place: int) -> None:
        if (memory := self.pick(place)) is not None:
            delete_memory(memory, store.SYSTEM)

    @rule(place=places)
    def erase(self, place: int) -> None:
        memory = self.pick(place)
        if memory is None:
            return
        receipt = erase_memory(memory, store.SYSTEM)
        assert receipt.counts["memory.Memory"] >= 1
        assert not Memory.objects.filter(id=memory.id).exists()
        self.erased.add(normalise(memory.content))
        with pytest.raises(NotFoundError):
            erase_memory(memory, store.SYSTEM)

    @rule()
    def purge(self) -> None:
        current = set(Memory.objects.current(timezone.now()).values_list("id", flat=True))
        purge_deleted(timezone.now() + RESTORABLE_FOR)
        assert current == set(Memory.objects.current(timezone.now()).values_list("id", flat=True))

    @rule()
    def let_say_again(self) -> None:
        lift(self.alma, store.SYSTEM)
        self.erased.clear()
        assert not Tombstone.objects.exists()

    # What holds of the data, whatever was done.

    @invariant()
    def no_two_supersede_one_and_none_itself(self) -> None:
        pointers = list(
            Memory.objects.exclude(supersedes=None).values_list("supersedes", flat=True)
        )
        assert len(pointers) == len(set(pointers))
        assert not Memory.objects.filter(supersedes=F("id")).exists()
        for memory in Memory.objects.select_related("supersedes"):
            seen, link = {memory.id}, memory.supersedes
            while link is not None:
                assert link.id not in seen, "a chain must not turn back on itself"
                seen.add(link.id)
                link = link.supersedes

    @invariant()
    def one_city_at_a_time(self) -> None:
        slots = Memory.objects.current(timezone.now()).filter(single_valued=True)
        full = Counter(slots.values_list("beneficiary", "key"))
        assert all(count == 1 for count in full.values())

    @invariant()
    def intervals_and_numbers_are_in_range(self) -> None:
        for memory in Memory.objects.all():
            assert 1 <= memory.importance <= 10
            assert 0 <= memory.confidence <= 1
            if memory.valid_from and memory.valid_until:
                assert memory.valid_until >= memory.valid_from

    @invariant()
    def only_what_is_current_is_told_as_true(self) -> None:
        block = build_context(self.alma, query="Where does Alma live, and what does she play?")
        told = {
            line.memory for section in block.sections if section.name != "history"
            for line in section.lines if line.memory
        }  # fmt: skip
        current = set(Memory.objects.current(timezone.now()).values_list("id", flat=True))
        assert told <= current

    @invariant()
    def what_was_erased_is_nowhere(self) -> None:
        texts = [
            *Memory.objects.values_list("content", flat=True),
            *Claim.objects.values_list("content", flat=True),
            *Claim.objects.values_list("restated", flat=True),
        ]
        assert not self.erased & {normalise(text) for text in texts}

    @invariant()
    def every_memory_was_decided_on_and_no_question_is_about_nothing(self) -> None:
        made = Decision.objects.filter(subject_ref=self.alma.id).values("memory_ref")
        assert not Memory.objects.exclude(id__in=made).exists()
        waiting = Claim.objects.filter(state=Claim.State.WAITING).annotate(
            asked=Count("review_items")
        )
        assert all(claim.asked for claim in waiting)
        assert not ReviewItem.objects.filter(claim=None).exists()


def test_the_rules_hold_after_every_step(db, fakes):
    run_state_machine_as_test(
        Memories,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
