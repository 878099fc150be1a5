"""The statement model: the MiniLM encoder, and one linear layer for all heads together."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn
from transformers import BertModel

from memory.inference.statement_labels import HEADS
from memory.training.rounding import round_rows

INPUTS = ("input_ids", "attention_mask", "token_type_ids")
WIDTHS = tuple(len(words) for words in HEADS.values())
DROPOUT = 0.1


@dataclass(frozen=True, slots=True)
class Batch:
    """Padded messages: ids, mask and segments are (messages, longest)."""

    ids: torch.Tensor
    mask: torch.Tensor
    segments: torch.Tensor


class StatementNetwork(nn.Module):
    """Messages to the logits of every head, side by side in the order of HEADS.

    One linear layer reads the mean of the encoder's token vectors. The encoder's word embeddings
    stay as they are: half of all weights, and words that training never shows keep their place
    among the others. They are rounded to bytes at once, as the shipped file holds them.
    """

    def __init__(self, encoder: BertModel) -> None:
        super().__init__()
        self.encoder = encoder
        encoder.embeddings.word_embeddings.weight.requires_grad = False
        round_rows(encoder.embeddings.word_embeddings)
        self.dropout = nn.Dropout(DROPOUT)
        self.heads = nn.Linear(encoder.config.hidden_size, sum(WIDTHS))

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, token_type_ids: torch.Tensor
    ) -> torch.Tensor:
        """(messages, sum of the heads' widths) logits."""
        tokens = self.encoder(
            input_ids=input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids
        ).last_hidden_state
        weights = attention_mask.unsqueeze(-1).to(tokens.dtype)
        mean = (tokens * weights).sum(dim=1) / weights.sum(dim=1)
        logits: torch.Tensor = self.heads(self.dropout(mean))
        return logits

    def logits(self, batch: Batch) -> torch.Tensor:
        """(messages, sum of the heads' widths) logits of a batch."""
        result: torch.Tensor = self(batch.ids, batch.mask, batch.segments)
        return result


def new_network(base: Path, *, seed: int) -> StatementNetwork:
    """The pretrained encoder of a folder with a fresh layer of heads."""
    torch.manual_seed(seed)
    encoder: BertModel = BertModel.from_pretrained(
        base,
        add_pooling_layer=False,
        attn_implementation="eager",
        dtype=torch.float32,
        hidden_dropout_prob=DROPOUT,
        attention_probs_dropout_prob=0.0,
    )
    return StatementNetwork(encoder)


def by_head(logits: torch.Tensor) -> Iterator[torch.Tensor]:
    """The columns of each head, in the order of HEADS."""
    yield from torch.split(logits, list(WIDTHS), dim=1)


def pad(ids: Sequence[Sequence[int]], segments: Sequence[Sequence[int]]) -> Batch:
    """Pad to the longest message (0 is BERT's padding id)."""
    shape = (len(ids), max(map(len, ids)))
    tensors = [torch.zeros(shape, dtype=torch.long) for _ in range(3)]
    for row, (tokens, parts) in enumerate(zip(ids, segments, strict=True)):
        tensors[0][row, : len(tokens)] = torch.tensor(tokens)
        tensors[1][row, : len(tokens)] = 1
        tensors[2][row, : len(tokens)] = torch.tensor(parts)
    return Batch(*tensors)


def to_onnx(network: StatementNetwork, path: Path) -> None:
    """Write the network in single precision, with free batch and length."""
    ids = torch.ones((2, 8), dtype=torch.long)
    free = {0: "messages", 1: "tokens"}
    with warnings.catch_warnings():
        # The exporter that came after this one wants another package (onnxscript).
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network.eval(),
            (ids, ids, torch.zeros_like(ids)),
            str(path),
            input_names=list(INPUTS),
            output_names=["logits"],
            dynamic_axes=dict.fromkeys(INPUTS, free) | {"logits": {0: "messages"}},
            opset_version=17,
            dynamo=False,
        )
