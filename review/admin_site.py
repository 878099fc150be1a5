"""Django's admin for the installation's staff: they log in where all operators do."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse


class StaffSite(AdminSite):
    """The site itself. Its own login would be a second door without a limit on wrong passwords."""

    site_header = "Palimpsest: the installation"
    site_title = "Palimpsest"
    index_title = "Everything in all workspaces"
    site_url = "/review/"

    def login(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        if request.user.is_authenticated and not self.has_permission(request):
            raise PermissionDenied("The admin is for staff. Your workspaces are under /review/.")
        wanted = request.GET.get("next", reverse("admin:index"))
        if self.has_permission(request):
            return redirect("admin:index")
        return redirect_to_login(wanted, reverse("account_login"))
