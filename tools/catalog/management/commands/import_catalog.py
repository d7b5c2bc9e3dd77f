"""`manage.py import_catalog <slug> <file.csv> [--map "Name=title"] [--dry-run]`: all of a file, or what is wrong."""

import shlex
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from knowledge import embed
from knowledge.management.progress import bar
from tenants.management.named import get_tenant
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tools.catalog import embedding
from tools.catalog.importing import applying, columns, planning, sheet
from tools.catalog.importing.applying import ImportReport
from tools.catalog.importing.columns import Columns
from tools.catalog.importing.planning import ImportPlan


class Command(BaseCommand):
    help = "Import a tenant's catalog from a CSV file."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("tenant", help="The tenant's slug.")
        parser.add_argument("file", type=Path, help="A CSV file with one line for each variant.")
        parser.add_argument(
            "--map", action="append", default=[], metavar="COLUMN=OURS",
            help='What a column is that has a name of its own: --map "Item name=title"; --map "Notes=" leaves it out; '
            '--map "Size=option" makes an option of it. Once for each column.',
        )  # fmt: skip
        parser.add_argument("--stock", type=int, help="Pieces of each line, for a file without a column for them.")
        parser.add_argument("--dry-run", action="store_true", help="Check everything and write nothing.")

    def handle(
        self, *args: Any, tenant: str, file: Path, map: list[str], stock: int | None, dry_run: bool, **options: Any
    ) -> None:
        console = Console(file=self.stdout)  # type: ignore[arg-type]  # Django's wrapper writes text
        owner = get_tenant(tenant)
        content = _content(file)
        told = _told(content, map, stock)
        with bar(console, "Importing") as on_progress, tenant_scope(owner.id):
            plan = planning.plan(content, currency=owner.currency, told=told)
            report = None if plan.errors else applying.apply(plan, owner.id, dry_run=dry_run, on_progress=on_progress)
        _tell(console, plan, report, dry_run=dry_run)
        if report is None:
            raise CommandError(f"Nothing was imported: {len(plan.errors)} errors in {file.name}.", returncode=1)
        if not dry_run:
            _embed(console, owner)


def _content(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CommandError(f"{file} cannot be read: {error.strerror}.") from error


def _told(content: bytes, pairs: list[str], stock: int | None) -> Columns | None:
    """What the columns are: as they are named here, else as their own names say; a proposal when neither does."""
    try:
        header = sheet.head(content).names
    except sheet.NotACatalog:
        return None  # the plan tells what is wrong with it
    if not pairs and stock is None:
        if columns.exact(header) is None:
            raise CommandError(
                f"Some columns have names of their own. If this is what they are, add:\n{_proposed(header)}"
            )
        return None
    wrong = [pair for pair in pairs if "=" not in pair]
    if wrong:
        raise CommandError(f'--map takes "column=ours", and not "{wrong[0]}".')
    named = dict(pair.rsplit("=", 1) for pair in pairs)
    told = columns.mapped(header, {name: kind.strip() for name, kind in named.items()}, stock=stock)
    if isinstance(told, list):
        raise CommandError("\n".join([*told[:20], f"Proposed:\n{_proposed(header)}"]))
    return told


def _proposed(header: list[str]) -> str:
    proposal = columns.propose(header)
    pairs = (f"{name}={kind}" for name, kind in zip(header, proposal.kinds, strict=True) if name)
    options = [f"--map {shlex.quote(pair)}" for pair in pairs]
    return "  " + " ".join([*options, *([] if "stock" in proposal.kinds else ["--stock 10"])])


def _tell(console: Console, plan: ImportPlan, report: ImportReport | None, *, dry_run: bool) -> None:
    for note in plan.notes:
        console.print(note, style="yellow")
    if report is None:
        console.print(_errors(plan))
        return
    title = "Would import" if dry_run else "Imported"
    table = Table("", "created", "updated", "unchanged", title=title, title_justify="left")
    for name, counts in (("products", report.products), ("variants", report.variants)):
        table.add_row(name, *(f"{count:,}" for count in (counts.created, counts.updated, counts.unchanged)))
    console.print(table)


def _errors(plan: ImportPlan) -> Table:
    table = Table("line", "column", "what is wrong", title="Nothing was imported", title_justify="left")
    for error in plan.errors:
        table.add_row(str(error.line), error.column, error.sentence)
    return table


def _embed(console: Console, owner: Tenant) -> None:
    try:
        with bar(console, "Embedding") as on_progress:
            console.print(f"{embedding.embed_missing(owner.id, embed.from_settings(), on_progress)}.")
    except embed.EmbeddingUnavailable as error:
        console.print(
            f"The embedding endpoint failed ({error}). The products are found by their words; "
            f"run manage.py embed_catalog {owner.slug} when it is back.",
            style="yellow",
        )
