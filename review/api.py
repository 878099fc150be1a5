"""Review items over the API: the same questions, answers and refusals as in the pages."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from memory.access import review_item_of
from memory.api.afterwards import AnswerThen
from memory.api.base import ApiView
from memory.api.idempotency import idempotent
from memory.api.listings import page
from memory.api.openapi import documented
from memory.api.parsing import public_id
from memory.models import AccessRecord, ApiKey, ReviewItem
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
from review.reads import note_questions

REVIEW = {"GET": ApiKey.Scope.REVIEW, "POST": ApiKey.Scope.REVIEW}


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

    def seen_now(self) -> dict[str, Any]:
        """Who asks and when: what an item's possible answers depend on."""
        return {"decider": self.decider, "now": timezone.now()}


class ReviewItems(ReviewView):
    @documented(
        "List what waits for a person",
        operation="review_items_list",
        query=ReviewItemQuery,
        answers={200: ReviewItemPageOutput},
        refusals=[400],
    )
    def get(self, request: Request) -> Response:
        """Open items unless `state` says otherwise, the most urgent first."""
        query = self.query(ReviewItemQuery)
        rows = queue(self.workspace, query).prefetch_related(*_SHOWN_OF_EACH)
        found = page(rows, ReviewItemOutput, request, query, self.seen_now())
        shown = [item["id"] for item in found["results"]]
        noted = partial(note_questions, self.workspace, self.actor, shown)
        return AnswerThen(found, afterwards=noted)


class OneReviewItem(ReviewView):
    @documented(
        "Read one review item",
        operation="review_items_retrieve",
        path="item_id",
        answers={200: ReviewItemOutput},
        refusals=[404],
    )
    def get(self, request: Request, item_id: str) -> Response:
        """Both statements, the scores, and what may be answered now."""
        item = self.item(item_id)
        shown = ReviewItemOutput(item, context=self.seen_now()).data
        refs = [item.memory_id or "", *item.others.values_list("id", flat=True)]
        return self.told(shown, item.subject, AccessRecord.Act.REVIEW, [ref for ref in refs if ref])


class ResolveReviewItem(ReviewView):
    @documented(
        "Answer a review item",
        operation="review_items_resolve",
        path="item_id",
        request=AnswerInput,
        answers={200: ResolutionOutput},
    )
    @idempotent
    def post(self, request: Request, item_id: str) -> Response:
        """409 with the reason where it was answered before, or the memory changed meanwhile."""
        given = self.body(AnswerInput)
        answer = Answer(action=Action(given.pop("action")), **given)
        return Response(ResolutionOutput(resolve(self.item(item_id), answer, self.decider)).data)


_SHOWN_OF_EACH = (
    "resolutions",
    "claim__shown_by",
    "memory__subject",
    "memory__source_session",
    "memory__superseded_by",
    "others__subject",
    "others__source_session",
    "others__superseded_by",
)
