"""Everything about a person, to take with them."""

from __future__ import annotations

import csv
import json
from io import BytesIO, StringIO
from zipfile import ZipFile

import pytest
from django.utils import timezone

from memory.models import Memory
from tests.people import remember


def downloaded(browser):
    """The files of the archive by name."""
    response = browser.get("/me/download/")
    assert "my-memories.zip" in response.headers["Content-Disposition"]
    packed = ZipFile(BytesIO(response.content))
    return {name: packed.read(name).decode() for name in packed.namelist()}


def test_everything_can_be_downloaded(visit_of, mira, denver, moved):
    files = downloaded(visit_of(mira))
    (memory,) = json.loads(files["memories.json"])["memories"]
    assert memory["content"] == "Lives in Denver."
    assert "embedding" not in memory
    (row,) = csv.DictReader(StringIO(files["memories.csv"].removeprefix("\ufeff")))
    assert (row["id"], row["content"], row["key"]) == (denver.id, "Lives in Denver.", "city")
    assert "By the way: Lives in Denver." in files["memories.html"]


def test_what_is_to_be_read_tells_what_held_earlier_too(visit_of, mira, denver):
    remember(mira, "User is <b>vegan</b>.", scope="constraint")
    Memory.objects.filter(id=denver.id).update(valid_until=timezone.now())
    page = downloaded(visit_of(mira))["memories.html"]
    assert "You are &lt;b&gt;vegan&lt;/b&gt;." in page
    assert page.index("What held earlier") < page.index("<li>Lives in Denver.")


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_no_cell_of_the_table_is_a_formula(visit_of, mira, start):
    remember(mira, f"{start}HYPERLINK(A1)")
    assert f"'{start}HYPERLINK(A1)" in downloaded(visit_of(mira))["memories.csv"]


def test_nothing_of_others_is_in_the_archive(visit_of, mira, noor, denver):
    remember(noor, "Has a cat.", said="I tell you: Has a cat.")
    assert not any("Has a cat." in text for text in downloaded(visit_of(mira)).values())
