"""A profile: an embedding model, an NLI model, and the thresholds measured for the two.

Thresholds mean nothing under another model, so a model without a profile is refused.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from memory.errors import InvalidError, UnavailableError
from memory.gate.policy import Policy, Thresholds

EMBEDDING_MODEL = "all-MiniLM-L6-v2"
EMBEDDING_DIMENSIONS = 384

CONFLICT_WEIGHTS = Path(__file__).parent / "weights" / "conflict"
"""The project's own conflict model, with its card and figures."""


def own_weights() -> Path:
    """The folder of the conflict model in use."""
    return Path(settings.NLI_PATH) if settings.NLI_PATH else CONFLICT_WEIGHTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One pair of models.

    nli: a Hugging Face hub id, or empty for the weights in this package, or those in the folder
    that PALIMPSEST_NLI_PATH names (the same model, trained further on one's own decisions).
    revision: of the NLI model, written into every decision; thresholds hold for this one.
    """

    name: str
    revision: str
    nli: str = ""
    embedding: str = EMBEDDING_MODEL
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def location(self) -> str:
        """Where the NLI weights are; raises UnavailableError where there are none."""
        if self.nli:
            return self.nli
        folder = own_weights()
        if not (folder / "config.json").is_file():
            said = "PALIMPSEST_NLI_PATH names" if settings.NLI_PATH else "The weights belong in"
            raise UnavailableError(f"{said} {folder}, which holds no model (no config.json).")
        return str(folder)

    def as_evidence(self) -> dict[str, object]:
        """Names and thresholds for the decision log."""
        return {
            "models": {"embedding": self.embedding, "nli": self.name, "revision": self.revision},
            "thresholds": asdict(self.thresholds),
        }

    def under(self, policy: Policy) -> Profile:
        """The profile with the thresholds that it has under this policy."""
        return replace(self, thresholds=policy.thresholds_from(self.thresholds))

    def measured(self, thresholds: Thresholds) -> dict[str, object]:
        """What a workspace keeps of thresholds that were measured under this profile."""
        return {"profile": self.name, "revision": self.revision, "values": asdict(thresholds)}

    def with_measured(self, stored: Mapping[str, Any]) -> tuple[Profile, str]:
        """The profile with a workspace's thresholds, and why they are not used, or "".

        stored: from `measured`, or empty for none. Measured under another profile or revision
        they mean nothing, and what cannot be read is not guessed at: then the profile's hold.
        """
        if not stored:
            return self, ""
        if (stored.get("profile"), stored.get("revision")) != (self.name, self.revision):
            return self, (
                f"Its thresholds were measured under {stored.get('profile')!r}, revision "
                f"{stored.get('revision')!r}, and not under {self.name!r}, revision "
                f"{self.revision!r}."
            )
        values = stored.get("values")
        if not isinstance(values, dict):
            return self, "Its thresholds hold no values."
        try:
            return replace(self, thresholds=self.thresholds.changed(values)), ""
        except InvalidError as error:
            return self, error.message


PROFILES = (
    # Chosen on labelled cases; docs/evaluation.md says how, and what other settings would give.
    Profile(
        name="conflict-minilm",
        revision="1f8477c7c140",
        thresholds=Thresholds(
            slot_floor=0.35,
            contradiction=0.92,
            slot_contradiction=0.85,
            near_contradiction=0.40,
            far_contradiction=0.65,
            entailment=0.70,
            sure_entailment=0.90,
        ),
    ),
    # The thresholds that were published for the method, which no case of ours had a say in.
    Profile(
        name="nli-deberta-v3-small",
        nli="cross-encoder/nli-deberta-v3-small",
        revision="main",
        thresholds=Thresholds(entailment=0.95),
    ),
)


@cache
def active_profile() -> Profile:
    """The profile that PALIMPSEST_NLI_PROFILE names."""
    for profile in PROFILES:
        if profile.name == settings.NLI_PROFILE:
            return profile if profile.nli else replace(profile, revision=_revision(profile))
    known = ", ".join(profile.name for profile in PROFILES)
    raise UnavailableError(
        f"There is no model profile {settings.NLI_PROFILE!r}, so its scores mean nothing. Choose "
        f"one of {known}, or measure thresholds for it and add a profile."
    )


def _revision(profile: Profile) -> str:
    """The revision that the weights in use say of themselves; the profile's where they say none."""
    try:
        config = json.loads((own_weights() / "config.json").read_text(encoding="utf-8"))
        return str(config["revision"])
    except (OSError, ValueError, LookupError, TypeError):
        return profile.revision
