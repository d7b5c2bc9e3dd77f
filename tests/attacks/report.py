"""The table of `make attack`: each hole that was tried, whether it is held, and what showed it.

A file of this folder is a hole, told by the first sentence of its docstring. A test may say what it saw with the
fixture `proof`; where none does, the table counts the tests. The same tests run in `make test-all`, and some of each
file in `make test`, without the table.
"""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from rich.console import Console
from rich.table import Table

FOLDER = Path(__file__).parent
PROOF = "proof"
Proof = Callable[[str], None]


@pytest.fixture
def proof(request: pytest.FixtureRequest) -> Proof:
    """Say in one line what showed that the hole is held: proof("100 guesses: 5 were compared, 95 answered 429")."""
    return lambda text: request.node.user_properties.append((PROOF, text))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Only when the attacks alone were run."""
    asked = [Path(argument.partition("::")[0]).resolve() for argument in config.args]
    if not all(path.is_relative_to(FOLDER) for path in asked):
        return
    reports = defaultdict(list)
    for outcome in ("passed", "failed", "error", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            reports[report.nodeid.partition("::")[0]].append(report)
    console = Console(width=max(terminalreporter._tw.fullwidth, 100), highlight=False)
    console.print(table(reports))


def table(reports: dict[str, list[pytest.TestReport]]) -> Table:
    """A row a file."""
    made = Table(title="Attacks", title_justify="left", show_lines=True)
    for column, share in (("hole", 5), ("", None), ("proof", 6)):
        made.add_column(column, ratio=share)
    for path, of_file in sorted(reports.items()):
        made.add_row(hole(Path(path)), verdict(of_file), "\n".join(proofs(of_file)))
    return made


def hole(path: Path) -> str:
    """The first paragraph of the file's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text())) or path.stem
    return " ".join(text.partition("\n\n")[0].split())


def verdict(reports: Iterable[pytest.TestReport]) -> str:
    outcomes = {report.outcome for report in reports}
    if "failed" in outcomes:
        return "[bold red]OPEN"
    return "[green]held" if "passed" in outcomes else "[yellow]not tried"


def proofs(reports: list[pytest.TestReport]) -> list[str]:
    """What failed, else what the tests said, else how many there were."""
    failed = [report.nodeid.partition("::")[2] for report in reports if report.outcome == "failed"]
    if failed:
        return failed
    said = list(dict.fromkeys(text for report in reports for name, text in report.user_properties if name == PROOF))
    tried = sum(report.outcome == "passed" for report in reports)
    untried = [str(report.longrepr[2]) for report in reports if report.skipped and isinstance(report.longrepr, tuple)]
    return said or [f"{tried} tests passed" if tried else "; ".join(dict.fromkeys(untried))]
