"""The web server's address is checked before anything starts."""

from __future__ import annotations

import socket

import pytest

from memory.supervisor.address import Address
from memory.supervisor.errors import SupervisorError


def test_it_is_local_unless_told() -> None:
    assert Address.read({}).url == "http://127.0.0.1:8000"


@pytest.mark.parametrize("port", ["", "http", "0", "65536", "-1"])
def test_a_port_is_a_number(port: str) -> None:
    environ = {"PALIMPSEST_PORT": port}
    if not port:
        assert Address.read(environ).port == 8000
        return
    with pytest.raises(SupervisorError, match=f"PALIMPSEST_PORT is {port}: set it to a number"):
        Address.read(environ)


def test_a_taken_port_is_refused_with_what_to_do() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        with pytest.raises(SupervisorError, match=rf"Port {port} .*in use.*set PALIMPSEST_PORT"):
            Address("127.0.0.1", port).refuse_taken()
    Address("127.0.0.1", port).refuse_taken()


def test_a_host_that_is_not_here_is_refused() -> None:
    with pytest.raises(SupervisorError, match=r"cannot be used|no address of this machine"):
        Address("203.0.113.7", 8000).refuse_taken()
    with pytest.raises(SupervisorError, match="no address of this machine"):
        Address("no such host", 8000).refuse_taken()


def test_every_network_is_asked_on_the_nearest() -> None:
    assert Address("0.0.0.0", 80).url == "http://127.0.0.1:80"
    assert Address.read({"PALIMPSEST_HOST": "[::]", "PALIMPSEST_PORT": "81"}).bind == "[::]:81"
    assert Address("::", 81).url == "http://[::1]:81"
