"""Two revisions are measured in turn, each by its own code."""

import io
import subprocess
from pathlib import Path

import pytest
from rich.console import Console

from tests.benchmarks import before

# The table of parts as a bench has it, with figures that tell which tree was measured, and how often.
BENCH = """
import contextlib
from types import SimpleNamespace as Namespace
folder, twilio, counts = None, contextlib.nullcontext(), iter(range(100))
print("a part's own words are no answer")
def quick(folder):
    return [Namespace(what="time of a turn", measured=f"p50 {MS} ms, at most 12; own {{next(counts)}} s")]
def broken(folder):
    raise RuntimeError("no such table")
def shaky(folder):
    if next(counts) == 0:
        raise RuntimeError("the machine was too slow")
    return quick(folder)
PARTS = {PARTS}
"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """With a revision before that lacks a part, and takes twice as long."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=Asha", "-c", "user.email=asha@shop.example"]
    bench = tmp_path / "tests" / "benchmarks" / "__main__.py"
    bench.parent.mkdir(parents=True)
    subprocess.run([*git, "init", "--quiet"], check=True)
    for milliseconds, parts in ((20, '{"turn": Namespace(measure=quick)}'), (10, _ALL)):
        text = BENCH.replace("{MS}", str(milliseconds)).replace("{PARTS}", parts).replace("{{", "{").replace("}}", "}")
        bench.write_text(text)
        subprocess.run([*git, "add", "."], check=True)
        subprocess.run([*git, "commit", "--quiet", "-m", "A commit"], check=True)
    return tmp_path


_ALL = """{
    name: Namespace(measure=part) for name, part in dict(turn=quick, newer=quick, broken=broken, shaky=shaky).items()
}"""


def told(repository: Path, *arguments: str) -> tuple[int, str]:
    console = Console(file=io.StringIO(), width=200)
    code = before.main(["--before", "HEAD~1", "--pairs", "2", *arguments], console=console, root=repository)
    return code, console.file.getvalue()  # type: ignore[attr-defined]


def test_each_tree_is_measured_by_its_own_code(repository: Path) -> None:
    code, text = told(repository, "turn")
    assert code == 0
    assert "0.50 (0.50 to 0.50)" in text
    assert "1 numbers were the same each time" in text  # the statements
    worktrees = subprocess.run(["git", "-C", str(repository), "worktree", "list"], capture_output=True, text=True)
    assert len(worktrees.stdout.splitlines()) == 1


def test_a_part_that_the_older_tree_lacks_is_left_out_and_said_so(repository: Path) -> None:
    code, text = told(repository, "newer", "turn")
    assert code == 0
    assert "Left out: newer, which the tree of before has not." in text
    assert "0.50 (0.50 to 0.50)" in text


def test_a_revision_that_is_not_there_is_no_figure(repository: Path) -> None:
    console = Console(file=io.StringIO(), width=200)
    assert before.main(["--before", "nowhere"], console=console, root=repository) == 2
    assert "no revision nowhere" in console.file.getvalue()  # type: ignore[attr-defined]


def test_a_part_that_fails_fails_the_bench_and_tells_why(repository: Path) -> None:
    console = Console(file=io.StringIO(), width=200)
    code = before.main(["--before", "HEAD", "--pairs", "2", "broken", "turn"], console=console, root=repository)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert code == 1
    assert "no such table" in text
    assert "Never measured: broken" in text
    assert "turn: time of a turn" in text


def test_a_part_that_fails_once_costs_one_pair(repository: Path) -> None:
    console = Console(file=io.StringIO(), width=200)
    code = before.main(["--before", "HEAD", "--pairs", "2", "shaky"], console=console, root=repository)
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert code == 0
    assert "the machine was too slow" in text
    assert "3 numbers were the same each time" in text


@pytest.mark.parametrize(
    ("measured", "read"),
    [
        ("85 ms: web 2.5, workers 63.0", {"ms": 85, "web": 2.5, "workers": 63}),
        ("1,021 a second; CPU time of each: web 1.1 ms", {"a second": 1021, "web ms": 1.1}),
        (
            "p50 24.1 ms, p95 30 ms; CPU time of ours 22.1 ms",
            {"p50 ms": 24.1, "p95 ms": 30, "CPU time of ours ms": 22.1},
        ),
    ],
)
def test_numbers_are_read_with_their_names(measured: str, read: dict[str, float]) -> None:
    found = before.numbers("part", [("a figure", measured)])
    assert found == {("part", "a figure", name): number for name, number in read.items()}
