"""Nothing can hold what somebody said without the register knowing of it."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import Field

from memory.forget import register
from memory.forget.register import IMPERSONAL, OPERATORS_ONLY, PERSONAL

HOLDS_WORDS = {"text", "character varying", "jsonb", "json", "ARRAY", "bytea", "USER-DEFINED", "tsvector", "xml", "character"}  # fmt: skip
NOT_OURS = {"django_migrations"}


def columns() -> set[tuple[str, str]]:
    """Every table and column of the database that can hold words or a vector."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT table_name, column_name, data_type FROM information_schema.columns "
            "WHERE table_schema = current_schema()"
        )
        return {(table, column) for table, column, kind in cursor.fetchall() if kind in HOLDS_WORDS}


def known() -> set[tuple[str, str]]:
    """All that the register names, with what cannot hold a sentence: keys and named choices."""
    named: set[tuple[str, str]] = set()
    for model in apps.get_models(include_auto_created=True):
        label, table = model._meta.label, model._meta.db_table
        place = PERSONAL.get(label)
        fields = set(IMPERSONAL.get(label, ()))
        if place is not None:
            fields |= set(place.columns)
            fields |= {name for pair in (*place.vectors, *place.words) for name in pair}
            if "subject_ref" in place.owner:
                fields.add(place.owner)
        for field in model._meta.concrete_fields:
            free = model._meta.app_label in OPERATORS_ONLY
            if free or field.name in fields or is_no_sentence(field):
                named.add((table, field.column))
    return named


def is_no_sentence(field: Field) -> bool:
    return bool(field.primary_key or field.is_relation or field.choices)


def test_every_column_that_can_hold_words_or_a_vector_is_in_the_register(db):
    missing = {pair for pair in columns() - known() if pair[0] not in NOT_OURS}

    assert missing == set(), "add them to memory/forget/register.py, PERSONAL or IMPERSONAL"


def test_a_new_column_is_noticed(db):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE memory_turn ADD COLUMN diary jsonb")
        cursor.execute("CREATE TABLE notes_of_all (note text)")

    assert columns() - known() >= {("memory_turn", "diary"), ("notes_of_all", "note")}


@pytest.mark.parametrize("label", [*PERSONAL, *IMPERSONAL])
def test_the_register_names_only_what_there_is(db, label):
    model = register.model_of(label)
    place = PERSONAL.get(label)
    names = [*IMPERSONAL.get(label, ())]
    if place is not None:
        names += [
            *place.columns,
            *(name for pair in (*place.vectors, *place.words) for name in pair),
        ]
        assert list(register.rows_of(label, "sub_nobody")) == []
    for name in names:
        model._meta.get_field(name)


def test_every_file_of_the_data_folder_is_searched_but_the_tables_and_the_key(settings, tmp_path):
    settings.DATA, settings.MEDIA_ROOT = tmp_path / "data", str(tmp_path / "media")
    for name in ("logs/web.log", "valkey/appendonly.aof", "exports/a/b.json", "postgres/base/1"):
        (settings.DATA / name).parent.mkdir(parents=True)
        (settings.DATA / name).write_text("x")
    (settings.DATA / "secret_key").write_text("x")
    (tmp_path / "media").mkdir()
    (tmp_path / "media" / "photo.txt").write_text("x")

    assert {path.name for path in register.files()} == {
        "web.log",
        "appendonly.aof",
        "b.json",
        "photo.txt",
    }
