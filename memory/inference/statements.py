"""Messages to labels: keep or drop, type, scope, modality, change, about whom, importance, lifetime.

The project's own small model (its card lies beside the weights). Loaded at the first call, once
per process. Never call this inside a transaction that holds a lock.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from memory.errors import UnavailableError
from memory.inference.statement_files import WEIGHTS, checked_manifest
from memory.inference.statement_labels import HEADS, Choice, Labels, Message

BATCH = 32
LONGEST = 1000
"""In characters; 128 tokens end well before."""

_loading = Lock()


class Network(Protocol):
    """What turns n messages into (n, sum of the heads' words) logits."""

    def __call__(self, messages: Sequence[Message], /) -> NDArray[np.float32]: ...


def read_statements(messages: Sequence[Message]) -> list[Labels]:
    """The labels of each message, in the same order.

    Where a message holds several claims, the labels are those of the first. Messages beyond
    128 tokens are cut. Raises UnavailableError where the model cannot be loaded or its answer
    is not finite.
    """
    heads = probabilities(messages)
    return [
        Labels(
            **{
                head: Choice(dict(zip(words, map(float, heads[head][at]), strict=True)))
                for head, words in HEADS.items()
            }  # type: ignore[arg-type]  # each head's own words, by HEADS
        )
        for at in range(len(messages))
    ]


def probabilities(
    messages: Sequence[Message], *, folder: Path = WEIGHTS
) -> Mapping[str, NDArray[np.float64]]:
    """For each head the (messages, words) array of probabilities, columns as in HEADS.

    folder: where the model's files are. Raises UnavailableError as `read_statements` does.
    """
    with _loading:
        network = _network(folder)
    logits = _in_batches(network, messages)
    if not np.isfinite(logits).all():
        raise UnavailableError("The statement model gave scores that are no numbers.")
    ends = np.cumsum([len(words) for words in HEADS.values()])[:-1]
    columns = np.split(logits.astype(np.float64), ends, axis=1)
    return {head: _softmax(own) for head, own in zip(HEADS, columns, strict=True)}


def ready() -> str | None:
    """Why messages cannot be read, as a sentence; None where they can. Loads the model."""
    try:
        read_statements([Message("ready")])
    except UnavailableError as error:
        return error.message
    return None


def _in_batches(network: Network, messages: Sequence[Message]) -> NDArray[np.float32]:
    """Run batches of like length, and put the rows back in order."""
    rows = np.zeros((len(messages), sum(map(len, HEADS.values()))), dtype=np.float32)
    positions = sorted(range(len(messages)), key=lambda at: len(messages[at].text))
    for start in range(0, len(positions), BATCH):
        chosen = positions[start : start + BATCH]
        found = network([messages[at] for at in chosen])
        if found.shape != (len(chosen), rows.shape[1]):
            raise UnavailableError("The statement model gave scores of a wrong shape.")
        rows[chosen] = found
    return rows


def _softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: NDArray[np.float64] = powers / powers.sum(axis=1, keepdims=True)
    return shares


@cache
def _network(folder: Path) -> Network:
    manifest = checked_manifest(folder)
    try:
        import onnxruntime
        from tokenizers import Tokenizer

        session = onnxruntime.InferenceSession(
            str(folder / "model.onnx"), providers=["CPUExecutionProvider"]
        )
        tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    except Exception as error:  # both libraries raise their own, undeclared kinds
        raise UnavailableError(
            f"The statement model cannot be loaded ({type(error).__name__}): {folder}."
        ) from error
    tokenizer.enable_truncation(manifest.max_tokens)
    tokenizer.enable_padding()

    def run(messages: Sequence[Message], /) -> NDArray[np.float32]:
        rows: NDArray[np.float32] = session.run(["logits"], _feeds(tokenizer, messages))[0]
        return rows

    return run


def _feeds(tokenizer: Any, messages: Sequence[Message]) -> dict[str, NDArray[np.int64]]:
    """The model's inputs; the message is the first segment, what came before it the second."""
    encoded = tokenizer.encode_batch(
        [
            (one.text[:LONGEST], one.before[:LONGEST]) if one.before else one.text[:LONGEST]
            for one in messages
        ]
    )
    parts = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
    return {
        name: np.array([getattr(item, part) for item in encoded], dtype=np.int64)
        for name, part in parts.items()
    }
