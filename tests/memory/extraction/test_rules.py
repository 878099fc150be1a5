from __future__ import annotations

from datetime import datetime

import pytest

from memory.extraction.rules import MAX_CLAIMS, extract
from memory.vocabulary import Change, MemoryType, Modality, Scope

from .said import ZONE, contents, day, heard


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("i'm vegetarian btw, about four years now", ["User is vegetarian."]),
        ("hi! i'm Noor and i live in Ghent 😀", ["User's name is Noor.", "User lives in Ghent."]),
        ("i work at Initech as a data analyst", ["User works at Initech as a data analyst."]),
        ("my dog is called Figo", ["User's dog is called Figo."]),
        ("my sister moved to Lyon. she's a nurse",
         ["User's sister moved to Lyon.", "User's sister is a nurse."]),
        ("my son Teun is allergic to wasps", ["User's son Teun is allergic to wasps."]),
        ("allergic to shellfish fyi", ["User is allergic to shellfish."]),
        ("we moved to Ghent last month", ["User moved to Ghent last month."]),
        ("i no longer drink coffee", ["User no longer drinks coffee."]),
        ("i gave up meat", ["User gave up meat."]),
        ("my surname's spelt Maes, not Mace", ["User's surname is spelt Maes, not Mace."]),
        ("i hate coriander", ["User hates coriander."]),
        ("I\u2019m training for a triathlon and i speak Dutch",
         ["User is training for a triathlon.", "User speaks Dutch."]),
        ("i prefer email over phone", ["User prefers email over phone."]),
        ("as a nurse i never sleep", ["User is a nurse."]),
        ("book me a table, no nuts please, i'm allergic to cashews",
         ["User is allergic to cashews."]),
        ("i'm coeliac, what can i eat at a fair?", ["User is coeliac."]),
        ("i might move to Ghent next year", ["User might move to Ghent next year."]),
        ("i used to live in Lille", ["User used to live in Lille."]),
        ("i'm in Ghent this week for a course", ["User is in Ghent this week for a course."]),
        ("i have an interview on thursday at 10", ["User has an interview on thursday at 10."]),
    ],
)  # fmt: skip
def test_what_users_say_of_themselves_becomes_claims_in_the_third_person(
    said: str, kept: list[str]
) -> None:
    assert contents(said) == kept


@pytest.mark.parametrize(
    "said",
    [
        "ok thanks!",
        "haha that's great",
        "can you fix this loop?",
        "my code doesn't work",
        "i live for fridays lol",
        "what would you do if you were vegan?",
        "if i were vegan i'd miss cheese",
        "imagine i live on the moon",
        "do i sound like i live in Rome?",
        'translate "i live in Rome and i am a nurse" to french',
        "proofread this: i live in Rome. i am allergic to nuts.",
        "> i live in Rome",
        "```\nname = 'i live in Rome'\n```",
        "SELECT city FROM users WHERE city = 'Rome';",
        "in the sims my guy is a vegan astronaut",
        "make it shorter",
        "write it like a pirate",
        "i'm so tired today",
        "i'm starving",
        "🙃🙃🙃",
        "",
    ],
)
def test_small_talk_questions_requests_and_play_give_nothing(said: str) -> None:
    assert contents(said) == []


@pytest.mark.parametrize(
    ("said", "instruction"),
    [
        ("please answer in bullet points", "Answer in bullet points."),
        ("keep it short", "Keep it short."),
        ("always use metric units", "Use metric units."),
        ("can you call me Nes from now on?", "Call the user Nes."),
        ("stop using emojis", "Do not use emojis."),
        ("never call me before ten", "Never call the user before ten."),
        ("shorter answers please", "Shorter answers."),
    ],
)
def test_a_standing_instruction_is_procedural(said: str, instruction: str) -> None:
    [claim] = heard(said)
    assert (claim.content, claim.type, claim.scope) == (
        instruction,
        MemoryType.PROCEDURAL,
        Scope.INSTRUCTION,
    )


def test_how_long_it_has_been_so_goes_into_the_date() -> None:
    [claim] = heard("i'm vegetarian btw, about four years now")
    assert (claim.scope, claim.key, claim.importance) == (Scope.CONSTRAINT, "diet", 9)
    assert claim.valid_from == day("2022-03-10")


def test_a_dinner_for_the_team_is_an_event_and_never_the_users_taste() -> None:
    [claim] = heard("booked a steakhouse for the team dinner on friday")
    assert (claim.type, claim.scope, claim.beneficiary) == (
        MemoryType.EPISODIC,
        Scope.EVENT,
        "team",
    )
    assert claim.valid_from == day("2026-03-13")


def test_a_sisters_move_is_the_sisters() -> None:
    [claim] = heard("my sister moved to Lyon")
    assert (claim.beneficiary, claim.key) == ("sister", "")
    assert claim.restated == "User's sister lives in Lyon."


def test_a_promotion_is_restated() -> None:
    [claim] = heard("i got promoted to director!!")
    assert (claim.restated, claim.change) == ("User's job title is director.", Change.EVENT)


def test_a_plan_is_kept_as_a_plan() -> None:
    [claim] = heard("i'll move to Ghent in june")
    assert (claim.modality, claim.key) == (Modality.FUTURE, "")


@pytest.mark.parametrize(
    ("question", "answer", "kept"),
    [
        ("Are you vegetarian?", "yes, since March", ["User is vegetarian."]),
        ("Nice. Where do you live?", "Ghent", ["User lives in Ghent."]),
        ("What's your name?", "Noor", ["User's name is Noor."]),
        ("Do you drink coffee?", "no", ["User does not drink coffee."]),
        ("Shall I book it?", "yes", []),
        ("Where do you live?", "why do you ask", []),
        ("Ghent is lovely.", "yes", []),
    ],
)
def test_a_short_answer_takes_its_words_from_the_question(
    question: str, answer: str, kept: list[str]
) -> None:
    assert contents(answer, previous=question) == kept


def test_the_assistants_own_words_never_become_claims() -> None:
    assert contents("ok", previous="You live in Rome and you are a vegan.") == []


def test_the_span_is_where_the_words_stand() -> None:
    text = "hello there. i'm vegan and my dog is called Figo!"
    assert [text[slice(*claim.span)] for claim in heard(text) if claim.span] == [
        "i'm vegan",
        "my dog is called Figo",
    ]


def test_what_is_said_twice_is_claimed_once() -> None:
    assert contents("i'm vegan. really. i'm vegan!") == ["User is vegan."]


@pytest.mark.parametrize(
    "text",
    [
        "a" * 8000,
        "i live in Ghent " * 500,
        "<b>i</b> \u202e\u200b\u0000 **bold** `code`",
        "\n".join(f"2026-03-10 11:00:0{n} ERROR worker-{n} lost" for n in range(9)),
    ],
)
def test_odd_input_is_no_error_and_nothing_that_no_person_would_keep(text: str) -> None:
    assert len(heard(text)) <= 1


def test_a_very_long_list_is_cut() -> None:
    cities = [f"i am allergic to plant{n}." for n in range(MAX_CLAIMS + 20)]
    assert len(heard(" ".join(cities))) == MAX_CLAIMS


def test_a_naive_moment_is_refused() -> None:
    with pytest.raises(ValueError, match="time zone"):
        extract("i live in Ghent", previous=None, said_at=datetime(2026, 3, 10), zone=ZONE)


def test_of_a_paste_only_the_beginning_is_read_and_nothing_twice() -> None:
    towns = [f"Town{chr(65 + n // 26)}{chr(97 + n % 26)}" for n in range(300)]
    said = heard(". ".join(f"my sister lives in {town}" for town in towns))
    assert [one.content for one in said] == [
        f"User's sister lives in {town}." for town in towns[:MAX_CLAIMS]
    ]
    assert contents("i live in Ghent. " * 400) == ["User lives in Ghent."]
