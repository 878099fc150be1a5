"""`manage.py calibrate`: measure thresholds on labelled cases or on what people decided."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.configure import set_thresholds
from memory.errors import PalimpsestError
from memory.evaluation.calibration import Calibration, Promise, calibrate
from memory.evaluation.calibration_report import report
from memory.evaluation.cases import load_cases
from memory.evaluation.situations import situations_of_cases
from memory.evaluation.sweep import lowest_reach
from memory.evaluation.trade_off import trade_off_svg
from memory.gate.in_force import profile_of
from memory.gate.policy import Policy
from memory.inference.profiles import Profile, active_profile
from memory.models import Workspace
from memory.vocabulary import EventPolicy
from review.labels import ReviewedLabels, reviewed_labels

NO_WORKSPACE = "Say which workspace: --workspace SLUG."


def share(text: str) -> float:
    """A number between 0 and 1, both left out."""
    number = float(text)
    if not 0 < number < 1:
        raise ValueError(text)
    return number


class Command(BaseCommand):
    help = "Try thresholds on labels and recommend those that miss the fewest updates safely."

    def add_arguments(self, parser: ArgumentParser) -> None:
        source = parser.add_mutually_exclusive_group(required=True)
        source.add_argument("--cases", type=Path, help="labelled cases, one JSON object a line")
        source.add_argument(
            "--decisions", action="store_true", help="what people decided in the workspace"
        )
        parser.add_argument("--workspace", metavar="SLUG", help="whose policy and decisions")
        parser.add_argument("--max-wrong-overwrite", type=share, default=0.01, metavar="SHARE")
        parser.add_argument("--confidence", type=share, default=0.95, metavar="SHARE")
        parser.add_argument(
            "--max-needless-review",
            type=share,
            default=1.0,
            metavar="SHARE",
            help="pass over settings that queue more of the clear cases (default: none)",
        )
        parser.add_argument(
            "--write", action="store_true", help="store what is recommended, if it is confirmed"
        )
        parser.add_argument("--svg", type=Path, metavar="FILE", help="draw the trade-off")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = _workspace(options["workspace"])
        if options["write"] and workspace is None:
            raise CommandError(NO_WORKSPACE)
        try:
            found = self.calibrate(workspace, options)
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        self.stdout.write("\n".join(report(found)))
        if options["svg"]:
            _draw(options["svg"], found)
        if options["write"] and workspace:
            self.stdout.write(_store(workspace, found))

    def calibrate(self, workspace: Workspace | None, options: dict[str, Any]) -> Calibration:
        """Take the situations once, then try the grid on them."""
        profile = profile_of(workspace) if workspace else active_profile()
        promise = Promise(
            max_wrong=options["max_wrong_overwrite"],
            confidence=options["confidence"],
            max_needless=options["max_needless_review"],
        )
        policy, present = _policy(workspace), profile.thresholds
        if options["cases"]:
            labels = situations_of_cases(load_cases(options["cases"]), lowest_reach(present))
            return calibrate(labels, policy, present, promise)
        if workspace is None:
            raise CommandError(NO_WORKSPACE)
        reviewed = reviewed_labels(workspace, profile)
        self.stdout.write("\n".join(_about(reviewed, profile)))
        return calibrate(reviewed.labels, policy, present, promise, reach=reviewed.reach)


def _workspace(slug: str | None) -> Workspace | None:
    if not slug:
        return None
    workspace = Workspace.objects.filter(slug=slug).first()
    if workspace is None:
        raise CommandError(f"There is no workspace {slug!r}.")
    return workspace


def _policy(workspace: Workspace | None) -> Policy:
    """The workspace's policy, as if it were strict: under the others no threshold replaces."""
    if workspace is None:
        return Policy()
    return Policy(
        events=EventPolicy(workspace.events), high_stakes_review=workspace.high_stakes_review
    )


def _about(reviewed: ReviewedLabels, profile: Profile) -> list[str]:
    """What these labels are, and what they cannot show."""
    lines = [
        "Labels from reviewers are the gate's harder cases: shares among them are higher than "
        "among all claims, and updates that were never queued are not among them."
    ]
    if reviewed.unusable:
        lines.append(
            f"{reviewed.unusable} more are left out: they hold no whole scores of "
            f"{profile.name}, revision {profile.revision}."
        )
    return [*lines, ""]


def _draw(path: Path, found: Calibration) -> None:
    try:
        path.write_text(trade_off_svg(found), encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error


def _store(workspace: Workspace, found: Calibration) -> str:
    """Store the recommended thresholds; refuses those that are not confirmed."""
    if found.best is None or not found.confirmed:
        raise CommandError("Nothing is stored: no thresholds keep the limit on both parts.")
    set_thresholds(workspace, asdict(found.best.thresholds))
    return f"Stored as the thresholds of {workspace.slug}, under {active_profile().name}."
