"""A cross-encoder as one ONNX file with its tokenizer: the form in which our own model ships.

The folder holds `model.onnx`, `tokenizer.json` and `config.json`; the last one names the labels
in the order of the output, the longest input, and the SHA-256 of the other two. A file that is
missing, cut short or changed is refused: scores of unknown weights mean nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from memory.errors import UnavailableError
from memory.inference.labels import label_columns

if TYPE_CHECKING:
    from tokenizers import Encoding

# Small enough that a batch stays in a core's cache.
BATCH = 8
FORMAT = "onnx"
# The model's inputs, and where the tokenizer has them; padding is zero in all three.
COLUMNS = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}


def read_config(folder: Path) -> dict[str, Any]:
    """The folder's config.json. Raises UnavailableError where it is none."""
    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UnavailableError(
            f"{folder} holds no model: config.json is missing or damaged."
        ) from error
    if not isinstance(config, dict):
        raise UnavailableError(f"{folder / 'config.json'} is not a model's configuration.")
    return config


def checked_config(folder: Path) -> dict[str, Any]:
    """The folder's config.json, once the files beside it are those that it names.

    Raises UnavailableError, with a sentence that says what is wrong, where one is missing or changed.
    """
    config = read_config(folder)
    _check_files(folder, config.get("sha256"))
    return config


class OnnxScorer:
    """Scores pairs (premise, hypothesis): an (n, 3) array of probabilities in the order
    contradiction, entailment, neutral."""

    def __init__(self, folder: Path) -> None:
        """Check and load the files; raises UnavailableError with what is wrong."""
        from onnxruntime import InferenceSession, SessionOptions
        from tokenizers import Tokenizer

        config = checked_config(folder)
        self._columns = label_columns({int(k): v for k, v in config.get("id2label", {}).items()})
        # A batch for each core is faster than all cores on one batch: nobody waits for anybody.
        options = SessionOptions()
        options.intra_op_num_threads = 1
        try:
            self._session = InferenceSession(
                str(folder / "model.onnx"), options, providers=["CPUExecutionProvider"]
            )
            self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        except Exception as error:  # onnxruntime and tokenizers raise bare exceptions
            raise UnavailableError(
                f"The model in {folder} cannot be loaded ({type(error).__name__})."
            ) from error
        self._tokenizer.enable_truncation(int(config["max_tokens"]), strategy="longest_first")
        self._tokenizer.no_padding()  # the file asks for a fixed length
        self._inputs = [node.name for node in self._session.get_inputs()]

    def __call__(self, pairs: Sequence[tuple[str, str]], /) -> NDArray[np.float32]:
        """Batches of pairs of like length, one on each core; answers in the order given."""
        encoded = self._tokenizer.encode_batch(list(pairs))
        order = sorted(range(len(pairs)), key=lambda at: len(encoded[at]))
        batches = [order[start : start + BATCH] for start in range(0, len(order), BATCH)]
        rows = np.empty((len(pairs), len(self._columns)), dtype=np.float32)

        def score(places: list[int]) -> None:
            rows[places] = self._score([encoded[at] for at in places])

        if len(batches) < 2:
            list(map(score, batches))
        else:
            with ThreadPoolExecutor(len(os.sched_getaffinity(0))) as cores:
                list(cores.map(score, batches))
        return rows

    def _score(self, encoded: list[Encoding]) -> NDArray[np.float32]:
        shape = (len(encoded), max(map(len, encoded)))
        columns = {name: np.zeros(shape, dtype=np.int64) for name in COLUMNS}
        for row, one in enumerate(encoded):
            for name, attribute in COLUMNS.items():
                columns[name][row, : len(one)] = getattr(one, attribute)
        (logits,) = self._session.run(None, {name: columns[name] for name in self._inputs})
        return softmax(logits)[:, self._columns]


def softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    """Rows of logits as probabilities that sum to 1."""
    exponents: NDArray[np.float32] = np.exp(logits - logits.max(axis=1, keepdims=True))
    totals: NDArray[np.float32] = exponents.sum(axis=1, keepdims=True)
    return exponents / totals


def _check_files(folder: Path, checksums: object) -> None:
    if not isinstance(checksums, dict) or not {"model.onnx", "tokenizer.json"} <= set(checksums):
        raise UnavailableError(f"{folder / 'config.json'} names no checksums of the model's files.")
    for name, expected in checksums.items():
        try:
            with (folder / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise UnavailableError(f"The model's file {folder / name} is missing.") from error
        if found != expected:
            raise UnavailableError(
                f"The model's file {folder / name} is damaged or was changed: its checksum is not "
                "the one in config.json. Restore it from the repository."
            )
