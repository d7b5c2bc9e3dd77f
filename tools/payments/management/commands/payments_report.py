"""`manage.py payments_report <tenant>`: what disagrees between our rows and the providers'."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tenants.management.named import get_tenant
from tenants.scope import tenant_scope
from tools.payments import report


class Command(BaseCommand):
    help = "Print payments that somebody must look at, money without an order, and sums that do not add up."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")

    def handle(self, *args: Any, **options: Any) -> None:
        tenant = get_tenant(options["tenant"])
        with tenant_scope(tenant.id):
            findings = report.list_findings()
        for finding in findings:
            self.stdout.write(f"{finding.kind}: {finding.what}")
        self.stdout.write(f"{len(findings)} to look at.")
