from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest

from memory.extraction.llm.endpoint import Endpoint
from tests.memory.extraction.llm.stand_in import StandIn, stand_in


def endpoint_at(url: str, **fields: object) -> Endpoint:
    usual = {"model": "small-model", "key": "sk-hidden", "timeout": 20.0, "every_turns": 2}
    return Endpoint(base_url=url, pause=timedelta(seconds=60), **(usual | fields))


@pytest.fixture
def llm() -> Iterator[StandIn]:
    with stand_in() as endpoint:
        yield endpoint


@pytest.fixture
def endpoint(llm: StandIn) -> Endpoint:
    return endpoint_at(llm.url)
