"""Two doors: the API for chatbots, the pages for people."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path

from memory.api.health import healthz, readyz

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("api/", include("memory.api.urls")),
    path("admin/", admin.site.urls),
    path("", include("review.account_urls")),
    path("", include("review.urls")),
]
