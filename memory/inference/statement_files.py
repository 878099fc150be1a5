"""The statement model's files: checked against their manifest before they are trusted."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory.errors import UnavailableError
from memory.inference.profiles import EMBEDDING_MODEL
from memory.inference.statement_labels import HEADS

WEIGHTS = Path(__file__).parent / "weights" / "statement"
FILES = ("model.onnx", "tokenizer.json")


@dataclass(frozen=True, slots=True)
class Manifest:
    """What the loader needs to know of the files; `max_tokens` is where messages are cut."""

    revision: str
    max_tokens: int


def checked_manifest(folder: Path) -> Manifest:
    """The manifest of a folder, whose files are whole and made for this program.

    Raises UnavailableError with what is wrong: missing, truncated, tampered with, made for
    another embedding model, or for other labels.
    """
    raw = _read(folder / "manifest.json")
    try:
        _refuse_another_model(raw)
        for name in FILES:
            _check_file(folder / name, raw["files"][name])
        return Manifest(str(raw["revision"]), int(raw["max_tokens"]))
    except (KeyError, TypeError, ValueError) as error:
        raise UnavailableError(
            f"The statement model's manifest is incomplete ({error!r}): {folder / 'manifest.json'}."
        ) from error


def _read(path: Path) -> Mapping[str, Any]:
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnavailableError(
            f"The statement model is not here: {path} is missing. Train it with "
            "`manage.py train statement`, or restore the repository's files."
        ) from error
    except ValueError as error:
        raise UnavailableError(
            f"The statement model's manifest is not JSON: restore {path}."
        ) from error
    if not isinstance(raw, dict):
        raise UnavailableError(f"The statement model's manifest is not an object: restore {path}.")
    return raw


def _refuse_another_model(raw: Mapping[str, Any]) -> None:
    if raw["embedding"] != EMBEDDING_MODEL:
        raise UnavailableError(
            f"The statement model was made for the embedding model {raw['embedding']!r}, and this "
            f"program uses {EMBEDDING_MODEL!r}: train it again."
        )
    heads = {head: list(words.values) for head, words in HEADS.items()}
    if list(raw["heads"].items()) != list(heads.items()):
        raise UnavailableError(
            "The statement model was trained on other labels than this program has: train it again."
        )


def _check_file(path: Path, expected: Mapping[str, Any]) -> None:
    if not path.is_file():
        raise UnavailableError(f"The statement model is incomplete: {path} is missing.")
    if path.stat().st_size < expected["bytes"]:
        raise UnavailableError(
            f"The statement model is truncated: {path} has {path.stat().st_size} bytes of "
            f"{expected['bytes']}."
        )
    with path.open("rb") as handle:
        found = hashlib.file_digest(handle, "sha256").hexdigest()
    if found != expected["sha256"]:
        raise UnavailableError(
            f"The statement model was changed after it was made: the checksum of {path} is not the "
            "manifest's. Restore the file."
        )
