"""A migration since the last release only adds: the code of before runs beside the new while machines are updated."""

from collections.abc import Sequence
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connections, migrations, models
from django.db.migrations.state import ModelState, ProjectState

from tenants.management.commands.migrate import lacks
from tests.deploy import released
from tests.deploy.needed import needed

needed("django_migration_linter")

from django_migration_linter.sql_analyser import analyse_sql_statements
from django_migration_linter.sql_analyser.postgresql import PostgresqlAnalyser

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
APP = "tenants"
# What takes a lock for as long as a large table takes is as bad as what the old code trips over.
TEXT = models.CharField(max_length=5)


def offences(statements: Sequence[str]) -> set[str]:
    """The linter's codes of what must not be."""
    errors, _, warnings = analyse_sql_statements(PostgresqlAnalyser, list(statements))
    return {issue.code for issue in [*errors, *warnings]}


def test_what_has_come_since_the_last_release_only_adds() -> None:
    known = released.names()
    newer = [key for key in released.present() if known and ".".join(key) not in known]
    found = {}
    for app, name in newer:
        out = StringIO()
        call_command("sqlmigrate", app, name, database="owner", stdout=out)
        if codes := offences([line for line in out.getvalue().splitlines() if line and not line.startswith("--")]):
            found[f"{app}.{name}"] = codes
    assert found == {}, "expand first, and contract a release later: docs/releasing.md"


def test_what_is_released_is_still_there() -> None:
    assert released.names() - {".".join(key) for key in released.present()} == set()
    assert (APP, "0001_initial") in released.present()


@pytest.mark.parametrize(
    ("operation", "codes"),
    [
        (migrations.RemoveField("shop", "name"), {"DROP_COLUMN"}),
        (migrations.RenameField("shop", "name", "assistant"), {"RENAME_COLUMN"}),
        (migrations.RenameModel("Shop", "Business"), {"RENAME_TABLE"}),
        (migrations.DeleteModel("Shop"), {"DROP_TABLE"}),
        (migrations.AddField("shop", "motto", models.CharField(max_length=5, default="x")), {"NOT_NULL"}),
        (migrations.AlterField("shop", "name", models.IntegerField()), {"ALTER_COLUMN"}),
        (migrations.AddIndex("shop", models.Index(fields=["name"], name="by_name")), {"CREATE_INDEX"}),
        (migrations.AddField("shop", "motto", models.CharField(max_length=5, null=True)), set()),
        (migrations.AddField("shop", "motto", models.CharField(max_length=5, db_default="x")), set()),
        (migrations.CreateModel("Motto", [("id", models.BigAutoField(primary_key=True)), ("text", TEXT)]), set()),
    ],
    ids=lambda part: type(part).__name__ if not isinstance(part, set) else "",
)  # fmt: skip
def test_the_linter_knows_what_the_code_of_before_would_trip_over(
    operation: migrations.operations.base.Operation, codes: set[str]
) -> None:
    before = ProjectState()
    key = ("id", models.BigAutoField(primary_key=True))
    before.add_model(ModelState("tenants", "Shop", [key, ("name", models.CharField(max_length=5))]))
    after = before.clone()
    operation.state_forwards(APP, after)
    connection = connections["owner"]
    with connection.schema_editor(collect_sql=True, atomic=False) as editor:
        operation.database_forwards(APP, editor, before, after)
    assert offences(editor.collected_sql) == codes


def test_an_index_that_is_made_beside_the_traffic_is_taken() -> None:
    """Django makes it so with AddIndexConcurrently, outside a transaction."""
    assert offences(['CREATE INDEX CONCURRENTLY "by_name" ON "tenants_shop" ("name")']) == set()


def test_a_database_of_other_migrations_with_our_names_is_told_so_and_not_touched() -> None:
    connection = connections["owner"]
    assert lacks(connection) == []
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE knowledge_register DROP COLUMN reading")
        cursor.execute("DROP FUNCTION tenants_list_others(text)")
    with pytest.raises(CommandError, match=r"lacks knowledge_register.reading, tenants_list_others.*operating.md"):
        call_command("migrate", verbosity=0, skip_checks=True)
    with connection.cursor() as cursor:  # what this version has not applied yet, it does not miss
        cursor.execute("DELETE FROM django_migrations WHERE app IN ('knowledge', 'tenants')")
        cursor.execute("DELETE FROM django_migrations WHERE app NOT IN ('auth', 'contenttypes')")
    assert lacks(connection) == []
