"""Text of people inside the context: on one line, in quotation marks that it cannot close. Pure.

Outside of these marks the context holds only words of the project, so that nothing that anybody
said, or let somebody import, can open a section, answer as another speaker or give an order.
"""

from __future__ import annotations

import re
import unicodedata

# “ ” „ ‟ « » and their single, ornamental and wide forms.
_CURLY = "\u201c\u201d\u201e\u201f\xab\xbb\u2039\u203a\u275d\u275e\u301d\u301e\u301f\uff02"
_MARKS = dict.fromkeys(map(ord, _CURLY), '"')
_SPACE = re.compile(r"\s+")
# What a chat template or markup reads as its own: <|im_start|>, </memory>, <s>, [INST].
_TAG = re.compile(r"<(?=[/!?|\uff5c<a-z])", re.IGNORECASE)
_TEMPLATE = re.compile(r"\[(/?[A-Z_]{2,})\]")
# They are printable by their kind, and nobody sees them: variation selectors that can hide words.
_SELECTORS = re.compile("[\U000e0100-\U000e01ef]")
# Joiners of scripts and emoji. All other invisible characters only hide words or turn their order.
_JOINERS = "\u200c\u200d"


def quoted(text: str) -> str:
    """The text in “ ”, on one line, without invisible characters, markup and quotes of that kind.

    Everything else stays as it was said.
    """
    if not text.isprintable() or _SELECTORS.search(text):
        text = "".join(map(_visible, text))
    line = _SPACE.sub(" ", text).strip()
    line = _TEMPLATE.sub(r"(\1)", _TAG.sub("\u2039", line.translate(_MARKS)))
    return f"“{line}”"


def _visible(character: str) -> str:
    if character in _JOINERS or character.isprintable():
        return "" if _SELECTORS.match(character) else character
    # White space and control characters part words; format characters stand inside of them.
    return "" if unicodedata.category(character) == "Cf" else " "
