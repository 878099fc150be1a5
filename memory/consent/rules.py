"""Whether something may be remembered: the workspace's rule and the person's own, together. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from memory.consent.special import special_categories


class Mode(StrEnum):
    """What may be done with a category."""

    OFF = "off"
    ASK = "ask"
    ON = "on"


@dataclass(frozen=True, slots=True)
class Consent:
    """The rules for one person.

    workspace, own: a mode by category; a category without one is on in the workspace, and
    undecided by the person.
    """

    workspace: Mapping[str, Mode] = field(default_factory=dict)
    own: Mapping[str, Mode] = field(default_factory=dict)

    def mode_of(self, category: str) -> Mode:
        """The mode that holds. Nobody can open what the other closed; the person's own "on" is
        the consent that a workspace asks for."""
        workspace = self.workspace.get(category, Mode.ON)
        own = self.own.get(category, workspace)
        return Mode.OFF if Mode.OFF in (workspace, own) else own

    def mode_for(self, texts: Iterable[str], category: str = "") -> Mode:
        """The strictest mode of the category and of all special categories that the texts tell of."""
        if not self.workspace and not self.own:
            return Mode.ON
        found = {str(special) for text in texts for special in special_categories(text)}
        modes = {self.mode_of(name) for name in found | ({category} if category else set())}
        return min(modes, key=list(Mode).index, default=Mode.ON)
