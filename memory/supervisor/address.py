"""The address that the web server listens on."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from memory.supervisor.errors import SupervisorError


@dataclass(frozen=True)
class Address:
    """PALIMPSEST_HOST and PALIMPSEST_PORT."""

    host: str
    port: int

    @classmethod
    def read(cls, environ: Mapping[str, str]) -> Address:
        host = environ.get("PALIMPSEST_HOST") or "127.0.0.1"
        text = environ.get("PALIMPSEST_PORT") or "8000"
        if not text.isdecimal() or not 0 < int(text) < 65536:
            raise SupervisorError(f"PALIMPSEST_PORT is {text}: set it to a number up to 65535.")
        return cls(host.strip("[]"), int(text))

    @classmethod
    def of(cls, url: str) -> Address:
        """The address in a URL that `url` made."""
        parts = urlsplit(url)
        return cls(parts.hostname or "127.0.0.1", parts.port or 80)

    @property
    def bind(self) -> str:
        """As gunicorn wants it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def near(self) -> str:
        """The host to ask from this machine; "every address" is not one that can be asked."""
        return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104

    @property
    def url(self) -> str:
        host = f"[{self.near}]" if ":" in self.near else self.near
        return f"http://{host}:{self.port}"

    def refuse_taken(self) -> None:
        """SupervisorError when the port cannot be had."""
        try:
            family, kind, _, _, address = socket.getaddrinfo(
                self.host, self.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
            )[0]
            with socket.socket(family, kind) as attempt:
                attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                attempt.bind(address)
                attempt.listen(1)
        except PermissionError:
            problem = f"Port {self.port} needs rights that you do not have"
        except socket.gaierror:
            raise SupervisorError(
                f"PALIMPSEST_HOST is {self.host}, which is no address of this machine: "
                "set it to 127.0.0.1, or to 0.0.0.0 for every network."
            ) from None
        except OSError as error:
            problem = f"Port {self.port} on {self.host} cannot be used ({error.strerror})"
        else:
            return
        raise SupervisorError(
            f"{problem}: set PALIMPSEST_PORT to another port, or stop the program that has it."
        )

    def answers(self) -> bool:
        """Whether /healthz answers there."""
        try:
            return self.get("/healthz", 5)[0] < 500
        except (OSError, http.client.HTTPException):
            return False

    def get(self, path: str, patience: float) -> tuple[int, bytes]:
        """Status and body. OSError, TimeoutError among them, or HTTPException without an answer.

        patience: seconds for each step, of which waiting for the first byte is the long one.
        """
        connection = http.client.HTTPConnection(self.near, self.port, timeout=patience)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()
