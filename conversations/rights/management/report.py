"""How the commands tell what they did: one line a table."""

from collections.abc import Mapping

from django.core.management.base import OutputWrapper
from rich.console import Console
from rich.table import Table


def tell(stdout: OutputWrapper, title: str, report: Mapping[str, int]) -> None:
    table = Table("", "rows", title=title, title_justify="left")
    for name, count in report.items():
        table.add_row(name, f"{count:,}")
    Console(file=stdout).print(table)  # type: ignore[arg-type]  # Django's wrapper writes text
