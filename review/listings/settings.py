"""What the pages of a workspace's settings show: each setting with what it does, in words."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime

from memory.access import api_keys_of
from memory.api_keys import is_live
from memory.consent.choices import known_categories, modes_of_workspace
from memory.consent.rules import Mode
from memory.consent.special import Special
from memory.extraction.keys import Key, all_keys
from memory.forget.lapse import KINDS
from memory.inference.profiles import active_profile
from memory.keys import keys_of
from memory.models import ApiKey, Workspace
from memory.vocabulary import EventPolicy, PolicyMode


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a setting: its name, and what happens under it."""

    value: str
    name: str
    words: str


POLICIES = (
    Choice(
        PolicyMode.STRICT,
        "Strict",
        "The memory replaces a statement by itself only where it is sure, one at a time, and every "
        "replacement can be undone. Whatever is doubtful becomes a question in the queue.",
    ),
    Choice(
        PolicyMode.REVIEW_ALL,
        "Ask about everything",
        "No model replaces anything. Every conflict becomes a question, also a faint one, so that "
        "the queue grows longer.",
    ),
    Choice(
        PolicyMode.OFF,
        "Store everything",
        "Statements are stored side by side, and nobody looks for conflicts. The chatbot is told "
        "old and new alike. Secrets and what was erased are refused all the same.",
    ),
)
EVENTS = (
    Choice(
        EventPolicy.REVIEW,
        "Ask a person",
        "“I moved to Austin” against “lives in Denver” becomes a question.",
    ),
    Choice(
        EventPolicy.REPLACE,
        "Replace like any other statement",
        "Choose it once your answers have shown that the memory reads such messages well: the "
        "overview tells how often people undid what it did by itself.",
    ),
)
SWITCHES = (
    (
        "high_stakes_review",
        "Ask before something important is replaced",
        "A constraint (an allergy, a rule of the person's own) or a memory of importance 8 or more "
        "is never retired on a model's word alone.",
    ),
    (
        "learn_from_assistant",
        "Learn from what the chatbot itself says",
        "What the chatbot states is kept too, as the lowest source but one: it never replaces what "
        "a person said. It needs an LLM that reads messages.",
    ),
)
THRESHOLDS = {
    "floor": (
        "Similarity from which two statements are compared",
        "Lower: more pairs reach the model that looks for contradictions. Higher: an update that "
        "is worded quite differently is missed, and both statements stay.",
    ),
    "slot_floor": (
        "The same, where words or numbers point at the same thing",
        "Also where the band of “nearly alike” begins, from which a person is asked. It is never "
        "above the first one.",
    ),
    "contradiction": (
        "Contradiction from which a memory is replaced",
        "Both directions must reach it. Higher: fewer wrong replacements, more questions. This is "
        "the number to raise where people undo replacements.",
    ),
    "slot_contradiction": (
        "The same, where only one thing in the same sentence is another",
        "“My router is in the loft” beside “My router is in the hallway”; both directions count "
        "together. Higher: fewer wrong replacements, more questions.",
    ),
    "near_contradiction": (
        "Contradiction from which a person is asked",
        "Between this and the number above, the queue gets a question. Lower: more questions, and "
        "fewer conflicts that nobody sees.",
    ),
    "far_contradiction": (
        "The same, where two statements are less alike",
        "Below the similarity from which statements are compared, only a contradiction as clear as "
        "this becomes a question. Lower: more questions about statements that are not related.",
    ),
    "entailment": (
        "Certainty from which a statement counts as known",
        "Higher: more near-repeats are stored once more. Lower: a new detail may be taken for an "
        "old one.",
    ),
    "sure_entailment": (
        "The same, where a statement is worded quite differently or brings a name",
        "“Arrives in Japan” beside “lands in Osaka”. Higher: more near-repeats are stored once more.",
    ),
    "mutual_entailment": (
        "The same in both directions, where a statement brings a number or a “not”",
        "Higher: the same amount in other units is stored once more. Lower: it is skipped as known.",
    ),
    "tie": (
        "Difference below which two matches are too close to call",
        "Higher: a person chooses more often which of two memories is meant.",
    ),
    "copy": (
        "Similarity from which two memories are copies of each other",
        "After a replacement, copies of what was replaced are asked about.",
    ),
}
KEPT = {
    "semantic": ("What is true now", "“Lives in Denver”, counted from when it was last confirmed."),
    "episodic": ("What happened", "Episodes and summaries of conversations."),
    "procedural": ("How to answer", "“Keep answers short.”"),
    "turns": ("Messages word for word", "Empty: as long as this installation keeps them."),
}
SCOPES = {
    ApiKey.Scope.READ: "read memories and fetch contexts",
    ApiKey.Scope.WRITE: "post messages and statements, edit, delete, make links for people",
    ApiKey.Scope.REVIEW: "list and answer the queue's questions",
    ApiKey.Scope.ERASE: "erase memories, sessions and people for good",
    ApiKey.Scope.ADMIN: "change the workspace's keys",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """A threshold with its words, the number in use and the profile's own."""

    name: str
    label: str
    words: str
    value: float
    usual: float


def thresholds_of(workspace: Workspace) -> tuple[list[Threshold], str]:
    """Every threshold as it is used now, and why the workspace's own are not, or ""."""
    profile = active_profile()
    used, why_not = profile.with_measured(workspace.thresholds)
    usual = asdict(profile.thresholds)
    rows = [
        Threshold(
            name=name,
            label=THRESHOLDS[name][0],
            words=THRESHOLDS[name][1],
            value=value,
            usual=usual[name],
        )
        for name, value in asdict(used.thresholds).items()
    ]
    return rows, why_not


def keys_shown(workspace: Workspace) -> tuple[list[Key], list[Key]]:
    """The workspace's own keys, and those that every workspace has."""
    with keys_of(workspace.id):
        known = all_keys()
    return [key for key in known if key.is_own], [key for key in known if not key.is_own]


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """A category of statements, and whether it may be remembered."""

    name: str
    words: str
    is_special: bool
    mode: str


def categories_of(workspace: Workspace) -> list[Category]:
    """Every category with its mode, the special ones of the law first."""
    modes = modes_of_workspace(workspace)
    special = {str(each) for each in Special}
    return [
        Category(
            name=name,
            words=name.replace("_", " "),
            is_special=name in special,
            mode=str(modes.get(name, Mode.ON)),
        )
        for name in known_categories()
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """For how long one kind is kept; no number: no limit."""

    kind: str
    label: str
    words: str
    days: int | None


def kept_of(workspace: Workspace) -> list[Kept]:
    """How long each kind is kept."""
    return [
        Kept(
            kind=kind, label=KEPT[kind][0], words=KEPT[kind][1], days=workspace.retention.get(kind)
        )
        for kind in KINDS
    ]


def api_keys_shown(workspace: Workspace, now: datetime) -> tuple[list[ApiKey], list[ApiKey]]:
    """The keys that open something, and those that do not any more."""
    keys = list(api_keys_of(workspace))
    return [key for key in keys if is_live(key, now)], [
        key for key in keys if not is_live(key, now)
    ]
