"""What staff see of the rows. Memories are only read here: `memory.store` is their only writer.

Lists show ids and fields without words; the words stand on a row's own page, and opening that of
a memory is written into the access log like any other read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

from memory.audit.administration import note_admin
from memory.audit.reads import note_read
from memory.change import Actor
from memory.models import (
    AccessRecord,
    ApiKey,
    Claim,
    Decision,
    ErasureReceipt,
    Membership,
    Memory,
    ReviewItem,
    Subject,
    Workspace,
)
from memory.models.audit import AdminAct
from review.models import Resolution

if TYPE_CHECKING:
    Base = admin.ModelAdmin[Any]
else:
    Base = admin.ModelAdmin  # which is not generic where it runs


def _who(request: HttpRequest) -> Actor:
    return Actor(Decision.Actor.OPERATOR, str(request.user.pk))


class ReadOnly(Base):
    """Rows to look at. Not even a superuser changes them here."""

    ordering = ("-created_at",)
    list_per_page = 50
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(Workspace)
class WorkspaceAdmin(Base):
    list_display = ("name", "slug", "policy", "events", "created_at")
    readonly_fields = ("id", "thresholds", "created_at")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Workspace | None = None
    ) -> tuple[str, ...]:
        """Programs know a workspace by its slug, so it stays."""
        return (*self.readonly_fields, "slug") if obj else self.readonly_fields

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False  # its log may not go

    def save_model(self, request: HttpRequest, obj: Workspace, form: Any, change: bool) -> None:  # noqa: FBT001 (Django's)
        super().save_model(request, obj, form, change)
        changed = ", ".join(f"{name}={form.cleaned_data[name]}" for name in form.changed_data)
        note_admin(obj, _who(request), AdminAct.POLICY, detail=changed[:300])


@admin.register(Membership)
class MembershipAdmin(Base):
    list_display = ("user", "workspace", "role")
    list_filter = ("role", "workspace")
    list_select_related = ("user", "workspace")

    def get_readonly_fields(
        self, request: HttpRequest, obj: Membership | None = None
    ) -> tuple[str, ...]:
        """Whose it is, and where, stays: the log tells of roles."""
        return ("user", "workspace") if obj else ()

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:  # noqa: FBT001 (Django's)
        super().save_model(request, obj, form, change)
        about = str(obj.user_id)
        note_admin(obj.workspace, _who(request), AdminAct.ROLE, about=about, detail=obj.role)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        super().delete_model(request, obj)
        note_admin(obj.workspace, _who(request), AdminAct.REMOVED, about=str(obj.user_id))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        for member in queryset:
            self.delete_model(request, member)


@admin.register(ApiKey)
class ApiKeyAdmin(ReadOnly):
    list_display = ("prefix", "name", "workspace", "scopes", "last_used_at", "revoked_at")
    list_filter = ("workspace",)
    list_select_related = ("workspace",)
    exclude = ("secret_hash",)


@admin.register(Subject)
class SubjectAdmin(ReadOnly):
    list_display = ("id", "external_id", "workspace", "zone", "paused_at", "created_at")
    list_filter = ("workspace",)
    list_select_related = ("workspace",)
    search_fields = ("id", "external_id")


@admin.register(Memory)
class MemoryAdmin(ReadOnly):
    list_display = ("id", "subject", "type", "scope", "key", "created_at", "valid_until")
    list_filter = ("type", "scope", "source")
    list_select_related = ("subject",)
    search_fields = ("=id", "=subject__id", "=subject__external_id")
    exclude = ("embedding", "words", "fingerprint")

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        answer = super().change_view(request, object_id, form_url, extra_context)
        shown = Memory.objects.filter(id=object_id).select_related("subject").first()
        if shown is not None and answer.status_code == 200:
            note_read(shown.subject, _who(request), AccessRecord.Act.READ, [shown.id])
        return answer


@admin.register(Claim)
class ClaimAdmin(ReadOnly):
    list_display = ("id", "subject", "state", "attempts", "last_error", "created_at")
    list_filter = ("state",)
    list_select_related = ("subject",)
    search_fields = ("=id", "=subject__id")
    exclude = ("content", "restated", "value", "shown_by")


@admin.register(ReviewItem)
class ReviewItemAdmin(ReadOnly):
    list_display = ("id", "subject", "reason", "suggestion", "priority", "state", "created_at")
    list_filter = ("state", "reason")
    list_select_related = ("subject",)
    search_fields = ("=id", "=subject__id")


@admin.register(Resolution)
class ResolutionAdmin(ReadOnly):
    list_display = ("id", "item", "actor", "user", "action", "created_at")
    list_filter = ("action", "actor")
    list_select_related = ("item", "user")
    exclude = ("note",)


@admin.register(Decision)
class DecisionAdmin(ReadOnly):
    list_display = ("id", "subject_ref", "actor", "action", "reason", "created_at")
    list_filter = ("actor", "action", "workspace")
    search_fields = ("=id", "=subject_ref", "=memory_ref", "=claim_ref")


@admin.register(ErasureReceipt)
class ErasureReceiptAdmin(ReadOnly):
    list_display = ("id", "subject_ref", "extent", "actor", "workspace", "created_at")
    list_filter = ("extent", "workspace")
    list_select_related = ("workspace",)
    search_fields = ("=id", "=subject_ref")
