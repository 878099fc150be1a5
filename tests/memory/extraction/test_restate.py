from __future__ import annotations

import pytest

from memory.extraction.person import third_person, with_subject
from memory.extraction.restate import restate
from memory.vocabulary import Change


@pytest.mark.parametrize(
    ("told", "state", "old"),
    [
        ("User moved to Ghent last month.", "User lives in Ghent.", ""),
        ("The customer moved from Lille to Ghent.", "The customer lives in Ghent.", "Lille"),
        ("i moved in with Joost", "User lives with Joost.", ""),
        ("She's relocated to Ghent", "She lives in Ghent.", ""),
        ("we moved our office to Ghent", "User's office is in Ghent.", ""),
        ("User switched from Globex to Initech.", "User uses Initech.", "Globex"),
        ("we switched broadband from Kite to Heron", "User's broadband is with Heron.", "Kite"),
        ("The queue server was upgraded to Redis 7.4.", "The queue server runs Redis 7.4.", ""),
        ("The account was upgraded to Business.", "The account is on Business.", ""),
        ("We migrated the wiki from Dokku to Outline", "The wiki is on Outline.", "Dokku"),
        ("The app was renamed to Larder", "The app is called Larder.", ""),
        ("Femke got promoted to head of sales", "Femke's job title is head of sales.", ""),
        ("i got promoted to director!", "User's job title is director.", ""),
        ("Femke joined Initech", "Femke works at Initech.", ""),
        ("Femke left Globex for Initech", "Femke works at Initech.", "Globex"),
        ("User was made redundant by Globex.", "User does not work at Globex.", "Globex"),
        ("sold the caravan", "User does not have the caravan.", "the caravan"),
        ("we bought a houseboat", "User has a houseboat.", ""),
        ("swapped the Polo for a cargo bike", "User has a cargo bike.", "the Polo"),
        ("User got engaged to Noor.", "User is engaged to Noor.", ""),
        ("Noor and Joost got married in May", "Noor and Joost are married.", ""),
        ("i split up with Joost", "User is not in a relationship with Joost.", "Joost"),
        ("we adopted a whippet", "User has a whippet.", ""),
        ("User's cat died on Sunday.", "User's cat is dead.", ""),
        ("i quit smoking", "User does not smoke.", ""),
        ("i gave up coffee", "User does not drink coffee.", "coffee"),
        ("i stopped eating cheese", "User does not eat cheese.", "cheese"),
        ("User no longer plays padel.", "User does not play padel.", ""),
        ("i'm not vegan any more", "User is not vegan.", ""),
        ("The team doesn't use Slack any more.", "The team does not use Slack.", ""),
        ("User became a grandfather.", "User is a grandfather.", ""),
        ("my daughter turned 12", "User's daughter is 12 years old.", ""),
        ("User retired in June.", "User is retired.", ""),
        ("we cancelled the gym membership", "User does not have the gym membership.",
         "the gym membership"),
        ("User was diagnosed with asthma.", "User has asthma.", ""),
        ("i tapered off sertraline", "User does not take sertraline.", "sertraline"),
        ("i started learning Frisian", "User is learning Frisian.", ""),
        ("my rent went up to €1,150", "User's rent is €1,150.", ""),
        ("the stand-up moved from 9:15 to 9:40", "The stand-up is at 9:40.", "9:15"),
        ("Bram took over as treasurer", "Bram is treasurer.", ""),
        ("it's spelt Maartje, not Marche", "It is spelt Maartje.", "Marche"),
        ("The viewing is on Thursday, not Tuesday.", "The viewing is on Thursday.", "Tuesday"),
    ],
)  # fmt: skip
def test_a_told_change_is_restated_as_the_present_state(told: str, state: str, old: str) -> None:
    restated = restate(told)
    assert restated is not None
    assert (restated.content, restated.old) == (state, old)


@pytest.mark.parametrize(
    "statement",
    [
        "User lives in Ghent.",
        "User might move to Ghent.",
        "User hasn't moved to Ghent.",
        "User will move to Ghent in June.",
        "If she moved to Ghent, she would cycle.",
        "User nearly sold the caravan.",
        "Bram says he moved to Ghent.",
        "User's thermostat is set to 18 degrees.",
        "",
    ],
)
def test_what_tells_no_change_is_not_restated(statement: str) -> None:
    assert restate(statement) is None


@pytest.mark.parametrize(
    ("told", "change"),
    [
        ("User moved to Ghent.", Change.EVENT),
        ("User no longer eats fish.", Change.RETRACTION),
        ("The viewing is on Thursday, not Tuesday.", Change.CORRECTION),
    ],
)
def test_how_the_change_was_told_is_kept(told: str, change: Change) -> None:
    restated = restate(told)
    assert restated is not None and restated.change is change


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ("we migrated from jenkins to gitlab", "User uses gitlab."),
        ("moved over to firefox last week", "User uses firefox."),
        ("our shop moved from woocommerce to shopify", "User's shop uses shopify."),
        ("moved from Ghent to Lille", "User lives in Lille."),
        ("my gym put the fee up to 39", "The fee is 39."),
        ("upgraded my bike to a gravel bike", "User's bike is a gravel bike."),
        ("pulled out of the race", "User has left the race."),
        ("had to have our cat Puck put to sleep", "User's cat Puck is dead."),
        ("i started working at philips in may", "User works at philips."),
    ],
)
def test_a_change_leaves_the_state_that_it_tells_of(told: str, state: str) -> None:
    restated = restate(third_person(with_subject(told)))
    assert restated is not None and restated.content == state


@pytest.mark.parametrize(
    "told", ["i started at nine", "we started at the top", "i started at home"]
)
def test_no_time_and_no_place_is_taken_for_a_firm(told: str) -> None:
    assert restate(third_person(told)) is None
