"""Figures of the conflict model on pairs that were kept out of training."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.training.mixture import (
    domain_shares,
    further_shares,
    general_shares,
    later_shares,
    latest_shares,
    own_shares,
)
from memory.training.pairs import (
    CONTRADICTION,
    ENTAILMENT,
    LABELS,
    NEUTRAL,
    Pair,
    lines_of,
    read_languages,
    reversed_pair,
)
from memory.training.scoring import Scorer
from memory.training.temperature import calibration_error, softmax

PHRASINGS_FILE = Path(__file__).with_name("phrasings.jsonl")
LANGUAGES_FILE = Path(__file__).with_name("languages_check.jsonl")
PHRASINGS = {
    "chat": "raw chat with filler",
    "log": "log style",
    "terse": "terse notes",
    "names": "other names for the subject",
}
THRESHOLDS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)


@dataclass(frozen=True, slots=True)
class Scored:
    """Pairs with their probabilities, (pairs, 3), and targets, (pairs,)."""

    probabilities: NDArray[np.float64]
    targets: NDArray[np.int64]

    @property
    def accuracy(self) -> float:
        """Share of pairs whose likeliest label is right."""
        return float((self.probabilities.argmax(axis=1) == self.targets).mean())

    @property
    def calibration_error(self) -> float:
        """Expected calibration error."""
        return calibration_error(self.probabilities, self.targets)

    def contradiction(self, threshold: float) -> tuple[float, float]:
        """Precision and recall of "contradiction" above a threshold."""
        said = self.probabilities[:, CONTRADICTION] >= threshold
        is_so = self.targets == CONTRADICTION
        hits = int((said & is_so).sum())
        return hits / max(1, int(said.sum())), hits / max(1, int(is_so.sum()))

    def best_recall(self, precision: float) -> tuple[float, float, float]:
        """The threshold with the most recall at a precision, with both; (1, 0, 0) if there is none."""
        best = (1.0, 0.0, 0.0)
        for threshold in np.arange(0.34, 0.995, 0.005):
            found, recall = self.contradiction(float(threshold))
            if found >= precision and recall > best[2]:
                best = (float(threshold), found, recall)
        return best


def score_pairs(scorer: Scorer, pairs: Sequence[Pair]) -> Scored:
    """Score pairs whose targets are labels (none is merely "compatible")."""
    return Scored(softmax(scorer(pairs)), np.array([pair.target for pair in pairs]))


def phrasing_sets(path: Path = PHRASINGS_FILE) -> dict[str, list[Pair]]:
    """Pairs of phrasings that no training data has, by set; never trained on."""
    sets: dict[str, list[Pair]] = {name: [] for name in PHRASINGS}
    for _, row in lines_of(path):
        stored = str(row["stored"])
        for target, label in enumerate(LABELS):
            texts = row[label]
            assert isinstance(texts, list)  # noqa: S101 (our own file)
            sets[str(row["set"])] += [
                Pair(stored, text, target, stored, "phrasing") for text in texts
            ]
    return sets


def check_sets(data: Path) -> Mapping[str, list[Pair]]:
    """The kept-aside sets that figures are reported on, by title."""
    general = general_shares(data).report
    sets = {
        "anchors kept aside": domain_shares(data).report,
        "own anchors kept aside": own_shares().report,
        "later anchors kept aside": later_shares().report + latest_shares().report,
        "further anchors kept aside": further_shares().report,
        "mnli_dev + snli_dev_test kept aside": general,
        "mnli_dev kept aside": [pair for pair in general if pair.source == "mnli_dev"],
        "snli_dev_test kept aside": [pair for pair in general if pair.source == "snli_dev_test"],
    }
    return {title: pairs for title, pairs in sets.items() if pairs}


def set_line(title: str, scored: Scored) -> str:
    """Accuracy, contradiction precision and recall by likeliest label at one half, and ECE."""
    precision, recall = scored.contradiction(0.5)
    return (
        f"{title:38} {len(scored.targets):5} pairs  accuracy {scored.accuracy:.3f}  "
        f"contradiction precision {precision:.3f} recall {recall:.3f}  ECE {scored.calibration_error:.3f}"
    )


def threshold_lines(title: str, scored: Scored) -> list[str]:
    """Contradiction precision and recall by threshold, and the most recall at 0.95 precision."""
    lines = [f"contradiction on {title}, by threshold:"]
    for threshold in THRESHOLDS:
        precision, recall = scored.contradiction(threshold)
        lines.append(f"  above {threshold:.2f}  precision {precision:.3f}  recall {recall:.3f}")
    threshold, precision, recall = scored.best_recall(0.95)
    lines.append(
        f"  most recall at precision 0.95: {recall:.3f} (above {threshold:.3f}, {precision:.3f})"
    )
    return lines


def confusion_lines(title: str, scored: Scored) -> list[str]:
    """Counts, one row a true label."""
    said = scored.probabilities.argmax(axis=1)
    lines = [f"confusion on {title} (rows true, columns said: c, e, n):"]
    for target, label in enumerate(LABELS):
        counts = [int(((scored.targets == target) & (said == other)).sum()) for other in range(3)]
        lines.append(f"  {label:13} " + " ".join(f"{count:5}" for count in counts))
    return lines


def both_ways_line(scorer: Scorer, pairs: Sequence[Pair], *, threshold: float) -> str:
    """How often the reverse direction agrees, for true contradictions found and for false ones."""
    turned = softmax(scorer([reversed_pair(pair) for pair in pairs]))[:, CONTRADICTION] >= threshold
    scored = score_pairs(scorer, pairs)
    found = scored.probabilities[:, CONTRADICTION] >= threshold
    is_so = scored.targets == CONTRADICTION
    agrees = (turned & found & is_so).sum() / max(1, int((found & is_so).sum()))
    precision = (turned & found & is_so).sum() / max(1, int((turned & found).sum()))
    recall = (turned & found & is_so).sum() / max(1, int(is_so.sum()))
    return (
        f"both directions above {threshold:.2f}: the reverse agrees in {agrees:.3f} of found "
        f"contradictions; precision {precision:.3f} recall {recall:.3f}"
    )


def report_lines(scorer: Scorer, data: Path) -> list[str]:
    """Everything a person should see before the weights are shipped."""
    sets = check_sets(data)
    scored = {title: score_pairs(scorer, pairs) for title, pairs in sets.items()}
    lines = [set_line(title, result) for title, result in scored.items()]
    title = next(iter(sets))
    lines += ["", *threshold_lines(title, scored[title])]
    lines += ["", *confusion_lines(title, scored[title]), ""]
    lines += [both_ways_line(scorer, sets[title], threshold=at) for at in (0.5, 0.8, 0.95)]
    lines += ["", "phrasings kept out of training:"]
    for name, pairs in phrasing_sets().items():
        lines.append(set_line(PHRASINGS[name], score_pairs(scorer, pairs)))
    return [*lines, "", *language_lines(scorer)]


def language_lines(scorer: Scorer, path: Path = LANGUAGES_FILE) -> list[str]:
    """For each language but English: how often the answer is neutral, and how sure the others are.

    The true relations (two in three pairs are no neutral ones) do not matter here: the base model
    cannot read these languages, and should not pretend to.
    """
    by_language: dict[str, list[Pair]] = defaultdict(list)
    for pair in read_languages(path):
        by_language[pair.source].append(pair)
    lines = ["other languages (should be answered with neutral):"]
    for language, pairs in by_language.items():
        rows = softmax(scorer(pairs))
        contradiction, entailment = rows[:, CONTRADICTION], rows[:, ENTAILMENT]
        lines.append(
            f"  {language}  {len(pairs)} pairs  neutral {(rows.argmax(axis=1) == NEUTRAL).mean():.2f}  "
            f"contradiction mean {contradiction.mean():.3f}, largest {contradiction.max():.3f}  "
            f"entailment mean {entailment.mean():.3f}, largest {entailment.max():.3f}"
        )
    return lines


def mistake_lines(scorer: Scorer, pairs: Sequence[Pair], *, count: int) -> list[str]:
    """The surest wrong answers, ``count`` at most: what was said and how surely, what is true, and
    the two statements."""
    scored = score_pairs(scorer, pairs)
    said = scored.probabilities.argmax(axis=1)
    sureness = scored.probabilities.max(axis=1)
    wrong = [at for at, pair in enumerate(pairs) if said[at] != pair.target]
    return [
        f"{LABELS[said[at]]} {sureness[at]:.2f}, truly {LABELS[pairs[at].target]}: "
        f"{pairs[at].premise!r} / {pairs[at].hypothesis!r}"
        for at in sorted(wrong, key=lambda at: -sureness[at])[:count]
    ]


def agreement(one: Scorer, other: Scorer, pairs: Sequence[Pair]) -> float:
    """Share of pairs on which two scorers say the same label."""
    return float((one(pairs).argmax(axis=1) == other(pairs).argmax(axis=1)).mean())
