"""What a report shows, whoever draws it: answers with the numbers of their sources, what is missing, and the trail."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from journeys.research.words import write
from tools.research import selectors
from tools.research.facts import ReadPassage
from tools.research.models import ResearchReport, ResearchRun
from tools.research.models.found import SCORES

HEADINGS: Final = ("answer", "not_found", "conflicts", "trail", "sources", "scores")
SHOWN: Final = frozenset({"followed", "unresolved", "nothing"})


@dataclass(frozen=True, slots=True)
class CitedSentence:
    """A sentence and the numbers of its sources."""

    text: str
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CitedSource:
    """A source by its citation, and the passage; `url` where staff read it in its document."""

    text: str
    passage: ReadPassage
    url: str = ""


@dataclass(frozen=True, slots=True)
class AnsweredTask:
    """A task and what answers it."""

    title: str
    sentences: tuple[CitedSentence, ...]


@dataclass(frozen=True, slots=True)
class TrailLine:
    """A task, a passage that was read for it, or a reference that led on; drawn so many steps in.

    `rails` are what stands before it, a sign a step: "on" where a line passes by, "tee" or "end" where it hangs on one.
    """

    depth: int
    text: str
    outcome: str = ""
    rails: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportContent:
    """All of a report, in the language of its run."""

    title: str
    language: str
    question: str
    business: str
    made_at: Any
    headings: dict[str, str]
    answers: tuple[AnsweredTask, ...]
    notes: tuple[str, ...]
    not_found: tuple[str, ...]
    conflicts: tuple[str, ...]
    trail: tuple[TrailLine, ...]
    sources: tuple[CitedSource, ...]
    scores: tuple[tuple[str, int], ...]
    total: int


def content_of(run: ResearchRun, report: ResearchReport, *, business: str) -> ReportContent:
    """The content of a run's report, in the tenant's open scope."""
    language = run.language
    sources = {str(source.pk): selectors.passage_of(source) for source in run.sources.all()}
    cited = list(dict.fromkeys(pk for each in report.sentences for pk in each["sources"]))
    number_of = {pk: number for number, pk in enumerate(cited, 1)}
    return ReportContent(
        title=report.title, language=language, question=run.question, business=business, made_at=run.ended_at,
        headings={name: write(f"heading_{name}", language) for name in HEADINGS},
        answers=tuple(_answers(run, report, number_of)),
        notes=((write("partial", language),) if run.ended_because.startswith("budget_") else ())
        + (() if report.sentences else (write("nothing", language),)),
        not_found=tuple(report.not_found),
        conflicts=tuple(
            [write("conflict", language, **each) for each in report.conflicts]
            + [write("outdated", language, **each) for each in report.outdated]
        ),
        trail=tuple(trail_of(run)),
        sources=tuple(CitedSource(sources[pk].citation, sources[pk]) for pk in cited),
        scores=tuple((name.replace("_", " "), getattr(report, name)) for name in SCORES),
        total=report.total,
    )  # fmt: skip


def _answers(run: ResearchRun, report: ResearchReport, number_of: dict[str, int]) -> Iterator[AnsweredTask]:
    for task in run.tasks.all():
        own = [each for each in report.sentences if each["task"] == str(task.pk)]
        if own:
            yield AnsweredTask(task.title, tuple(_sentence(each, number_of) for each in own))


def _sentence(written: dict[str, Any], number_of: dict[str, int]) -> CitedSentence:
    return CitedSentence(written["text"], tuple(number_of[pk] for pk in written["sources"]))


def trail_of(run: ResearchRun) -> Iterator[TrailLine]:
    """Task by task: what was read, and under it the references that led on; with the lines that join them."""
    return hung(list(_lines(run)))


def hung(lines: Sequence[TrailLine]) -> Iterator[TrailLine]:
    """The lines, each with what joins it to those above and below."""
    goes_on: dict[int, bool] = {}
    drawn: list[TrailLine] = []
    for line in reversed(lines):
        steps = range(1, line.depth)
        hangs = ("tee" if goes_on.get(line.depth) else "end",) if line.depth else ()
        drawn.append(replace(line, rails=(*("on" if goes_on.get(step) else "" for step in steps), *hangs)))
        goes_on = {step: goes_on.get(step, False) for step in steps} | {line.depth: True}
    yield from reversed(drawn)


def _lines(run: ResearchRun) -> Iterator[TrailLine]:
    findings = list(run.findings.select_related("source"))
    references = list(run.references.all())
    for task in run.tasks.all():
        yield TrailLine(0, task.title, task.state)
        for finding in findings:
            if finding.task_id == task.pk and finding.depth == 0:
                yield TrailLine(1, _named(finding))
                yield from _led_on(finding.source_id, task.pk, references, findings, 2)


def _led_on(
    source_id: Any, task_id: Any, references: Sequence[Any], findings: Sequence[Any], depth: int
) -> Iterator[TrailLine]:
    for reference in references:
        if reference.source_id != source_id or reference.task_id != task_id or reference.outcome not in SHOWN:
            continue
        yield TrailLine(depth, f"→ {reference.original_text}", reference.outcome)
        for finding in findings:
            if finding.via_id == reference.pk:
                yield TrailLine(depth + 1, _named(finding))
                if finding.source_id != source_id and depth < 6:
                    yield from _led_on(finding.source_id, task_id, references, findings, depth + 2)


def _named(finding: Any) -> str:
    passage = selectors.passage_of(finding.source)
    return f"{passage.citation} ({finding.relevance:.2f})"
