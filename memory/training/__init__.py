"""Training of the project's own small models: pure functions, one idea per module."""

from __future__ import annotations
