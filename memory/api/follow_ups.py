"""Questions worth asking later: listed, kept, and what became of them."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memory import access
from memory.api import inputs, outputs
from memory.api.base import ApiView
from memory.api.idempotency import idempotent
from memory.api.listings import FollowUpQuery, page
from memory.api.openapi import documented
from memory.api.parsing import public_id
from memory.errors import InvalidError
from memory.models import AccessRecord, ApiKey, FollowUp, Memory, Subject

Scope = ApiKey.Scope


class FollowUpsView(ApiView):
    required_scopes = {"GET": Scope.READ, "POST": Scope.WRITE}

    @documented(
        "Questions worth asking later, the soonest first",
        operation="follow-ups_list",
        path="subject_id",
        query=FollowUpQuery,
        answers={200: outputs.FollowUpPageOutput},
    )
    def get(self, request: Request, subject_id: str) -> Response:
        """What was about a memory that was deleted or replaced since is gone with it."""
        query = self.query(FollowUpQuery)
        subject = self.subject(subject_id)
        same = {"status": query["status"]} if "status" in query else {}
        rows = FollowUp.objects.standing().filter(subject=subject, **same)
        found = page(rows.select_related("subject"), outputs.FollowUpOutput, request, query)
        about = [each["memory_id"] for each in found["results"] if each["memory_id"]]
        return self.told(found, subject, AccessRecord.Act.LIST, about)

    @documented(
        "Keep a question that is worth asking later",
        operation="follow-ups_create",
        path="subject_id",
        request=inputs.NewFollowUpInput,
        answers={201: outputs.FollowUpOutput},
    )
    @idempotent
    def post(self, request: Request, subject_id: str) -> Response:
        """The context tells it from its due date on. With a memory, it goes when that is erased."""
        given = self.body(inputs.NewFollowUpInput)
        subject = self.subject(subject_id)
        memory_id = given.pop("memory_id", None)
        memory = subject_memory(subject, memory_id) if memory_id else None
        follow_up = FollowUp.objects.create(subject=subject, memory=memory, **given)
        return Response(outputs.FollowUpOutput(follow_up).data, status=201)


def subject_memory(subject: Subject, memory_id: str) -> Memory:
    """A memory that a request's body names. Raises InvalidError, since the address is good."""
    memory = access.memories_of(subject).filter(id=public_id(memory_id)).first()
    if memory is None:
        raise InvalidError("This subject has no such memory.", field="memory_id")
    return memory


class FollowUpView(ApiView):
    required_scopes = {"PATCH": Scope.WRITE}

    @documented(
        "Say that a question was asked, is done or is not wanted",
        operation="follow-ups_update",
        path="follow_up_id",
        request=inputs.FollowUpInput,
        answers={200: outputs.FollowUpOutput},
    )
    @idempotent
    def patch(self, request: Request, follow_up_id: str) -> Response:
        status = self.body(inputs.FollowUpInput)["status"]
        follow_up = self.follow_up(follow_up_id)
        follow_up.set_status(status, day=follow_up.subject.today)
        return Response(outputs.FollowUpOutput(follow_up).data)
