"""`manage.py keys`."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from memory.models import Memory, WorkspaceKey
from tests.memory.conftest import tell


def run(*words: str) -> str:
    out = StringIO()
    call_command("keys", *words, "--workspace", "almas-bot", stdout=out)
    return out.getvalue()


def test_a_key_is_added_listed_and_removed(workspace):
    assert "none" not in run("list")
    assert "has added no key" in run("list", "--own")
    added = run("set", "boat_name", "--holds", "one", "--alias", "boat", "--importance", "6")
    assert added == "boat_name holds one, from now on.\n"
    assert run("list", "--own").split() == ["own", "boat_name", "one", "fact", "6", "years", "boat"]
    run("remove", "boat_name")
    assert not WorkspaceKey.objects.exists()


def test_the_effect_is_told_and_yes_does_it(alma, fakes):
    tell(alma, "Alma's boat is Argo.", key="boat", value="Argo")
    words = ("set", "boat_name", "--holds", "one", "--alias", "boat")

    with pytest.raises(CommandError, match=r"would each become the one value.*Add --yes"):
        run(*words)
    assert not WorkspaceKey.objects.exists()
    run(*words, "--yes")
    assert Memory.objects.get().single_valued


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("set", "Boat", "--holds", "one"), "name: Write the name in snake_case"),
        (("set", "boat_name", "--holds", "one", "--alias", "city"), "leads to the key city"),
        (("remove", "city"), "no such key"),
    ],
)
def test_what_cannot_be_is_told(workspace, words, told):
    with pytest.raises(CommandError, match=told):
        run(*words)


def test_a_workspace_that_is_not_there_is_told(db):
    with pytest.raises(CommandError, match="no such workspace; there are none yet"):
        run("list")
