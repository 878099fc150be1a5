"""Invitations by link, and members with their roles."""

from __future__ import annotations

import re
import threading

import pytest
from django.contrib.auth.models import User
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memory.errors import ConflictError, NotFoundError
from memory.models import AdminRecord, Membership, ReviewItem
from review import invitations, members
from review.models import Invitation
from tests.people import ago, make_operator

PASSWORD = "quiet morning tide"
Role = Membership.Role


def membership(user):
    return Membership.objects.select_related("user", "workspace").get(user=user)


def invite(ada, role="reviewer", **more):
    """A secret, as it stands in the link."""
    _, link = invitations.invite(membership(ada), role=role, **more)
    return link.rstrip("/").rpartition("/")[2]


def page(secret):
    return f"/invitation/{secret}/"


def come_in(client, secret, name="zoe", password=PASSWORD):
    return client.post(page(secret), {"username": name, "password": password})


def acts():
    return list(AdminRecord.objects.order_by("created_at", "id").values_list("act", flat=True))


def test_a_link_makes_an_account_and_a_member_once(client, ada, harbour):
    secret = invite(ada)
    assert "You are invited to Harbour" in client.get(page(secret)).content.decode()
    assert come_in(client, secret).headers["Location"] == "/review/"
    zoe = User.objects.get(username="zoe")
    assert membership(zoe).role == "reviewer"
    assert zoe.check_password(PASSWORD)
    assert client.get("/review/").status_code == 200
    other = Client()
    assert other.get(page(secret)).status_code == 410
    assert come_in(other, secret, "eve").status_code == 410
    assert not User.objects.filter(username="eve").exists()
    assert acts() == ["invited", "joined"]


def test_the_secret_is_not_stored(ada):
    secret = invite(ada)
    assert all(secret not in str(row) for row in Invitation.objects.values())
    assert all(secret not in str(row) for row in AdminRecord.objects.values())


def test_an_operator_of_another_workspace_joins_with_their_account(ada, otto, browser_of, harbour):
    secret = invite(ada, "viewer")
    browser = browser_of(otto)
    assert "Join as otto" in browser.get(page(secret)).content.decode()
    answer = browser.post(page(secret) + "join/", follow=True)
    assert "Harbour · viewer" in answer.content.decode()
    assert otto.memberships.get(workspace=harbour).role == "viewer"


def test_who_is_in_already_does_not_spend_the_link(ada, ana, browser_of):
    secret = invite(ada, "admin")
    answer = browser_of(ana).post(page(secret) + "join/")
    assert answer.status_code == 409
    assert "already, as reviewer" in answer.content.decode()
    assert membership(ana).role == "reviewer"
    assert invitations.invitation_of(secret).used_at is None


def test_a_stranger_cannot_join_without_a_name(client, ada):
    secret = invite(ada)
    assert client.post(page(secret) + "join/").headers["Location"] == page(secret)
    assert invitations.invitation_of(secret).used_at is None


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [
        ("ada", PASSWORD, "Somebody has this name"),
        ("ADA", PASSWORD, "Somebody has this name"),
        ("zo e", PASSWORD, "Enter a valid username"),
        ("", PASSWORD, "Choose a name"),
        ("zoe", "sh0rt", "too short"),
        ("zoe", "qwertyuiop", "too common"),
        ("zoe", "", "Choose a password"),
    ],
)
def test_a_poor_choice_is_told_and_the_link_still_works(client, ada, name, password, why):
    secret = invite(ada)
    answer = come_in(client, secret, name, password)
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert password == "" or password not in answer.content.decode()
    assert Membership.objects.count() == 1
    assert come_in(client, secret).status_code == 302


@pytest.mark.parametrize("end", ["expired", "taken back", "inviter left", "inviter steps down"])
def test_a_link_that_ended_lets_nobody_in(client, ada, harbour, end):
    make_operator("amos", harbour, Role.ADMIN)
    secret = invite(ada)
    found = invitations.invitation_of(secret)
    actor = invitations.operator(membership(ada)).actor
    if end == "expired":
        Invitation.objects.update(expires_at=ago(seconds=1))
    elif end == "taken back":
        invitations.take_back(membership(ada), found.id)
    elif end == "inviter left":
        members.remove(harbour, ada.pk, by=actor)
    else:
        members.change_role(harbour, ada.pk, "reviewer", by=actor)
    before = User.objects.count()
    assert client.get(page(secret)).status_code == 410
    assert come_in(client, secret).status_code == 410
    assert User.objects.count() == before


@pytest.mark.parametrize("secret", ["x", "%00", "é" * 50, "a" * 5_000])
def test_a_link_that_never_was(client, db, secret):
    assert client.get(page(secret)).status_code == 410


def test_an_invitation_of_another_workspace_cannot_be_taken_back(ada, otto, browser_of):
    secret = invite(ada)
    found = invitations.invitation_of(secret)
    address = reverse("review:take_back_invitation", args=[found.id])
    assert browser_of(otto).post(address).status_code == 404
    assert invitations.invitation_of(secret)


def test_the_page_shows_the_link_once(ada, browser_of):
    browser = browser_of(ada)
    answer = browser.post(reverse("review:invite"), {"role": "viewer", "days": "3"})
    assert answer.status_code == 201
    link = re.search(r"http://\S+/invitation/[\w-]{43}/", answer.content.decode())[0]
    again = browser.get(reverse("review:members")).content.decode()
    assert link not in again
    assert "Take back" in again


@pytest.mark.parametrize("form", [{"role": "owner", "days": "3"}, {"role": "viewer", "days": "31"}])
def test_an_invitation_that_cannot_be(ada, browser_of, form):
    assert browser_of(ada).post(reverse("review:invite"), form).status_code == 422
    assert not Invitation.objects.exists()


def test_a_role_is_changed_and_holds_at_once(ada, ana, browser_of, moved):
    browser = browser_of(ana)
    ReviewItem.objects.update(assignee=ana, leased_by=ana, leased_until=timezone.now())
    address = reverse("review:change_role", args=[ana.pk])
    assert browser_of(ada).post(address, {"role": "viewer"}).status_code == 302
    answer = browser.post(reverse("review:reject", args=[moved.id]))
    assert answer.status_code == 403
    moved.refresh_from_db()
    assert (moved.assignee, moved.leased_by, moved.state) == (None, None, "open")
    assert acts() == ["role"]


def test_a_removed_member_is_out_at_once(ada, ana, browser_of):
    browser = browser_of(ana)
    assert browser.get("/review/").status_code == 200
    browser_of(ada).post(reverse("review:remove_member", args=[ana.pk]))
    assert browser.get("/review/").status_code == 403
    assert User.objects.filter(username="ana", is_active=True).exists()


@pytest.mark.parametrize("name", ["change_role", "remove_member"])
def test_the_last_administrator_stays(ada, ana, browser_of, harbour, name):
    switched_off = make_operator("amos", harbour, Role.ADMIN)
    switched_off.is_active = False
    switched_off.save(update_fields=["is_active"])
    answer = browser_of(ada).post(reverse(f"review:{name}", args=[ada.pk]), {"role": "viewer"})
    assert answer.status_code == 409
    assert "only administrator" in answer.content.decode()
    assert membership(ada).role == "admin"
    assert acts() == []


def test_members_of_another_workspace_are_not_found(ada, otto, browser_of):
    browser = browser_of(ada)
    for name in ("change_role", "remove_member"):
        answer = browser.post(reverse(f"review:{name}", args=[otto.pk]), {"role": "viewer"})
        assert answer.status_code == 404
    assert membership(otto).role == "admin"


def at_once(*works):
    """Run these at the same time, each with a connection of its own; what each raised or None."""
    outcomes = []

    def run(work):
        try:
            work()
            outcomes.append(None)
        except (ConflictError, NotFoundError) as error:
            outcomes.append(type(error))
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


@pytest.mark.django_db(transaction=True)
def test_two_administrators_who_remove_each_other_leave_one(ada, harbour):
    amos = make_operator("amos", harbour, Role.ADMIN)
    actor = invitations.operator(membership(ada)).actor
    outcomes = at_once(
        lambda: members.remove(harbour, amos.pk, by=actor),
        lambda: members.remove(harbour, ada.pk, by=actor),
    )
    assert sorted(map(str, outcomes)) == sorted(map(str, [None, ConflictError]))
    assert Membership.objects.filter(workspace=harbour, role="admin").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_open_one_link_are_one_member(ada, harbour):
    secret = invite(ada)
    users = [User.objects.create_user(f"twin{number}") for number in range(2)]
    outcomes = at_once(*[lambda user=user: invitations.join(secret, user) for user in users])
    assert sorted(map(str, outcomes)) == sorted(map(str, [None, NotFoundError]))
    assert Membership.objects.filter(user__in=users).count() == 1
