"""The second wall: what the database shows the API's role, whatever a query asks for."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import DatabaseError, ProgrammingError, connection, transaction

from memory import walls
from memory.api_keys import create_key
from memory.audit.chain import faults_of
from memory.audit.reads import note_read
from memory.models import (
    AccessRecord,
    ApiKey,
    Claim,
    Decision,
    Membership,
    Memory,
    Subject,
    Turn,
    Workspace,
)
from memory.store import GATE, change
from tests.memory.conftest import tell

pytestmark = pytest.mark.usefixtures("fakes")


@pytest.fixture
def two(alma: Subject, bruno: Subject) -> tuple[Subject, Subject]:
    """Two people of two workspaces, with a memory each."""
    tell(alma, "User lives in Denver.")
    tell(bruno, "User lives in Bruges.")
    return alma, bruno


def seen() -> dict[str, int]:
    """How many rows of each walled table are seen, by queries that name no workspace."""
    return {model._meta.label: model._base_manager.count() for model in walls.walled_models()}


def test_a_query_without_a_workspace_sees_nothing_at_all(two):
    assert seen()["memory.Memory"] == 2
    with walls.behind(""):
        assert set(seen().values()) == {0}
    with walls.behind("wsp_000000000000"):
        assert set(seen().values()) == {0}
    assert seen()["memory.Memory"] == 2


def test_a_query_that_forgot_its_workspace_sees_only_the_named_one(two):
    alma, bruno = two
    with walls.behind(alma.workspace_id):
        assert set(Subject.objects.values_list("id", flat=True)) == {alma.id}
        assert set(Workspace.objects.values_list("id", flat=True)) == {alma.workspace_id}
        assert set(Memory.objects.values_list("content", flat=True)) == {"User lives in Denver."}
        assert not Memory.objects.filter(subject=bruno).exists()
        assert set(Decision.objects.values_list("subject_ref", flat=True)) == {alma.id}
    with walls.behind(bruno.workspace_id):
        assert set(Memory.objects.values_list("content", flat=True)) == {"User lives in Bruges."}


def test_every_table_of_the_project_has_a_wall(two):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_policies p ON p.tablename = c.relname "
            "WHERE c.relrowsecurity AND p.policyname = 'api_workspace'"
        )
        walled = {name for (name,) in cursor.fetchall()}
    assert {model._meta.db_table for model in walls.walled_models()} <= walled


def test_what_has_no_wall_has_no_right_either(two):
    """Sessions of pages, migrations, permissions: nothing of the API's."""
    for table in ("django_session", "django_migrations", "auth_permission"):
        with (
            walls.behind(two[0].workspace_id),
            pytest.raises(ProgrammingError, match="permission denied"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(f"SELECT count(*) FROM {table}")


def test_of_operators_only_the_name_is_read(two):
    """Neither the hash of a password nor an address, and nobody who has no role here."""
    alma, bruno = two
    for name, person in (("ana", alma), ("otto", bruno)):
        user = User.objects.create_user(name, email="ana@example.com", password="tulip 9")
        role = Membership.Role.ADMIN
        Membership.objects.create(user=user, workspace=person.workspace, role=role)
    hidden = {field.name for field in User._meta.concrete_fields} - set(walls.TOLD_OF_OPERATORS)
    assert "password" in hidden
    with walls.behind(alma.workspace_id):
        assert list(User.objects.values_list("username", flat=True)) == ["ana"]
        for name in hidden:
            with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
                list(User.objects.values_list(name, flat=True))
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            User.objects.update(username="otto")


def refused(alma: Subject, ask: Callable[[], object]) -> None:
    with (
        walls.behind(alma.workspace_id),
        pytest.raises(ProgrammingError, match="permission denied"),
        transaction.atomic(),
    ):
        ask()


@pytest.mark.parametrize(
    ("table", "rights", "column"),
    [("auth_user", "SELECT", "password"), ("memory_apikey", "SELECT, UPDATE", "secret_hash")],
)
def test_what_an_earlier_version_granted_is_taken_back(two, table, rights, column):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
        cursor.execute(f"GRANT {rights} ON {table} TO palimpsest_api")
    walls.raise_walls()
    model = next(model for model in (User, ApiKey) if model._meta.db_table == table)
    refused(two[0], lambda: list(model.objects.values_list(column, flat=True)))
    refused(two[0], lambda: model.objects.update(**{column: "x"}))


def test_no_hash_of_a_secret_is_told_whichever_table_has_it(two):
    hashed = [
        model
        for model in walls.walled_models()
        if any(field.name in walls.NEVER_TOLD for field in model._meta.concrete_fields)
    ]
    assert {model._meta.label for model in hashed} == {"memory.ApiKey", "review.Invitation"}
    for model in hashed:
        refused(two[0], lambda model=model: list(model._base_manager.values_list("secret_hash")))
        refused(two[0], lambda model=model: model._base_manager.filter(secret_hash="x").exists())


def test_who_may_come_in_is_not_changed_from_behind_the_wall(two):
    """A request of the API makes no key, no member and no administrator, and opens no door."""
    alma, _ = two
    create_key(alma.workspace, name="bot", scopes=["read"])
    with walls.behind(alma.workspace_id):
        assert list(ApiKey.objects.values_list("name", "scopes")) == [("bot", ["read"])]
    for label in walls.NEVER_CHANGED:
        rows = apps.get_model(label)._base_manager.all()
        anything = rows.model._meta.concrete_fields[-1].name
        refused(alma, lambda rows=rows: rows._raw_delete("default"))
        refused(alma, lambda rows=rows, name=anything: rows.update(**{name: None}))
    refused(alma, lambda: create_key(alma.workspace, name="own", scopes=["admin"]))
    assert ApiKey.objects.get().scopes == ["read"]


def test_rows_of_another_workspace_are_neither_changed_nor_written(two):
    alma, bruno = two
    with walls.behind(alma.workspace_id):
        assert Memory.objects.filter(subject=bruno).update(content="Changed.") == 0
        assert Memory.objects.filter(subject=bruno)._raw_delete("default") == 0
        with pytest.raises(DatabaseError, match="row-level security"), transaction.atomic():
            Subject.objects.create(workspace=bruno.workspace, external_id="slipped-in")
        with pytest.raises(DatabaseError, match="row-level security"), transaction.atomic():
            Claim.objects.create(subject=bruno, content="Slipped in.", said_at=alma.created_at)
    assert Memory.objects.get(subject=bruno).content == "User lives in Bruges."
    assert not Subject.objects.filter(external_id="slipped-in").exists()


def test_work_goes_on_behind_the_wall_with_its_logs_and_their_chain(two):
    alma, _ = two
    with walls.behind(alma.workspace_id):
        tell(alma, "User plays the tuba.")
        note_read(alma, GATE, AccessRecord.Act.LIST)
        with change(alma.id, GATE) as c:
            c.record(Decision.Action.SKIP, "known")
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
    assert faults_of(alma.workspace) == []
    assert Memory.objects.filter(subject=alma).count() == 2


def test_upkeep_steps_in_front_and_back_again(two):
    alma, _ = two
    with walls.behind(alma.workspace_id):
        with walls.in_front():
            assert Memory.objects.count() == 2
        assert Memory.objects.count() == 1
    with walls.in_front():  # nobody stands behind a wall here
        assert Memory.objects.count() == 2


def test_without_a_role_there_is_no_second_wall(two, settings):
    settings.API_ROLE = ""
    with walls.behind(two[0].workspace_id):
        assert Turn.objects.count() == 0
        assert Memory.objects.count() == 2


def test_a_model_that_hangs_on_no_workspace_is_refused_by_name():
    from django.contrib.auth.models import Permission
    from django.core.exceptions import ImproperlyConfigured

    with pytest.raises(ImproperlyConfigured, match=r"auth\.Permission"):
        walls.walls_of([Workspace, Permission])


def test_raising_the_walls_twice_changes_nothing(two):
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")
    walls.raise_walls()
    with walls.behind(two[0].workspace_id):
        assert Memory.objects.count() == 1
