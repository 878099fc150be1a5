"""A profile: an embedding model, an NLI model, and the thresholds measured for the two.

Thresholds mean nothing under another model, so a model without a profile is refused.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from django.conf import settings

from memory.errors import UnavailableError
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
