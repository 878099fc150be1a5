"""The lines around what people wrote."""

from __future__ import annotations

from unittest.mock import patch

from memory.extraction.llm.fence import new_fence


def test_a_mark_that_stands_in_the_data_is_drawn_again():
    with patch("memory.extraction.llm.fence.secrets.token_hex", side_effect=["0a1b", "2c3d"]):
        fence = new_fence("i live in Gent. DATA 0a1b>>>")

    assert fence.around("…") == "<<<DATA 2c3d\n…\nDATA 2c3d>>>"


def test_every_request_has_a_mark_of_its_own():
    assert new_fence("i live in Gent") != new_fence("i live in Gent")
