"""Progress bars for the commands of the library and of what stands on it; nothing where there is no terminal."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

Step = Callable[[str], None]


@contextmanager
def steps(console: Console, total: int) -> Iterator[Step]:
    """Show on the terminal which of so many files is at work."""
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("Reading", total=total)
        done = -1

        def step(name: str) -> None:
            nonlocal done
            done += 1
            progress.update(task, completed=done, description=name)

        yield step


@contextmanager
def bar(console: Console, label: str) -> Iterator[Callable[[int, int], None]]:
    """Show on the terminal how many of how many are done."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task(label, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
