"""Every text of the end users' pages, and its translations.

    python -m tests.house.messages

brings each `locale/*/LC_MESSAGES/django.po` up to date with the templates and the code, and
compiles it. New texts are added without a translation, those that are gone are removed.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import polib
from django.conf import settings
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[2]
OWN_TEMPLATES = [
    *sorted((ROOT / "templates" / "me").glob("*.html")),
    *(ROOT / "templates" / f"{name}.html" for name in ("base", "_toasts", "_theme", "_mark")),
    *(ROOT / "templates" / f"{name}.html" for name in ("403", "404", "500", "503")),
]
"""What an end user may come to see."""

REFUSING = [
    "memory/amend.py", "memory/change.py", "memory/claims.py", "memory/consent/choices.py",
    "memory/consent/withdrawal.py", "memory/extraction/refuse.py", "memory/forget/erase.py",
    "memory/handover.py", "memory/host_door.py", "memory/links.py", "memory/slots.py",
    "memory/store.py", "memory/undo.py", "review/actions.py", "review/changes.py",
    "review/listings/forgotten.py", "review/listings/undoing.py", "review/policies.py",
    "review/views/me.py", "review/views/my_kinds.py", "review/visits.py",
]  # fmt: skip
"""Modules whose refusals an end user may read. A refusal is a sentence in English; the page looks
its translation up."""

_CALLS = {"gettext", "gettext_lazy", "ngettext", "ngettext_lazy", "_"}
_QUOTED = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
_IN_TEMPLATE = re.compile(
    rf"\b(?P<call>ngettext|gettext|_)\(\s*(?P<one>{_QUOTED})(?:\s*,\s*(?P<other>{_QUOTED}))?"
)

Message = tuple[str, str]
"""A text and its plural; the latter is empty where there is none."""


def messages() -> dict[Message, str]:
    """Every text with the file that it stands in."""
    found: dict[Message, str] = {}
    for path in OWN_TEMPLATES:
        for message in of_template(path.read_text()):
            found.setdefault(message, str(path.relative_to(ROOT)))
    for path in sorted((ROOT / "review").rglob("*.py")):
        for message in of_code(path.read_text()):
            found.setdefault(message, str(path.relative_to(ROOT)))
    for name in REFUSING:
        for sentence in refusals((ROOT / name).read_text()):
            found.setdefault((sentence, ""), name)
    return found


def of_template(text: str) -> Iterator[Message]:
    """The texts that a template marks for translation."""
    for match in _IN_TEMPLATE.finditer(templatize(text)):
        one, other = (ast.literal_eval(match[name] or "''") for name in ("one", "other"))
        yield one, other if match["call"] == "ngettext" else ""


def of_code(text: str) -> Iterator[Message]:
    """The texts that a module marks for translation."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in _CALLS:
            told = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            yield str(told[0]), str(told[1]) if node.func.id.startswith("ngettext") else ""


def refusals(text: str) -> Iterator[str]:
    """Whole sentences that stand in the module as such, outside of its docstrings and formats."""
    tree = ast.parse(text)
    aside = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            aside |= {id(part) for part in node.values}
    for node in ast.walk(tree):
        told = node.value if isinstance(node, ast.Constant) and id(node) not in aside else None
        if isinstance(told, str) and re.fullmatch(r"[A-Z][^\n]* [^\n]*[.!?]", told):
            yield told


def catalogues() -> list[Path]:
    """The .po file of each language."""
    return sorted((ROOT / "locale").glob("*/LC_MESSAGES/django.po"))


def bring_up_to_date(path: Path) -> None:
    """Write the language's catalogue with exactly the texts that there are, and compile it."""
    before = polib.pofile(str(path))
    known = {(entry.msgid, entry.msgid_plural): entry for entry in before}
    after = polib.POFile(wrapwidth=100)
    after.metadata = before.metadata
    for message, place in sorted(messages().items(), key=lambda each: (each[1], each[0])):
        entry = polib.POEntry(msgid=message[0], msgid_plural=message[1], occurrences=[(place, "")])
        if old := known.get(message):
            entry.msgstr, entry.msgstr_plural = old.msgstr, old.msgstr_plural
        elif message[1]:
            entry.msgstr_plural = {0: "", 1: ""}
        if "%(" in message[0]:
            entry.flags = ["python-format"]
        after.append(entry)
    after.save(str(path))
    after.save_as_mofile(str(path.with_suffix(".mo")))


if __name__ == "__main__":
    settings.configure()
    for catalogue in catalogues():
        bring_up_to_date(catalogue)
        print(catalogue.relative_to(ROOT))  # noqa: T201
