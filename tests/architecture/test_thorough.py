"""What is quick and what is thorough: no folder and no hole is left to the thorough alone, and a landing runs all."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.depth import sampled
from tests.here import ROOT

TESTS = ROOT / "tests"
# Folders without a quick test, and why.
WITHOUT = {
    "brokers": "brokers of their own, which are killed",
    "contract": "what stands outside the project",
    "growth": "half a year of many businesses",
}
NOT_QUICK = {"thorough", "outside"}


def names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)} | {
        each.attr for each in ast.walk(node) if isinstance(each, ast.Attribute)
    }


def quick(file: Path) -> Iterator[str]:
    """The names of a file's tests that `make test` runs, some cases of them at least."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    for node in body:
        if isinstance(node, ast.Assign) and "pytestmark" in names(node) and names(node.value) & NOT_QUICK:
            return
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marked = [names(each) for each in node.decorator_list if not isinstance(each, ast.Call)]
            if not any(each & NOT_QUICK for each in marked):
                yield node.name


def test_every_folder_has_something_quick() -> None:
    folders = {file.relative_to(TESTS).parts[0] for file in TESTS.rglob("test_*.py")}
    with_quick = {file.relative_to(TESTS).parts[0] for file in TESTS.rglob("test_*.py") if any(quick(file))}
    assert folders - with_quick == set(WITHOUT)


def test_every_hole_is_tried_in_the_quick_tests_too() -> None:
    holes = sorted((TESTS / "attacks").rglob("test_*.py"))
    assert len(holes) > 20
    assert [file.name for file in holes if not any(quick(file))] == []


def test_what_is_thorough_is_told_by_its_mark(tmp_path: Path) -> None:
    file = tmp_path / "test_it.py"
    file.write_text("@thorough\ndef test_one(): ...\n\n@pytest.mark.parametrize('a', [1])\ndef test_two(a): ...\n")
    assert list(quick(file)) == ["test_two"]
    file.write_text(f"pytestmark = [pytest.mark.django_db, thorough]\n{file.read_text()}")
    assert list(quick(file)) == []


def test_of_a_long_table_some_cases_are_quick_and_none_is_left_out() -> None:
    cases = sampled([(number, str(number)) for number in range(10)], quick=4)
    plain = [case for case in cases if isinstance(case, tuple) and not hasattr(case, "marks")]
    assert plain == [(0, "0"), (3, "3"), (6, "6"), (9, "9")]
    assert [tuple(getattr(case, "values", case)) for case in cases] == [(n, str(n)) for n in range(10)]
    assert {mark.name for case in cases for mark in getattr(case, "marks", ())} == {"thorough"}
    named = sampled([pytest.param(number, str(number), id=f"of {number}") for number in range(2)], quick=1)
    assert [(case.values, case.id, len(case.marks)) for case in named] == [((0, "0"), "of 0", 0), ((1, "1"), "of 1", 1)]


def commands(target: str) -> list[str]:
    """What make would run for a target, but for what the grown soak alone runs, through PgBouncer."""
    told = subprocess.run(["make", "-n", target], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return [line for line in told.splitlines() if " -m pytest" in line and "TULIA_TEST_THROUGH" not in line]


@pytest.mark.parametrize(
    ("target", "leaves_out"), [("test", True), ("test-all", False), ("attack", False), ("soak", False)]
)
def test_only_make_test_leaves_the_thorough_out(target: str, leaves_out: bool) -> None:
    (command,) = commands(target)
    assert ("not thorough" in command) is leaves_out


def test_what_has_a_long_form_goes_it_in_the_soak() -> None:
    (command,) = commands("soak")
    deep = [ROOT / word for word in command.split() if word.startswith("tests/")]
    with_one = [
        file
        for file in TESTS.rglob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and {each.name for each in node.names} & {"IS_DEEP", "rounds"}
    ]
    assert len(with_one) > 20
    assert [path for path in deep if not path.exists()] == []
    left_out = {
        str(file.relative_to(TESTS)) for file in with_one if not any(file.is_relative_to(path) for path in deep)
    }
    assert left_out == {"soak/test_soak.py"}, "the soak itself, which follows"


def test_ci_runs_all() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line.split()[:2] for line in lines if line.startswith("make test")] == [["make", "test-all"]]
