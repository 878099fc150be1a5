"""Check this machine and say what to do."""

from __future__ import annotations

import os
import sys
from typing import Any

from django.core.management.base import BaseCommand

from memory.supervisor.doctor import Finding, conclusion, examine
from memory.supervisor.endpoints import data_folder


class Command(BaseCommand):
    help = (
        "Check this machine: versions, room, rights, programs, models, variables, and the server "
        "if it runs."
    )
    requires_system_checks: list[str] = []  # it must work where nothing else does

    def handle(self, *args: Any, **options: Any) -> None:
        findings = list(examine(data_folder(), os.environ))
        for finding in findings:
            self._show(finding)
        if any(finding.remedy for finding in findings):
            self.stderr.write(conclusion(findings))
            sys.exit(1)
        self.stdout.write(conclusion(findings))

    def _show(self, finding: Finding) -> None:
        mark = self.style.ERROR("wrong") if finding.remedy else self.style.SUCCESS("good ")
        self.stdout.write(f"{mark}  {finding.subject}: {finding.seen}")
        if finding.remedy:
            self.stdout.write(f"       {finding.remedy}")
