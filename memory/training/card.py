"""The model card that is written beside the weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

HEAD = """# Conflict model

Premise: a stored memory. Hypothesis: a newer statement about the same subject. Answer: the
probabilities of contradiction (both cannot be true now: the newer one takes the older one's place),
entailment (already known) and neutral (both can be true).

all-MiniLM-L6-v2 (22.7 million parameters, Apache-2.0) as a cross-encoder, in one ONNX file: 8-bit
activations, 7-bit weights, word vectors in bytes. Each layer is rounded so that its outputs change least
(`memory/training/rounding_fit.py`), with scales that are fixed, so that a pair's scores do not depend on the
other pairs of its batch. A plain softmax over `logits` is calibrated: the temperature is already in the
weights.

## Data

* Stage one: general pairs of MultiNLI, SNLI (little of it, and its revisions CAD and BreakingNLI),
  FEVER and its symmetric set, FoolMeTwice, InfoTabS, WikiFactCheck, the new-protocols sets, ConjNLI,
  HELP, MED, SCoNe, SemAntoNeg, AmbiEnt, ProsECCo and NegationNLI, under the licences that the data
  folder's ATTRIBUTION.md names (CC BY-SA, CC BY, CC0, MIT, Apache-2.0, OANC). None is in the repository.
  With a first look at the data folder's anchors. From here two paths lead on, and the network is the mean of
  their weights.
* The first path, stage two: anchors and chat messages written for this project (data folder), the anchors of
  `memory/training/anchors.jsonl`, pairs made by `memory/training/programmatic.py`, pairs in 21 other
  languages that are all to be answered with neutral (`memory/training/languages.jsonl`), and some
  general pairs again.
  Stage three: 2,147 more anchors (`memory/training/anchors_later.jsonl`), with half of stage two. The path ends
  half way between stages two and three.
* The second path: the general pairs once more, then all of the above at once with 306 further anchors
  (`memory/training/anchors_latest.jsonl`).
* From their mean two networks go on: 3,143 further anchors (`memory/training/anchors_further.jsonl`), and a part of
  all of the above, another part for each. The shipped network is the mean of all three.
* The rounding is fitted to 300 training pairs of memories and 300 general ones, whose labels play no part.
* Anchors are split by anchor, general checks by premise, with a fixed seed; no gate case was used.

## Figures

"""

LIMITS = """
## Limits

English only; other languages it was taught to answer with neutral, and mostly does. One statement
against one: it knows neither dates nor who said what, and a value that only the world knows (that
Utrecht is not in Belgium) is beyond it. Past, planned, hedged and
temporary statements, and statements about somebody else, are learned as neutral, yet the gate should
not lean on that alone. A contradiction that replaces a memory should hold in both directions.
"""


def write_card(out: Path, figures: Sequence[str]) -> None:
    """Write ``README.md`` with the figures as printed."""
    block = "\n".join(["```", *figures, "```", ""])
    (out / "README.md").write_text(HEAD + block + LIMITS, encoding="utf-8")
