"""Which policy and which thresholds hold for a claim: the workspace's, under the active models."""

from __future__ import annotations

import logging
from functools import cache

from memory.gate.policy import Policy
from memory.inference.profiles import Profile, active_profile
from memory.models import Claim, ImportLine, Workspace

logger = logging.getLogger(__name__)


def in_force_for(claim: Claim) -> tuple[Policy, Profile]:
    """The policy for the claim, and the profile with the thresholds that it has under it.

    The policy is the workspace's; for a line of an import that is to be triaged, `review_all`.
    """
    workspace = claim.subject.workspace
    line: ImportLine | None = getattr(claim, "import_line", None)
    policy, profile = workspace.gate_policy, profile_of(workspace)
    if line is not None and line.run.triage:
        policy = policy.reviewing_all()
    return policy, profile.under(policy)


def profile_of(workspace: Workspace) -> Profile:
    """The active profile, with the workspace's own thresholds where they were measured under it."""
    profile, problem = active_profile().with_measured(workspace.thresholds)
    if problem:
        _say_once(workspace.slug, problem)
    return profile


@cache
def _say_once(slug: str, problem: str) -> None:
    """One line a process and problem, not one a claim."""
    logger.warning("workspace %s: the profile's thresholds are used. %s", slug, problem)
