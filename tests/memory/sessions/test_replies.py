"""What a person answers when the chatbot asks a follow-up. Said on Tuesday, 6 October 2026."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.sessions.news import Fate, News
from memory.sessions.replies import asks, reply_to

SAID = datetime(2026, 10, 6, 15, tzinfo=UTC)
OVER, CANCELLED, DECLINED = (News(f) for f in (Fate.OVER, Fate.CANCELLED, Fate.DECLINED))

REPLIES = [
    ("really well, thanks!", OVER),
    ("it went great", OVER),
    ("It went okay I guess", OVER),
    ("good thanks! anyway, can you help me with a recipe?", OVER),
    ("not great tbh", OVER),
    ("oh it was awful", OVER),
    ("I got the job!!", OVER),
    ("passed!!", OVER),
    ("we lost 3-1", OVER),
    ("yes", OVER),
    ("the surgery went fine, he's home", OVER),
    ("ugh, a disaster", OVER),
    ("meh", OVER),
    ("they offered me the position", OVER),
    ("all clear!", OVER),
    ("so much fun", OVER),
    ("i'd rather not talk about it", DECLINED),
    ("please don't ask", DECLINED),
    ("can we not talk about that?", DECLINED),
    ("I don't want to discuss this", DECLINED),
    ("drop it", DECLINED),
    ("it got cancelled", CANCELLED),
    ("didn't happen in the end", CANCELLED),
    ("they called it off", CANCELLED),
    ("it was moved to Friday", News(Fate.MOVED, date(2026, 10, 10))),
    ("not yet, it's on Thursday", News(Fate.MOVED, date(2026, 10, 9))),
]

NO_REPLY = [
    "what's a good soup?",
    "not yet",
    "no news yet",
    "still waiting",
    "haven't heard back",
    "it was postponed",  # to when? It stays open and is offered on another day.
    "can you summarise this article for me",
    "I need a recipe for pancakes",
    "hello",
    "remind me to buy milk",
    "how was your day?",
]


@pytest.mark.parametrize(("message", "news"), REPLIES)
def test_an_answer_is_heard(message, news):
    assert reply_to(message, said_at=SAID, zone=ZoneInfo("UTC")) == news


@pytest.mark.parametrize("message", NO_REPLY)
def test_what_is_no_answer_leaves_it_open(message):
    assert reply_to(message, said_at=SAID, zone=ZoneInfo("UTC")) is None


INTERVIEW = "How did the job interview at Globex go?"
PARCEL = "Did the blue parcel from Lyon arrive?"


@pytest.mark.parametrize(
    ("question", "message", "asked"),
    [
        (INTERVIEW, "Good morning! How did the interview go?", True),
        (INTERVIEW, "How was your interview?", True),
        (INTERVIEW, "Good luck with the interview!", False),
        (INTERVIEW, "How was your day?", False),
        (PARCEL, "Has the blue parcel from Lyon arrived, or did it not arrive?", True),
        (PARCEL, "Do you want to send a parcel?", False),
    ],
)
def test_the_chatbots_question_is_recognised(question, message, asked):
    assert asks(message, question) is asked
