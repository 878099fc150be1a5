"""No table changes: `memory.walls` gives the API's role its narrower rights after it."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("memory", "0023_ledger_of_erasures")]
    operations: list[migrations.operations.base.Operation] = []
