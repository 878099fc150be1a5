"""A subject's visit to their own page: opened by a link, kept in the session, ended by time.

It has nothing to do with an operator's login: it opens one subject's page and no other.
"""

from __future__ import annotations

from datetime import timedelta

from django.contrib.sessions.backends.base import SessionBase
from django.utils import timezone

from memory.access import subject_with_id
from memory.errors import NotFoundError
from memory.links import is_closed
from memory.models import Subject, Workspace

LIFETIME = timedelta(hours=2)
_KEY = "my_memories"
_CAME_FROM = "workspace_of_visit"


def begin(session: SessionBase, subject: Subject) -> None:
    """Let this browser see the subject's page for two hours."""
    session.cycle_key()  # a session that somebody else planted must not carry the visit
    session.pop("receipt", None)
    session[_CAME_FROM] = subject.workspace_id
    until = (timezone.now() + LIFETIME).timestamp()
    session[_KEY] = {
        "workspace": subject.workspace_id,
        "subject": subject.id,
        "until": until,
        "begun": timezone.now().timestamp(),
    }


def is_over(session: SessionBase) -> bool:
    """Whether the browser has no visit, or its time has passed."""
    visit = session.get(_KEY)
    return visit is None or visit["until"] < timezone.now().timestamp()


def visitor(session: SessionBase) -> Subject:
    """The subject whose visit it is. Raises NotFoundError where there is none any more."""
    if is_over(session):
        raise NotFoundError("This link has expired. Ask the chatbot for a new one.")
    visit = session[_KEY]
    subject = subject_with_id(visit["workspace"], visit["subject"])
    if is_closed(subject, visit.get("begun", 0.0)):
        end(session)
        raise NotFoundError("This visit was ended. Ask the chatbot for a new link.")
    return subject


def end(session: SessionBase, *, receipt: str = "") -> None:
    """End the visit; after an erasure the receipt's id stays, so that it can be shown."""
    session.pop(_KEY, None)
    session["receipt"] = receipt


def sites_that_frame(session: SessionBase) -> list[str]:
    """The sites that may show this browser's pages in a frame; also when its visit has ended."""
    asked = Workspace.objects.filter(id=session.get(_CAME_FROM, ""))
    return asked.values_list("frame_ancestors", flat=True).first() or []


def receipt_of(session: SessionBase) -> str:
    return str(session.get("receipt", ""))
