"""Signed, expiring links by which an end user reaches their own memories."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.utils import timezone

from memory.errors import NotFoundError
from memory.models import Subject

SALT = "palimpsest.my-memories"
LIFETIME = timedelta(hours=24)


def make_link(subject: Subject, *, lifetime: timedelta = LIFETIME) -> str:
    """An address that opens this subject's own page until `lifetime` has passed."""
    token = signing.dumps(
        {
            "subject": subject.id,
            "seconds": int(lifetime.total_seconds()),
            "made": timezone.now().timestamp(),
        },
        salt=SALT,
    )
    return f"{settings.PUBLIC_URL}/me/enter/{token}"


def read_link(token: str) -> Subject:
    """The subject that a link was made for.

    Raises NotFoundError with a sentence for the person where it is broken or its time is over.
    """
    try:
        payload = signing.loads(token, salt=SALT)
        signing.loads(token, salt=SALT, max_age=payload["seconds"])
    except signing.SignatureExpired as error:
        raise NotFoundError("This link has expired. Ask the chatbot for a new one.") from error
    except signing.BadSignature as error:
        raise NotFoundError("This link is not valid. Ask the chatbot for a new one.") from error
    subject = Subject.objects.select_related("workspace").filter(id=payload["subject"]).first()
    if subject is None:
        raise NotFoundError("Nothing is stored for this link any more.")
    if is_closed(subject, payload.get("made", 0.0)):
        raise NotFoundError("This link has expired. Ask the chatbot for a new one.") from (
            signing.SignatureExpired()
        )
    return subject


def is_closed(subject: Subject, made: float) -> bool:
    """Whether what was made then (seconds since 1970) was revoked since."""
    closed = subject.doors_closed_at
    return closed is not None and made <= closed.timestamp()


def revoke_links(subject: Subject) -> None:
    """End every link, token and visit to the subject's page that there is; new ones work."""
    Subject.objects.filter(id=subject.id).update(doors_closed_at=timezone.now())
