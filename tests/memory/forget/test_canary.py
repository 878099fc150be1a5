"""One sentence comes in through every door and is used in every way; then it is erased.

Afterwards it is in no table, no dump, no file, nor anywhere in the broker and the cache.
"""

from __future__ import annotations

import os
import subprocess
from datetime import date
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import redis
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memory import store
from memory.amend import delete_memory
from memory.api_keys import create_key
from memory.episodes import write_summary
from memory.forget.erase import erase_memory
from memory.forget.register import files
from memory.inference.embeddings import embed
from memory.inference.fakes import use_fakes
from memory.links import make_link
from memory.management.commands.pg import libpq_variables
from memory.models import (
    ApiKey,
    Claim,
    FollowUp,
    ImportLine,
    Membership,
    Memory,
    ReviewItem,
    Session,
    Subject,
    Turn,
    Workspace,
)
from memory.sessions.summary import Summary
from memory.supervisor.binaries import postgres_binaries
from memory.write_path import NewClaim, NewTurn, receive_claims, receive_turns
from review import bulk, handling, policies
from review.actions import Answer, resolve
from review.archive import archive
from review.models import Resolution
from review.policies import subject_self
from tests.memory.conftest import conflict, tell
from tests.memory.imports.conftest import take_in, work
from tests.people import make_operator

pytestmark = pytest.mark.django_db(transaction=True)

CANARY = "I keep bees in Quixhaven."
WORD = "quixhaven"


@pytest.fixture(autouse=True)
def models():
    with use_fakes(conflict(("bees", "goats"))):
        yield


@pytest.fixture
def alma() -> Subject:
    workspace = Workspace.objects.create(name="Alma's bot", slug="almas-bot")
    make_operator("ada", workspace, Membership.Role.ADMIN)
    return Subject.objects.create(workspace=workspace, external_id="person-1")


class Door:
    """The API with a key that may do all."""

    def __init__(self, subject: Subject) -> None:
        _, secret = create_key(subject.workspace, name="all", scopes=list(ApiKey.Scope.values))
        self.client, self.headers = Client(), {"Authorization": f"Bearer {secret}"}

    def __call__(self, method: str, path: str, data: object = None, **headers: str):
        send = getattr(self.client, method)
        body = {} if method == "get" else {"data": data, "content_type": "application/json"}
        return send(f"/api/v1/{path}", headers={**self.headers, **headers}, **body)


@pytest.fixture
def door(alma) -> Door:
    return Door(alma)


def come_in_everywhere(alma: Subject, door: Door) -> None:
    key = {"Idempotency-Key": "once"}
    door("post", "subjects/person-1/claims?wait=true", {"content": CANARY}, **key)
    door("post", "subjects/person-1/turns?wait=true", {
        "session": "s1", "role": "user", "content": f"hi! {CANARY.lower()} what about you?",
    })  # fmt: skip
    receive_turns(alma, session="s1", turns=[
        NewTurn("assistant", f"So you say: {CANARY} How nice."),
        NewTurn("user", f"forget that {CANARY}"),
    ])  # fmt: skip
    work(take_in(alma.workspace, CANARY))
    take_in(alma.workspace, CANARY, "Alma plays the tuba.")  # still waits for its turn
    many = door("post", "imports", {"subject": "person-1", "content": CANARY})
    assert many.json()["waiting"] == 1
    person, operator = Client(), Client()
    assert person.get(urlsplit(make_link(alma)).path).status_code == 302
    operator.force_login(User.objects.get(username="ada"))
    for number, (browser, page) in enumerate(((operator, "edit_memory"), (person, "me_edit"))):
        tell(alma, f"Alma owns {number + 2} boats.")
        boats = Memory.objects.get(content__contains=f"{number + 2} boats")
        browser.post(reverse(f"review:{page}", args=[boats.id]), {"content": CANARY.upper()})
        assert Memory.objects.filter(supersedes=boats, content__icontains=WORD).exists(), page


def be_used_everywhere(alma: Subject, door: Door) -> None:
    for _ in range(2):
        door("post", "subjects/person-1/context", {"query": CANARY, "session": "s1"})
    door("get", f"subjects/person-1/memories?q={CANARY}")
    session = Session.objects.get(external_id="s1")
    session.quiet_since = timezone.now()
    with store.change(alma.id, store.GATE) as c:
        told = Summary(text=f"Alma said: {CANARY} And that it was fun.", topics=("bees",))
        write_summary(c, session, told, embed([told.text])[0], evidence={})
    asked = tell(alma, "I keep goats, not bees.", source="assistant")
    if asked.state != Claim.State.WAITING:
        ReviewItem.objects.create(
            subject=alma, claim=asked, memory=Memory.objects.filter(content=CANARY).first(),
            reason="event",
        )  # fmt: skip
    ada = policies.operator(Membership.objects.select_related("user").get())
    waiting = ReviewItem.objects.filter(state="open")
    bulk.prepare(alma.workspace, ada, waiting, deed="escalate", note=f"They said: {CANARY}")
    answered = waiting.first()
    handling.note(answered, ada, text=f"Do they? {CANARY}")
    resolve(
        answered, Answer(action=Resolution.Action.REJECT, note=f"They said {CANARY}"),
        subject_self(alma),
    )  # fmt: skip
    FollowUp.objects.create(subject=alma, question=f"{CANARY} Still?", due_date=date(2030, 1, 1))
    for turn in Turn.objects.filter(embedding=None):
        (vector,) = embed([turn.content])
        Turn.objects.filter(id=turn.id).update(
            embedding=list(vector.values), embedding_model=vector.model
        )
    for path in ("export", "memories?state=all", "follow-ups"):
        assert WORD in door("get", f"subjects/person-1/{path}").content.decode().lower()
    assert WORD in b"".join(door("get", "export")).decode().lower()
    assert archive(alma)
    receive_claims(alma, [NewClaim(content=CANARY)])  # waits for a worker


def dumped() -> str:
    """The whole test database as SQL."""
    environ = os.environ | libpq_variables(connection.settings_dict)
    program = postgres_binaries() / "pg_dump"
    done = subprocess.run([str(program)], env=environ, capture_output=True, check=True)
    return done.stdout.decode().lower()


def in_samples() -> list[str]:
    """Columns of which the planner's statistics hold the word, taken anew."""
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        cursor.execute(
            "SELECT tablename || '.' || attname FROM pg_stats WHERE concat(most_common_vals, "
            "histogram_bounds, most_common_elems) ILIKE %s",
            [f"%{WORD}%"],
        )
        return [name for (name,) in cursor.fetchall()]


def in_valkey() -> str:
    """All keys and values of the broker and of the cache."""
    found = []
    for url in (settings.CELERY["broker_url"], settings.CACHE_URL):
        client = redis.Redis.from_url(url.replace("redis+socket://", "unix://"))
        client.save()
        found += [str(key) + str(client.dump(key)) for key in client.scan_iter()]
        client.close()
    return "".join(found).lower()


def in_files() -> list[Path]:
    return [path for path in files() if WORD.encode() in path.read_bytes().lower()]


def test_after_an_erasure_the_sentence_is_nowhere(alma, door, log):
    come_in_everywhere(alma, door)
    be_used_everywhere(alma, door)
    before = dumped()
    assert before.count(WORD) > 15, "the canary has to be everywhere first"
    assert in_samples() == []
    vectors = {str(list(memory.embedding)) for memory in Memory.objects.filter(content=CANARY)}

    memory = Memory.objects.filter(content=CANARY).first()
    answer = door("delete", f"memories/{memory.id}?erase=true")

    assert answer.status_code == 200
    assert answer.json()["scan"]["clean"], answer.json()["scan"]
    assert lines_with(dumped()) == []
    assert WORD not in in_valkey()
    assert in_files() == []
    for model in (Memory, Turn):
        kept = model.objects.exclude(embedding=None).values_list("embedding", flat=True)
        assert not vectors & {str(list(vector)) for vector in kept}
    assert "claim clm_" in log.getvalue(), "the log was on"
    assert WORD not in log.getvalue().lower()
    call_command("verify_erasure", answer.json()["id"])
    assert Memory.objects.filter(content__contains="goats").exists() or Claim.objects.exists()
    assert ImportLine.objects.filter(outcome="").count() == 1, "the tuba still waits"


def test_after_a_person_is_erased_the_sentence_is_nowhere(alma, door):
    come_in_everywhere(alma, door)
    be_used_everywhere(alma, door)

    answer = door("delete", "subjects/person-1")

    assert answer.json()["scan"]["clean"], answer.json()["scan"]
    assert lines_with(dumped()) == []
    assert WORD not in in_valkey()
    assert in_files() == []


def test_what_was_deleted_or_replaced_is_erased_as_well(alma):
    tell(alma, "I keep bees in Quixhaven.", key="pet", value="bees in Quixhaven")
    first = Memory.objects.get()
    delete_memory(first, store.SYSTEM)
    tell(alma, "I keep bees in Quixhaven.")

    erase_memory(Memory.objects.visible().get(), store.SYSTEM)

    assert lines_with(dumped()) == []


def test_what_was_replaced_is_erased_with_its_slot_and_the_newer_one_stays(alma):
    tell(alma, "I live in Quixhaven.", key="city", value="Quixhaven")
    older = Memory.objects.get()
    tell(alma, "I live in Pau.", key="city", value="Pau")
    assert Memory.objects.get(supersedes=older).content == "I live in Pau."

    erase_memory(older, store.SYSTEM)

    assert lines_with(dumped()) == []
    assert Memory.objects.current(timezone.now()).get().content == "I live in Pau."


def lines_with(dump: str) -> list[str]:
    return [line for line in dump.splitlines() if WORD in line]
