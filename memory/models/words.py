"""The words of a text column, ready for PostgreSQL's full-text search."""

from __future__ import annotations

from django.contrib.postgres.search import SearchVector, SearchVectorField
from django.db import models

TEXT_SEARCH = "english"
"""The configuration that words are stemmed by. Names and numbers of any language stay as they are."""


def words_of(field: str) -> models.GeneratedField:
    """A column that the database itself keeps in step with the text: what is masked or erased
    there is gone here too."""
    return models.GeneratedField(
        expression=SearchVector(field, config=TEXT_SEARCH),
        output_field=SearchVectorField(),
        db_persist=True,
        editable=False,
    )
