"""Both paths, step by step, for whoever wants to see what the memory makes of a message.

`say` tells a message as a person, like the chatbot would: it is stored. `told` gathers afterwards
what became of it. `compare` runs the same steps under several policies and writes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils import timezone

from memory.access import memories_of
from memory.claims import check_text, claim_row
from memory.errors import UnavailableError
from memory.extraction.engine import RULES, HeardTurn, chosen_engine
from memory.extraction.llm.faults import LlmError
from memory.extraction.proposal import ProposedClaim
from memory.extraction.refuse import RefusalCode, refuse
from memory.extraction.sentences import split_sentences
from memory.gate.decide import decide
from memory.gate.in_force import profile_of
from memory.gate.policy import Policy
from memory.gate.reconcile import snapshot
from memory.gate.verdict import Reason, Verdict, evidence
from memory.hearing import HeardMessage, hear
from memory.inference.statement_labels import HEADS, Choice, Labels, Message
from memory.inference.statements import read_statements
from memory.keys import keys_of
from memory.models import ChatRequest, Claim, Decision, Memory, ReviewItem, Subject, Turn
from memory.read_path import build_context
from memory.recall.block import ContextBlock
from memory.requests.answers import sentence_of, told_actions
from memory.requests.carry_out import act_on
from memory.requests.gating import why_nothing
from memory.requests.state import keeping_of
from memory.store import StaleError
from memory.vocabulary import EventPolicy, PolicyMode
from memory.write_path import NewTurn, decide_claim, read_now, receive_turns
from review.evidence import Evidence, candidate_ids, read_evidence

POLICIES: Mapping[str, Policy] = {
    "strict": Policy(),
    "strict, events replace": Policy(events=EventPolicy.REPLACE),
    "review all": Policy(mode=PolicyMode.REVIEW_ALL),
    "off": Policy(mode=PolicyMode.OFF),
}
"""What is compared, besides the workspace's own where it is none of these."""


@dataclass(frozen=True, slots=True)
class Label:
    """One head's likeliest word for a sentence, and how likely it is (0 to 1)."""

    head: str
    word: str
    probability: float


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    """A sentence with what the statement model says of it; nothing where it cannot be used."""

    text: str
    labels: Sequence[Label]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimSteps:
    """What became of a claim. made: the memory that it was stored as, if it was and is there."""

    claim: Claim
    decision: Decision | None
    evidence: Evidence | None
    made: Memory | None
    target: Memory | None
    item: ReviewItem | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A stored message with all that followed. nothing: the reason code where it gave nothing."""

    turn: Turn
    sentences: Sequence[LabelledSentence]
    requests: Sequence[tuple[ChatRequest, str]]
    nothing: str
    claims: Sequence[ClaimSteps]
    context: ContextBlock


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyVerdict:
    """A verdict under a policy. is_own: it is the workspace's. target: the memory in question."""

    name: str
    is_own: bool
    verdict: Verdict
    target: Memory | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimUnderPolicies:
    """A claim that was not stored, with the verdict that each policy comes to."""

    claim: Claim
    evidence: Evidence
    verdicts: Sequence[PolicyVerdict]

    @property
    def agree(self) -> bool:
        """Whether all policies come to the same."""
        return len({(one.verdict.outcome, one.verdict.target) for one in self.verdicts}) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What the policies would make of a message. remark: what the caller should know, if any."""

    text: str
    sentences: Sequence[LabelledSentence]
    requests: Sequence[str]
    nothing: str
    claims: Sequence[ClaimUnderPolicies]
    context: ContextBlock
    remark: str = ""


@dataclass(slots=True)
class _Read:
    proposals: list[ProposedClaim] = field(default_factory=list)
    remark: str = ""


def say(subject: Subject, text: str) -> tuple[Turn, str]:
    """Tell a message as the person and carry it through, as `?wait=true` of the API does.

    Answers the stored turn, and a sentence where a part has to wait. Raises InvalidError, with
    nothing written, for a text that cannot be taken.
    """
    session = f"playground-{timezone.now():%Y-%m-%d}"
    receipt = receive_turns(subject, session=session, turns=[NewTurn("user", text)])
    _, message = act_on(receipt.requests)
    receipt = read_now(receipt)
    message = receipt.message or message
    still = Claim.objects.filter(id__in=[claim.id for claim in receipt.claims])
    for claim in still:  # a request in the same message may have taken some away
        try:
            decide_claim(claim.id)
        except (UnavailableError, StaleError) as error:
            message = f"Stored, and decided later: {error.message}"
    return receipt.turns[0], message


def told(subject: Subject, turn: Turn) -> Told:
    """What became of a stored message, and what the chatbot would be told now."""
    requests = told_actions(list(turn.chat_requests.all()))
    nothing = Decision.objects.filter(turn_ref=turn.id).first()
    kept = "" if turn.withheld else turn.content
    stated = turn.claims.exclude(review_items__reason=Reason.FORGET)  # a request, told above
    return Told(
        turn=turn,
        sentences=labelled(kept),
        requests=[(row, sentence_of(row)) for row in requests],
        nothing=nothing.reason if nothing else "",
        claims=_steps(subject, list(stated.order_by("span_start", "id"))),
        context=build_context(subject, query=kept, session=turn.session.external_id),
    )


def _steps(subject: Subject, claims: Sequence[Claim]) -> list[ClaimSteps]:
    refs = [claim.id for claim in claims]
    log = Decision.objects.filter(subject_ref=subject.id, claim_ref__in=refs)
    first: dict[str, Decision] = {}
    for decision in log.order_by("created_at", "id"):
        first.setdefault(decision.claim_ref, decision)
    items = {
        item.claim_id: item for item in ReviewItem.objects.filter(subject=subject, claim__in=refs)
    }
    ids = {ref for one in first.values() for ref in (one.memory_ref, one.target_ref)}
    ids |= {ref for one in first.values() for ref in candidate_ids(one.evidence)}
    memories = memories_of(subject).in_bulk(ids)
    return [_step(claim, first.get(claim.id), memories, items.get(claim.id)) for claim in claims]


def _step(
    claim: Claim,
    decision: Decision | None,
    memories: Mapping[str, Memory],
    item: ReviewItem | None,
) -> ClaimSteps:
    if decision is None:
        return ClaimSteps(
            claim=claim, decision=None, evidence=None, made=None, target=None, item=item
        )
    return ClaimSteps(
        claim=claim,
        decision=decision,
        evidence=read_evidence(decision.evidence, memories, {decision.target_ref}),
        made=memories.get(decision.memory_ref),
        target=memories.get(decision.target_ref),
        item=item,
    )


def compare(subject: Subject, text: str) -> Comparison:
    """What each policy would make of the message, as if it were said now. Nothing is stored.

    Each claim is set against the memory as it stands: one claim of the message does not see
    another. Raises InvalidError for a text that cannot be taken, UnavailableError without a model.
    """
    check_text(text, field="text")
    heard = hear([NewTurn("user", text)], keeping_of(subject, None, timezone.now())).turns[0]
    with keys_of(subject.workspace_id):
        read = _read(subject, heard)
        claims = [
            claim_row(subject, one, said_at=heard.created_at, session=None)
            for one in read.proposals
        ]
    nothing = str(heard.withheld or why_nothing(text, heard.requests)) if not claims else ""
    return Comparison(
        text=text,
        sentences=labelled(text),
        requests=[request.kind.label for request in heard.requests],
        nothing=nothing,
        claims=[_under_policies(subject, claim) for claim in claims],
        context=build_context(subject, query=text),
        remark=read.remark,
    )


def _read(subject: Subject, heard: HeardMessage) -> _Read:
    """The claims that would be read; by the rules where the LLM does not answer."""
    refusal = refuse(heard.content)
    if heard.withheld or (refusal is not None and refusal.code is RefusalCode.ORDER):
        return _Read()
    turn = HeardTurn(content=heard.statements, said_at=heard.created_at, is_users=True, is_new=True)
    try:
        return _Read(chosen_engine().read([turn], zone=subject.zone_info)[0])
    except LlmError:
        remark = "The LLM did not answer, so the built-in rules read the message."
        return _Read(RULES.read([turn], zone=subject.zone_info)[0], remark)


def _under_policies(subject: Subject, claim: Claim) -> ClaimUnderPolicies:
    """One snapshot for all: the policies differ in what they make of the same scores."""
    own = subject.workspace.gate_policy
    profile = profile_of(subject.workspace)
    found = snapshot(claim, profile.thresholds, now=timezone.now())
    verdicts = {
        name: decide(found.situation, policy, profile.under(policy).thresholds)
        for name, policy in policies_for(own).items()
    }
    proof = {**evidence(found.situation), **profile.under(own).as_evidence()}
    targets = {verdict.target for verdict in verdicts.values()} - {""}
    memories = memories_of(subject).in_bulk([*targets, *candidate_ids(proof)])
    return ClaimUnderPolicies(
        claim=claim,
        evidence=read_evidence(proof, memories, targets),
        verdicts=[
            PolicyVerdict(
                name=name,
                is_own=policies_for(own)[name] == own,
                verdict=verdict,
                target=memories.get(verdict.target),
            )
            for name, verdict in verdicts.items()
        ],
    )


def policies_for(own: Policy) -> dict[str, Policy]:
    """What is compared in a workspace with this policy."""
    known = dict(POLICIES)
    return known if own in known.values() else {"this workspace's own": own, **known}


def labelled(text: str) -> list[LabelledSentence]:
    """The sentences with the statement model's labels; without labels where it cannot be used.

    A sentence is labelled by itself, as the rules hand it to the model where none of them is sure.
    """
    sentences = [one.text + one.stop for one in split_sentences(text)]
    try:
        found = read_statements([Message(one) for one in sentences]) if sentences else []
    except UnavailableError:
        return [LabelledSentence(one, []) for one in sentences]
    return [
        LabelledSentence(one, _labels(labels)) for one, labels in zip(sentences, found, strict=True)
    ]


def _labels(labels: Labels) -> list[Label]:
    choices: dict[str, Choice[Any]] = {head: getattr(labels, head) for head in HEADS}
    return [Label(head, one.word.value, one.probability) for head, one in choices.items()]
