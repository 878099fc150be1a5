"""A calibration in words and numbers, for a terminal. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from memory.evaluation.calibration import Calibration
from memory.evaluation.sweep import Point

HEAD = (
    f"{'':10} {'wrong':>5} {'at most':>8} {'missed':>12} {'needless':>12} {'made':>5}   "
    "floor  lower  contradiction  near   far  entailment"
)


def report(found: Calibration) -> Iterator[str]:
    """The lines to print: what was tried, the settings worth looking at, what is recommended."""
    promise, total = found.promise, found.chosen_on + found.reported_on
    yield (
        f"{total:,} labelled cases: {found.chosen_on:,} to choose on, {found.reported_on:,} to "
        f"report on. {found.tried:,} settings tried."
    )
    yield (
        f"To be kept: wrong overwrites at most {promise.max_wrong:.2%} of cases, with "
        f"{promise.confidence:.0%} confidence"
        + (f"; needless reviews {promise.max_needless:.0%}." if promise.max_needless < 1 else ".")
    )
    yield ""
    yield HEAD
    yield _row("now", found.present, found)
    for point in found.front:
        yield _row("best" if point is found.best else "", point, found)
    if found.best and found.checked:
        yield from ("", "On the part that had no say in the choice:")
        yield _row("best", found.checked, found)
    yield from ("", *_conclusion(found))


def _row(name: str, point: Point, found: Calibration) -> str:
    counts, t = point.counts, point.thresholds
    missed = f"{point.missed} of {counts['updates']}"
    needless = f"{counts['needless_review']} of {counts['clear']}"
    return (
        f"{name:10} {point.wrong:5} {point.bound(found.promise.confidence):8.2%} {missed:>12} "
        f"{needless:>12} {counts['resolved_update']:5}   "
        f"{t.floor:5.2f}  {t.slot_floor:5.2f}  {t.contradiction:13.2f}  "
        f"{t.near_contradiction:4.2f}  {t.far_contradiction:4.2f}  {t.entailment:10.2f}"
    )


def _conclusion(found: Calibration) -> Iterator[str]:
    """What can be promised, plainly."""
    limit, sure = f"{found.promise.max_wrong:.2%}", f"{found.promise.confidence:.0%}"
    if found.too_few:
        yield (
            f"Too few labels to promise {limit}: even without one wrong overwrite it takes "
            f"{found.needed:,} cases in each part, about {2 * found.needed:,} in all."
        )
    elif found.best is None:
        yield f"No setting tried keeps {limit}: label more cases, or allow more."
    elif found.confirmed:
        yield (
            f"Recommended: the setting named best. With {sure} confidence it overwrites wrongly "
            f"in at most {limit} of cases like these."
        )
    else:
        yield (
            f"Not confirmed: the setting named best keeps {limit} where it was chosen, but not on "
            "the other part. Label more cases, or allow more."
        )
