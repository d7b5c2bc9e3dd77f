"""`manage.py calibrate`: read the library's own figures anew, and show them."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.table import Table

from knowledge import embed
from knowledge.calibration.calibrate import calibrate
from knowledge.management import which
from knowledge.models import Calibration


class Command(BaseCommand):
    help = "How good a passage must be to answer, read from the tenant's own library, by the configured model."

    def add_arguments(self, parser: ArgumentParser) -> None:
        which.add_arguments(parser)

    def handle(self, *_: Any, tenant: str | None, **__: Any) -> None:
        chosen = which.chosen(tenant)
        embedder = embed.from_settings()
        table = _table(embedder.model.key)
        for tenant_id, slug in chosen:
            table.add_row(*_row(slug, calibrate(tenant_id, embedder)))
        Console(file=self.stdout).print(table)  # type: ignore[arg-type]


def _table(model: str) -> Table:
    table = Table(title=f"Scores by {model}")
    for column in ("tenant", "passages", "samples", "threshold", "by words", "strong", "near misses", "answers"):
        table.add_column(column)
    return table


def _row(slug: str, figures: Calibration) -> list[str]:
    return [
        slug, f"{figures.passages:,}", str(figures.samples), f"{figures.threshold:.3f}",
        f"{figures.threshold_by_words:.3f}", f"{figures.strong:.3f}",
        _spread(figures.near_misses), _spread(figures.answers),
    ]  # fmt: skip


def _spread(percentiles: dict[str, float]) -> str:
    return "  ".join(f"p{at} {value:.2f}" for at, value in percentiles.items() if at in ("10", "50", "90"))
