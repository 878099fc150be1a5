"""Another embedding model than the one that wrote the rows: refused, or never compared."""

from __future__ import annotations

from unittest.mock import patch

import numpy as np
import pytest

from memory import tasks
from memory.errors import UnavailableError
from memory.inference import embeddings
from memory.inference.fakes import use_fakes
from memory.models import Claim, Memory
from memory.write_path import NewClaim, decide_claim, receive_claims
from tests.memory.conftest import current, tell, verdict_on

pytestmark = pytest.mark.django_db


@pytest.mark.case("emb-001")
def test_vectors_of_another_size_are_refused_and_nothing_is_half_written(case, fakes, alice):
    tell(alice, "User likes draughts.")
    kept = list(Memory.objects.values())
    words = case.incoming.partition(" (")[0]
    [claim] = receive_claims(alice, [NewClaim(content=words)])
    with patch.object(embeddings, "_encoder", lambda: lambda texts: np.ones((len(texts), 768))):
        with pytest.raises(UnavailableError, match="wrong shape"):
            decide_claim(claim.id)
        assert "wrong shape" in (embeddings.ready() or ""), "the start-up check says so, too"
        tasks.decide_claim(claim.id)
    claim.refresh_from_db()
    assert (claim.state, claim.attempts) == (Claim.State.PENDING, 0)
    assert "wrong shape" in claim.last_error
    assert str(list(Memory.objects.values())) == str(kept)
    decide_claim(claim.id)
    assert current(alice) == {"User likes draughts.", words}


@pytest.mark.case("emb-003")
def test_vectors_of_two_models_are_never_compared(case, alice):
    stored, incoming = (text.partition(" (")[0] for text in (case.existing[0], case.incoming))
    asked = []

    def sure(premise: str, hypothesis: str) -> tuple[float, float, float]:
        asked.append((premise, hypothesis))
        return (0.99, 0.005, 0.005)

    with use_fakes(sure):
        tell(alice, stored)
        Memory.objects.update(embedding_model="model-1")
        verdict = verdict_on(tell(alice, incoming))
    assert verdict.action in case.outcomes
    assert asked == [], "what was not nominated is not judged"
    assert Memory.objects.get(content=stored).valid_until is None
