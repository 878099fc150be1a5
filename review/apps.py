from __future__ import annotations

from django.apps import AppConfig
from django.contrib.admin import apps as admin_apps


class ReviewConfig(AppConfig):
    name = "review"


class StaffSiteConfig(admin_apps.AdminConfig):
    """Django's admin, with our own way in."""

    default = False
    default_site = "review.admin_site.StaffSite"
