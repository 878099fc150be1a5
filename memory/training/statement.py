"""The statement model's training, from the data folder to the files that are shipped."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import torch

from memory.evaluation.statements import statements_report
from memory.inference.profiles import EMBEDDING_MODEL
from memory.inference.statement_labels import HEADS
from memory.training import export
from memory.training.batches import load_tokenizer
from memory.training.conflict import base_model, tokenizer_file
from memory.training.integer_graph import integer_layers, write_integer_graph
from memory.training.loop import Report
from memory.training.rounding import add_rounding, remove_rounding
from memory.training.rounding_fit import observe
from memory.training.statement_about import fit_about, read_about, share_of_self
from memory.training.statement_card import write_card
from memory.training.statement_chats import read_chats, without_context
from memory.training.statement_data import (
    Labelled,
    read_labelled,
    refuse_one_sided,
    split_by_line,
)
from memory.training.statement_loop import (
    PLAN,
    ROUNDING,
    Example,
    batch_of,
    examples_of,
    train,
)
from memory.training.statement_network import INPUTS, StatementNetwork, new_network, to_onnx

MAX_TOKENS = 128
WORD_TABLE = "encoder.embeddings.word_embeddings.weight"
EXTRA = Path(__file__).with_name("statements_extra.jsonl")
"""Labelled messages of the repository's own, all trained on; may be missing."""


def train_statement(data: Path, out: Path, report: Report) -> None:
    """Train, export and describe; goes on where an interrupted run stopped.

    data: a folder with `statements.jsonl`. Raises BadTrainingData where it cannot be learned from.
    """
    out.mkdir(parents=True, exist_ok=True)
    rows, _ = split_by_line(read_labelled(data / "statements.jsonl"))
    refuse_one_sided(rows, "statements.jsonl")
    chats, _ = read_chats()
    network = train_network([*rows, *_extra(), *chats, *without_context(chats)], out, report)
    about = examples_of(read_about(), load_tokenizer(tokenizer_file(), max_tokens=MAX_TOKENS))
    fit_about(network, about, share=share_of_self(rows))
    ship(network, out)
    report(f"model.onnx: {(out / 'model.onnx').stat().st_size / 1e6:.1f} MB")
    sections = figures_of(data, out)
    write_card(out, sections)
    for _, lines in sections:
        for line in lines:
            report(line)


def figures_of(data: Path, out: Path) -> list[tuple[str, list[str]]]:
    """The figures of the finished model in `out`, each with the command that prints them: on the
    lines kept aside, and on the check file where the data folder has one."""
    sections = [_figures(data / "statements.jsonl", out, part="kept-aside")]
    if (data / "statements_check.jsonl").exists():
        sections.append(_figures(data / "statements_check.jsonl", out, part="unseen"))
    return sections


def _figures(file: Path, out: Path, *, part: str) -> tuple[str, list[str]]:
    aside, unseen = part == "kept-aside", part == "unseen"
    report = statements_report(file, kept_aside=aside, unseen=unseen, folder=out)
    return f"manage.py evaluate statements {file.name} --{part}", list(report.lines)


def _extra() -> list[Labelled]:
    return read_labelled(EXTRA) if EXTRA.exists() else []


def train_network(rows: Sequence[Labelled], out: Path, report: Report) -> StatementNetwork:
    """The encoder and the heads, trained together on labelled messages; at last with the rounding
    of the shipped file."""
    examples = examples_of(rows, load_tokenizer(tokenizer_file(), max_tokens=MAX_TOKENS))
    report(f"{len(rows)} messages, {len(examples)} examples with restated claims, {PLAN}")
    network = new_network(base_model(), seed=PLAN.seed)
    train(network, examples, PLAN, out, report)
    start_rounding(network, examples)
    train(network, examples, ROUNDING, out, report)
    return network


def start_rounding(network: StatementNetwork, examples: Sequence[Example]) -> None:
    """Round from here on, with scales that fit some of the examples."""
    some = sorted(examples[::10], key=lambda one: len(one.ids))

    def run() -> None:
        for at in range(0, len(some), 40):
            network.logits(batch_of(some[at : at + 40]))

    add_rounding(network.encoder.encoder)
    observe(network.encoder.encoder, run)


def ship(network: StatementNetwork, out: Path) -> None:
    """Write the model in integers, its tokenizer and the manifest."""
    layers = integer_layers(network)
    remove_rounding(network.encoder.encoder)
    single = out / "single-precision.onnx"
    with torch.no_grad():
        to_onnx(network, single)
    write_integer_graph(single, out / "model.onnx", layers, table=WORD_TABLE)
    single.unlink()
    export.copy_tokenizer(tokenizer_file(), out)
    write_manifest(out)


def write_manifest(folder: Path) -> None:
    """What a loader checks before it trusts the files."""
    names = ("model.onnx", "tokenizer.json")
    manifest: Mapping[str, object] = {
        "name": "statement-minilm",
        "revision": export.checksum(folder / "model.onnx")[:12],
        "embedding": EMBEDDING_MODEL,
        "heads": {head: list(words.values) for head, words in HEADS.items()},
        "inputs": list(INPUTS),
        "max_tokens": MAX_TOKENS,
        "files": {
            name: {
                "bytes": (folder / name).stat().st_size,
                "sha256": export.checksum(folder / name),
            }
            for name in names
        },
    }
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=2) + "\n", encoding="utf-8")
