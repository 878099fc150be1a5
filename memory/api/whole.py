"""A workspace as a whole: everybody's memories out, and many people's in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memory import access
from memory.api.base import ApiView
from memory.api.fields import ExternalIdField
from memory.api.imports import FILES, FileView, ImportOutput, ImportPageOutput, ImportRowOutput
from memory.api.inputs import Input
from memory.api.listings import PageQuery, page
from memory.api.openapi import documented
from memory.audit.reads import note_read
from memory.change import Actor
from memory.errors import InvalidError
from memory.imports.intake import Order, check_file, receive_import
from memory.imports.report import report_of
from memory.imports.tasks import nudge_import
from memory.models import AccessRecord, ApiKey, Workspace
from memory.portable.document import Document, read_document
from memory.portable.export import as_json
from memory.portable.statements import through_the_gate
from memory.portable.verbatim import take_in

ADMIN = ApiKey.Scope.ADMIN
MOST_AT_ONCE = 2_000
"""Memories that one request takes in verbatim, which answers when it is done; the command takes more."""


class ExportQuery(Input):
    subject = ExternalIdField(
        required=False, help_text="Only this person, by the chatbot's own id."
    )


class WholeExportView(ApiView):
    required_scopes = {"GET": ADMIN}

    @documented(
        "Everybody's memories, to be imported elsewhere",
        operation="subjects_export_all",
        query=ExportQuery,
        answers={200: OpenApiTypes.OBJECT},
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The file of `manage.py export_memories`, sent while it is made: a person a line, so that
        it can be split. Each person's access log tells of it. One that does not end with `]}` was
        cut off: ask again."""
        workspace, people = self.workspace, access.subjects_of(self.workspace)
        if named := self.query(ExportQuery).get("subject"):
            people = people.filter(id=access.subject_of(workspace, named).id)
        ids = list(people.values_list("id", flat=True))
        parts = as_json(_logged(workspace, ids, self.actor))
        name = f"{workspace.slug}.json"
        return self.streamed(parts, content_type="application/json", name=name)


def _logged(workspace: Workspace, subject_ids: list[str], actor: Actor) -> Iterator[str]:
    """The ids, each once it is written down who is told of the person; those erased meanwhile are
    left out."""
    for subject_id in subject_ids:
        subject = access.subjects_of(workspace).filter(id=subject_id).first()
        if subject is not None:
            note_read(subject, actor, AccessRecord.Act.EXPORT)
            yield subject_id


class ManyQuery(Input):
    triage = serializers.BooleanField(
        default=False, help_text="Queue every conflict, whatever the workspace's policy."
    )
    verbatim = serializers.BooleanField(
        default=False,
        help_text="Take an export in as it is, wholly or not at all, for people who have no memories "
        f"here; up to {MOST_AT_ONCE:,} memories a request. Answers 201.",
    )
    subject = ExternalIdField(required=False, help_text="Whom lines are about that name nobody.")


class TakenOutput(serializers.Serializer[Any]):
    """What was taken in verbatim."""

    subjects = serializers.IntegerField()
    turns = serializers.IntegerField()
    memories = serializers.IntegerField()
    follow_ups = serializers.IntegerField()
    left_out = serializers.DictField(
        child=serializers.IntegerField(), help_text="Memories that were not taken, by reason."
    )
    ids = serializers.DictField(
        child=serializers.CharField(), help_text="The new id of each old one."
    )


class ManyImportsView(FileView):
    required_scopes = {"GET": ADMIN, "POST": ADMIN}

    @documented(
        "The workspace's imports, newest first",
        operation="imports_list_all",
        query=PageQuery,
        answers={200: ImportPageOutput},
        refusals=[400],
    )
    def get(self, request: Request) -> Response:
        query = self.query(PageQuery)
        return Response(page(access.imports_of(self.workspace), ImportRowOutput, request, query))

    @documented(
        "Import statements about many people, or an export of memories",
        operation="imports_create_many",
        request=FILES,
        query=ManyQuery,
        answers={201: TakenOutput, 202: ImportOutput},
        refusals=[400, 409],
    )
    def post(self, request: Request) -> Response:
        """Statements name their person in `subject` and go through the gate, as do those of an
        export, with every conflict queued. `verbatim` takes an export in as it is."""
        query = self.query(ManyQuery)
        file = self.file()
        if query["verbatim"]:
            if "subject" in query or query["triage"]:
                raise InvalidError("Verbatim takes no subject and no triage.", field="verbatim")
            taken = take_in(self.workspace, _small(read_document(file)), self.actor)
            return Response(TakenOutput(taken).data, status=201)
        order = Order(
            workspace=self.workspace,
            actor=self.actor,
            default_subject=query.get("subject", ""),
            triage=query["triage"],
        )
        order, file = through_the_gate(order, file)
        run = receive_import(order, check_file(file))
        nudge_import(run)
        return Response(ImportOutput(report_of(run)).data, status=202)


def _small(document: Document) -> Document:
    if sum(len(subject.memories) for subject in document.subjects) > MOST_AT_ONCE:
        raise InvalidError(
            f"One request takes in {MOST_AT_ONCE:,} memories verbatim: send the people in several, or "
            "let `manage.py import_memories --verbatim` take the file.",
            field="file",
        )
    return document
