"""What a message says of a planned event. Said on Tuesday, 6 October 2026, a day before it is due."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.sessions.news import Fate, News, news_of, words_of

SAID = datetime(2026, 10, 6, 15, tzinfo=UTC)
INTERVIEW = "How did the job interview at Globex go?"
OVER, CANCELLED = News(Fate.OVER), News(Fate.CANCELLED)


def moved(day: int) -> News:
    return News(Fate.MOVED, date(2026, 10, day))


TOLD = [
    (INTERVIEW, "interview went well", OVER),
    (INTERVIEW, "had my interview today", OVER),
    (INTERVIEW, "the interview was awful", OVER),
    (INTERVIEW, "the interview got moved to Thursday", moved(9)),
    (INTERVIEW, "they moved my interview to friday", moved(10)),
    (INTERVIEW, "interview rescheduled to friday", moved(10)),
    (INTERVIEW, "the interview is now on Thursday", moved(9)),
    (INTERVIEW, "the interview is on Thursday, not Tuesday", moved(9)),
    (INTERVIEW, "my interview was cancelled", CANCELLED),
    (INTERVIEW, "they cancelled the interview :(", CANCELLED),
    (INTERVIEW, "interview got postponed", CANCELLED),
    (INTERVIEW, "i pulled out of the interview", CANCELLED),
    ("How did your mum's surgery go?", "mum's surgery went fine", OVER),
    ("How did your mum's surgery go?", "my mum's surgery is done", OVER),
    ("How did the driving test go?", "i passed my driving test!!", OVER),
    ("How did the exam go?", "failed the exam", OVER),
    ("How is the trip to Lisbon going?", "back from Lisbon", OVER),
    ("How was the trip to Lisbon?", "we called off the Lisbon trip", CANCELLED),
    ("Have the exam results come?", "got my results", OVER),
    ("Have the exam results come?", "the results are in", OVER),
    ("How did the move go?", "we moved in on saturday", OVER),
    ("How did the move go?", "the move is pushed to next week", moved(19)),
    ("How did the doctor's appointment go?", "doctor's appointment was rescheduled to friday", moved(10)),
    ("How did the appointment with the dentist go?", "the dentist was fine", OVER),
    ("How did the appointment with the dentist go?", "i cancelled the dentist", CANCELLED),
    ("How was the first day at Initech?", "first day was great", OVER),
    ("Did you make the deadline?", "made the deadline!", OVER),
    ("How did the match go?", "we won the match", OVER),
]  # fmt: skip

NO_NEWS = [
    (INTERVIEW, "i'm nervous about the interview"),
    (INTERVIEW, "the interview might be cancelled"),
    (INTERVIEW, "if the interview is cancelled i'll scream"),
    (INTERVIEW, "what if the interview is cancelled?"),
    (INTERVIEW, "the interview wasn't cancelled after all"),
    (INTERVIEW, "my sister's interview went well"),
    (INTERVIEW, "globex is great"),
    (INTERVIEW, "what should i wear to the interview"),
    (INTERVIEW, "my flight was cancelled"),
    ("How did your mum's surgery go?", "my surgery went fine"),
    ("How was the date?", "the date of the meeting was changed"),
    ("How did the surgery go?", "the surgery is over zoom"),
    ("Did you find your keys?", "found the keys"),
]


@pytest.mark.parametrize(("question", "message", "news"), TOLD)
def test_what_became_of_an_event_is_heard(question, message, news):
    heard = news_of(message, question, date(2026, 10, 7), said_at=SAID, zone=ZoneInfo("UTC"))
    assert heard == news


@pytest.mark.parametrize(("question", "message"), NO_NEWS)
def test_what_only_speaks_of_it_is_no_news(question, message):
    due = date(2026, 10, 7)
    assert news_of(message, question, due, said_at=SAID, zone=ZoneInfo("UTC")) is None


def test_an_event_that_lies_weeks_ahead_cannot_be_over():
    due = date(2026, 11, 7)
    assert news_of("exam went well", "How did the exam go?", due, said_at=SAID, zone=ZoneInfo("UTC")) is None  # fmt: skip


def test_a_question_in_other_words_is_not_recognised():
    assert words_of("Did you ever finish that book?") == ()
