"""The gate's decision: one claim, one verdict. Pure: no database, no clock, no model.

`RULES` is the gate in the order in which it is asked; the first rule that has a verdict decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from memory.gate.policy import Policy, Thresholds
from memory.gate.verdict import Candidate, Outcome, Reason, Situation, Statement, Verdict
from memory.gate.wording import shares_a_word, words
from memory.normalise import normalise
from memory.vocabulary import Change, EventPolicy, MemoryType, Modality, PolicyMode, Scope, Source

Rule = Callable[[Situation, Policy, Thresholds], Verdict | None]


def decide(situation: Situation, policy: Policy, thresholds: Thresholds) -> Verdict:
    """The verdict on one claim."""
    for rule in RULES:
        verdict = rule(situation, policy, thresholds)
        if verdict is not None:
            return _with_consent(situation, verdict)
    return _with_consent(situation, Verdict(outcome=Outcome.ADD, reason=Reason.NEW))


def _with_consent(s: Situation, verdict: Verdict) -> Verdict:
    """What would be stored of a category that is asked about waits for a person, and so does
    what it would replace."""
    if not s.ask_first or verdict.outcome not in (Outcome.ADD, Outcome.REPLACE):
        return verdict
    return Verdict(
        outcome=Outcome.REVIEW,
        reason=Reason.CONSENT,
        target=verdict.target if verdict.outcome is Outcome.REPLACE else "",
    )


def refused(s: Situation, _policy: Policy, _t: Thresholds) -> Verdict | None:
    """Secrets, orders to the memory, what was asked not to be kept, what was erased."""
    return Verdict(outcome=Outcome.REJECT, reason=s.refusal) if s.refusal else None


def implied(s: Situation, policy: Policy, t: Thresholds) -> Verdict | None:
    """An instruction that nobody gave is never stored by itself, whatever the policy."""
    claim = s.claim
    if claim.source is not Source.INFERRED or claim.type is not MemoryType.PROCEDURAL:
        return None
    settled = exact(s, policy, t) or decided_before(s, policy, t) or _same_value(s)
    target = s.same_key[0].id if s.same_key and not s.key_holds_many else ""
    return settled or Verdict(outcome=Outcome.REVIEW, reason=Reason.IMPLIED, target=target)


def everything_stored(_s: Situation, policy: Policy, _t: Thresholds) -> Verdict | None:
    """The workspace wants no gate."""
    if policy.mode is not PolicyMode.OFF:
        return None
    return Verdict(outcome=Outcome.ADD, reason=Reason.STORE_EVERYTHING)


def exact(s: Situation, _policy: Policy, _t: Thresholds) -> Verdict | None:
    """The same words are current already; A, then B, then A again is not."""
    if s.exact is None:
        return None
    return Verdict(outcome=Outcome.SKIP, reason=Reason.EXACT, target=s.exact.id)


def decided_before(s: Situation, _policy: Policy, _t: Thresholds) -> Verdict | None:
    """A person kept a stored memory against this very statement, and it still holds."""
    if not s.decided_before:
        return None
    return Verdict(outcome=Outcome.SKIP, reason=Reason.DECIDED_BEFORE, target=s.decided_before)


def appended(s: Situation, _policy: Policy, _t: Thresholds) -> Verdict | None:
    """What happened is only ever appended."""
    if s.claim.type is not MemoryType.EPISODIC:
        return None
    return Verdict(outcome=Outcome.ADD, reason=Reason.APPENDED)


def said_within(s: Situation, _policy: Policy, _t: Thresholds) -> Verdict | None:
    """A stored memory says these very words and more."""
    for c in s.candidates:
        if c.says_it_too and _holds_as_long(c.statement, s.claim):
            return Verdict(outcome=Outcome.SKIP, reason=Reason.KNOWN, target=c.statement.id)
    return None


def keyed(s: Situation, policy: Policy, t: Thresholds) -> Verdict | None:
    """A key of the registry decides without a model: same value, other value, or one more."""
    claim = s.claim
    told_now = claim.modality is Modality.CURRENT and claim.change is not Change.RETRACTION
    if not claim.key or not claim.value or not told_now:
        return None
    if same := _same_value(s):
        return same
    if s.key_holds_many:
        return Verdict(outcome=Outcome.ADD, reason=Reason.NEW) if s.same_key else None
    if len(s.same_key) != 1 or _contain(claim.value, s.same_key[0].value):
        return None  # Which of several, or a finer value of the same: the models look closer.
    return _replace(s, s.same_key[0], Reason.KEYED, policy, t)


def several(s: Situation, _policy: Policy, t: Thresholds) -> Verdict | None:
    """Its clauses make more than one stored statement untrue; one of them cannot stand for all."""
    if s.claim.modality is not Modality.CURRENT:
        return None
    hits = _contradicted_in_parts(s, t)
    if not any(max(c.forward.contradiction, *c.parts) > t.contradiction for c in hits):
        return None
    target, others = hits[0].statement, hits[1:]
    if all(_closeness(s, c, target) >= t.copy for c in others):
        return None
    return Verdict(
        outcome=Outcome.REVIEW,
        reason=Reason.SEVERAL,
        target=target.id,
        others=tuple(c.statement.id for c in others),
    )


def contradicted(s: Situation, policy: Policy, t: Thresholds) -> Verdict | None:
    """The model is sure that a stored memory is no longer true: replace the closest only."""
    hits = _contradicted(s, t)
    if not hits:
        return None
    first, target = hits[0], hits[0].statement
    if s.claim.modality is not Modality.CURRENT:
        return Verdict(outcome=Outcome.ADD, reason=Reason.NOT_CURRENT)
    verdict = _replace(s, target, Reason.CONTRADICTED, policy, t)
    if verdict.outcome is not Outcome.REPLACE:
        return verdict
    if not (_both_ways(first, t) or s.claim.change is Change.CORRECTION):
        return replace(verdict, outcome=Outcome.REVIEW, reason=Reason.ONE_DIRECTION)
    near = [c.statement.id for c in hits[1:] if first.similarity - c.similarity < t.tie]
    ties = [tie for tie in near if tie not in verdict.others]
    if ties:
        others = (*ties, *verdict.others)
        return Verdict(
            outcome=Outcome.REVIEW, reason=Reason.TOO_CLOSE, target=target.id, others=others
        )
    return verdict


def known(s: Situation, _policy: Policy, t: Thresholds) -> Verdict | None:
    """A stored memory says as much, and the claim brings nothing that it lacks."""
    if s.claim.modality is not Modality.CURRENT:
        return None
    for c in s.candidates:
        sure = _entailed(s.claim, c, t) and _holds_as_long(c.statement, s.claim)
        if sure and not c.sibling and not _may_be_lost(s.claim, c.statement):
            return Verdict(outcome=Outcome.SKIP, reason=Reason.KNOWN, target=c.statement.id)
    return None


def _entailed(claim: Statement, c: Candidate, t: Thresholds) -> bool:
    """The surer the model has to be, the more the words seem to bring something new.

    Of an event it reads the state that came of it, which says less than the event.
    """
    if min(c.entailment, c.entailed) >= t.mutual_entailment:
        return True
    if c.brings_number:
        return False
    usual = c.entailment >= t.entailment and c.similarity > t.floor and not c.brings_name
    return usual or (claim.change is not Change.EVENT and c.entailment >= t.sure_entailment)


def _may_be_lost(claim: Statement, stored: Statement) -> bool:
    """A constraint is told on every turn. It is not dropped for what is not, nor for one that
    speaks of something else, whatever a model says: "is lactose intolerant" for "eats no pork"."""
    if claim.scope is not Scope.CONSTRAINT:
        return False
    return stored.scope is not Scope.CONSTRAINT or not shares_a_word(claim.text, stored.text)


def near_miss(s: Situation, policy: Policy, t: Thresholds) -> Verdict | None:
    """Below the floor with a probable contradiction, or above it with a possible one."""
    if s.claim.modality is not Modality.CURRENT:
        return None
    for c in s.candidates:
        near = c.similarity > t.floor and c.conflict >= t.near_contradiction
        far = c.similarity >= t.slot_floor and c.conflict >= t.far_contradiction
        if (near or far) and not c.sibling:
            reason = Reason.POLICY if policy.mode is PolicyMode.REVIEW_ALL else Reason.NEAR_MISS
            return _ask(reason, c.statement)
    return None


def about_another(s: Situation, _policy: Policy, t: Thresholds) -> Verdict | None:
    """Names why a look-alike was not replaced; it is added like any other statement."""
    if any(c.sibling and c.forward.contradiction > t.contradiction for c in s.candidates):
        return Verdict(outcome=Outcome.ADD, reason=Reason.SIBLING)
    return None


RULES: tuple[Rule, ...] = (
    refused,
    implied,
    everything_stored,
    exact,
    decided_before,
    appended,
    said_within,
    keyed,
    several,
    contradicted,
    known,
    near_miss,
    about_another,
)


def _same_value(s: Situation) -> Verdict | None:
    """The key holds this value already."""
    for stored in s.same_key:
        if normalise(stored.value) == normalise(s.claim.value):
            return Verdict(outcome=Outcome.SKIP, reason=Reason.SAME_VALUE, target=stored.id)
    return None


def _replace(
    s: Situation, target: Statement, reason: Reason, policy: Policy, t: Thresholds
) -> Verdict:
    """Replace `target`, or what a guard makes of it; copies of it are named either way."""
    if s.claim.said_at < target.said_at:
        return Verdict(outcome=Outcome.ADD, reason=Reason.OLDER_EVENT, close_at=target.said_at)
    doubt = _doubt(s.claim, target, policy)
    return Verdict(
        outcome=Outcome.REVIEW if doubt else Outcome.REPLACE,
        reason=doubt or reason,
        target=target.id,
        others=_copies(s, target, t),
    )


def _doubt(claim: Statement, target: Statement, policy: Policy) -> Reason | None:
    """Why `target` must not be replaced without a person, if anything."""
    if target.source.outranks(claim.source):
        return Reason.LOWER_SOURCE
    if policy.mode is PolicyMode.REVIEW_ALL:
        return Reason.POLICY
    important = target.scope is Scope.CONSTRAINT or target.importance >= policy.high_importance
    if policy.high_stakes_review and important:
        return Reason.HIGH_STAKES
    if claim.change is Change.EVENT and policy.events is EventPolicy.REVIEW:
        return Reason.EVENT
    return None


def _copies(s: Situation, target: Statement, t: Thresholds) -> tuple[str, ...]:
    """Other contradicted memories that state what `target` states, in nearly the same words."""
    return tuple(
        c.statement.id
        for c in _contradicted(s, t)
        if c.statement.id != target.id and _closeness(s, c, target) >= t.copy
    )


def _closeness(s: Situation, c: Candidate, other: Statement) -> float:
    """Cosine of two candidates; how far one is a copy of the other."""
    return s.closeness.get(frozenset((c.statement.id, other.id)), 0.0)


def _contradicted_in_parts(s: Situation, t: Thresholds) -> list[Candidate]:
    """For each clause of the claim the candidate that it contradicts most, if it is likely, and
    what the claim as a whole surely contradicts."""
    if not s.claim.parts:
        return []
    found = {c.statement.id: c for c in _contradicted(s, t)}
    for place in range(len(s.claim.parts)):
        candidates = [c for c in s.candidates if not c.sibling and len(c.parts) > place]
        most = max(candidates, key=lambda c: c.parts[place], default=None)
        if most is not None and most.parts[place] >= t.near_contradiction:
            found.setdefault(most.statement.id, most)
    return list(found.values())


def _contradicted(s: Situation, t: Thresholds) -> list[Candidate]:
    """Candidates of which the model is sure, but for those about another thing."""
    return [
        c
        for c in _comparable(s, t)
        if not c.sibling and (c.forward.contradiction > t.contradiction or _clash_in_slot(c, t))
    ]


def _both_ways(c: Candidate, t: Thresholds) -> bool:
    """Either direction alone is sometimes sure of what is only more exact, or only related."""
    return c.backward.contradiction > t.contradiction or _clash_in_slot(c, t)


def _clash_in_slot(c: Candidate, t: Thresholds) -> bool:
    """The frame is the same and the two directions together say that its filling is another."""
    return c.same_slot and c.conflict >= t.slot_contradiction


def _holds_as_long(stored: Statement, claim: Statement) -> bool:
    """What holds for a time only does not say what holds for good."""
    return claim.ends or not stored.ends


def _ask(reason: Reason, target: Statement) -> Verdict:
    return Verdict(outcome=Outcome.REVIEW, reason=reason, target=target.id)


def _comparable(s: Situation, t: Thresholds) -> list[Candidate]:
    """Candidates above the floor; it is lower where the words say "same slot"."""
    return [c for c in s.candidates if c.similarity > (t.slot_floor if c.same_slot else t.floor)]


def _contain(new: str, stored: str) -> bool:
    """Whether one value is the other with more words ("Denver", "Denver, Colorado")."""
    a, b = set(words(new)), set(words(stored))
    return a <= b or b <= a
