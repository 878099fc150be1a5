"""An answer that is followed by something which nobody waits for."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from django.db import Error
from rest_framework.response import Response

logger = logging.getLogger(__name__)


class AnswerThen(Response):
    """Does `afterwards` once the server has sent the answer (WSGI closes it then).

    The caller has what they asked for: a database that does not take it is logged and no more.
    """

    def __init__(self, data: Mapping[str, object], *, afterwards: Callable[[], None]) -> None:
        super().__init__(data)
        self._afterwards = afterwards

    def close(self) -> None:
        try:
            self._afterwards()
        except Error as error:
            logger.warning("nothing could be noted after an answer: %s", type(error).__name__)
        finally:
            super().close()
