"""What was met, as tables in Markdown: by business and language, by kind, and every failure with the reply given."""

from collections.abc import Iterable, Iterator, Sequence

from conversations.simulator.stories.telling import PlayedStep, Run

LANGUAGES = {"en": "English", "sw": "Swahili", "sheng": "Sheng, mixed"}
# A turn of the bar: at most two calls of a model, one after another.
FEW_CALLS = 2
# Enough to see why a wish was not met.
LONGEST_REPLY = 700


def summary(runs: Sequence[Run]) -> str:
    """How much was met, over all and by business and language."""
    keys = sorted({(run.story.business, run.story.language) for run in runs})
    rows = [
        _row(f"{business}, {LANGUAGES[language]}", _of(runs, business=business, language=language))
        for business, language in keys
    ]
    rows += [_row(f"{business}", _of(runs, business=business)) for business in sorted({key[0] for key in keys})]
    rows += [_row(LANGUAGES[language], _of(runs, language=language)) for language in LANGUAGES]
    return _table(HEAD, [*(row for row in rows if row[1] != "0"), _row("**all**", runs)])


def kinds(runs: Sequence[Run]) -> str:
    """The same by kind, and for the halves that are held out and not."""
    found = sorted({run.story.kind for run in runs})
    rows = [_row(kind, [run for run in runs if run.story.kind == kind]) for kind in found]
    for said, is_held in (("held out", True), ("not held out", False)):
        half = [run for run in runs if run.story.held_out == is_held]
        rows += [_row(said, half)] if half and len(half) < len(runs) else []
    return _table(HEAD, rows)


def report(runs: Sequence[Run]) -> str:
    """All tables and failures."""
    unsteady = flaky(runs)
    return "\n".join(
        [
            "# Stories told\n",
            summary(runs),
            "## By kind\n",
            kinds(runs),
            f"Unsteady: {', '.join(unsteady) or 'none'}\n",
            "## What did not hold\n",
            failures(runs),
        ]
    )


def flaky(runs: Iterable[Run]) -> list[str]:
    """Stories that held in one telling and not in another."""
    held: dict[str, set[bool]] = {}
    for run in runs:
        held.setdefault(run.story.name, set()).add(run.holds)
    return sorted(name for name, ways in held.items() if len(ways) > 1)


def failures(runs: Iterable[Run]) -> str:
    """Everything that did not hold: what was asked, what was missing, and what came back."""
    return "\n".join(line for run in runs for line in _failure(run))


HEAD = ("", "stories", "whole", "wishes", "met", "%", "in their language", "calls a turn", "≤ 2 calls", "seconds")


def _of(runs: Iterable[Run], *, business: str = "", language: str = "") -> list[Run]:
    return [
        run for run in runs if business in ("", run.story.business) and language in ("", run.story.language)
    ]  # fmt: skip


def _row(name: str, runs: Sequence[Run]) -> list[str]:
    steps = [told for run in runs for told in run.steps if told.turns]
    wishes, met = sum(run.story.wishes for run in runs), sum(run.wishes_met for run in runs)
    turns = sum(told.turns for told in steps)
    return [
        name,
        str(len(runs)),
        str(sum(run.holds for run in runs)),
        str(wishes),
        str(met),
        _part(met, wishes),
        _part(sum(told.is_in_language for told in steps), len(steps)),
        f"{sum(told.calls for told in steps) / turns:.2f}" if turns else "-",
        _part(sum(told.calls <= FEW_CALLS * told.turns for told in steps), len(steps)),
        f"{_middle(told.seconds for told in steps):.2f}",
    ]


def _part(some: int, all_: int) -> str:
    return f"{100 * some / all_:.0f}" if all_ else "-"


def _middle(seconds: Iterable[float]) -> float:
    ordered = sorted(seconds)
    return ordered[len(ordered) // 2] if ordered else 0.0


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"


def _failure(run: Run) -> Iterator[str]:
    for told in run.steps:
        broken = [verdict for verdict in told.verdicts if not verdict.holds]
        if broken:
            yield f"### {run.story.name} ({run.story.kind}, {run.story.language})"
            yield from _before(run, told)
            yield f"**C:** {told.step.words}"
            yield from (f"- {verdict.met.wish or 'must hold'}: {'; '.join(verdict.problems)}" for verdict in broken)
            yield "\n".join(f"> {line}" for line in told.reply[:LONGEST_REPLY].splitlines()) or "> (no reply)"
            yield ""
    if run.unused:
        yield f"### {run.story.name}: recorded answers that nobody asked for\n" + "\n".join(
            f"- {one}" for one in run.unused
        )


def _before(run: Run, told: PlayedStep) -> Iterator[str]:
    for earlier in run.steps[: run.steps.index(told)]:
        yield f"C: {earlier.step.words} → {earlier.reply[:150]!r}"
