"""A progress bar for the library's commands."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

Step = Callable[[str], None]


@contextmanager
def steps(console: Console, total: int) -> Iterator[Step]:
    """Shows which of so many files is at work; nothing where there is no terminal."""
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
