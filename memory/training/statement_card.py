"""The statement model's card, written beside the weights."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

HEAD = """# Statement model

In: one chat message, with the assistant's message before it where the message answers one. Out: keep
or drop; type, scope, modality, change; about the subject or somebody else; bands of importance and
lifetime. Of a message with several claims the labels are those of the first.

all-MiniLM-L6-v2 (22.7 million parameters, Apache-2.0), fine-tuned with one linear layer over the mean
token vector; all heads together, cross-entropy with the square root of inverse class shares as
weights. 8-bit activations and 7-bit weights in one ONNX file; the last pass over the data was made with that
rounding. The word embeddings are the base model's, in bytes.

Frozen embeddings with logistic regression and hashed word and character n-grams were tried first (700
lines kept aside, 1,400 to train on): keep F1 0.93, type macro-F1 0.62, modality 0.59, change 0.57,
about the subject 0.88. That was another split with less data, and the programs are not in the repository:
a reason to fine-tune, not a figure to compare with.
The rules' cues (57 zeros and ones) as a further input changed no figure on the kept-aside lines by more
than a point and a half in either direction, so they are left out.

## Data

* About 2,100 chat messages written and labelled for this project, in English (`statements.jsonl`; no
  conditions on use, not in the repository), and 923 of the repository's own
  (`memory/training/statements_extra.jsonl`), all trained on. The claims of the training messages, as plain
  sentences, count half.
* The 44 chats of `memory/training/chats.jsonl`, sentence by sentence with what was said before, but for every sixth:
  what is only of the moment is left out. `bench/chats.py` measures that on the chats kept aside.
* At last the two columns of the head that says about whom are fitted, with the encoder as it is, on 1,400 messages of the
  repository's own (`memory/training/statements_about.jsonl`), weighted to the share of people's own messages.
* Every sixth line (line number modulo 6 is 2, from 0) is kept aside. The rules were not written for
  these lines either. `statements_check.jsonl` was never trained or tuned on.
* No gate case was used.

`manage.py train statement --data DIR --out DIR` makes the weights again: fixed seeds, one thread.

## Figures

"Rules": the rules of extraction. "Heads": the model, which is what ships. "Together": the rules' labels
where they find something to keep, else the heads'. F1 with accuracy in brackets. Keep is measured on
every message, all else on those with something to keep.

"""

LIMITS = """
## Limits

English only: in other languages its answers mean nothing. One label of each kind for a message, so a
second claim is not described; it is at its best on a clause or a sentence. It knows no dates: "on the
3rd" is neither past nor future to it. Rare words of a head (procedural, hedged, quoted, correction)
have few examples, and their figures carry an uncertainty of several points. Its probabilities are
not calibrated.
"""


def write_card(out: Path, sections: Sequence[tuple[str, Sequence[str]]]) -> None:
    """Write `model_card.md` with the figures as printed; each section is a command and its lines."""
    blocks = [f"```\n$ {command}\n" + "\n".join(lines) + "\n```\n" for command, lines in sections]
    (out / "model_card.md").write_text(HEAD + "\n".join(blocks) + LIMITS, encoding="utf-8")
