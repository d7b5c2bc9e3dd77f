"""What a long test says of itself stands in a table of its own, and only once."""

import pytest
from rich.console import Console

from tests import told
from tests.told import Tell


def made(*rows: str, when: str = "call", outcome: str = "passed") -> pytest.TestReport:
    return pytest.TestReport(
        nodeid="tests/deploy/test_restore.py::test_it_comes_back", location=("", 0, ""), keywords={}, when=when,
        outcome=outcome, longrepr=None, user_properties=[(told.ROW, row) for row in rows],
    )  # fmt: skip


def test_each_test_that_said_something_has_its_table() -> None:
    reports = [
        made("rows\t12"),
        made("rows\t12", when="teardown"),
        made(),
        made("rows\t3", "seconds\t4", outcome="failed"),
    ]
    console = Console(width=80, record=True)
    tables = told.tables(reports)
    with console.capture() as printed:
        console.print(*tables)
    assert [table.row_count for table in tables] == [1, 2]
    assert {table.title for table in tables} == {"It comes back"}
    assert "│ seconds │ 4 │" in printed.get()


def test_what_a_test_tells_is_kept_with_it(tell: Tell, request: pytest.FixtureRequest) -> None:
    tell("rows", "12")
    assert request.node.user_properties == [(told.ROW, "rows\t12")]
