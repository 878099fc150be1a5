"""Tokens that the chatbot's host signs: which open a door, and which open nothing."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import host_door
from memory.errors import InvalidError, NotFoundError
from memory.links import revoke_links
from memory.models import AdminRecord

RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EC = ec.generate_private_key(ec.SECP256R1())


def claims(workspace, **changed: object) -> dict[str, object]:
    now = timezone.now()
    told = {
        "sub": "person-1", "aud": workspace.slug,
        "iat": int(now.timestamp()), "exp": int((now + timedelta(minutes=5)).timestamp()),
    }  # fmt: skip
    return {name: value for name, value in {**told, **changed}.items() if value is not None}


def jwks(*, secret: bool = False) -> dict[str, object]:
    key = RSA if secret else RSA.public_key()
    return {"keys": [{**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(key)), "kid": "one"}]}


def signed_rsa(told: dict[str, object], **header: str) -> str:
    return jwt.encode(told, RSA, algorithm="RS256", headers={"kid": "one", **header})


@pytest.fixture
def secret(alma) -> str:
    return host_door.use_shared_secret(alma.workspace)


def test_a_token_under_the_shared_secret_opens_its_subject_s_door(alma, bruno, secret):
    token = jwt.encode(claims(alma.workspace), secret, algorithm="HS256")
    assert host_door.read_token(alma.workspace.slug, token) == alma
    with pytest.raises(NotFoundError):  # the same external id in another workspace
        host_door.read_token(bruno.workspace.slug, token)


def ago(**amount: int) -> int:
    return int((timezone.now() - timedelta(**amount)).timestamp())


@pytest.mark.parametrize(
    "changed",
    [
        {"exp": 1}, {"exp": None}, {"iat": None}, {"sub": None}, {"sub": ""}, {"sub": 7},
        {"sub": "nobody"}, {"aud": "brunos-bot"}, {"aud": None}, {"aud": ["other"]},
        {"exp": ago(hours=-1)}, {"iat": ago(hours=-1)}, {"iat": ago(hours=1)}, {"nbf": ago(hours=-1)},
        {"iat": "now"}, {"sub": "person-1\x00"}, {"sub": "x" * 300}, {"sub": " "},
        {"iat": ago(seconds=-20), "exp": ago(seconds=-10)},
    ],
)  # fmt: skip
def test_a_token_with_a_wrong_claim_opens_nothing(alma, bruno, secret, changed):
    token = jwt.encode(claims(alma.workspace, **changed), secret, algorithm="HS256")
    with pytest.raises(NotFoundError):
        host_door.read_token(alma.workspace.slug, token)


@pytest.mark.parametrize("how", ["none", "other secret", "HS512", "cut", "empty", "old secret"])
def test_a_token_that_is_not_signed_as_agreed_opens_nothing(alma, secret, how):
    told = claims(alma.workspace)
    good = jwt.encode(told, secret, algorithm="HS256")
    token = {
        "none": lambda: jwt.encode(told, None, algorithm="none"),
        "other secret": lambda: jwt.encode(told, "x" * 43, algorithm="HS256"),
        "HS512": lambda: jwt.encode(told, secret * 2, algorithm="HS512"),
        "cut": lambda: good[:-4],
        "empty": lambda: "",
        "old secret": lambda: good,
    }[how]()
    if how == "old secret":
        host_door.use_shared_secret(alma.workspace)
    with pytest.raises(NotFoundError):
        host_door.read_token(alma.workspace.slug, token)


@pytest.mark.parametrize("between", ["close", "keys"])
def test_a_secret_that_was_given_up_never_comes_back(alma, secret, between):
    """Neither by closing the door and opening it anew, nor by a while with public keys."""
    token = jwt.encode(claims(alma.workspace), secret, algorithm="HS256")
    if between == "close":
        host_door.close(alma.workspace)
    else:
        host_door.use_public_keys(alma.workspace, keys=jwks())
    assert host_door.use_shared_secret(alma.workspace) != secret
    with pytest.raises(NotFoundError):
        host_door.read_token(alma.workspace.slug, token)


def test_who_changed_the_door_is_logged(alma, secret):
    host_door.close(alma.workspace)
    told = AdminRecord.objects.filter(act="host_door").order_by("created_at")
    assert list(told.values_list("detail", flat=True)) == ["shared secret", "closed"]


def test_public_keys_take_the_secret_s_place(alma, secret):
    host_door.use_public_keys(alma.workspace, keys=jwks())
    assert host_door.read_token(alma.workspace.slug, signed_rsa(claims(alma.workspace))) == alma
    with pytest.raises(NotFoundError):
        old = jwt.encode(claims(alma.workspace), secret, algorithm="HS256")
        host_door.read_token(alma.workspace.slug, old)


def test_a_public_key_is_never_taken_for_a_shared_secret(alma):
    """The classic confusion: HS256 with the public key's own text as the secret."""
    import base64
    import hashlib
    import hmac

    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    host_door.use_public_keys(alma.workspace, keys=jwks())
    pem = RSA.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def part(value: dict[str, object]) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    head = part({"alg": "HS256", "typ": "JWT", "kid": "one"}) + "." + part(claims(alma.workspace))
    digest = hmac.new(pem, head.encode(), hashlib.sha256).digest()
    forged = head + "." + base64.urlsafe_b64encode(digest).decode().rstrip("=")
    with pytest.raises(NotFoundError):
        host_door.read_token(alma.workspace.slug, forged)


@pytest.mark.parametrize("kid", ["two", "../one"])
def test_an_unknown_key_opens_nothing(alma, kid):
    host_door.use_public_keys(alma.workspace, keys=jwks())
    with pytest.raises(NotFoundError):
        host_door.read_token(alma.workspace.slug, signed_rsa(claims(alma.workspace), kid=kid))


def test_another_key_under_the_known_name_opens_nothing(alma):
    host_door.use_public_keys(alma.workspace, keys=jwks())
    token = jwt.encode(claims(alma.workspace), EC, algorithm="ES256", headers={"kid": "one"})
    with pytest.raises(NotFoundError):
        host_door.read_token(alma.workspace.slug, token)


def test_keys_are_fetched_from_the_host(alma):
    class Host(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(jwks()).encode())

        def log_message(self, *args: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}/jwks"
        host_door.use_public_keys(alma.workspace, url=url)
        assert host_door.read_token(alma.workspace.slug, signed_rsa(claims(alma.workspace))) == alma
    finally:
        server.shutdown()
        server.server_close()


def test_a_host_that_does_not_answer_opens_nothing(alma):
    host_door.use_public_keys(alma.workspace, url="http://127.0.0.1:9/jwks")
    with pytest.raises(NotFoundError):
        host_door.read_token(alma.workspace.slug, signed_rsa(claims(alma.workspace)))


def test_revoking_the_links_ends_tokens_too(alma, secret):
    token = jwt.encode(claims(alma.workspace), secret, algorithm="HS256")
    revoke_links(alma)
    with pytest.raises(NotFoundError, match="expired"):
        host_door.read_token(alma.workspace.slug, token)


def test_a_closed_door_and_no_door_open_nothing(alma, bruno, secret):
    token = jwt.encode(claims(alma.workspace), secret, algorithm="HS256")
    host_door.close(alma.workspace)
    for workspace in (alma.workspace.slug, bruno.workspace.slug, "nowhere"):
        with pytest.raises(NotFoundError):
            host_door.read_token(workspace, token)


@pytest.mark.parametrize(
    "keys", [{}, {"keys": []}, {"keys": [{"kty": "oct", "k": "c2VjcmV0"}]}, jwks(secret=True)]
)
def test_a_set_that_holds_a_secret_or_no_key_is_refused(alma, keys):
    with pytest.raises(InvalidError):
        host_door.use_public_keys(alma.workspace, keys=keys)


def test_keys_are_not_fetched_without_tls(alma):
    with pytest.raises(InvalidError, match="https"):
        host_door.use_public_keys(alma.workspace, url="http://example.test/jwks")


def test_the_command(alma, tmp_path, capsys):
    slug = alma.workspace.slug
    call_command("host_door", slug, "--secret")
    token = jwt.encode(claims(alma.workspace), capsys.readouterr().out.strip(), algorithm="HS256")
    assert host_door.read_token(slug, token) == alma
    path = tmp_path / "keys.json"
    path.write_text(json.dumps(jwks()))
    call_command("host_door", slug, f"--keys-file={path}")
    assert host_door.read_token(slug, signed_rsa(claims(alma.workspace))) == alma
    path.write_text("[]")
    with pytest.raises(CommandError, match="no JWK set"):
        call_command("host_door", slug, f"--keys-file={path}")
    call_command("host_door", slug, "--close")
    with pytest.raises(NotFoundError):
        host_door.read_token(slug, signed_rsa(claims(alma.workspace)))
