"""A figure, and the table of all of them."""

import os
import platform
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import psutil
from rich.console import Console
from rich.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One line; `is_met` is None where there is no bar."""

    what: str
    measured: str
    method: str
    bar: str = ""
    is_met: bool | None = None


def percentiles(values: Sequence[float]) -> tuple[float, float, float]:
    """p50, p95 and p99."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[94], cuts[98]


def machine() -> str:
    memory = psutil.virtual_memory().total / 2**30
    load = os.getloadavg()[0]
    return (
        f"{os.cpu_count()} cores, {memory:.0f} GB RAM, Python {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}; load when it began {load:.1f}"
    )


def show(figures: Sequence[Figure], console: Console) -> None:
    table = Table(show_lines=True)
    table.add_column("what", ratio=3)
    table.add_column("bar", ratio=2)
    table.add_column("measured", ratio=3)
    table.add_column("method", ratio=5)
    for figure in figures:
        mark = {True: "[green]✓[/] ", False: "[red]✗[/] ", None: ""}[figure.is_met]
        table.add_row(figure.what, figure.bar, mark + figure.measured, figure.method)
    console.print(table)
