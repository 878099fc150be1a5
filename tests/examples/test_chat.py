"""Both examples as a person starts them: the real API on a port, and a server that plays the
endpoint of a model."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.cache import cache

from memory.api_keys import create_key
from memory.inference.fakes import use_fakes
from memory.models import Memory, Turn, Workspace
from memory.write_path import decide_claim
from tests.memory.extraction.llm.stand_in import say, stand_in

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = ["chat_httpx.py", "chat_openai.py"]
ODD = "anna müller@acme"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def endpoint():
    with stand_in() as endpoint:
        endpoint.will(say("Nice to meet you!"), say("Try the soup."))
        yield endpoint


@pytest.fixture
def chat(live_server, endpoint):
    """Runs an example with these lines typed; answers what it printed."""
    workspace = Workspace.objects.create(name="Acme", slug="acme")
    key = create_key(workspace, name="test", scopes=["read", "write"])[1]

    def run(name: str, *lines: str, **variables: str) -> subprocess.CompletedProcess[str]:
        known = {
            "PALIMPSEST": live_server.url,
            "KEY": key,
            "OPENAI_BASE_URL": endpoint.url,
            "OPENAI_API_KEY": "sk-hidden",
            "MODEL": "small-model",
            "PATH": os.environ["PATH"],
            "PYTHONUTF8": "1",
        }
        return subprocess.run(
            [sys.executable, EXAMPLES / name, ODD],
            input="\n".join(lines),
            env=known | variables,
            capture_output=True,
            text=True,
            timeout=120,
        )

    cache.clear()
    with use_fakes():
        yield run


@pytest.mark.parametrize("name", NAMES)
def test_the_model_is_told_what_is_remembered(chat, endpoint, name):
    done = chat(name, "i'm allergic to peanuts", "", "   ", "off the record, what is for dinner?")
    assert done.stdout.splitlines() == ["Nice to meet you!", "Try the soup."], done.stderr
    # The subject, the session and all four turns are there, in their order.
    turns = Turn.objects.order_by("number")
    assert [turn.role for turn in turns] == ["user", "assistant"] * 2
    assert {turn.session.subject.external_id for turn in turns} == {ODD}
    first, second = endpoint.asked
    assert first["model"] == "small-model"
    assert [message["role"] for message in second["messages"]] == ["system", "user"]
    system = second["messages"][0]["content"]
    assert "- User: “i'm allergic to peanuts”" in system
    assert "- Assistant: “Nice to meet you!”" in system
    # What was asked of the memory is passed on with its outcome.
    assert system.endswith("Nothing of this message is kept.")


@pytest.mark.parametrize("name", NAMES)
def test_a_later_conversation_knows_what_an_earlier_one_said(chat, endpoint, name):
    chat(name, "i'm allergic to peanuts")
    for claim in Turn.objects.get(number=1).claims.all():
        decide_claim(claim.id)
    assert Memory.objects.get().scope == "constraint"
    chat(name, "what shall i cook?")
    system = endpoint.asked[-1]["messages"][0]["content"]
    assert "## Always respect" in system
    assert "allergic to peanuts" in system


@pytest.mark.parametrize("name", NAMES)
def test_a_refusal_ends_it_with_the_servers_own_sentence(chat, name):
    done = chat(name, "hello", KEY="plm_wrong")
    assert done.returncode == 1
    assert "This API key is not known." in done.stderr
    assert "Traceback" not in done.stderr
    assert not Turn.objects.exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_fits_on_a_page(name):
    assert len((EXAMPLES / name).read_text().splitlines()) <= 40
