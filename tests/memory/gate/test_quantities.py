"""Numbers with units, times and days, told as another statement tells them."""

from __future__ import annotations

import pytest

from memory.gate.quantities import aligned


@pytest.mark.parametrize(
    ("new", "stored", "told"),
    [
        # The same value in other units takes the stored words.
        ("The oven is set to 356 °F.", "The oven is at 180 °C.", "The oven is set to 180 °C."),
        ("Weighs 11 stone.", "Weighs 70 kg.", "Weighs 70 kg."),
        ("The break is a quarter past ten.", "Break: 10:15", "The break is a 10:15."),
        ("Earns $5,000 a month.", "Pay is $60,000 a year.", "Earns $60,000 a year."),
        ("Born on the third of May.", "Birthday: 3 May", "Born on 3 May."),
        ("Closes at 6 pm.", "Closes at 18:00.", "Closes at 18:00."),
        # Another value is told in the stored unit.
        (
            "Times out after 600 seconds.",
            "Times out after 30 minutes.",
            "Times out after 10 minutes.",
        ),
        ("Opens at 9 am.", "Opens at 08:30.", "Opens at 09:00."),
        ("It is on June 5th.", "It is on 4 June.", "It is on 5 June."),
        ("Twenty-one kilometres long.", "13 miles long.", "13 miles long."),
        # Feet with inches, stones with pounds.
        ("Is 183 cm tall.", "Is 6 ft tall.", "Is 6 ft tall."),
        ("Is 188 cm tall.", "Is 6 ft 2 tall.", "Is 6 ft 2 tall."),
        ("Is 6'2\".", "Is 188 cm tall.", "Is 188 cm."),
        ("Is 6 foot 2.", "Is 6 ft 2 in.", "Is 6 ft 2 in."),
        ("Is 170 cm tall.", "Is 6 ft 2 tall.", "Is 5.58 ft tall."),
        ("It is 6 ft 30 years on.", "It is 183 cm high.", "It is 183 cm 30 years on."),
        ("Weighs 65.3 kg.", "Weighs 10 st 4 lb.", "Weighs 10 st 4 lb."),
    ],
)
def test_a_value_is_told_in_the_stored_units(new: str, stored: str, told: str) -> None:
    assert aligned(new, stored) == told


@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("Weighs 70 kg.", "Is 180 cm tall."),  # no common unit
        ("On the 1st 4 came.", "Weighs 6 kg."),  # an ordinal, no stones
        ("Costs £20.", "Costs $20."),  # currencies are not converted
        ("Two laps of 5 km and 10 km.", "Runs 3 miles."),  # which of the two?
        ("Runs 5 km.", "Ran 3 miles and then 4 miles."),
        ("Rides 20 km.", "Rides 20 km."),
        ("May we meet?", "Meets on 3 May."),
        ("The code is 12:99.", "Opens at 09:00."),
        ("", ""),
    ],
)
def test_what_cannot_be_told_alike_stays_as_it_is(new: str, stored: str) -> None:
    assert aligned(new, stored) == new


def test_equal_means_within_what_was_rounded() -> None:
    assert aligned("Kept at 39 °F.", "Kept at 4 °C.") == "Kept at 4 °C."
    assert aligned("Kept at 42 °F.", "Kept at 4 °C.") == "Kept at 5.56 °C."
