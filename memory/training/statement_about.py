"""The head that says about whom a message is: fitted last, on messages of its own.

The encoder has seen the other messages often enough to know them by heart, so they say little of
how sure this head may be. Here it stays as it is, and two columns of the heads are moved as little
as new messages ask for.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import torch
from torch.nn import functional

from memory.inference.statement_labels import HEADS, About, Message
from memory.training.pairs import BadTrainingData, lines_of
from memory.training.statement_data import UNKNOWN, Labelled
from memory.training.statement_loop import Example, batch_of
from memory.training.statement_network import WIDTHS, StatementNetwork

MESSAGES = Path(__file__).with_name("statements_about.jsonl")
HEAD = list(HEADS).index("about")
WORDS = HEADS["about"].values
SELF = WORDS.index(About.SELF)
STAY = 0.1
"""How strongly the columns hold to where they were: the weight of their squared move beside the
mean loss. Chosen on lines of the data folder that training leaves out."""
STEPS = 200


def read_about(path: Path = MESSAGES) -> list[Labelled]:
    """The messages of a JSON-lines file with `before`, `text` and `about` a line; of every other
    head nothing is known.

    Raises BadTrainingData, with the number of the line, where one is not such a message.
    """
    rows = []
    for number, row in lines_of(path):
        before, text, about = row.get("before"), row.get("text"), row.get("about")
        if not isinstance(text, str) or not isinstance(before, str | None) or about not in WORDS:
            raise BadTrainingData(
                f"{path.name}, line {number}: `text` must be text, `before` text or null, and "
                f"`about` one of {', '.join(WORDS)}."
            )
        places = [UNKNOWN] * len(HEADS)
        places[HEAD] = WORDS.index(about)
        rows.append(Labelled(Message(text, before), tuple(places)))
    return rows


def share_of_self(rows: Sequence[Labelled]) -> float:
    """The share of messages about the person who types, among those where it is known."""
    known = [row.places[HEAD] for row in rows if row.places[HEAD] != UNKNOWN]
    return sum(place == SELF for place in known) / len(known)


def features_of(network: StatementNetwork, examples: Sequence[Example]) -> torch.Tensor:
    """(messages, hidden) mean token vectors, which the heads read."""
    vectors: list[torch.Tensor] = []
    handle = network.heads.register_forward_pre_hook(lambda _, given: vectors.append(given[0]))
    with torch.no_grad():
        for at in range(0, len(examples), 40):
            network.logits(batch_of(examples[at : at + 40]))
    handle.remove()
    return torch.cat(vectors)


def fit_about(network: StatementNetwork, examples: Sequence[Example], *, share: float) -> None:
    """Move the two columns of the head, in place.

    Logistic regression on their difference with a pull towards where it was (a Gaussian prior);
    messages are weighted so that `share` of them are about the person who types, as people's own
    are, whatever their share among the examples (Saerens et al., 2002).
    """
    vectors = features_of(network.eval(), examples)
    targets = torch.tensor([float(one.targets[HEAD] == SELF) for one in examples])
    weights = torch.where(targets == 1, share / targets.mean(), (1 - share) / (1 - targets.mean()))
    heads = network.heads
    mine = sum(WIDTHS[:HEAD]) + SELF
    other = sum(WIDTHS[:HEAD]) + 1 - SELF
    start = torch.cat(
        [heads.weight[mine] - heads.weight[other], heads.bias[[mine]] - heads.bias[[other]]]
    )
    start = start.detach()
    found = start.clone().requires_grad_()
    optimiser = torch.optim.LBFGS([found], max_iter=STEPS, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        logits = vectors @ found[:-1] + found[-1]
        misfit = functional.binary_cross_entropy_with_logits(logits, targets, weight=weights)
        loss = misfit + STAY * (found - start)[:-1].square().sum()
        loss.backward()  # type: ignore[no-untyped-call]
        return loss

    optimiser.step(closure)  # type: ignore[no-untyped-call]
    half = (found.detach() - start) / 2
    with torch.no_grad():
        for row, sign in ((mine, 1), (other, -1)):
            heads.weight[row] += sign * half[:-1]
            heads.bias[row] += sign * half[-1]
