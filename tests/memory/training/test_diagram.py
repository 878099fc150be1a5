from __future__ import annotations

from xml.etree import ElementTree

from memory.training.diagram import reliability_svg


def test_the_diagram_has_a_bar_for_every_bin_and_says_the_error() -> None:
    rows = [(0.4, 0.3, 12), (0.95, 0.9, 400)]
    root = ElementTree.fromstring(reliability_svg(rows, 0.021))
    bars = root.findall("{*}rect")
    assert len(bars) == 2
    assert float(bars[0].attrib["height"]) < float(bars[1].attrib["height"])
    assert "0.021" in root.attrib["aria-label"]
    assert "400 pairs" in "".join(root.itertext())
