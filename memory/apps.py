from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class MemoryConfig(AppConfig):
    name = "memory"

    def ready(self) -> None:
        # Celery's own way: the application must exist wherever tasks are called.
        from memory import (
            celery,  # noqa: F401
            walls,
        )
        from memory.forget import samples

        # Django's way to what follows from the tables, as its own permissions do.
        post_migrate.connect(walls.after_migrate, sender=self)
        post_migrate.connect(samples.after_migrate, sender=self)
