"""Mounted by memory.api.urls below `api/v1/`."""

from __future__ import annotations

from django.urls import path

from review.api import OneReviewItem, ResolveReviewItem, ReviewItems
from review.api_export import ExportView

urlpatterns = [
    path("subjects/<subject:subject_id>/export", ExportView.as_view(), name="export"),
    path("review-items", ReviewItems.as_view(), name="review-items"),
    path("review-items/<str:item_id>", OneReviewItem.as_view(), name="review-item"),
    path("review-items/<str:item_id>/resolve", ResolveReviewItem.as_view(), name="review-resolve"),
]
