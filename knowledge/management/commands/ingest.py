"""`manage.py ingest --tenant <slug> <files or folders>`: read documents into a tenant's library."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from rich.console import Console
from rich.table import Table

from knowledge import embed
from knowledge.library import intake, states
from knowledge.library.questions import COLUMNS, Questions, TableRefused, from_table
from knowledge.load import FileRefused, kinds
from knowledge.management.progress import steps
from knowledge.models import Document
from tenants.management.named import get_tenant
from tenants.models import Tenant
from tenants.scope import tenant_scope


@dataclass(frozen=True, slots=True)
class Given:
    """A file, and the key that names it in every upload."""

    path: Path
    key: str


@dataclass(frozen=True, slots=True)
class IngestOutcome:
    """What came of it."""

    key: str
    sentence: str
    document: Document | None = None


class Command(BaseCommand):
    help = "Read documents into a tenant's library; a file that is known already is read as its new version."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", type=Path, help="Files, and folders with files.")
        parser.add_argument("--tenant", required=True, help="The tenant's slug.")
        parser.add_argument(
            "--kind", default="", choices=["", "policy", "faq", "doc", "sop"], help="What they all are."
        )

        parser.add_argument(
            "--questions", type=Path, help=f"What customers ask of each section: a CSV of {', '.join(COLUMNS)}."
        )

    def handle(
        self, *args: Any, paths: list[Path], tenant: str, kind: str, questions: Path | None, **options: Any
    ) -> None:
        console = Console(file=self.stdout)  # type: ignore[arg-type]  # Django's wrapper writes text
        owner = get_tenant(tenant)
        given = list(_files(paths))
        if not given:
            raise CommandError("There are no files to read.")
        asked = _asked(questions, given)
        with steps(console, len(given)) as step:
            outcomes = [_read(owner, file, kind, asked, step) for file in given]
        console.print(_summary(owner, outcomes))
        if refused := sum(outcome.document is None for outcome in outcomes):
            raise CommandError(f"{refused} of {len(given)} files were refused.", returncode=1)


def _files(paths: list[Path]) -> Iterator[Given]:
    """A folder's files by their way in it; of those only what the library reads."""
    for path in paths:
        if not path.exists():
            raise CommandError(f"{path} does not exist.")
        if not path.is_dir():
            yield Given(path, path.name)
            continue
        for file in sorted(file for file in path.rglob("*") if file.is_file() and not file.name.startswith(".")):
            yield Given(file, file.relative_to(path).as_posix()[-200:])


def _asked(table: Path | None, given: list[Given]) -> dict[str, Questions]:
    """A table that names other files than those is refused as a whole: its questions would be lost."""
    if table is None:
        return {}
    try:
        asked = from_table(table.read_bytes())
    except (TableRefused, OSError) as error:
        raise CommandError(f"{table}: {error}") from error
    if others := asked.keys() - {file.key for file in given}:
        raise CommandError(f"{table} asks of {', '.join(sorted(others))}, which is not among the files.")
    return asked


def _read(owner: Tenant, file: Given, kind: str, asked: dict[str, Questions], step: Any) -> IngestOutcome:
    step(file.key)
    try:
        kinds.check_size(file.path.stat().st_size, intake.limits())
        content = file.path.read_bytes()
        document = intake.add(
            owner.id, content, file.path.name, key=file.key, kind=kind, now=timezone.now(), asked=asked.get(file.key)
        )
    except (FileRefused, OSError) as error:
        return IngestOutcome(file.key, error.strerror or "cannot be read" if isinstance(error, OSError) else str(error))
    return IngestOutcome(file.key, "", document)


def _summary(owner: Tenant, outcomes: list[IngestOutcome]) -> Table:
    table = Table("file", "title", "kind", "version", "passages", "outcome", title=f"Library of {owner.slug}")
    model = embed.from_settings().model.key
    with tenant_scope(owner.id):
        found = [outcome.document.pk for outcome in outcomes if outcome.document]
        said = {state.document_id: state for state in states.list_states(found, model)}
    for outcome in outcomes:
        document = outcome.document
        if document is None:
            table.add_row(outcome.key, "", "", "", "", outcome.sentence, style="red")
            continue
        state = said[document.pk]
        notes = " ".join([state.sentence + ".", *document.notes])
        table.add_row(outcome.key, document.title, document.kind, document.version, f"{state.passages:,}", notes)
    return table
