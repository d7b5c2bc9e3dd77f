"""A migration since the last release only adds: the code of before runs beside the new while machines are updated."""

import re
from collections.abc import Sequence

import pytest
from django.core.management import CommandError, call_command
from django.db import connections, migrations, models
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ModelState, ProjectState
from django.db.models.functions import Upper

from config.version import VERSION
from tenants.management.commands.migrate import lacks
from tests.deploy import released
from tests.deploy.needed import needed
from tests.here import ROOT

needed("django_migration_linter")

from django_migration_linter.sql_analyser import analyse_sql_statements
from django_migration_linter.sql_analyser.postgresql import PostgresqlAnalyser

pytestmark = pytest.mark.django_db(databases=["default", "owner"])
APP = "tenants"
# What takes a lock for as long as a large table takes is as bad as what the old code trips over.
TEXT = models.CharField(max_length=5)


# The linter does not know of it: PostgreSQL writes every row anew, and locks the table meanwhile.
REWRITES = re.compile(r"\bADD COLUMN\b.*\bGENERATED ALWAYS AS\b.*\bSTORED\b", re.DOTALL | re.IGNORECASE)
# What is let through, and why. It goes when the migration is released, and no longer looked at.
EXCEPTED = {
    # Every database that has customers was made before the first release, by those who work on Tulia.
    "tenants.0002_customer_words": {"REWRITES_TABLE"},
}


def offences(statements: Sequence[str]) -> set[str]:
    """The linter's codes of what must not be, and ours."""
    errors, _, warnings = analyse_sql_statements(PostgresqlAnalyser, list(statements))
    codes = {issue.code for issue in [*errors, *warnings]}
    return codes | {"REWRITES_TABLE" for statement in statements if REWRITES.search(statement)}


def test_what_has_come_since_the_last_release_only_adds() -> None:
    connection = connections["owner"]
    loader = MigrationLoader(connection, replace_migrations=False)
    found = {}
    for key in released.newer():
        statements = loader.collect_sql([(loader.graph.nodes[key], False)])
        if codes := offences([one for one in statements if not one.startswith("--")]):
            found[".".join(key)] = codes
    assert found == EXCEPTED, "expand first, and contract a release later: docs/releasing.md"


def test_what_is_looked_at_is_what_no_released_version_has(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = {".".join(key) for key in released.present()}
    monkeypatch.setattr(released, "names", set)
    unreleased = {".".join(key) for key in released.newer()}
    assert {"tenants.0002_customer_words", "knowledge.0002_document_questions"} <= unreleased
    assert not any(name.endswith(released.FIRST) for name in unreleased)
    monkeypatch.setattr(released, "names", lambda: everything - {"tenants.0002_customer_words"})
    assert released.newer() == [(APP, "0002_customer_words")]


@pytest.mark.parametrize(
    ("changelog", "version"),
    [
        ("# Changelog\n\n## 0.1.0 (unreleased)\n", ""),
        ("# Changelog\n\n## 0.2.0 (unreleased)\n\n## 0.1.0 (2026-12-01)\n", "0.1.0"),
        ("# Changelog\n\n## 0.2.0 - 2027-01-15\n\n### Added\n\n## 0.1.0 (2026-12-01)\n", "0.2.0"),
    ],
)
def test_a_version_with_a_date_is_a_released_one(changelog: str, version: str) -> None:
    assert released.last_dated(changelog) == version


def test_a_released_version_has_written_down_its_migrations() -> None:
    version = released.last_dated((ROOT / "CHANGELOG.md").read_text())
    assert released.version(released.FILE.read_text()) == version, "python -m tests.deploy.released: docs/releasing.md"
    assert bool(released.names()) is bool(version)


def test_what_is_written_down_is_every_migration_and_the_version() -> None:
    text = released.written("# A word on it.\n# Version 0.0.9\napp.0001_gone\n")
    assert text.splitlines() == [
        "# A word on it.", f"# Version {VERSION}", *(".".join(key) for key in released.present())
    ]  # fmt: skip
    assert released.version(text) == VERSION


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
        (
            migrations.AddField(
                "shop",
                "upper",
                models.GeneratedField(expression=Upper("name"), output_field=TEXT, db_persist=True, null=True),
            ),
            {"REWRITES_TABLE"},
        ),
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
