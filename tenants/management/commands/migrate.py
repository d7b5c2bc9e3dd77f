"""Migrations run as the owner of the tables, never as the runtime role, and one after another."""

from typing import Any

from django.apps import apps
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from tenants import wall

# Held by the session: the owner's address must lead to PostgreSQL itself, not to a pooler that lends connections out.
LOCK = "hashtextextended('tulia.migrate', 0)"
COLUMNS = "SELECT table_name || '.' || column_name FROM information_schema.columns WHERE table_schema = 'public'"
OTHERS_MADE_IT = (
    "This database was made by migrations from before the first release, which have names of the present ones and are"
    " not the same: it lacks {lacking}. Nothing was changed; what to do is told in docs/operating.md, under"
    " 'A database from before the first release'."
)


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.set_defaults(database="owner")

    def handle(self, *args: Any, **options: Any) -> None:
        """Wait while another migrates: several machines may be brought up to date at once."""
        connection = connections[options["database"]]
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_try_advisory_lock({LOCK})")
            if cursor.fetchone() != (True,):
                self.stderr.write("Another migration is under way; waiting for its end.")
                cursor.execute(f"SELECT pg_advisory_lock({LOCK})")
        try:
            if lacking := lacks(connection):
                raise CommandError(OTHERS_MADE_IT.format(lacking=", ".join(lacking)))
            super().handle(*args, **options)
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT pg_advisory_unlock({LOCK})")


def lacks(connection: BaseDatabaseWrapper) -> list[str]:
    """Columns and functions that are not there, of apps that by the migrations' table lack nothing."""
    executor = MigrationExecutor(connection)
    behind = {step.app_label for step, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())}
    models = (model._meta for model in apps.get_models() if model._meta.managed and not model._meta.proxy)
    wanted = [
        f"{model.db_table}.{field.column}"
        for model in models
        if model.app_label not in behind
        for field in model.local_concrete_fields
    ]
    functions = [] if "tenants" in behind else list(wall.OF_THE_OWNER)
    with connection.cursor() as cursor:
        cursor.execute(COLUMNS)
        there = {column for (column,) in cursor.fetchall()}
        cursor.execute("SELECT name FROM unnest(%s::text[]) AS name WHERE to_regprocedure(name) IS NULL", [functions])
        return [*(column for column in wanted if column not in there), *(name for (name,) in cursor.fetchall())]
