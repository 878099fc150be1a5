"""The demo where the gate's model is missing: the site starts, and the demo comes another time."""

from __future__ import annotations

from io import StringIO
from unittest.mock import patch

import pytest
from django.core.management import call_command

from memory.errors import UnavailableError
from memory.management.commands import load_demo


@pytest.mark.django_db
def test_a_missing_model_does_not_stop_the_start() -> None:
    out = StringIO()
    with patch.object(load_demo, "load_person", side_effect=UnavailableError("Set it.")):
        call_command("load_demo", stdout=out)
    assert "The demo is not loaded: Set it." in out.getvalue()
