"""The surface of a sentence: as a person types it, with filler around the point."""

from __future__ import annotations

import random

BEFORE = (
    "speaking of which, ", "oh btw ", "haha yeah, ", "ok so ", "quick update: ", "anyway, ", "hey! ",
    "sorry for the late reply, ", "fyi ", "by the way, ", "guess what, ", "before i forget: ",
    "thanks for that. ", "unrelated but ", "hm right, ", "well, ", "what a week. ", "so, funny thing, ",
    "oh and another thing, ", "good morning! ", "just a note that ", "you asked me about this once, ",
    "lol ok. ", "actually, ", "as for me, ", "no worries. ", "i should mention ", "not sure i told you, ",
)  # fmt: skip
AFTER = (
    " lol", ", can you believe it", " :)", ", so yeah", ". anyway, what were we saying?", ", long story",
    ", just so you know", ". can you help me with an email?", " btw", ", finally", ", it's been a week",
    " haha", ". what should I cook tonight?", ", in case it matters", "!!", " 🙂", ", as you can imagine",
    ". thanks!", ", which is fine by me", ". ok back to work", ", who would have thought",
)  # fmt: skip


def slip(text: str, dice: random.Random) -> str:
    """One typing slip: two letters of a longer word change places."""
    words = text.split(" ")
    long = [
        at for at, word in enumerate(words) if len(word) > 5 and word.isalpha() and word.islower()
    ]
    if not long:
        return text
    at = dice.choice(long)
    word = words[at]
    cut = dice.randrange(1, len(word) - 2)
    words[at] = word[:cut] + word[cut + 1] + word[cut] + word[cut + 2 :]
    return " ".join(words)


def dress(text: str, dice: random.Random, *, chat: float) -> str:
    """The sentence as a note (capital, perhaps a full stop) or, with chance ``chat``, as chat."""
    if dice.random() >= chat:
        text = text[:1].upper() + text[1:]
        return text + ("." if dice.random() < 0.5 and text[-1] not in "?!." else "")
    if dice.random() < 0.6:
        text = dice.choice(BEFORE) + text
    if dice.random() < 0.5:
        text = text + dice.choice(AFTER)
    if dice.random() < 0.15:
        text = slip(text, dice)
    return text.lower() if dice.random() < 0.6 else text[:1].upper() + text[1:]
