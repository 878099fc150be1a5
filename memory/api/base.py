"""What every view of the API shares: the key's workspace, and rows of that workspace only."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, cast

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request
from rest_framework.serializers import BaseSerializer
from rest_framework.views import APIView

from memory import access, walls
from memory.api.afterwards import AnswerThen
from memory.api.authentication import key_of
from memory.api.errors import TooLargeError
from memory.api.openapi import KeyedSchema
from memory.api.parsing import ObjectParser, checked, external_id, public_id
from memory.api.throttling import KeyThrottle, SubjectThrottle
from memory.audit.reads import note_read
from memory.models import (
    AccessRecord,
    ApiKey,
    Claim,
    Decision,
    FollowUp,
    IdempotencyRecord,
    Memory,
    Subject,
    Turn,
    Workspace,
)
from memory.store import Actor


class ApiView(APIView):
    """One operation or a few on one address.

    required_scopes: the API key's scope that each method asks for.
    record: the running idempotency record, where the request carries a key.
    """

    required_scopes: ClassVar[Mapping[str, str]] = {}
    parser_classes = [ObjectParser]
    throttle_classes = [KeyThrottle, SubjectThrottle]
    metadata_class = None
    schema = KeyedSchema()
    record: IdempotencyRecord | None = None
    _is_behind = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """As everywhere; whatever happens, the connection is the owner's again afterwards."""
        try:
            return super().dispatch(request, *args, **kwargs)
        finally:
            if self._is_behind:
                walls.step_out()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Key, scope and rate, as everywhere; then the wall, and the size, before anything is
        read."""
        super().initial(request, *args, **kwargs)
        self._is_behind = True
        walls.step_behind(self.workspace.id)
        limit = self.largest
        if limit and int(request.META.get("CONTENT_LENGTH") or 0) > limit:
            raise TooLargeError

    @property
    def largest(self) -> int:
        """Bytes of a body; 0 for no limit."""
        return settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0

    @property
    def workspace(self) -> Workspace:
        return self.key.workspace

    @property
    def key(self) -> ApiKey:
        return key_of(self.request)

    @property
    def actor(self) -> Actor:
        """Who makes the changes of this request."""
        return Actor(Decision.Actor.API_KEY, self.key.id)

    @property
    def json(self) -> dict[str, Any]:
        """The request's JSON as it came; always an object, see ObjectParser."""
        return cast(dict[str, Any], self.request.data)

    def body(self, shape: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """The request's JSON in that shape. Raises ValidationError."""
        return checked(shape, self.json)

    def query(self, shape: type[BaseSerializer[Any]]) -> dict[str, Any]:
        """The request's query parameters in that shape. Raises ValidationError."""
        return checked(shape, self.request.query_params.dict())

    def told(
        self,
        data: Mapping[str, object],
        subject: Subject,
        act: AccessRecord.Act,
        memory_ids: Sequence[str] = (),
        *,
        then: Callable[[], None] | None = None,
    ) -> AnswerThen:
        """Answer with what is stored about the subject, and log that this key was told it.

        then: what else is noted once the answer is sent, before the log is written.
        """

        def noted() -> None:
            if then is not None:
                then()
            note_read(subject, self.actor, act, memory_ids)

        return AnswerThen(data, afterwards=noted)

    def streamed(self, parts: Iterator[str], *, content_type: str, name: str) -> HttpResponseBase:
        """Answer with a file that is made while it is sent, each part of it behind the wall."""
        return StreamingHttpResponse(
            _behind(parts, self.workspace.id),
            content_type=content_type,
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    # Rows, by the ids of the address. Each raises NotFoundError.

    def subject(self, subject_id: str) -> Subject:
        name = external_id(subject_id, field="subject_id")
        return self._note(access.subject_of(self.workspace, name))

    def subject_or_new(self, subject_id: str) -> Subject:
        """For the first message about somebody; call it when the body is known to be good."""
        name = external_id(subject_id, field="subject_id")
        return self._note(access.ensure_subject(self.workspace, name))

    def memory(self, memory_id: str, *, deleted: bool = False) -> Memory:
        memory = access.memory_of(self.workspace, public_id(memory_id), deleted=deleted)
        self._note(memory.subject)
        return memory

    def claim(self, claim_id: str) -> Claim:
        return access.claim_of(self.workspace, public_id(claim_id))

    def turn(self, turn_id: str) -> Turn:
        return access.turn_of(self.workspace, public_id(turn_id))

    def follow_up(self, follow_up_id: str) -> FollowUp:
        follow_up = access.follow_up_of(self.workspace, public_id(follow_up_id))
        self._note(follow_up.subject)
        return follow_up

    # The same for what is about to be erased: the kept answer is a receipt without content,
    # and outlives its subject.

    def subject_to_erase(self, subject_id: str) -> Subject:
        name = external_id(subject_id, field="subject_id")
        return access.subject_of(self.workspace, name)

    def memory_to_erase(self, memory_id: str) -> Memory:
        return access.memory_of(self.workspace, public_id(memory_id), deleted=True)

    @contextmanager
    def unnoted(self, subject: Subject) -> Iterator[None]:
        """While this request itself may erase something of the subject: its record is then no
        older answer that has to go with what was erased."""
        if self.record is not None:
            IdempotencyRecord.objects.filter(pk=self.record.pk).update(subject_ref="")
        try:
            yield
        finally:
            self._note(subject)

    def _note(self, subject: Subject) -> Subject:
        """Note whose texts the kept answer may hold, so that erasing them removes it."""
        if self.record is not None:
            IdempotencyRecord.objects.filter(pk=self.record.pk).update(subject_ref=subject.id)
        return subject


def _behind(parts: Iterator[str], workspace_id: str) -> Iterator[str]:
    """The parts, each made behind the wall; between two of them the connection is the owner's."""
    while True:
        with walls.behind(workspace_id):
            part = next(parts, None)
        if part is None:
            return
        yield part
