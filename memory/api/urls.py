"""The addresses below /api/: version 1, its schema, and a refusal for all others."""

from __future__ import annotations

from django.urls import include, path, re_path, register_converter
from django.urls.converters import StringConverter
from drf_spectacular.views import SpectacularAPIView

from memory.api import conversation, follow_ups, imports, memories, own_keys, subjects, whole
from memory.api.docs import DocsView, UnknownView


class SubjectIdConverter(StringConverter):
    """Any text without a slash, also none: the view refuses that with a sentence."""

    regex = "[^/]*"


register_converter(SubjectIdConverter, "subject")

SUBJECT = "subjects/<subject:subject_id>"
MEMORY = "memories/<str:memory_id>"

version_1 = [
    path(SUBJECT, subjects.SubjectView.as_view(), name="subject"),
    path(f"{SUBJECT}/turns", conversation.TurnsView.as_view(), name="turns"),
    path(f"{SUBJECT}/claims", conversation.ClaimsView.as_view(), name="claims"),
    path(f"{SUBJECT}/memories", memories.MemoriesView.as_view(), name="memories"),
    path(f"{SUBJECT}/context", subjects.ContextView.as_view(), name="context"),
    path(f"{SUBJECT}/reads", subjects.ReadsView.as_view(), name="reads"),
    path(f"{SUBJECT}/sessions/<str:session_id>", subjects.SessionView.as_view(), name="session"),
    path(f"{SUBJECT}/tombstones/lift", subjects.LiftView.as_view(), name="lift"),
    path(f"{SUBJECT}/links", subjects.LinksView.as_view(), name="links"),
    path(f"{SUBJECT}/follow-ups", follow_ups.FollowUpsView.as_view(), name="follow-ups"),
    path(f"{SUBJECT}/imports", imports.ImportsView.as_view(), name="imports"),
    path(MEMORY, memories.MemoryView.as_view(), name="memory"),
    path(f"{MEMORY}/history", memories.HistoryView.as_view(), name="history"),
    path(f"{MEMORY}/undo", memories.UndoView.as_view(), name="undo"),
    path("turns/<str:turn_id>", conversation.TurnView.as_view(), name="turn"),
    path("claims/<str:claim_id>", conversation.ClaimView.as_view(), name="claim"),
    path("follow-ups/<str:follow_up_id>", follow_ups.FollowUpView.as_view(), name="follow-up"),
    path("export", whole.WholeExportView.as_view(), name="export-workspace"),
    path("imports", whole.ManyImportsView.as_view(), name="workspace-imports"),
    path("imports/<str:import_id>", imports.ImportView.as_view(), name="import"),
    path("imports/<str:import_id>/result", imports.ResultView.as_view(), name="import-result"),
    path("keys", own_keys.KeysView.as_view(), name="keys"),
    path("keys/<str:key_name>", own_keys.KeyView.as_view(), name="key"),
]

app_name = "api"
urlpatterns = [
    path("v1/", include(version_1)),
    path("v1/", include("review.api_urls")),
    path("schema/", SpectacularAPIView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(url_name="api:schema"), name="docs"),
    re_path("", UnknownView.as_view(), name="unknown"),
]
