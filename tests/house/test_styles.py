"""The committed style sheet is the one that the templates need; Node is not asked for it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAIN = re.compile(r"[a-z0-9\[\]()_.,:/%#&*!'=<>+@-]+", re.IGNORECASE)
WITHOUT_STYLE = {"palimpsest"}  # names a script's page, not a look


def classes_used():
    """Every class of the templates, with each branch of a template tag inside `class`."""
    for path in (ROOT / "templates").rglob("*.html"):
        for found in re.findall(r'\bclass="((?:\{%.*?%\}|\{\{.*?\}\}|[^"{])*)"', path.read_text()):
            for name in re.sub(r"\{%.*?%\}|\{\{.*?\}\}", " ", found).split():
                # One that ends in a dash is put together by the template.
                if PLAIN.fullmatch(name) and not name.endswith("-"):
                    yield name, path.name


def selector(name):
    """The class as the style sheet spells it once its backslashes are gone."""
    spelt = f"3{name[0]} {name[1:]}" if name[0].isdigit() else name
    return re.compile(rf"\.{re.escape(spelt)}(?![\w-])")


def test_every_class_of_the_templates_is_in_the_style_sheet():
    sheet = (ROOT / "static" / "palimpsest.css").read_text().replace("\\", "")
    missing = {
        (name, page)
        for name, page in classes_used()
        if name not in WITHOUT_STYLE and not selector(name).search(sheet)
    }
    assert missing == set(), "npm run build in review/styles is due"


def test_classes_are_found_inside_of_tags():
    names = {name for name, _ in classes_used()}
    assert {"btn", "badge-error", "max-sm:sticky", "piece-removed"} <= names
