"""The tenants that a command of the library or the catalog works on: one by its slug, or all."""

from argparse import ArgumentParser
from uuid import UUID

from django.core.management.base import CommandError

from tenants.models import Tenant
from tenants.scope import fleet_scope


def add_arguments(parser: ArgumentParser, *, of_all: str = "Every tenant.") -> None:
    """`--tenant` or `--all`, one of which must be said."""
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--tenant", metavar="SLUG", help="One tenant.")
    which.add_argument("--all", action="store_true", help=of_all)


def chosen(slug: str | None) -> list[tuple[UUID, str]]:
    """Id and slug of each, by slug; all without one. Raises CommandError when no tenant has the slug."""
    with fleet_scope():
        rows = Tenant.objects.filter(slug=slug) if slug else Tenant.objects.all()
        found = list(rows.order_by("slug").values_list("id", "slug"))
    if slug and not found:
        raise CommandError(f"There is no tenant {slug}.")
    return found
