"""The schema and its page, and the answer to addresses that do not exist."""

from __future__ import annotations

from typing import Any

from csp.decorators import csp_update
from django.utils.decorators import method_decorator
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularSwaggerSplitView
from rest_framework.request import Request
from rest_framework.views import APIView

from memory.errors import NotFoundError


@method_decorator(csp_update({"style-src": ["'unsafe-inline'"]}), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """Swagger's page sets styles in its elements; its scripts come from files, as everywhere."""


@extend_schema(exclude=True)
class UnknownView(APIView):
    authentication_classes = []
    permission_classes = []

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Raises NotFoundError for every method, before anything else."""
        raise NotFoundError("There is nothing at this address; /api/docs/ lists what there is.")
