"""Turns and claims in, verdicts out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework.request import Request
from rest_framework.response import Response

from memory import write_path
from memory.api import inputs, outputs
from memory.api.actions import context_of
from memory.api.base import ApiView
from memory.api.idempotency import idempotent
from memory.api.openapi import documented
from memory.api.verdicts import verdicts_of
from memory.audit.reads import note_read
from memory.errors import UnavailableError
from memory.gate.verdict import Reason
from memory.models import AccessRecord, ApiKey, Claim
from memory.requests.answers import told_actions
from memory.requests.carry_out import act_on
from memory.store import StaleError
from memory.write_path import Receipt

Act = AccessRecord.Act
TURNS = PolymorphicProxySerializer(
    component_name="TurnsOrOneInput",
    serializers=[inputs.TurnsInput, inputs.OneTurnInput],
    resource_type_field_name=None,
)
CLAIMS = PolymorphicProxySerializer(
    component_name="ClaimsOrOneInput",
    serializers=[inputs.ClaimsInput, inputs.OneClaimInput],
    resource_type_field_name=None,
)
ACCEPTED = {200: outputs.AcceptedOutput, 202: outputs.AcceptedOutput}


class TurnsView(ApiView):
    required_scopes = {"POST": ApiKey.Scope.WRITE}

    @documented(
        "Tell of one message or several; claims in them go through the gate",
        operation="turns_create",
        path="subject_id",
        request=TURNS,
        query=inputs.WaitQuery,
        answers=ACCEPTED,
        refusals=[400],
    )
    @idempotent
    def post(self, request: Request, subject_id: str) -> Response:
        wait = self.query(inputs.WaitQuery)["wait"]
        session, turns = inputs.read_turns(self.json)
        subject = self.subject_or_new(subject_id)
        may_erase = ApiKey.Scope.ERASE in self.key.scopes
        receipt = write_path.receive_turns(
            subject, session=session, turns=turns, may_erase=may_erase
        )
        if receipt.requests:
            with self.unnoted(subject):
                receipt = acted_on(receipt)
        if wait:
            receipt = write_path.read_now(receipt)
        answer = accepted(receipt, self.key, wait=wait)
        if told := _memory_ids(answer.data):
            note_read(subject, self.actor, Act.RECALL, told)
        return answer


class TurnView(ApiView):
    required_scopes = {"GET": ApiKey.Scope.READ}

    @documented(
        "What became of a turn: its claims, what was asked in it, or why nothing is stored",
        operation="turns_retrieve",
        path="turn_id",
        answers={200: outputs.TurnOutcomeOutput},
        refusals=[404],
    )
    def get(self, request: Request, turn_id: str) -> Response:
        turn = self.turn(turn_id)
        claims = list(turn.claims.exclude(review_items__reason=Reason.FORGET))
        actions = told_actions(list(turn.chat_requests.all()))
        shape = outputs.TurnOutcomeOutput(
            {"turn": turn, "claims": claims, "actions": actions},
            context={
                "verdicts": verdicts_of(claims),
                **context_of([turn], actions, self.key),
            },
        )
        return self.told(shape.data, turn.session.subject, Act.READ, _memory_ids(shape.data))


class ClaimsView(ApiView):
    required_scopes = {"POST": ApiKey.Scope.WRITE}

    @documented(
        "Propose statements for memory; they go through the gate",
        operation="claims_create",
        path="subject_id",
        request=CLAIMS,
        query=inputs.WaitQuery,
        answers=ACCEPTED,
        refusals=[400],
    )
    @idempotent
    def post(self, request: Request, subject_id: str) -> Response:
        wait = self.query(inputs.WaitQuery)["wait"]
        session, claims = inputs.read_claims(self.json)
        subject = self.subject_or_new(subject_id)
        written = write_path.receive_claims(subject, claims, session=session)
        return accepted(Receipt(turns=[], claims=written), self.key, wait=wait)


class ClaimView(ApiView):
    required_scopes = {"GET": ApiKey.Scope.READ}

    @documented(
        "What became of a claim",
        operation="claims_retrieve",
        path="claim_id",
        answers={200: outputs.ClaimOutput},
        refusals=[404],
    )
    def get(self, request: Request, claim_id: str) -> Response:
        claim = self.claim(claim_id)
        shown = outputs.ClaimOutput(claim, context={"verdicts": verdicts_of([claim])}).data
        return self.told(shown, claim.subject, Act.READ)


def _memory_ids(shown: dict[str, Any]) -> list[str]:
    """The memories that the actions in an answer tell of."""
    told = [action["memories"] or [] for action in shown["actions"]]
    return [memory["id"] for memories in told for memory in memories]


def acted_on(receipt: Receipt) -> Receipt:
    """The receipt once what was asked of the memory is done; some claims may be gone with it."""
    requests, message = act_on(receipt.requests)
    claims = Claim.objects.filter(id__in=[claim.id for claim in receipt.claims])
    rows = claims.select_related("subject").order_by("said_at", "created_at", "id")
    return replace(receipt, requests=requests, claims=list(rows), message=message)


def accepted(receipt: Receipt, key: ApiKey, *, wait: bool) -> Response:
    """202 with what was written; 200 with verdicts where the caller waits and all were reached.

    A model that is away is no refusal: everything is stored, and sent again it would be doubled.
    """
    claims, message = receipt.claims, receipt.message
    if wait:
        claims, undecided = _decide(claims)
        message = undecided or message
    actions = told_actions(receipt.requests)
    shape = outputs.AcceptedOutput(
        {"turns": receipt.turns, "claims": claims, "actions": actions, "message": message},
        context={
            "verdicts": verdicts_of(claims) if wait else {},
            **context_of(receipt.turns, actions, key),
        },
    )
    return Response(shape.data, status=200 if wait and not message else 202)


def _decide(claims: Sequence[Claim]) -> tuple[list[Claim], str]:
    """The claims as decided now, and a sentence where some have to wait for a worker."""
    decided, message = list(claims), ""
    for place, claim in enumerate(claims):
        try:
            decided[place] = write_path.decide_claim(claim.id)
        except (UnavailableError, StaleError) as error:
            message = f"Stored, and decided later: {error.message}"
    return decided, message
