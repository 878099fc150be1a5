"""What is asked for a subject as a whole: its context, links, reads and erasure."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from memory import access, read_path
from memory.api import inputs, outputs
from memory.api.base import ApiView
from memory.api.context_outputs import ContextOutput
from memory.api.idempotency import idempotent
from memory.api.listings import PageQuery, page
from memory.api.openapi import documented
from memory.api.parsing import external_id
from memory.errors import NotFoundError
from memory.forget.erase import erase_session, erase_subject
from memory.forget.tombstones import lift
from memory.links import make_link, revoke_links
from memory.models import AccessRecord, ApiKey
from memory.recall.handing_out import count_access, hand_out

Scope = ApiKey.Scope


class ContextView(ApiView):
    required_scopes = {"POST": Scope.READ}

    @documented(
        "What the chatbot should know for its next turn",
        operation="context_build",
        path="subject_id",
        request=inputs.ContextInput,
        answers={200: ContextOutput},
    )
    def post(self, request: Request, subject_id: str) -> Response:
        wanted = self.body(inputs.ContextInput)
        wanted["budget"] = wanted.pop("budget_tokens")
        subject = self.subject(subject_id)
        block = read_path.build_context(subject, **wanted)
        hand_out(subject, block)
        counted = partial(count_access, subject, block)
        act = AccessRecord.Act.CONTEXT
        return self.told(block.as_dict(), subject, act, block.memory_ids, then=counted)


class LinksView(ApiView):
    required_scopes = {"POST": Scope.WRITE, "DELETE": Scope.WRITE}

    @documented(
        "End every link, token and visit to the subject's own page that there is",
        operation="links_revoke",
        path="subject_id",
        answers={204: None},
    )
    def delete(self, request: Request, subject_id: str) -> Response:
        """What was handed out before opens nothing any more; a new link does."""
        revoke_links(self.subject(subject_id))
        return Response(status=204)

    @documented(
        "A link to the subject's own page, for the person",
        operation="links_create",
        path="subject_id",
        request=inputs.LinkInput,
        answers={201: outputs.LinkOutput},
    )
    def post(self, request: Request, subject_id: str) -> Response:
        lifetime = timedelta(seconds=self.body(inputs.LinkInput)["expires_in_seconds"])
        url = make_link(self.subject(subject_id), lifetime=lifetime)
        link = {"url": url, "expires_at": timezone.now() + lifetime}
        return Response(outputs.LinkOutput(link).data, status=201)


class ReadsView(ApiView):
    required_scopes = {"GET": Scope.READ}

    @documented(
        "Who was told what about the subject, the newest first",
        operation="reads_list",
        path="subject_id",
        query=PageQuery,
        answers={200: outputs.AccessPageOutput},
    )
    def get(self, request: Request, subject_id: str) -> Response:
        """Keys, operators and the person, with the ids of the memories; the log holds no text."""
        query = self.query(PageQuery)
        rows = access.reads_of(self.subject(subject_id))
        return Response(page(rows, outputs.AccessOutput, request, query))


class SubjectView(ApiView):
    required_scopes = {"DELETE": Scope.ERASE}

    @documented(
        "Erase everything about the subject, for good",
        operation="subjects_erase",
        path="subject_id",
        answers={200: outputs.ReceiptOutput},
    )
    @idempotent
    def delete(self, request: Request, subject_id: str) -> Response:
        receipt = erase_subject(self.subject_to_erase(subject_id), self.actor)
        return Response(outputs.ReceiptOutput(receipt).data)


class SessionView(ApiView):
    required_scopes = {"DELETE": Scope.ERASE}

    @documented(
        "Erase a conversation and what was learned in it, for good",
        operation="sessions_erase",
        path="subject_id session_id",
        answers={200: outputs.ReceiptOutput},
    )
    @idempotent
    def delete(self, request: Request, subject_id: str, session_id: str) -> Response:
        subject = self.subject_to_erase(subject_id)
        session = access.session_of(subject, external_id(session_id, field="session_id"))
        if session is None:
            raise NotFoundError("There is no such session in this workspace.")
        return Response(outputs.ReceiptOutput(erase_session(session, self.actor)).data)


class LiftView(ApiView):
    required_scopes = {"POST": Scope.ERASE}

    @documented(
        "Let erased statements be learned again; nothing comes back",
        operation="tombstones_lift",
        path="subject_id",
        request=inputs.LiftInput,
        answers={200: outputs.LiftedOutput},
    )
    @idempotent
    def post(self, request: Request, subject_id: str) -> Response:
        statement = self.body(inputs.LiftInput)["statement"]
        lifted = lift(self.subject(subject_id), self.actor, statement=statement)
        return Response(outputs.LiftedOutput({"lifted": lifted}).data)
