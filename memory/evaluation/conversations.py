"""Figures of the whole path on conversation histories: what is kept, and what is told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from memory.evaluation import matching
from memory.evaluation.case_files import Part
from memory.evaluation.histories import Fact
from memory.evaluation.phenomena import Wanted, must_nots, musts, phenomenon_of
from memory.evaluation.replay import Answer, Kept, Lived
from memory.evaluation.results import Results
from memory.evaluation.told import mentions, told_as_true

# Each figure with the group that its share is taken of.
FIGURES = {
    "probe_holds": "probes",
    "must_found": "musts",
    "must_not_told": "must_nots",
    "old_value_told": "probes",
    "fact_found": "facts",
    "memory_right": "memories",
    "update_made": "updates",
    "update_asked": "updates",
    "update_missed": "updates",
}
TO_BE_FOUND = frozenset(("add", "replace", "review"))
UPDATES = frozenset(("replace", "expire"))
NO_FACT = "matches no fact"

DAY_AFTER = timedelta(days=1)
"""A follow-up is due on the day itself, or asks how it went on the next one."""


@dataclass(slots=True)
class Judged:
    """The figures of all histories, and their faults in words (none of what is kept aside)."""

    results: Results = field(default_factory=lambda: Results("histories", FIGURES, by="phenomenon"))
    faults: list[str] = field(default_factory=list)

    def add(self, lived: Lived) -> None:
        """Count one history."""
        history = lived.history
        facts = [fact.content for fact in history.facts]
        vectors = matching.vectors_of([*facts, *(kept.content for kept in lived.kept)])
        self.results.add(history.part, [], ["histories"])
        for counted in (
            *_probes(lived),
            *_facts(lived, vectors),
            *_memories(lived, vectors),
            *_updates(lived, vectors),
        ):
            self.results.add(history.part, counted.phenomena, counted.names)
            if counted.fault and history.part is Part.BUILT_ON:
                self.faults.append(f"{history.id} {counted.fault}")


@dataclass(frozen=True, slots=True)
class Counted:
    """Names of groups and figures that something counts towards, and what was wrong with it."""

    phenomena: Iterable[str]
    names: Iterable[str]
    fault: str = ""


def _probes(lived: Lived) -> Iterator[Counted]:
    for answer in lived.answers:
        history, probe = lived.history, answer.probe
        wanted, unwanted = list(musts(history, probe)), list(must_nots(history, probe))
        found = [one for one in wanted if mentions(answer.block, one.words)]
        told = {one: line for one in unwanted if (line := told_as_true(answer.block, one.words))}
        for one in wanted:
            yield Counted([one.phenomenon], ["musts", *(["must_found"] if one in found else [])])
        for one in unwanted:
            yield Counted(
                [one.phenomenon], ["must_nots", *(["must_not_told"] if one in told else [])]
            )
        holds = len(found) == len(wanted) and not told
        names = ["probes", *(["probe_holds"] if holds else [])]
        names += ["old_value_told"] if any(one.old for one in told) else []
        missing = [one for one in wanted if one not in found]
        fault = "" if holds else _probe_fault(answer, missing, told)
        yield Counted({one.phenomenon for one in (*wanted, *unwanted)}, names, fault)


def _probe_fault(answer: Answer, missing: list[Wanted], told: dict[Wanted, str]) -> str:
    probe = answer.probe
    lines = [f"at {probe.at:%d %b %Y}, asked: {probe.query} ({probe.why})"]
    lines += [f"    missing: {one.words} ({one.phenomenon})" for one in missing]
    lines += [f"    told: {one.words} ({one.phenomenon}) in: {line}" for one, line in told.items()]
    return "\n".join(lines)


def _facts(lived: Lived, vectors: matching.Vectors) -> Iterator[Counted]:
    for fact in lived.history.facts:
        if fact.outcome in TO_BE_FOUND:
            found = any(matching.states(kept, fact, vectors) for kept in lived.kept)
            found = found or (fact.key.startswith("followup:") and _is_due(fact, lived))
            names = ["facts", *(["fact_found"] if found else [])]
            fault = "" if found else f"not found, {_place(fact)}: {fact.content}"
            yield Counted([phenomenon_of(fact)], names, fault)


def _is_due(fact: Fact, lived: Lived) -> bool:
    try:
        day = date.fromisoformat(fact.value[:10])
    except ValueError:
        return False
    return not lived.due.isdisjoint((day, day + DAY_AFTER))


def _memories(lived: Lived, vectors: matching.Vectors) -> Iterator[Counted]:
    for kept in lived.kept:
        if kept.waiting:
            continue
        stated = [fact for fact in lived.history.facts if matching.states(kept, fact, vectors)]
        right = [fact for fact in stated if fact.outcome in TO_BE_FOUND | {"expire"}]
        phenomenon = phenomenon_of((right or stated)[0]) if stated else NO_FACT
        names = ["memories", *(["memory_right"] if right else [])]
        fault = "" if right else f"kept, {_kept_place(kept)}: {kept.content} ({phenomenon})"
        yield Counted([phenomenon], names, fault)


def _updates(lived: Lived, vectors: matching.Vectors) -> Iterator[Counted]:
    """Facts that replace or end an earlier one, where the earlier one was kept."""
    by_content = {fact.content: fact for fact in lived.history.facts}
    for fact in lived.history.facts:
        if fact.outcome not in UPDATES or not fact.replaces:
            continue
        old = {
            kept.id
            for kept in lived.kept
            if not kept.waiting and matching.states(kept, by_content[fact.replaces], vectors)
        }
        if old:
            still = old & lived.current
            asked = still & lived.asked
            name = "update_asked" if still and still == asked else "update_missed"
            name = name if still else "update_made"
            fault = f"still current, {_place(fact)}: {fact.replaces} <- {fact.content}"
            yield Counted(
                [phenomenon_of(fact)],
                ["updates", name],
                fault if name == "update_missed" else "",
            )


def _place(fact: Fact) -> str:
    return f"session {fact.session} turn {fact.turn}"


def _kept_place(kept: Kept) -> str:
    return f"session {kept.place[0]} turn {kept.place[1]}" if kept.place else "of no one turn"
