"""What a running web server says about its parts at /readyz."""

from __future__ import annotations

import http.client
import json
from threading import Thread

from memory.supervisor.address import Address

PATIENCE = 60.0  # seconds; the first answer loads the models
OK = "ok"
_WHERE = "/readyz"


def missing_parts(address: Address, patience: float = PATIENCE) -> dict[str, str]:
    """Each part that is not ready, with a sentence that says what to do; empty where all are."""
    try:
        status, body = address.get(_WHERE, patience)
    except TimeoutError:
        return {
            "models": f"They were not loaded within {patience:.0f} s; `manage.py doctor` asks again."
        }
    except (OSError, http.client.HTTPException) as error:
        return {"web server": f"It does not answer ({type(error).__name__}); see its log."}
    try:
        parts: dict[str, str] = json.loads(body)["parts"]
    except (ValueError, KeyError, TypeError):
        return {
            "web server": f"It answers this machine with status {status}: where "
            f"PALIMPSEST_ALLOWED_HOSTS is set, add {address.near} to it."
        }
    return {part: said for part, said in parts.items() if said != OK}


def remarks(address: Address, patience: float = PATIENCE) -> dict[str, str]:
    """What the server says about parts that it can do without; empty where it does not answer."""
    try:
        found = json.loads(address.get(_WHERE, patience)[1])["remarks"]
    except (OSError, http.client.HTTPException, ValueError, KeyError, TypeError):
        return {}
    return {str(part): str(said) for part, said in found.items()}


class Question:
    """`missing_parts`, asked in a thread of its own: whoever asks has children to watch meanwhile."""

    def __init__(self, address: Address, patience: float = PATIENCE) -> None:
        self.missing: dict[str, str] = {}
        self._thread = Thread(target=self._ask, args=(address, patience), daemon=True)
        self._thread.start()

    @property
    def pending(self) -> bool:
        return self._thread.is_alive()

    def _ask(self, address: Address, patience: float) -> None:
        self.missing = missing_parts(address, patience)
