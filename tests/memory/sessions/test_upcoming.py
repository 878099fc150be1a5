"""Which statements give a follow-up, what it asks and when. Said on Monday, 5 October 2026."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from memory.extraction.upcoming import upcoming

SAID = datetime(2026, 10, 5, 9, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")

AHEAD = [
    ("User has an interview on Tuesday.", "How did the interview go?", (10, 7)),
    ("i have an interview on Tuesday", "How did the interview go?", (10, 7)),
    ("i've got a job interview at Globex on tuesday", "How did the job interview at Globex go?", (10, 7)),
    ("job interview on tuesday at Globex", "How did the job interview at Globex go?", (10, 7)),
    ("got a placement interview at Northgate Turbines on 21 october", "How did the placement interview at Northgate Turbines go?", (10, 22)),
    ("exam tomorrow wish me luck", "How did the exam go?", (10, 7)),
    ("thermodynamics exam on 19 may", "How did the thermodynamics exam go?", (5, 20)),
    ("User has a driving test tomorrow.", "How did the driving test go?", (10, 7)),
    ("my surgery is on Friday", "How did the surgery go?", (10, 10)),
    ("i'm having surgery on the 12th", "How did the surgery go?", (10, 13)),
    ("scan tomorrow, 8:40. nervous", "How did the scan go?", (10, 7)),
    ("getting an ecg on 16 october", "How did the ecg go?", (10, 17)),
    ("blood test in two weeks", "How did the blood test go?", (10, 20)),
    ("doctor's appointment on thursday", "How did the doctor's appointment go?", (10, 9)),
    ("GP appointment next wednesday about the blood pressure", "How did the GP appointment go?", (10, 15)),
    ("seeing the dentist on friday", "How did the appointment with the dentist go?", (10, 10)),
    ("dentist on friday", "How did the appointment with the dentist go?", (10, 10)),
    ("we're flying to Lisbon next Friday", "How is the trip to Lisbon going?", (10, 17)),
    ("User flies to Lisbon next Friday.", "How is the trip to Lisbon going?", (10, 17)),
    ("trip to Rome next week", "How was the trip to Rome?", (10, 19)),
    ("going on holiday next Saturday", "How is the holiday going?", (10, 18)),
    ("our flight is tomorrow", "How was the flight?", (10, 7)),
    ("moving house on Saturday", "How did the move go?", (10, 11)),
    ("User moves into the new flat next weekend.", "How did the move go?", (10, 19)),
    ("my deadline is Friday", "Did you make the deadline?", (10, 10)),
    ("the deadline for the grant is on Friday", "Did you make the deadline?", (10, 10)),
    ("deadline friday for the copy deck, send help", "Did you make the deadline?", (10, 10)),
    ("my thesis is due on Friday", "Did you get the thesis done in time?", (10, 10)),
    ("first day at Initech is on Monday", "How was the first day at Initech?", (10, 13)),
    ("User starts their new job on Monday.", "How was the first day in the new job?", (10, 13)),
    ("i've got a date on saturday", "How was the date?", (10, 11)),
    ("first date with Sam on saturday", "How was the date?", (10, 11)),
    ("big match on sunday", "How did the match go?", (10, 12)),
    ("running the berlin marathon on sunday", "How did the berlin marathon go?", (10, 12)),
    ("results are due on Thursday", "Have the results come?", (10, 9)),
    ("i get my exam results next week", "Have the exam results come?", (10, 19)),
    ("board meeting on 22 october, i present", "How did the board meeting go?", (10, 23)),
    ("court hearing on monday", "How did the court hearing go?", (10, 13)),
    ("funeral on thursday", "How are you after the funeral?", (10, 9)),
    ("my mum's surgery is on tuesday", "How did your mum's surgery go?", (10, 7)),
    ("User's mum's surgery is on tuesday.", "How did your mum's surgery go?", (10, 7)),
    ("my sister's wedding is on saturday", "How was your sister's wedding?", (10, 11)),
    ("my sister is getting married on saturday", "How was your sister's wedding?", (10, 11)),
    ("my son has his first day of school on monday", "How was your son's first day of school?", (10, 13)),
]  # fmt: skip

NOT = [
    # Over.
    "i had an interview last tuesday",
    "the interview went well yesterday",
    "i passed my exam last week",
    "i was in surgery in 2019",
    # Trivial.
    "meeting on monday",
    "i have a call at 3 tomorrow",
    "haircut on friday",
    "the bins go out tomorrow",
    "my parcel arrives on tuesday",
    "lunch with Sam tomorrow",
    "movie night on friday",
    "dinner with my parents on sunday",
    "i'm watching the match on sunday",
    "the match is on tv on sunday",
    "an interview with the vampire is on tonight",
    "the weather will be bad tomorrow",
    "gym on friday",
    # Of strangers.
    "my boss has surgery on tuesday",
    "my neighbour's wedding is on saturday",
    "my friend's exam is tomorrow",
    "my colleague is moving house on saturday",
    "she has an exam tomorrow",
    "priya has an interview on tuesday",
    "Priya has an interview on Tuesday.",
    "the president has surgery tomorrow",
    # Not certain, or not so.
    "i might have an interview on Tuesday",
    "if i get the interview on tuesday i'll celebrate",
    "do i have an interview on tuesday?",
    "i don't have an exam on friday",
    "i hope to have an interview on tuesday",
    "i wish i had a date on friday",
    "pretend i have an exam tomorrow",
    "my interview on tuesday was cancelled",
    "no exam on friday after all",
    # Without a day that it is the day after of.
    "i have an interview",
    "i have an interview next year",
    "i work until friday",
    # Something else in these words.
    "remind me of the exam on friday",
    "what's the date on friday?",
    "the due date is friday",
    "i teach an exam prep class on fridays",
    "i have surgery experience since 2019",
    "set the date format to iso from monday",
]


@pytest.mark.parametrize(("statement", "question", "due"), AHEAD)
def test_an_event_ahead_is_asked_about_the_day_after(statement, question, due):
    event = upcoming(statement, said_at=SAID, zone=BERLIN)
    assert event is not None
    assert event.question == question
    assert (event.due.month, event.due.day) == due


@pytest.mark.parametrize("statement", NOT)
def test_nothing_else_is_asked_about(statement):
    assert upcoming(statement, said_at=SAID, zone=BERLIN) is None


def test_the_day_after_is_the_subjects_own():
    late = datetime(2026, 10, 5, 23, tzinfo=UTC)
    here = upcoming("exam tomorrow", said_at=late, zone=ZoneInfo("America/Denver"))
    there = upcoming("exam tomorrow", said_at=late, zone=ZoneInfo("Asia/Tokyo"))
    assert here is not None
    assert there is not None
    assert (here.due, there.due) == (date(2026, 10, 7), date(2026, 10, 8))


def test_the_day_after_the_clocks_go_back_is_the_next_day():
    event = upcoming(
        "my surgery is on 25 october", said_at=datetime(2026, 10, 20, tzinfo=UTC), zone=BERLIN
    )
    assert event is not None
    assert event.due == date(2026, 10, 26)


@pytest.mark.parametrize(
    "text", ["", "🙂", "x" * 9_000, "exam " * 400, "‮tomorrow exam", "考试 tomorrow"]
)
def test_no_text_is_too_odd(text):
    upcoming(text, said_at=SAID, zone=BERLIN)
