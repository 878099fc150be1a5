"""Write the demo people through the real write path, so that every page has something real."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone
from django.utils.text import slugify

from memory import access
from memory.demo import DemoPerson, DemoSession
from memory.extraction.engine import RULES
from memory.forget.erase import erase_subject
from memory.models import Claim, Subject, Turn, Workspace
from memory.requests.carry_out import act_on
from memory.store import SYSTEM
from memory.write_path import NewClaim, NewTurn, decide_claim, receive_claims, receive_turns


def is_loaded(person: DemoPerson) -> bool:
    """Whether the person's whole history is there: every turn, and no claim undecided."""
    subject = _find(person)
    if subject is None:
        return False
    turns = Turn.objects.filter(session__subject=subject).count()
    open_work = Claim.objects.filter(subject=subject, state=Claim.State.PENDING)
    return turns >= sum(len(s.turns) for s in person.sessions) and not open_work.exists()


def load_person(person: DemoPerson) -> Subject:
    """Write one person's sessions in order, each claim decided before the next session.

    What an interrupted earlier attempt left is erased first.
    """
    half_written = _find(person)
    if half_written is not None:
        erase_subject(half_written, SYSTEM)
    subject = access.ensure_subject(_workspace(person), person.external_id)
    subject.zone = person.zone.key
    subject.save(update_fields=["zone"])
    for session in person.sessions:
        _load_session(subject, session)
    return subject


def _load_session(subject: Subject, session: DemoSession) -> None:
    begun = session.began_at(now=timezone.now(), zone=subject.zone_info)
    claims: list[Claim] = []
    if session.claims:
        posted = [
            NewClaim(content=claim.content, source=claim.source, said_at=begun)
            for claim in session.claims
        ]
        claims += receive_claims(subject, posted, session=session.external_id)
    if session.turns:
        turns = [
            NewTurn(turn.role, turn.content, begun + timedelta(minutes=minute))
            for minute, turn in enumerate(session.turns, 1)
        ]
        # The same for everybody, and nothing of it goes to an LLM.
        said = receive_turns(subject, session=session.external_id, turns=turns, engine=RULES)
        act_on(said.requests)
        claims += said.claims
    for claim in claims:
        decide_claim(claim.id)


def workspace_slug(person: DemoPerson) -> str:
    """The slug of the person's workspace."""
    return slugify(person.workspace)


def _find(person: DemoPerson) -> Subject | None:
    return Subject.objects.filter(
        workspace__slug=workspace_slug(person), external_id=person.external_id
    ).first()


def _workspace(person: DemoPerson) -> Workspace:
    workspace, _ = Workspace.objects.get_or_create(
        slug=workspace_slug(person), defaults={"name": person.workspace, "policy": person.policy}
    )
    return workspace
