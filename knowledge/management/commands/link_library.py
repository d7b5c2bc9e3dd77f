"""`manage.py link_library`: find and resolve the references of a tenant's documents anew."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.table import Table

from knowledge.management import which
from knowledge.models import ReferenceLink
from knowledge.references import graph
from tenants.scope import tenant_scope


class Command(BaseCommand):
    help = "Find the references of all documents anew. Run it once after an update that changed how they are read."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which.add_arguments(parser)

    def handle(self, *_: Any, tenant: str | None, **__: Any) -> None:
        table = Table("tenant", "documents", "references", "resolved")
        for tenant_id, slug in which.chosen(tenant):
            documents = graph.rebuild(tenant_id)
            with tenant_scope(tenant_id):
                every, resolved = ReferenceLink.objects, ReferenceLink.objects.filter(to_document__isnull=False)
                table.add_row(slug, f"{documents:,}", f"{every.count():,}", f"{resolved.count():,}")
        Console(file=self.stdout).print(table)  # type: ignore[arg-type]
