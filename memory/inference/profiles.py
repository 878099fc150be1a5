"""A profile: an embedding model, an NLI model, and the thresholds measured for the two.

Thresholds mean nothing under another model, so a model without a profile is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings

from memory.errors import InvalidError, UnavailableError
from memory.gate.policy import Thresholds

EMBEDDING_MODEL = "all-MiniLM-L6-v2"
EMBEDDING_DIMENSIONS = 384


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One pair of models.

    nli: a Hugging Face hub id, or empty where the weights are a folder (PALIMPSEST_NLI_PATH).
    revision: of the NLI model, written into every decision.
    """

    name: str
    revision: str
    nli: str = ""
    embedding: str = EMBEDDING_MODEL
    thresholds: Thresholds = field(default_factory=Thresholds)

    @property
    def location(self) -> str:
        """Where the NLI weights are; raises UnavailableError where nothing says so."""
        place = self.nli or settings.NLI_PATH
        if not place:
            raise UnavailableError(
                f"The NLI weights of profile {self.name!r} are not here: set PALIMPSEST_NLI_PATH "
                "to their folder, or choose another profile with PALIMPSEST_NLI_PROFILE."
            )
        if not self.nli and not (Path(place) / "config.json").is_file():
            raise UnavailableError(
                f"PALIMPSEST_NLI_PATH names {place}, which holds no model (no config.json)."
            )
        return place

    def as_evidence(self) -> dict[str, object]:
        """Names and thresholds for the decision log."""
        return {
            "models": {"embedding": self.embedding, "nli": self.name, "revision": self.revision},
            "thresholds": asdict(self.thresholds),
        }

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
    # The published thresholds (DESIGN.md, section 4); the near-miss band and the entailment
    # threshold are the pilot's, until they are calibrated.
    Profile(name="conflict-minilm", revision="interim"),
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
            return profile
    known = ", ".join(profile.name for profile in PROFILES)
    raise UnavailableError(
        f"There is no model profile {settings.NLI_PROFILE!r}, so its scores mean nothing. Choose "
        f"one of {known}, or measure thresholds for it and add a profile."
    )
