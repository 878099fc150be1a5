"""How often one key may ask."""

from __future__ import annotations

from unittest.mock import patch

import time_machine
from redis.exceptions import ConnectionError as CacheError

PATH = "subjects/alice/memories"


def test_a_key_that_asks_too_often_has_to_wait(api, key, alice, settings):
    settings.API_REQUESTS_PER_MINUTE = 2
    with time_machine.travel("2030-05-01T12:00:20Z", tick=False):
        assert [api.get(PATH).status_code for _ in range(3)] == [200, 200, 429]
        answer = api.get(PATH)
        assert answer["Retry-After"] == "40"
        assert answer.json()["error"]["message"] == (
            "This API key asks too often; wait 40 seconds."
        )
        assert key("read").get(PATH).status_code == 200  # another key is not held up
    with time_machine.travel("2030-05-01T12:01:00Z", tick=False):
        assert api.get(PATH).status_code == 200


def test_a_loop_about_one_person_holds_up_nobody_else(api, key, alice, bob, settings):
    settings.SUBJECT_REQUESTS_PER_MINUTE = 2
    with time_machine.travel("2030-05-01T12:00:20Z", tick=False):
        assert [api.get(PATH).status_code for _ in range(3)] == [200, 200, 429]
        assert key("read").get(PATH).status_code == 429  # another key is no way round it
        assert api.get("subjects/bob/memories").status_code == 200
    with time_machine.travel("2030-05-01T12:01:00Z", tick=False):
        assert api.get(PATH).status_code == 200


def test_nobody_s_id_stands_in_the_cache(api, alice, settings):
    with patch("memory.api.throttling.cache.add", side_effect=CacheError) as add:
        api.get(PATH)
    assert not any("alice" in str(call) for call in add.call_args_list)


def test_no_limit_may_be_set(api, alice, settings):
    settings.API_REQUESTS_PER_MINUTE = 0
    assert {api.get(PATH).status_code for _ in range(3)} == {200}


def test_a_count_that_the_cache_dropped_begins_anew(api, alice):
    with patch("memory.api.throttling.cache.incr", side_effect=ValueError):
        assert api.get(PATH).status_code == 200


def test_a_cache_that_is_away_lets_everything_pass(api, alice):
    with patch("memory.api.throttling.cache.add", side_effect=CacheError):
        assert api.get(PATH).status_code == 200
