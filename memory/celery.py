"""The Celery application. A task only says "look at row N"; the work itself is a row."""

from __future__ import annotations

import os

from celery import Celery
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")

app = Celery("palimpsest")
app.config_from_object(settings.CELERY)
app.autodiscover_tasks(["memory", "memory.api", "memory.imports", "review"])
