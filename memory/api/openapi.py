"""How the views describe themselves: one decorator, the bearer key, and the one error shape."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from memory.api.idempotency import HEADER, is_idempotent
from memory.api.outputs import ErrorOutput

if TYPE_CHECKING:  # the views import this module while they load
    from memory.api.base import ApiView

# One choice set, one name in the schema, however many fields hold it. The generator reads this
# from its settings; the names belong to the shapes, so they are kept here.
spectacular_settings.ENUM_NAME_OVERRIDES = {  # type: ignore[attr-defined]
    "Actor": "memory.models.decision.DecisionActor",
    "Answer": "review.models.Resolution.Action",
    "ClaimState": "memory.models.Claim.State",
    "DecisionAction": "memory.models.Decision.Action",
    "ActionKind": "memory.requests.kinds.Kind",
    "ActionOutcome": "memory.requests.kinds.Outcome",
    "ActionState": "memory.models.ChatRequest.State",
    "ImportState": "memory.models.Import.State",
    "MemoryState": "memory.api.states.MemoryState",
    "ReviewItemState": "memory.models.ReviewItem.State",
    "StatementScope": "memory.vocabulary.Scope",
}

Handler = TypeVar("Handler", bound=Callable[..., Any])

REFUSALS = {
    400: "Something that was sent cannot be taken; `field` names it.",
    401: "The API key is missing, unknown, expired or revoked.",
    403: "The API key lacks the scope.",
    404: "There is no such row in this workspace.",
    409: "It does not fit the present state, or the Idempotency-Key is in use.",
    429: "Too many requests; the header Retry-After says how long to wait.",
    503: "A database or model does not answer; try again.",
}
ALWAYS = (401, 403, 429, 503)
IDEMPOTENT = (400, 409)
"""What a write that takes an Idempotency-Key may be refused with, beside what it does."""
IDS = {
    "subject_id": "The chatbot's own id of the subject, URL-encoded; up to 200 characters.",
    "session_id": "The chatbot's own id of the session, URL-encoded.",
    "memory_id": "mem_…",
    "claim_id": "clm_…",
    "turn_id": "trn_…",
    "follow_up_id": "fup_…",
    "item_id": "rev_…",
    "import_id": "imp_…",
    "key_name": "The name of a key, such as boat_name.",
}
IDEMPOTENCY_KEY = OpenApiParameter(
    HEADER,
    str,
    OpenApiParameter.HEADER,
    description="The same key with the same request is done once; its answer is replayed.",
)


def documented(
    summary: str,
    *,
    operation: str,
    path: str = "",
    answers: dict[int, Any],
    request: Any = None,
    query: Any = None,
    refusals: Sequence[int] = (400, 404),
) -> Callable[[Handler], Handler]:
    """Describe one operation; stands above `@idempotent`, which it finds by itself.

    operation: its id in the schema. path: the names of the ids in its address, if it has any.
    query: the shape of its query parameters. refusals: statuses of refusals beyond those that
    all share.
    """

    def describe(handler: Handler) -> Handler:
        takes_key = is_idempotent(handler)
        statuses = {*refusals, *ALWAYS, *(IDEMPOTENT if takes_key else ())}
        errors = {
            status: OpenApiResponse(ErrorOutput, REFUSALS[status]) for status in sorted(statuses)
        }
        described: Handler = extend_schema(
            operation_id=operation,
            summary=summary,
            parameters=_parameters(path, query, takes_key=takes_key),
            request=request,
            responses={**answers, **errors},
            tags=[operation.partition("_")[0]],
        )(handler)
        return described

    return describe


def _parameters(path: str, query: Any, *, takes_key: bool) -> list[Any]:
    in_path = [
        OpenApiParameter(name, str, OpenApiParameter.PATH, description=IDS[name])
        for name in path.split()
    ]
    return [*([query] if query else []), *in_path, *([IDEMPOTENCY_KEY] if takes_key else [])]


class KeyedSchema(AutoSchema):
    """Says of every operation which scope its key needs."""

    def get_description(self) -> str:  # type: ignore[override]  # as in its own base class
        handler = getattr(self.view, self.method.lower())
        scope = cast("ApiView", self.view).required_scopes[self.method]
        return f"{inspect.getdoc(handler) or ''}\n\nNeeds a key with the scope `{scope}`.".strip()


class ApiKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The key in the header `Authorization: Bearer plm_…`."""

    target_class = "memory.api.authentication.ApiKeyAuthentication"
    name = "ApiKey"

    def get_security_definition(self, auto_schema: AutoSchema) -> dict[str, Any]:
        return {"type": "http", "scheme": "bearer", "bearerFormat": "plm_…"}


class ClosedInput(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Inputs refuse fields that they do not know; the schema says so."""

    target_class = "memory.api.inputs.Input"
    match_subclasses = True

    def map_serializer(self, auto_schema: AutoSchema, direction: Any) -> dict[str, Any]:
        schema: dict[str, Any] = auto_schema._map_serializer(  # type: ignore[no-untyped-call]
            self.target, direction, bypass_extensions=True
        )
        return {**schema, "additionalProperties": False}
