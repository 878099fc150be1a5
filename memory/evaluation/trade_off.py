"""The trade-off between wrong overwrites and missed updates, as SVG. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from memory.evaluation.calibration import Calibration
from memory.evaluation.sweep import Point

WIDTH, HEIGHT, LEFT, TOP, BELOW = 360, 240, 56, 20, 64
"""Of the plot and its margins, in the picture's own units."""
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#333}.axis{stroke:#777;fill:none}"
    ".front{stroke:#3b6ea5;stroke-width:2;fill:none}.limit{stroke:#b5483a;stroke-dasharray:5 4}"
    ".point{fill:#3b6ea5}.now{fill:none;stroke:#777;stroke-width:2}.best{fill:#2f855a}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.axis,.now{stroke:#aaa}"
    ".front{stroke:#7fb0e6}.point{fill:#7fb0e6}.limit{stroke:#f0917f}.best{fill:#6ee7a8}}"
)


def trade_off_svg(found: Calibration) -> str:
    """The settings worth looking at: to the right the upper bound of the share of wrong
    overwrites, upwards the share of missed updates, both on the part that was chosen on."""
    shown = [*found.front, found.present]
    bounds = [point.bound(found.promise.confidence) for point in shown]
    most = max(found.promise.max_wrong, *bounds) * 1.1
    height = max(0.01, *(point.share("missed_update") for point in shown)) * 1.1
    words = "Wrong overwrites against missed updates, for each setting worth looking at"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 24} '
        f'{TOP + HEIGHT + BELOW}" role="img" aria-label="{words}"><style>{STYLE}</style>',
        *_axes(most, height),
        *_limit(found, most),
        *_points(found, most, height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _axes(most: float, height: float) -> Iterator[str]:
    floor = TOP + HEIGHT
    yield f'<path class="axis" d="M{LEFT} {TOP}V{floor}H{LEFT + WIDTH}"/>'
    for part in (0.0, 0.5, 1.0):
        x, y = LEFT + part * WIDTH, floor - part * HEIGHT
        yield f'<text x="{x:.0f}" y="{floor + 18}" text-anchor="middle">{part * most:.1%}</text>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.0f}" text-anchor="end">{part * height:.0%}</text>'
    yield (
        f'<text x="{LEFT + WIDTH / 2:.0f}" y="{floor + 38}" text-anchor="middle">'
        "wrong overwrites, upper bound</text>"
    )
    yield (
        f'<text transform="translate(14 {TOP + HEIGHT / 2:.0f}) rotate(-90)" '
        'text-anchor="middle">missed updates</text>'
    )


def _limit(found: Calibration, most: float) -> Iterator[str]:
    x = LEFT + found.promise.max_wrong / most * WIDTH
    yield f'<path class="limit" d="M{x:.1f} {TOP}V{TOP + HEIGHT}"/>'
    yield (
        f'<text x="{LEFT + WIDTH}" y="{TOP + HEIGHT + 58}" text-anchor="end">dashed: the limit of '
        f"{found.promise.max_wrong:.1%}; ring: now; green: best</text>"
    )


def _points(found: Calibration, most: float, height: float) -> Iterator[str]:
    def place(point: Point) -> tuple[float, float]:
        x = LEFT + point.bound(found.promise.confidence) / most * WIDTH
        return x, TOP + HEIGHT * (1 - point.share("missed_update") / height)

    corners = [place(point) for point in found.front]
    if corners:
        x, y = corners[0]
        steps = "".join(f"H{x:.1f}V{y:.1f}" for x, y in corners[1:])
        yield f'<path class="front" d="M{x:.1f} {y:.1f}{steps}"/>'
    drawn = [("best" if point is found.best else "point", 4, point) for point in found.front]
    for name, radius, point in [*drawn, ("now", 7, found.present)]:
        x, y = place(point)
        yield (
            f'<circle class="{name}" cx="{x:.1f}" cy="{y:.1f}" r="{radius}"><title>{point.wrong} '
            f"wrong overwrites, {point.missed} missed updates</title></circle>"
        )
