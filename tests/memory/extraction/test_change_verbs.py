"""How people tell that something changed: each verb with the state that it leaves, and the value
that ended where it is named."""

from __future__ import annotations

import pytest

from memory.extraction.person import third_person
from memory.extraction.restate import restate

VERBS = [
    ("moved to", "i moved from Lille to Ghent", "User lives in Ghent.", "Lille"),
    ("relocated", "we relocated from Lille to Ghent", "User lives in Ghent.", "Lille"),
    ("moved in with", "i moved in with my aunt", "User lives with their aunt.", ""),
    ("moved out of", "i moved out of the annexe", "User does not live in the annexe.", "the annexe"),
    ("switched from", "i switched from Globex to Initech", "User uses Initech.", "Globex"),
    ("switched to", "i switched to decaf", "User uses decaf.", ""),
    ("changed", "we changed our bank from Ida to Otto", "User's bank is with Otto.", "Ida"),
    ("upgraded to", "i upgraded from Basic to Pro", "User is on Pro.", "Basic"),
    ("downgraded to", "i downgraded to Basic", "User is on Basic.", ""),
    ("migrated", "our wiki migrated from Confluence to Outline", "User's wiki uses Outline.", "Confluence"),
    ("replaced", "i replaced the Golf with a Leaf", "User has a Leaf.", "the Golf"),
    ("swapped", "i swapped my Golf for a Leaf", "User has a Leaf.", "their Golf"),
    ("traded in", "i traded in the Golf for a Leaf", "User has a Leaf.", "the Golf"),
    ("ditched", "i ditched Notion for Zettlr", "User uses Zettlr.", "Notion"),
    ("renamed", "we renamed the boat to Mira", "The boat is called Mira.", ""),
    ("rebranded", "our shop was rebranded from Kite to Heron", "User's shop is called Heron.", "Kite"),
    ("changed one's name", "i changed my surname from Maes to Mace", "User's surname is Mace.", "Maes"),
    ("promoted to", "i got promoted from analyst to team lead", "User's job title is team lead.", "analyst"),
    ("appointed", "i was appointed treasurer", "User is treasurer.", ""),
    ("became", "i became a warden", "User is a warden.", ""),
    ("joined", "i joined Initech", "User works at Initech.", ""),
    ("left for", "i left Globex for Initech", "User works at Initech.", "Globex"),
    ("left", "i left Globex", "User is not at Globex.", "Globex"),
    ("took over as", "i took over as chair", "User is chair.", ""),
    ("laid off", "i was laid off from Globex", "User does not work at Globex.", "Globex"),
    ("retired", "i retired", "User is retired.", ""),
    ("graduated", "i graduated from Ghent", "User has graduated.", "Ghent"),
    ("went freelance", "i went freelance", "User is freelance.", ""),
    ("sold", "i sold my moped", "User does not have their moped.", "their moped"),
    ("gave away", "we gave away the piano", "User does not have the piano.", "the piano"),
    ("bought", "i bought a moped", "User has a moped.", ""),
    ("adopted", "we adopted a greyhound", "User has a greyhound.", ""),
    ("got engaged", "i got engaged to Joost", "User is engaged to Joost.", ""),
    ("married", "i married Joost", "User is married to Joost.", ""),
    ("divorced", "we got divorced", "User is divorced.", ""),
    ("broke up", "i broke up with Joost", "User is not in a relationship with Joost.", "Joost"),
    ("started dating", "i started going out with Joost", "User is in a relationship with Joost.", ""),
    ("took up", "i took up fencing", "User has taken up fencing.", ""),
    ("pulled out of", "i pulled out of the relay", "User has left the relay.", "the relay"),
    ("had a baby", "we had a baby girl", "User has a baby girl.", ""),
    ("died", "my budgie died", "User's budgie is dead.", ""),
    ("turned", "i turned 40", "User is 40 years old.", ""),
    ("was diagnosed", "i was diagnosed with asthma", "User has asthma.", ""),
    ("put on", "i was put on ramipril", "User takes ramipril.", ""),
    ("tapered off", "i tapered off citalopram", "User does not take citalopram.", "citalopram"),
    ("recovered from", "i got over pneumonia", "User does not have pneumonia.", "pneumonia"),
    ("quit", "i quit the choir", "User has left the choir.", "the choir"),
    ("gave up", "i gave up meat", "User does not eat meat.", "meat"),
    ("stopped", "i stopped smoking", "User does not smoke.", ""),
    ("no longer", "i no longer work at Globex", "User does not work at Globex.", ""),
    ("not any more", "i don't drive any more", "User does not drive.", ""),
    ("is no longer", "i'm no longer vegan", "User is not vegan.", ""),
    ("cancelled", "i cancelled my gym membership", "User does not have their gym membership.", "their gym membership"),
    ("dropped", "i dropped my dance class", "User does not have their dance class.", "their dance class"),
    ("renewed", "i renewed the railcard", "User has the railcard.", ""),
    ("outgrew", "my son outgrew his pram", "User's son does not use his pram.", "his pram"),
    ("went up to", "my rent went up from 610 to 640", "User's rent is 640.", "610"),
    ("was moved to", "the viva was moved from Monday to Friday", "The viva is on Friday.", "Monday"),
    ("closed down", "our bakery closed down", "User's bakery is closed.", ""),
    ("spelt", "my name is spelt Jon, not John", "User's name is spelt Jon.", "John"),
]  # fmt: skip


def test_there_are_more_than_forty_and_no_two_are_the_same() -> None:
    assert len({verb for verb, *_ in VERBS}) == len(VERBS) > 40


@pytest.mark.parametrize(("verb", "told", "state", "old"), VERBS, ids=[verb for verb, *_ in VERBS])
def test_a_change_is_restated_with_what_it_ended(
    verb: str, told: str, state: str, old: str
) -> None:
    restated = restate(told)
    assert restated is not None, verb
    assert (restated.content, restated.old) == (state, old)


@pytest.mark.parametrize(
    "told",
    ["i started seeing a dermatologist", "i started seeing Dr Orr", "i started seeing results",
     "my aunt left me a ring", "my gran left us her house", "she left him the keys"],
)  # fmt: skip
def test_what_sounds_alike_tells_no_such_change(told: str) -> None:
    restated = restate(third_person(told))
    assert restated is None or not restated.content.endswith(
        ("relationship.", "a ring.", "her house.", "keys.")
    )
    assert restated is None or "relationship" not in restated.content


@pytest.mark.parametrize(
    "told", ["i dropped my keys", "we dropped the twins off", "i dropped a cup"]
)
def test_what_falls_is_not_given_up(told: str) -> None:
    assert restate(third_person(told)) is None
