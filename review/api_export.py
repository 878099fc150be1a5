"""The person's own download over the API: with the answers, which are this package's rows."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.base import ApiView
from memory.api.openapi import documented
from memory.models import AccessRecord, ApiKey
from review.export import EverythingOutput, everything


class ExportView(ApiView):
    required_scopes = {"GET": ApiKey.Scope.READ}

    @documented(
        "Everything that is stored about the subject",
        operation="subjects_export",
        path="subject_id",
        answers={200: EverythingOutput},
        refusals=[400, 404],
    )
    def get(self, request: Request, subject_id: str) -> Response:
        """The same file that the person can download on their own page."""
        subject = self.subject(subject_id)
        return self.told(everything(subject), subject, AccessRecord.Act.EXPORT)
