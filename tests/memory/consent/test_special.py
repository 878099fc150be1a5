"""Which statements tell of a special category, and which only sound like it."""

from __future__ import annotations

import pytest

from memory.consent.special import special_categories
from memory.extraction.refuse import RefusalCode, refuse

TELLING = {
    "health": [
        "I'm allergic to peanuts.", "User was diagnosed with diabetes.", "My mother has cancer.",
        "I take medication for my blood pressure.", "She is pregnant.", "I see a therapist on Mondays.",
        "User is on sick leave until May.", "I broke my left leg.", "i have adhd",
    ],
    "religion": [
        "I'm a practising Catholic.", "User goes to church every Sunday.", "We keep kosher.",
        "I fast during Ramadan.", "He converted to Islam.", "I'm an atheist",
    ],
    "sex_life": [
        "I'm gay.", "User came out to his parents.", "She is bisexual.", "User slept with a colleague.",
    ],
    "politics": [
        "I voted for the Greens.", "User is a member of the Labour party.", "I'm pretty left-wing.",
        "He joined the Socialist party last year.",
    ],
    "union": [
        "I'm in the union.", "User is a shop steward.", "We are on strike this week.",
        "I'm a union member", "She pays her union dues.",
    ],
}  # fmt: skip
NOT_TELLING = [
    "User lives in Austin.", "I work at Union Square.", "The European Union changed the rule.",
    "I love party games.", "User votes with his wallet.", "User's dog is called Bishop.",
    "I am addicted to coffee.", "Disabled the notifications on my phone.", "I'm sick of this weather.",
    "User studies the Great Depression.", "User has a student union card to pick up",
    "I support my sister.", "User is going to a birthday party.", "I left the office at six.",
]  # fmt: skip
PLAIN_PASSWORDS = [
    "my password is correct horse battery staple", "The wifi password is sunshine and rainbows.",
    "my bank pin is my birth year", "I use my cat's name as my password", "hunter is my password",
    "the alarm code is four seven one one", "User's email password is blue heron lake.",
    "the password for netflix is fluffy bunny", "my phone's passcode is the year of my wedding",
    "my seed phrase is apple river stone moon",
]  # fmt: skip
ABOUT_PASSWORDS = [
    "My password is managed by 1Password.", "my password is hard to remember", "my pin is forgotten again",
    "User uses 1Password as his password manager.", "The office door code policy is 'ask reception'.",
    "1Password is my password manager", "my password is stored in the vault",
    "User's gate code hint is 'sunflower'.", "The password reset is broken",
]  # fmt: skip


@pytest.mark.parametrize(("name", "text"), [(n, t) for n, texts in TELLING.items() for t in texts])
def test_a_telling_statement_is_found(name, text):
    assert name in special_categories(text)


@pytest.mark.parametrize("text", NOT_TELLING)
def test_a_harmless_statement_is_left_alone(text):
    assert special_categories(text) == frozenset()


@pytest.mark.parametrize("text", PLAIN_PASSWORDS)
def test_a_password_in_plain_words_is_refused(text):
    found = refuse(text)
    assert found is not None
    assert found.code is RefusalCode.SECRET


@pytest.mark.parametrize("text", ABOUT_PASSWORDS)
def test_what_is_said_about_a_password_is_kept(text):
    assert refuse(text) is None
