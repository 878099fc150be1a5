"""The commands that a person types."""

from __future__ import annotations

from io import StringIO
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from memory.inference.fakes import use_fakes
from memory.models import Membership, Memory, Subject, Workspace

pytestmark = pytest.mark.django_db


def run(*words: str, typed: tuple[str, ...] = ()) -> str:
    out = StringIO()
    with use_fakes(), patch("builtins.input", side_effect=[*typed, EOFError]):
        call_command(*words, stdout=out)
    return out.getvalue()


def test_a_workspace_and_its_admin_are_made_once():
    for _ in range(2):
        run("create_workspace", "shop", "--name", "The Shop", "--operator", "ana")

    assert Workspace.objects.get().name == "The Shop"
    assert Membership.objects.get().role == "admin"
    assert not get_user_model().objects.get().has_usable_password()


def test_a_bad_short_name_is_refused():
    with pytest.raises(CommandError, match="no short name"):
        run("create_workspace", "the shop")

    assert not Workspace.objects.exists()


def test_the_chat_shows_what_was_remembered_and_the_context(workspace):
    shown = run("chat", "dora", typed=("i live in Pau", "haha ok"))

    assert "User lives in Pau." in shown
    assert "add: Added" in shown
    assert "Nothing in this to remember." in shown
    assert "## " in shown
    assert Memory.objects.get(subject=Subject.objects.get(external_id="dora"))


def test_the_chat_asks_which_workspace(alma, bruno):
    with pytest.raises(CommandError, match="almas-bot, brunos-bot"):
        run("chat", "dora")

    assert not Subject.objects.filter(external_id="dora").exists()
