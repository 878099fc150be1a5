"""POST subjects/{id}/claims and GET claims/{id}"""

from __future__ import annotations

from memory.models import Claim


def test_it_takes_several_claims(api):
    claims = [{"content": "Alice lives in Denver."}, {"content": "Alice plays the cello."}]
    answer = api.post("subjects/alice/claims", {"session": "s1", "claims": claims})
    assert answer.status_code == 202
    assert len(answer.json()["claims"]) == Claim.objects.count() == 2


def test_what_is_given_is_taken_as_it_is(api):
    given = {
        "type": "procedural",
        "scope": "instruction",
        "beneficiary": "team",
        "category": "style",
        "value": "short",
        "source": "assistant",
        "importance": 9,
        "confidence": 0.5,
        "valid_until": "2027-01-01T00:00:00Z",
        "said_at": "2026-01-01T00:00:00+01:00",
    }
    api.post("subjects/alice/claims", {"content": "Answers are short.", **given})
    claim = Claim.objects.get()
    same = {name: value for name, value in given.items() if name not in {"valid_until", "said_at"}}
    assert {name: getattr(claim, name) for name in same} == same
    assert claim.said_at.isoformat() == "2025-12-31T23:00:00+00:00"
    assert claim.valid_until.isoformat() == "2027-01-01T00:00:00+00:00"


def test_a_claim_tells_its_state_and_later_its_verdict(api):
    posted = api.post("subjects/alice/claims?wait=true", {"content": "Alice plays the cello."})
    claim_id = posted.json()["claims"][0]["id"]
    answer = api.get(f"claims/{claim_id}").json()
    assert answer["user_id"] == "alice"
    assert answer["state"] == "decided"
    assert answer["verdict"]["outcome"] == "add"


def test_a_pending_claim_has_no_verdict(api):
    posted = api.post("subjects/alice/claims", {"content": "Alice plays the cello."})
    answer = api.get(f"claims/{posted.json()['claims'][0]['id']}").json()
    assert (answer["state"], answer["verdict"]) == ("pending", None)


def test_a_verdict_that_was_undone_is_told_no_more(api):
    posted = api.post("subjects/alice/claims?wait=true", {"content": "Alice plays the cello."})
    claim = posted.json()["claims"][0]
    api.post(f"memories/{claim['verdict']['memory_id']}/undo")
    assert api.get(f"claims/{claim['id']}").json()["verdict"] is None
