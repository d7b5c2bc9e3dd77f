"""`manage.py index_vectors`: what workers do by themselves where they are given the owner's database URL."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import ProgrammingError
from rich.console import Console

from knowledge import embed
from knowledge.library import vector_index
from knowledge.management import which

OUTCOMES: dict[vector_index.Outcome, str] = {
    "built": "has an index of its vectors now.",
    "dropped": "needs its index no more: it is gone.",
    "kept": "is as it should be.",
    "busy": "was left out: another index is being built.",
    "not_owner": "cannot be indexed: only the owner of the tables may, see DATABASE_OWNER_URL.",
}


class Command(BaseCommand):
    help = "Build or drop the index of a library's vectors, whichever its size asks for. Searches go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which.add_arguments(parser, of_all="Every tenant; indexes of tenants that are gone go too.")

    def handle(self, *_: Any, tenant: str | None, **__: Any) -> None:
        chosen = which.chosen(tenant)
        model, console = embed.from_settings().model.key, Console(file=self.stdout)  # type: ignore[arg-type]
        for tenant_id, slug in chosen:
            with console.status(f"{slug}: looking at its library"):
                outcome = vector_index.keep(tenant_id, model)
            if tenant or outcome != "kept":
                console.print(f"{slug} {OUTCOMES[outcome]}")
        if tenant is None:
            console.print(f"{_dropped()} indexes of tenants that are gone were dropped.")


def _dropped() -> int:
    try:
        return len(vector_index.drop_orphans())
    except ProgrammingError as error:
        raise CommandError("Only the owner of the tables may drop an index, see DATABASE_OWNER_URL.") from error
