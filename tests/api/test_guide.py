"""docs/api.md: every example in it works as it stands."""

from __future__ import annotations

import re
import shlex
from argparse import ArgumentParser
from datetime import date
from io import BytesIO
from pathlib import Path
from string import Template

import pytest

from memory import access, write_path
from memory.imports.intake import Order, check_file, receive_import
from memory.key_changes import NewKey, set_key
from memory.models import Claim, FollowUp, Memory, ReviewItem
from memory.store import SYSTEM
from memory.write_path import NewClaim
from tests.api.conftest import CLIENT

GUIDE = Path(__file__).parents[2] / "docs" / "api.md"
EXAMPLES = [
    example
    for example in re.findall(r"```sh\n(.+?)\n```", GUIDE.read_text(), re.DOTALL)
    if example.startswith("curl")
]


FILES = {
    "@shop.json": '{"format": "palimpsest-memories", "version": 1, '
    '"exported_at": "2026-12-01T00:00:00Z", "subjects": []}'
}


def curl(example, names):
    """Send what the shell would send; names are its variables."""
    parser = ArgumentParser()
    parser.add_argument("-X", dest="method", default="GET")
    parser.add_argument("-H", dest="headers", action="append", default=[])
    parser.add_argument("-d", "--data-binary", dest="data", default="")
    parser.add_argument("-o", dest="saved")
    parser.add_argument("url")
    command = shlex.split(Template(example).substitute(names).replace("\\\n", " "))
    call = parser.parse_args(command[1:])
    headers = dict(header.split(": ", 1) for header in call.headers)
    return CLIENT.generic(
        call.method,
        call.url,
        FILES.get(call.data, call.data),
        content_type=headers.pop("Content-Type", ""),
        headers=headers,
    )


@pytest.fixture
def names(api, acme):
    """Anna, with one row of everything that an example names."""
    anna = access.ensure_subject(acme, "anna")
    access.ensure_session(anna, "monday")
    claims = [NewClaim(content="Anna lives in Austin."), NewClaim(content="Anna moved to Boston.")]
    settled, waiting = write_path.receive_claims(anna, claims)
    write_path.decide_claim(settled.id)
    Claim.objects.filter(id=waiting.id).update(state=Claim.State.WAITING)
    memory = Memory.objects.get()
    said = [write_path.NewTurn("user", "Hello.")]
    [turn] = write_path.receive_turns(anna, session="monday", turns=said).turns
    item = ReviewItem.objects.create(
        subject=anna,
        claim=waiting,
        memory=memory,
        reason="event",
    )
    question = FollowUp.objects.create(
        subject=anna, question="And the move?", due_date=date(2026, 5, 1)
    )
    order = Order(workspace=acme, actor=SYSTEM, subject=anna)
    run = receive_import(order, check_file(BytesIO(b'{"content": "Plays the tuba."}')))
    set_key(acme, NewKey(name="boat_name", cardinality="one", aliases=["boat"]))
    return {
        "PALIMPSEST": "",
        "IMPORT": run.id,
        "KEY": api.secret,
        "OTHER_KEY": api.secret,
        "CLAIM": settled.id,
        "TURN": turn.id,
        "MEMORY": memory.id,
        "ITEM": item.id,
        "FOLLOW_UP": question.id,
    }


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.split('"')[1])
def test_an_example_of_the_guide_works(names, example):
    answer = curl(example, names)
    assert answer.status_code < 300, answer.json()
