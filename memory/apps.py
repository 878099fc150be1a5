from __future__ import annotations

from django.apps import AppConfig


class MemoryConfig(AppConfig):
    name = "memory"

    def ready(self) -> None:
        # Celery's own way: the application must exist wherever tasks are called.
        from memory import celery  # noqa: F401
