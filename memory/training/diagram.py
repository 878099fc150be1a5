"""A reliability diagram: how often the model is right at each degree of confidence, as SVG."""

from __future__ import annotations

from collections.abc import Sequence

SIZE, LEFT, BOTTOM = 320, 56, 48
STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#333}"
    ".axis,.ideal{stroke:#777;fill:none}.ideal{stroke-dasharray:5 4}"
    ".bar{fill:#3b6ea5;fill-opacity:.75}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.axis,.ideal{stroke:#999}.bar{fill:#7fb0e6}}"
)


def place(share: float) -> float:
    """A share as a length on either axis."""
    return round(share * SIZE, 1)


def bar(mean: float, right: float, count: int, width: float) -> str:
    """One bin: where its mean confidence stands, as high as its share of right answers."""
    x = LEFT + place(mean) - width / 2
    y = 16 + SIZE - place(right)
    title = f"confidence {mean:.2f}, right {right:.2f}, {count} pairs"
    return (
        f'<rect class="bar" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{place(right)}">'
        f"<title>{title}</title></rect>"
    )


def axes() -> list[str]:
    """Both axes with their numbers, and the line of a perfectly calibrated model."""
    floor = 16 + SIZE
    lines = [
        f'<path class="axis" d="M{LEFT} 16V{floor}H{LEFT + SIZE}"/>',
        f'<path class="ideal" d="M{LEFT} {floor}L{LEFT + SIZE} 16"/>',
    ]
    for number in (0.0, 0.25, 0.5, 0.75, 1.0):
        x, y = LEFT + place(number), floor - place(number)
        lines.append(f'<text x="{x}" y="{floor + 18}" text-anchor="middle">{number:g}</text>')
        lines.append(f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{number:g}</text>')
    middle = LEFT + SIZE / 2
    lines.append(f'<text x="{middle}" y="{floor + 38}" text-anchor="middle">confidence</text>')
    lines.append(
        f'<text transform="translate(14 {16 + SIZE / 2}) rotate(-90)" text-anchor="middle">right</text>'
    )
    return lines


def reliability_svg(rows: Sequence[tuple[float, float, int]], error: float) -> str:
    """The diagram of (mean confidence, share right, count) rows, with the calibration error."""
    width, height = LEFT + SIZE + 24, 16 + SIZE + BOTTOM
    bars = [bar(mean, right, count, SIZE / 18) for mean, right, count in rows]
    words = f"Reliability of the conflict model; expected calibration error {error:.3f}"
    note = f'<text x="{LEFT + 12}" y="34">expected calibration error {error:.3f}</text>'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f'aria-label="{words}"><style>{STYLE}</style>'
    )
    return "\n".join([head, *axes(), *bars, note, "</svg>", ""])
