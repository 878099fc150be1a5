"""One story from the first message to the receipt, with the real models."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import expect

from memory.api_keys import create_key
from memory.models import ApiKey, Claim, Memory, Subject, Turn

pytestmark = pytest.mark.models


@pytest.fixture
def chatbot(site, harbour):
    """Harbour's chatbot, at the API."""
    secret = create_key(harbour, name="bot", scopes=list(ApiKey.Scope.values))[1]
    headers = {"Authorization": f"Bearer {secret}"}
    with httpx.Client(base_url=f"{site}/api/v1/", headers=headers, timeout=120) as client:
        yield client


def say(chatbot, text):
    sent = {"role": "user", "content": text, "session": "s1"}
    answer = chatbot.post("subjects/mira/turns?wait=true", json=sent)
    assert answer.is_success, answer.text
    return [claim["verdict"] for claim in answer.json()["claims"]]


def context(chatbot):
    return chatbot.post("subjects/mira/context", json={"query": "Where does she live?"}).text


def test_from_a_message_to_the_receipt(chatbot, ana, operator, somebody):
    assert [v["outcome"] for v in say(chatbot, "I live in Denver.")] == ["add"]
    assert [v["outcome"] for v in say(chatbot, "I moved to Austin last month.")] == ["review"]
    assert "Denver" in context(chatbot)

    at_work = operator(ana)
    expect(at_work.page.locator("[data-row]")).to_have_count(1)
    at_work.page.keyboard.press("j")
    at_work.page.keyboard.press("Enter")
    expect(at_work.page.locator("ins")).to_contain_text("Austin")
    at_work.page.keyboard.press("1")
    expect(at_work.page.locator("[data-toast]")).to_contain_text("takes the old one's place")
    assert "Nothing waits for you" in at_work.text()

    told = context(chatbot)
    assert "Austin" in told
    assert "lives in Denver" not in told

    link = chatbot.post("subjects/mira/links", json={}).json()["url"]
    mira = somebody()
    mira.go(link)
    assert mira.page.url.endswith("/me/")
    assert "You live in Austin." in mira.text()
    mira.page.get_by_role("link", name="Erase…").click()
    mira.page.get_by_role("checkbox").check()
    mira.page.get_by_role("button", name="Erase everything").click()
    expect(mira.page.locator("h1")).to_have_text("Everything about you is erased")
    assert "era_" in mira.text()

    assert chatbot.get("subjects/mira/memories").status_code == 404
    for model in (Subject, Turn, Claim, Memory):
        assert not model.objects.exists()
    assert "Nothing is stored about you any more" in mira.go(link).inner_text("body")
