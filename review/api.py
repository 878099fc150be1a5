"""Review items over the API: the same questions, answers and refusals as in the pages."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from memory.access import review_item_of
from memory.api.base import ApiView
from memory.api.idempotency import idempotent
from memory.api.outputs import ErrorOutput
from memory.api.parsing import public_id
from memory.models import ReviewItem
from review.actions import Answer, resolve
from review.api_shapes import (
    AnswerInput,
    ResolutionOutput,
    ReviewItemOutput,
    ReviewItemPageOutput,
    ReviewItemQuery,
)
from review.listings.items import queue
from review.policies import Action, Decider, api_key

REVIEW = {"GET": "review", "POST": "review"}


class ReviewView(ApiView):
    """What the views of review items share."""

    required_scopes = REVIEW

    @property
    def decider(self) -> Decider:
        return api_key(self.key)

    def item(self, item_id: str) -> ReviewItem:
        found = review_item_of(self.workspace, public_id(item_id))
        self._note(found.subject)
        return found

    def show(self, items: ReviewItem | QuerySet[ReviewItem], *, many: bool = False) -> Any:
        context = {"decider": self.decider, "now": timezone.now()}
        return ReviewItemOutput(items, many=many, context=context).data


class ReviewItems(ReviewView):
    @extend_schema(
        operation_id="review_items_list",
        summary="List what waits for a person",
        parameters=[ReviewItemQuery],
        responses={200: ReviewItemPageOutput, 400: ErrorOutput},
        tags=["review"],
    )
    def get(self, request: Request) -> Response:
        """Open items unless `state` says otherwise, the most urgent first."""
        query = self.query(ReviewItemQuery)
        rows = queue(self.workspace, query).prefetch_related(*_SHOWN_OF_EACH)
        total, end = rows.count(), query["offset"] + query["limit"]
        following = replace_query_param(request.build_absolute_uri(), "offset", str(end))
        return Response(
            {
                "total": total,
                "next": following if end < total else None,
                "results": self.show(rows[query["offset"] : end], many=True),
            }
        )


class OneReviewItem(ReviewView):
    @extend_schema(
        operation_id="review_items_retrieve",
        summary="Read one review item",
        responses={200: ReviewItemOutput, 404: ErrorOutput},
        tags=["review"],
    )
    def get(self, request: Request, item_id: str) -> Response:
        """Both statements, the scores, and what may be answered now."""
        return Response(self.show(self.item(item_id)))


class ResolveReviewItem(ReviewView):
    @extend_schema(
        operation_id="review_items_resolve",
        summary="Answer a review item",
        request=AnswerInput,
        responses={200: ResolutionOutput, 400: ErrorOutput, 404: ErrorOutput, 409: ErrorOutput},
        tags=["review"],
    )
    @idempotent
    def post(self, request: Request, item_id: str) -> Response:
        """409 with the reason where it was answered before, or the memory changed meanwhile."""
        given = self.body(AnswerInput)
        answer = Answer(action=Action(given.pop("action")), **given)
        return Response(ResolutionOutput(resolve(self.item(item_id), answer, self.decider)).data)


_SHOWN_OF_EACH = (
    "resolutions",
    "memory__subject",
    "memory__source_session",
    "memory__superseded_by",
    "others__subject",
    "others__source_session",
    "others__superseded_by",
)
