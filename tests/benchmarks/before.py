"""`make bench BEFORE=<revision>`: the same parts of that revision and of this tree in turn, and their ratios.

On a busy machine a figure alone tells little; of two that were measured one after the other, again and again, the ratio
does.
"""

import argparse
import json
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from tests.here import ROOT

SAMPLER = Path(__file__).with_name("sampler.py")
# Those that are soon measured, and hang on the machine most.
USUAL = ("processor", "turn", "webhook")
# The fewest of which one may be an accident of the machine's.
PAIRS = 3
# A name, if the number has one, the number, and what it counts in.
NUMBER = re.compile(
    r"(?<![\w.])(?:(?P<name>[A-Za-z][A-Za-z0-9 ]*?) )?(?P<number>\d[\d,]*(?:\.\d+)?)"
    r"(?: (?P<unit>ms|s|MB|%|a second)\b)?"
)
# A number by the part, the figure and its name there.
Numbers = dict[tuple[str, str, str], float]


@dataclass(frozen=True, slots=True)
class Ratio:
    """A number in both trees: pair by pair."""

    what: str
    before: Sequence[float]
    now: Sequence[float]

    @property
    def is_the_same(self) -> bool:
        """As counts of statements are, which no machine changes."""
        return len({*self.before, *self.now}) == 1

    @property
    def of_pairs(self) -> list[float]:
        return [now / before for before, now in zip(self.before, self.now, strict=True) if before]


class Tree:
    """A checked-out revision, with a process of its own that measures parts of it."""

    def __init__(self, root: Path, parts: Sequence[str], log: Path) -> None:
        self.log = log
        with log.open("wb") as errors:
            self._process = subprocess.Popen(
                [sys.executable, str(SAMPLER), *parts], cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=errors, text=True,
            )  # fmt: skip

    def wait(self) -> None:
        """Until its scratch installation is ready."""
        self._line()

    def measure(self, part: str) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{part}\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._line())
        return answer

    def _line(self) -> str:
        assert self._process.stdout is not None
        if line := self._process.stdout.readline():
            return line
        raise RuntimeError(f"It could not be measured:\n{self.log.read_text()[-2000:]}")

    def stop(self) -> None:
        """It takes down its servers when nobody asks any more."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):  # it has ended by itself
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()


def main(arguments: Sequence[str], *, console: Console, root: Path = ROOT) -> int:
    """Measure and show; 1 if a part that both trees have could not be measured, 2 if there is no such revision."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--before", required=True, help="the revision to compare with")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="how often each part is measured in both")
    parser.add_argument("parts", nargs="*", help=f"without any: {', '.join(USUAL)}")
    options = parser.parse_args(arguments)
    parts = options.parts or list(USUAL)
    if not _is_known(root, options.before):
        console.print(f"There is no revision {options.before} here.", markup=False)
        return 2
    with ExitStack() as stack:
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="tulia-before-", ignore_cleanup_errors=True))
        )
        older = stack.enter_context(_checked_out(root, options.before, folder / "tree"))
        trees = {"before": Tree(older, parts, folder / "before.log"), "now": Tree(root, parts, folder / "now.log")}
        for tree in trees.values():
            stack.callback(tree.stop)
        for tree in trees.values():
            tree.wait()
        ratios, failed = _in_turn(trees, parts, options.pairs, console)
    console.print(shown(ratios, revision=options.before))
    if same := sum(ratio.is_the_same for ratio in ratios):
        console.print(f"{same} numbers were the same each time, in both.")
    if failed:
        console.print(f"Never measured: {', '.join(failed)}", markup=False)
    return 1 if failed else 0


def _is_known(root: Path, revision: str) -> bool:
    git = ["git", "-C", str(root), "rev-parse", "--quiet", "--verify", f"{revision}^{{commit}}"]
    return subprocess.run(git, check=False, capture_output=True).returncode == 0


@contextmanager
def _checked_out(root: Path, revision: str, folder: Path) -> Iterator[Path]:
    git = ["git", "-C", str(root)]
    subprocess.run([*git, "worktree", "add", "--quiet", "--detach", str(folder), revision], check=True)
    try:
        yield folder
    finally:
        subprocess.run([*git, "worktree", "remove", "--force", str(folder)], check=False)
        subprocess.run([*git, "worktree", "prune"], check=False)


def _in_turn(
    trees: dict[str, Tree], parts: Sequence[str], pairs: int, console: Console
) -> tuple[list[Ratio], list[str]]:
    """Part by part, the other tree first in every other pair; and the parts that failed each time.

    One that fails once, as some do where others use the machine, costs this pair only.
    """
    found: list[tuple[Numbers, Numbers]] = []
    failures: Counter[str] = Counter()
    lacking: set[str] = set()
    for pair in range(pairs):
        for part in (one for one in parts if one not in lacking):
            answers = {}
            for name in list(trees)[:: -1 if pair % 2 else 1]:
                began = time.monotonic()
                answers[name] = trees[name].measure(part)
                console.print(f"{part}, {name}, {pair + 1} of {pairs}, took {time.monotonic() - began:.0f} s")
            if lacks := [name for name, answer in answers.items() if "lacks" in answer]:
                console.print(f"Left out: {part}, which the tree of {' and '.join(lacks)} has not.", markup=False)
                lacking.add(part)
            elif failed := [answer["failed"] for answer in answers.values() if "failed" in answer]:
                console.print(f"{part} could not be measured this time:\n{failed[0]}", markup=False)
                failures[part] += 1
            else:
                before, now = (numbers(part, answers[name]["figures"]) for name in trees)
                found.append((before, now))
    return paired(found), [part for part, count in failures.items() if count == pairs]


def numbers(part: str, figures: Sequence[tuple[str, str]]) -> Numbers:
    """What stands in the words of each figure: "p50 3.1 ms, 5 sent" are two."""
    read: Numbers = {}
    for what, measured in figures:
        for match in NUMBER.finditer(measured):
            name = " ".join(filter(None, ((match["name"] or "").strip(), match["unit"])))
            read.setdefault((part, what, name), float(match["number"].replace(",", "")))
    return read


def paired(found: Sequence[tuple[Numbers, Numbers]]) -> list[Ratio]:
    """Of what both have; words that a commit changed make another figure."""
    keys = dict.fromkeys(key for before, now in found for key in before if key in now)
    both = {key: [(before[key], now[key]) for before, now in found if key in before and key in now] for key in keys}
    return [
        Ratio(": ".join(filter(None, key)), [before for before, _ in pairs], [now for _, now in pairs])
        for key, pairs in both.items()
    ]


def shown(ratios: Sequence[Ratio], *, revision: str) -> Table:
    table = Table(show_lines=True)
    for title in ("what", f"at {revision}", "now", "now as a part of it, in the middle of the pairs"):
        table.add_column(title)
    for ratio in ratios:
        if not ratio.is_the_same and ratio.of_pairs:
            of_pairs = ratio.of_pairs
            spread = f"{statistics.median(of_pairs):.2f} ({min(of_pairs):.2f} to {max(of_pairs):.2f})"
            table.add_row(
                ratio.what, f"{statistics.median(ratio.before):,.4g}", f"{statistics.median(ratio.now):,.4g}", spread
            )
    return table
