"""`manage.py embed_catalog [tenant-slug]`: embed new and changed products, of one tenant or of all."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console

from knowledge import embed
from knowledge.management import which
from knowledge.management.progress import bar
from tools.catalog import embedding


class Command(BaseCommand):
    help = "Embed new and changed products with the configured model."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", nargs="?", help="A tenant's slug; all tenants when left out.")

    def handle(self, *args: Any, tenant: str | None, **options: Any) -> None:
        console = Console(file=self.stdout)  # type: ignore[arg-type]  # Django's wrapper writes text
        embedder = embed.from_settings()
        for tenant_id, slug in which.chosen(tenant):
            try:
                with bar(console, slug) as on_progress:
                    console.print(f"{slug}: {embedding.embed_missing(tenant_id, embedder, on_progress)}.")
            except embed.EmbeddingUnavailable as error:
                raise CommandError(
                    f"The embedding endpoint failed: {error}. Run this again when it is back."
                ) from error
