"""What the processes do that these tests start, on a database of their own: `acting.py WHAT …`."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from memory import host_door, store  # noqa: E402
from memory.api_keys import create_key, is_live, revoke, rotate  # noqa: E402
from memory.audit.chain import faults_of  # noqa: E402
from memory.backup import databases, restore  # noqa: E402
from memory.change import Actor  # noqa: E402
from memory.forget.erase import erase_memory, erase_session, erase_subject  # noqa: E402
from memory.inference.fakes import use_fakes  # noqa: E402
from memory.models import (  # noqa: E402
    ApiKey,
    Claim,
    ErasureReceipt,
    HostDoor,
    Membership,
    Memory,
    Session,
    Subject,
    Workspace,
)
from memory.write_path import NewClaim, NewTurn, decide_claim, receive_claims, receive_turns  # noqa: E402
from review import invitations, members  # noqa: E402

Role = Membership.Role
CANARY = "I keep bees in Quixhaven."


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def store_canary() -> None:
    """In a turn that was read, in an echo, as a memory in another wording than it was said, and
    among other things that stay; for one more person, too."""
    call_command("migrate", verbosity=0)
    workspace = Workspace.objects.create(name="Alma's bot", slug="almas-bot")
    for name in ("alma", "berta", "carl"):
        subject = Subject.objects.create(workspace=workspace, external_id=name)
        receive_turns(subject, session="s1", turns=[
            NewTurn("user", f"hi! {CANARY.lower()} what about you?"),
            NewTurn("assistant", f"So: {CANARY} How nice."),
        ])  # fmt: skip
        for content in (CANARY, f"{name} plays the tuba."):
            for claim in receive_claims(subject, [NewClaim(content=content)]):
                decide_claim(claim.id)
    open_doors()


def open_doors() -> None:
    """Keys, people at work, an invitation, the host's door."""
    workspace = Workspace.objects.get()
    for name in ("kept", "revoked", "rotated"):
        create_key(workspace, name=name, scopes=["read"])
    roles = {"ada": Role.ADMIN, "ana": Role.ADMIN, "ben": Role.REVIEWER, "cora": Role.VIEWER}
    for name, role in roles.items():
        user = User.objects.create_user(name)
        Membership.objects.create(user=user, workspace=workspace, role=role)
    ada = Membership.objects.get(user__username="ada")
    for role in ("admin", "viewer"):
        invitations.invite(ada, role=role)
    host_door.use_shared_secret(workspace)


def close() -> None:
    """What comes after the backup; one is raised, and stays as it was."""
    workspace, by = Workspace.objects.get(), Actor("operator", "1")
    revoke(ApiKey.objects.get(name="revoked"))
    rotate(ApiKey.objects.get(name="rotated"))
    create_key(workspace, name="later", scopes=["read"])
    ids = dict(User.objects.values_list("username", "id"))
    members.change_role(workspace, ids["ana"], "viewer", by=by)
    members.change_role(workspace, ids["cora"], "admin", by=by)
    members.remove(workspace, ids["ben"], by=by)
    host_door.close(workspace)


def doors() -> None:
    """What is open, to be compared, and whether the chain of the logs holds."""
    now = timezone.now()
    say(json.dumps({
        "keys": sorted(key.name for key in ApiKey.objects.all() if is_live(key, now)),
        "members": dict(Membership.objects.values_list("user__username", "role")),
        "invitations": invitations.open_invitations(Workspace.objects.get()).count(),
        "host": HostDoor.objects.exclude(**HostDoor.CLOSED).count(),
        "faults": faults_of(Workspace.objects.get()),
    }))  # fmt: skip


def learn_later() -> None:
    """What no backup from before has: a wording of a sentence that its turns do have."""
    subject = Subject.objects.get(external_id="alma")
    for claim in receive_claims(subject, [NewClaim(content="Alma has a lodge in Quixhaven.")]):
        decide_claim(claim.id)


def erase() -> None:
    """Of Alma the memory, of Berta the conversation and the memory, of Carl everything."""
    for name in ("alma", "berta"):
        for memory in Memory.objects.filter(subject__external_id=name, content__icontains="quix"):
            if Memory.objects.filter(id=memory.id).exists():
                erase_memory(memory, store.SYSTEM)
    erase_session(Session.objects.get(subject__external_id="berta"), store.SYSTEM)
    erase_subject(Subject.objects.get(external_id="carl"), store.SYSTEM)
    say(" ".join(ErasureReceipt.objects.order_by("created_at").values_list("id", flat=True)))


def look() -> None:
    """What is left, to be compared."""
    say(str(sorted(Memory.objects.values_list("content", flat=True))))
    say(str(Claim.objects.count()))


def verify(*receipts: str) -> None:
    """Check each receipt as `manage.py verify_erasure` does."""
    for receipt in receipts:
        call_command("verify_erasure", receipt)


def restore_and_stand_still(step: str, file: str) -> None:
    """A restore that reaches the step and goes no further: the parent kills the process there."""

    def stand_still(*_: Any, **__: Any) -> Any:
        say("here")
        time.sleep(600)

    owner = databases if step == "swap" else restore
    setattr(owner, step, stand_still)
    wish = restore.Wish(file=Path(file), key=settings.SECRET_KEY, key_file=None)
    restore.restore(wish, settings.DATABASE_URL, lambda _: None)


def main() -> None:
    what, *rest = sys.argv[1:]
    with use_fakes():
        {
            "store": store_canary,
            "close": close,
            "doors": doors,
            "learn_later": learn_later,
            "erase": erase,
            "look": look,
            "verify": verify,
            "restore": restore_and_stand_still,
        }[what](*rest)


if __name__ == "__main__":
    main()
