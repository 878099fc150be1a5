"""Stored memories: list, read, correct, hide, erase, history, undo."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from memory.amend import delete_memory, edit_memory
from memory.api import inputs, outputs
from memory.api.base import ApiView
from memory.api.changes import history_of, undo_last
from memory.api.idempotency import idempotent
from memory.api.listings import MemoryQuery, memories, page
from memory.api.openapi import documented
from memory.forget.erase import erase_memory
from memory.models import AccessRecord, ApiKey

Scope = ApiKey.Scope
Act = AccessRecord.Act


class MemoriesView(ApiView):
    required_scopes = {"GET": Scope.READ}

    @documented(
        "A subject's memories, newest first",
        operation="memories_list",
        path="subject_id",
        query=MemoryQuery,
        answers={200: outputs.MemoryPageOutput},
    )
    def get(self, request: Request, subject_id: str) -> Response:
        query = self.query(MemoryQuery)
        subject = self.subject(subject_id)
        found = page(memories(subject, query), outputs.MemoryOutput, request, query)
        ids = [memory["id"] for memory in found["results"]]
        return self.told(found, subject, Act.LIST, ids)


class MemoryView(ApiView):
    required_scopes = {"GET": Scope.READ, "PATCH": Scope.WRITE, "DELETE": Scope.WRITE}

    def required_scope(self, request: Request) -> str | None:
        """Erasing asks for more than hiding."""
        if request.method == "DELETE" and self.query(inputs.EraseQuery)["erase"]:
            return Scope.ERASE
        return None

    @documented(
        "One memory",
        operation="memories_retrieve",
        path="memory_id",
        answers={200: outputs.MemoryOutput},
        refusals=[404],
    )
    def get(self, request: Request, memory_id: str) -> Response:
        memory = self.memory(memory_id)
        shown = outputs.MemoryOutput(memory).data
        return self.told(shown, memory.subject, Act.READ, [memory.id])

    @documented(
        "Correct a memory: a new version takes its place",
        operation="memories_update",
        path="memory_id",
        request=inputs.MemoryInput,
        answers={200: outputs.MemoryOutput},
    )
    @idempotent
    def patch(self, request: Request, memory_id: str) -> Response:
        changes = self.body(inputs.MemoryInput)
        version = edit_memory(self.memory(memory_id), changes, self.actor)
        return Response(outputs.MemoryOutput(version).data)

    @documented(
        "Hide a memory (undo brings it back), or erase it for good",
        operation="memories_delete",
        path="memory_id",
        query=inputs.EraseQuery,
        answers={200: outputs.ReceiptOutput, 204: None},
    )
    @idempotent
    def delete(self, request: Request, memory_id: str) -> Response:
        if self.query(inputs.EraseQuery)["erase"]:
            receipt = erase_memory(self.memory_to_erase(memory_id), self.actor)
            return Response(outputs.ReceiptOutput(receipt).data)
        delete_memory(self.memory(memory_id), self.actor)
        return Response(status=204)


class HistoryView(ApiView):
    required_scopes = {"GET": Scope.READ}

    @documented(
        "What it superseded and what superseded it, with every decision",
        operation="memories_history",
        path="memory_id",
        answers={200: outputs.HistoryOutput},
        refusals=[404],
    )
    def get(self, request: Request, memory_id: str) -> Response:
        memory = self.memory(memory_id)
        shown = outputs.HistoryOutput(history_of(memory)).data
        ids = [version["id"] for version in shown["memories"]]
        return self.told(shown, memory.subject, Act.READ, ids)


class UndoView(ApiView):
    required_scopes = {"POST": Scope.WRITE}

    @documented(
        "Take the last change of a memory back, also its deletion",
        operation="memories_undo",
        path="memory_id",
        request=inputs.UndoInput,
        answers={200: outputs.UndoOutput},
    )
    @idempotent
    def post(self, request: Request, memory_id: str) -> Response:
        keep_both = self.body(inputs.UndoInput)["keep_both"]
        undone = undo_last(self.memory(memory_id, deleted=True), self.actor, keep_both=keep_both)
        return Response(outputs.UndoOutput(undone).data)
