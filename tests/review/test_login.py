"""How operators get in."""

from __future__ import annotations

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from review.login_links import make_link


def path_of(link):
    return "/" + link.split("/", 3)[3]


@pytest.fixture
def ana_with_password(ana):
    ana.set_password("harbour light")
    ana.save(update_fields=["password"])
    return ana


def log_in(client, name, password, **more):
    return client.post("/login/", {"login": name, "password": password, **more})


def test_name_and_password_lead_to_the_queue(client, ana_with_password):
    assert log_in(client, "ana", "harbour light").headers["Location"] == "/review/"


def test_one_comes_back_to_where_one_wanted(client, ana_with_password):
    response = log_in(client, "ana", "harbour light", next="/review/subjects/")
    assert response.headers["Location"] == "/review/subjects/"


def test_but_not_to_another_site(client, ana_with_password):
    response = log_in(client, "ana", "harbour light", next="//evil.example")
    assert response.headers["Location"] == "/review/"


def test_the_page_keeps_the_way_back(client, db):
    page = client.get("/login/?next=/review/subjects/").content.decode()
    assert 'name="next" value="/review/subjects/"' in page


def test_a_wrong_password(client, ana_with_password):
    response = log_in(client, "ana", "wrong")
    assert response.status_code == 422
    assert "password you specified are not correct" in response.content.decode()


def test_after_many_wrong_passwords_the_right_one_does_not_help(client, ana_with_password):
    answers = [log_in(client, "ana", "wrong").content.decode() for _ in range(6)]
    assert ["Too many failed login attempts" in page for page in answers] == [False] * 5 + [True]
    response = log_in(client, "ana", "harbour light")
    assert response.status_code == 422
    assert "Too many failed" in response.content.decode()
    assert "sessionid" not in client.cookies


def test_one_address_cannot_try_many_names(client, db):
    answers = {log_in(client, f"ana{number}", "wrong").status_code for number in range(31)}
    assert answers == {422, 429}


def test_nobody_signs_up_by_themselves(client, django_user_model, db):
    page = client.get("/account/signup/")
    assert "Only by invitation" in page.content.decode()
    form = {"username": "eve", "password1": "harbour light", "password2": "harbour light"}
    client.post("/account/signup/", form)
    assert not django_user_model.objects.filter(username="eve").exists()


def test_a_boosted_link_to_the_login_loads_the_page_anew(client, db):
    answer = client.get("/login/?next=/review/", headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == "/login/?next=/review/"


def test_a_login_link_works_once(client, ana):
    link = path_of(make_link(ana))
    assert client.get(link).headers["Location"] == "/review/"
    client.post("/logout/")
    response = client.get(link)
    assert response.status_code == 410
    assert "used already" in response.content.decode()


def test_a_login_link_of_somebody_else(client, ana, ben):
    link = path_of(make_link(ana)).replace(f"/{ana.pk}/", f"/{ben.pk}/")
    assert client.get(link).status_code == 410


def test_a_login_link_of_somebody_who_left(client, ana):
    link = path_of(make_link(ana))
    ana.is_active = False
    ana.save(update_fields=["is_active"])
    assert client.get(link).status_code == 410


def test_a_password_reset_token_is_no_login_link(client, ana):
    from django.contrib.auth.tokens import default_token_generator

    token = default_token_generator.make_token(ana)
    assert client.get(f"/login/{ana.pk}/{token}/").status_code == 410


def test_the_command_prints_the_first_administrators_link(client, ana, ada):
    out = StringIO()
    call_command("login_link", stdout=out)
    assert client.get(path_of(out.getvalue().strip())).status_code == 302
    ada.refresh_from_db()
    assert ada.last_login is not None
    assert ada.last_login <= timezone.now()


def test_the_command_says_who_is_missing(db):
    with pytest.raises(CommandError, match="no administrator"):
        call_command("login_link")
    with pytest.raises(CommandError, match="no active operator 'zoe'"):
        call_command("login_link", "zoe")
