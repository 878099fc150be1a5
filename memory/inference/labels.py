"""The three labels of an NLI model, whatever order its output has them in."""

from __future__ import annotations

from collections.abc import Mapping

from memory.errors import UnavailableError

LABELS = ("contradiction", "entailment", "neutral")


def label_columns(id2label: Mapping[int, str]) -> list[int]:
    """Where contradiction, entailment and neutral stand in a model's output.

    Raises UnavailableError where the configuration does not name exactly these three.
    """
    named = {label.lower(): index for index, label in id2label.items()}
    if set(named) != set(LABELS):
        raise UnavailableError(
            "The NLI model's configuration must name the labels contradiction, entailment and "
            f"neutral in id2label; it names {', '.join(sorted(map(str, id2label.values())))}."
        )
    return [named[label] for label in LABELS]
