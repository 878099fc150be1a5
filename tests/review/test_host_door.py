"""The pages behind a host's token and a link: exchanged for a visit, and revocable."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import jwt
from django.urls import reverse
from django.utils import timezone

from memory import host_door
from memory.links import make_link, revoke_links


def address(subject, secret: str) -> str:
    now = timezone.now()
    told = {
        "sub": subject.external_id, "aud": subject.workspace.slug,
        "iat": now, "exp": now + timedelta(minutes=2),
    }  # fmt: skip
    token = jwt.encode(told, secret, algorithm="HS256")
    return reverse("review:me_host", args=[subject.workspace.slug, token])


def test_a_token_is_exchanged_for_a_visit_in_an_httponly_cookie(client, mira, denver):
    answer = client.get(address(mira, host_door.use_shared_secret(mira.workspace)))
    assert (answer.status_code, answer["Location"]) == (302, reverse("review:me"))
    assert answer.cookies["visit"]["httponly"]
    assert "Denver" in client.get(reverse("review:me")).content.decode()


def test_a_bad_token_is_a_friendly_page(client, mira):
    answer = client.get(address(mira, "not the secret at all, but as long"))
    assert answer.status_code == 410
    assert client.get(reverse("review:me")).status_code == 410


def test_revoking_ends_links_and_running_visits(client, mira, noor):
    link, theirs = (urlsplit(make_link(person)).path for person in (mira, noor))
    client.get(link)
    assert client.get(reverse("review:me")).status_code == 200
    revoke_links(mira)
    assert client.get(reverse("review:me")).status_code == 410
    assert client.get(link).status_code == 410
    assert client.get(theirs).status_code == 302  # another person's link is as good as before
    assert client.get(urlsplit(make_link(mira)).path).status_code == 302
