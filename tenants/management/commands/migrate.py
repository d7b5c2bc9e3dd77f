"""Migrations run as the owner of the tables, never as the runtime role, and one after another."""

from typing import Any

from django.core.management.base import CommandParser
from django.core.management.commands import migrate
from django.db import connections

# Held by the session: the owner's address must lead to PostgreSQL itself, not to a pooler that lends connections out.
LOCK = "hashtextextended('tulia.migrate', 0)"


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
            super().handle(*args, **options)
        finally:
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT pg_advisory_unlock({LOCK})")
