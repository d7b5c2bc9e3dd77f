"""What the long tests did, in numbers: one table after `make soak` has run them, beside those of the soak itself."""

from collections.abc import Callable

import pytest
from rich.console import Console
from rich.table import Table

from tests.depth import IS_DEEP

ROW = "told"
Tell = Callable[[str, str], None]


@pytest.fixture
def tell(request: pytest.FixtureRequest) -> Tell:
    """Say a figure of this test: tell("until it answered", "2.1 s"). In the short form nobody hears it."""
    return lambda what, figure: request.node.user_properties.append((ROW, f"{what}\t{figure}"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not IS_DEEP:
        return
    reports = [one for outcome in ("passed", "failed") for one in terminalreporter.stats.get(outcome, [])]
    console = Console(width=120, highlight=False)
    for made in tables(reports):
        console.print(made)


def tables(reports: list[pytest.TestReport]) -> list[Table]:
    """One for each test that has said something, with the test's name over it."""
    found = []
    for report in reports:
        rows = [text.partition("\t") for name, text in report.user_properties if name == ROW]
        if report.when == "call" and rows:
            title = report.nodeid.rpartition("::")[2].removeprefix("test_").replace("_", " ").capitalize()
            made = Table(title=title, title_justify="left", show_header=False)
            for what, _, figure in rows:
                made.add_row(what, figure)
            found.append(made)
    return found
