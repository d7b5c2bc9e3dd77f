"""The table of the attacks says "held" only of a hole whose tests ran and passed."""

from pathlib import Path

import pytest

from tests.attacks import report


def made(outcome: str, proof: str = "", why: str = "") -> pytest.TestReport:
    properties = [(report.PROOF, proof)] if proof else []
    return pytest.TestReport(
        nodeid=f"tests/attacks/test_hole.py::test_{outcome}", location=("", 0, ""), keywords={}, when="call",
        outcome=outcome, longrepr=("file", 1, why) if why else None, user_properties=properties,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("reports", "verdict", "proofs"),
    [
        ([made("passed", "99 guesses: 403"), made("passed")], "held", ["99 guesses: 403"]),
        ([made("passed"), made("passed")], "held", ["2 tests passed"]),
        ([made("passed", "99 guesses: 403"), made("failed")], "OPEN", ["test_failed"]),
        ([made("skipped", why="Skipped: no Chromium"), made("failed")], "OPEN", ["test_failed"]),
        ([made("skipped", why="Skipped: no Chromium")], "not tried", ["Skipped: no Chromium"]),
    ],
)
def test_a_verdict_and_its_proof(reports: list[pytest.TestReport], verdict: str, proofs: list[str]) -> None:
    assert verdict in report.verdict(reports)
    assert report.proofs(reports) == proofs


def test_a_hole_is_told_by_its_files_docstring(tmp_path: Path) -> None:
    file = tmp_path / "test_hole.py"
    file.write_text('"""Nobody may\ndo this.\n\nHow it is tried."""\n')
    assert report.hole(file) == "Nobody may do this."
