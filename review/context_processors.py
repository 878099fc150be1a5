from __future__ import annotations

from django.http import HttpRequest


def csp_nonce(request: HttpRequest) -> dict[str, object]:
    """django-csp puts the nonce on the request; django-htmx's tags look for this name."""
    return {"csp_nonce": getattr(request, "csp_nonce", "")}
