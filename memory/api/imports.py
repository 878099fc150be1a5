"""Many statements about one subject at once: a file in, its progress and its result out."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from typing import IO, Any, cast

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from memory import access
from memory.api.base import ApiView
from memory.api.errors import TooLargeError
from memory.api.inputs import Input
from memory.api.listings import PageQuery, page
from memory.api.openapi import documented
from memory.api.outputs import Output, PageOutput
from memory.api.parsing import public_id
from memory.imports.intake import Order, check_file, receive_import
from memory.imports.report import json_lines, report_of
from memory.imports.tasks import nudge_import
from memory.models import ApiKey, Import, ImportOutcome

MAX_BYTES = 64 * 1024 * 1024
"""Of a file sent over the API; `manage.py import_memories` has no such limit."""

_CHUNK = 1 << 20
FILES = {
    "application/x-ndjson": OpenApiTypes.STR,
    "application/json": OpenApiTypes.ANY,
    "text/csv": OpenApiTypes.STR,
}


class FileParser(BaseParser):
    """The body as a file on disk that has no name and goes with the request."""

    media_type = "*/*"

    def parse(  # type: ignore[override]  # the body is no mapping
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> IO[bytes]:
        """Raises TooLargeError."""
        copy = cast(IO[bytes], tempfile.TemporaryFile())  # noqa: SIM115 (closed with the request)
        while chunk := stream.read(_CHUNK):
            if copy.tell() + len(chunk) > MAX_BYTES:
                raise TooLargeError
            copy.write(chunk)
        return copy


class ImportQuery(Input):
    triage = serializers.BooleanField(
        default=False, help_text="Queue every conflict, whatever the workspace's policy."
    )


class ReasonCountOutput(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(ImportOutcome.choices)
    reason = serializers.CharField(help_text="For programs.")
    sentence = serializers.CharField(help_text="The reason in words.")
    count = serializers.IntegerField()


class LineFaultOutput(serializers.Serializer[Any]):
    line = serializers.IntegerField(help_text="The line of the file it begins on, from 1.")
    message = serializers.CharField(help_text="What is wrong, and what to do.")


class ImportOutput(serializers.Serializer[Any]):
    """An import as it stands; `state` is `done` once every line has an outcome."""

    id = serializers.CharField()
    state = serializers.ChoiceField(Import.State.choices)
    triage = serializers.BooleanField()
    total = serializers.IntegerField(help_text="Statements in the file.")
    read = serializers.IntegerField(help_text="Those that are taken in.")
    waiting = serializers.IntegerField(help_text="Those that are taken in and not decided yet.")
    outcomes = serializers.DictField(
        child=serializers.IntegerField(),
        help_text="How many lines were added, replaced, skipped, queued, refused, failed, invalid "
        "or erased meanwhile.",
    )
    reasons = ReasonCountOutput(many=True)
    faults = LineFaultOutput(many=True, help_text="The first 20 lines that were not taken.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class ImportRowOutput(Output):
    state = serializers.ChoiceField(Import.State.choices)

    class Meta:
        model = Import
        fields = ["id", "state", "triage", "total", "created_at", "finished_at"]


class ImportPageOutput(PageOutput):
    results = ImportRowOutput(many=True)


class FileView(ApiView):
    """Its body is a file, which is not read into memory."""

    parser_classes = [FileParser]

    @property
    def largest(self) -> int:
        return MAX_BYTES

    def file(self) -> IO[bytes]:
        """The body; an empty file where there is none, which is then refused as one."""
        body = self.request.data
        return cast(IO[bytes], body if hasattr(body, "read") else tempfile.TemporaryFile())


class ImportsView(FileView):
    required_scopes = {"GET": ApiKey.Scope.READ, "POST": ApiKey.Scope.WRITE}

    @documented(
        "The subject's imports, newest first",
        operation="imports_list",
        path="subject_id",
        query=PageQuery,
        answers={200: ImportPageOutput},
    )
    def get(self, request: Request, subject_id: str) -> Response:
        query = self.query(PageQuery)
        rows = self.subject(subject_id).imports.all()
        return Response(page(rows, ImportRowOutput, request, query))

    @documented(
        "Import up to 100,000 statements about the subject",
        operation="imports_create",
        path="subject_id",
        request=FILES,
        query=ImportQuery,
        answers={202: ImportOutput},
        refusals=[400],
    )
    def post(self, request: Request, subject_id: str) -> Response:
        """The body is the file: JSON lines, a JSON array or CSV. The same file sent again is the
        same import, so no Idempotency-Key is needed; a line that cannot be taken is told in
        `faults` and does not stop the others."""
        triage = self.query(ImportQuery)["triage"]
        checked = check_file(self.file())
        subject = self.subject_or_new(subject_id)
        order = Order(workspace=self.workspace, actor=self.actor, subject=subject, triage=triage)
        run = receive_import(order, checked)
        nudge_import(run)
        return Response(ImportOutput(report_of(run)).data, status=202)


class ImportView(ApiView):
    required_scopes = {"GET": ApiKey.Scope.READ}

    @documented(
        "How far an import is, and what became of its lines",
        operation="imports_retrieve",
        path="import_id",
        answers={200: ImportOutput},
        refusals=[404],
    )
    def get(self, request: Request, import_id: str) -> Response:
        run = access.import_of(self.workspace, public_id(import_id))
        return Response(ImportOutput(report_of(run)).data)


class ResultView(ApiView):
    required_scopes = {"GET": ApiKey.Scope.READ}

    @documented(
        "What became of every line, as JSON lines to download",
        operation="imports_result",
        path="import_id",
        answers={(200, "application/x-ndjson"): OpenApiTypes.STR},  # type: ignore[dict-item]
        refusals=[404],
    )
    def get(self, request: Request, import_id: str) -> HttpResponseBase:
        """Each line's number, outcome, reason and ids; no statement is quoted."""
        run = access.import_of(self.workspace, public_id(import_id))
        return self.streamed(
            json_lines(run), content_type="application/x-ndjson", name=f"{run.id}.jsonl"
        )
