"""The circuit breaker, in the real cache that all processes share."""

from __future__ import annotations

import secrets
from unittest.mock import patch

import pytest
from redis.exceptions import ConnectionError as CacheAway

from memory.extraction.llm import breaker
from memory.extraction.llm.breaker import FAILURES, Breaker
from memory.extraction.llm.faults import Fault, LlmError
from tests.memory.extraction.llm.conftest import endpoint_at


@pytest.fixture
def circuit() -> Breaker:
    return Breaker(endpoint_at("http://127.0.0.1:1", key=secrets.token_hex(4)))


def fail(circuit, fault=Fault.TIMEOUT, times=1, **fields):
    for _ in range(times):
        circuit.failed(LlmError(fault, **fields))


def refused(circuit):
    with pytest.raises(LlmError) as caught:
        circuit.refuse()
    return caught.value


def test_it_is_closed_at_first(circuit):
    circuit.refuse()
    assert circuit.remark() is None


def test_it_opens_after_failures_in_a_row(circuit):
    fail(circuit, times=FAILURES - 1)
    circuit.refuse()
    fail(circuit)
    assert refused(circuit).fault is Fault.SUSPENDED
    assert "longer than PALIMPSEST_LLM_TIMEOUT" in circuit.remark()


def test_a_refused_key_opens_it_at_once(circuit):
    fail(circuit, Fault.DENIED)
    assert refused(circuit).fault is Fault.SUSPENDED
    assert "check the PALIMPSEST_LLM_ variables" in circuit.remark()


def test_other_settings_have_a_circuit_of_their_own(circuit):
    fail(circuit, times=FAILURES)
    Breaker(endpoint_at("http://127.0.0.1:1", key="another")).refuse()


def test_after_a_while_one_process_tries_and_the_others_wait(circuit):
    with patch.object(breaker, "OPEN_FOR", 0):
        fail(circuit, times=FAILURES)

    circuit.refuse()
    assert refused(circuit).fault is Fault.SUSPENDED


def test_a_trial_that_fails_opens_it_again(circuit):
    with patch.object(breaker, "OPEN_FOR", 0):
        fail(circuit, times=FAILURES)
    circuit.refuse()
    fail(circuit)
    assert refused(circuit).fault is Fault.SUSPENDED


def test_a_trial_that_succeeds_closes_it(circuit):
    with patch.object(breaker, "OPEN_FOR", 0):
        fail(circuit, times=FAILURES)
    circuit.refuse()
    circuit.succeeded()

    circuit.refuse()
    circuit.refuse()
    assert circuit.remark() is None


def test_retry_after_holds_for_all_and_counts_as_no_failure(circuit):
    fail(circuit, Fault.BUSY, times=FAILURES, wait=30.0)
    error = refused(circuit)
    assert error.fault is Fault.BUSY
    assert 28 < error.wait <= 30


def test_a_wait_of_a_year_is_not_believed(circuit):
    fail(circuit, Fault.BUSY, wait=1e9)
    assert refused(circuit).wait <= 3600


def test_a_cache_that_is_away_stops_nobody(circuit):
    with patch.object(breaker, "cache") as cache:
        for name in ("get", "add", "set", "incr", "delete", "delete_many"):
            getattr(cache, name).side_effect = CacheAway("down")
        fail(circuit, times=FAILURES)
        circuit.refuse()
        circuit.succeeded()
        assert circuit.remark() is None
