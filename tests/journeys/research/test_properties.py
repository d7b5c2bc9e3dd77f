"""Whatever the library holds and whoever says what: a run keeps to its guards, cites what it read, and ends."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from uuid import UUID

from hypothesis import given, settings
from hypothesis import strategies as st

from journeys.llm import Mind, Provider
from journeys.research import step
from journeys.research.guards import (
    MOST_DEPTH,
    MOST_ITERATIONS,
    MOST_TASKS,
    SAME_DOCUMENT,
    TOKENS_A_TASK,
)
from journeys.research.hands import CitedPlace, ResearchHands
from journeys.trace import Trace
from knowledge.chunk import tokens
from tests.depth import rounds, thorough
from tools.research.facts import ReadPassage, ReferenceFacts, RunFacts, StepResult, TaskFacts

SAID = (
    "fibre agreement charge fee owe early end term deposit router refund month if unless notice late damage KES 500"
    " 12 days see section moved return equipment"
)
WORDS = SAID.split()
MOST_STEPS = 4 + MOST_TASKS * MOST_ITERATIONS
IDS = count(1)


def new_id() -> UUID:
    return UUID(int=next(IDS))


sentences = st.lists(st.sampled_from(WORDS), min_size=3, max_size=12).map(
    lambda said: " ".join(said).capitalize() + "."
)
texts = st.lists(sentences, min_size=1, max_size=5).map(" ".join)


@dataclass
class Library:
    """Passages of a few documents that refer to each other at will, in circles too."""

    passages: list[ReadPassage]
    edges: list[tuple[int, int, str]]
    read: set[UUID] = field(default_factory=set)

    def retrieve(self, queries: Sequence[str], *, top_k: int) -> list[ReadPassage]:
        asked = set(" ".join(queries).lower().split())
        best = sorted(self.passages, key=lambda each: -len(asked & set(each.text.lower().split())))
        return self.handed(best[: top_k * len(queries)])

    def at(self, chunk_ids: Sequence[UUID]) -> list[ReadPassage]:
        return self.handed([each for each in self.passages if each.chunk_id in set(chunk_ids)])

    def handed(self, found: list[ReadPassage]) -> list[ReadPassage]:
        self.read |= {each.chunk_id for each in found}
        return found

    def references(
        self, passages: Sequence[ReadPassage], asked: str, beside: Sequence[object] = (), /
    ) -> list[CitedPlace]:
        place = {each.chunk_id: number for number, each in enumerate(self.passages)}
        return [
            CitedPlace(
                chunk_id=each.chunk_id, key=f"{kind}:{to}", kind=kind, target=f"part {to}", original_text=f"part {to}",
                leads_to=(self.passages[to].chunk_id,),
            )
            for each in passages
            for at, to, kind in self.edges
            if place[each.chunk_id] == at
        ]  # fmt: skip


@st.composite
def libraries(draw: st.DrawFn) -> Library:
    size = draw(st.integers(0, 9))
    places = st.integers(0, max(size - 1, 0))
    kinds = st.sampled_from(["section", "document_mention", "external"])
    passages = [
        ReadPassage(
            chunk_id=new_id(), document_id=UUID(int=10**6 + draw(st.integers(0, 3))), title=f"Rules {number}",
            text=draw(texts) * draw(st.sampled_from([1] * 11 + [400])),
        )
        for number in range(size)
    ]  # fmt: skip
    edges = draw(st.lists(st.tuples(places, places, kinds), max_size=14)) if size else []
    for at, to, _ in edges:
        first = passages[at].text.partition(".")[0]
        passages[at] = replace(passages[at], text=f"{passages[at].text} {first}, see part {to}.")
    return Library(passages, edges)


def hands_of(library: Library) -> ResearchHands:
    trace = Trace()
    return ResearchHands(
        mind=Mind(provider=Provider(), trace=trace), trace=trace, retrieve=library.retrieve, passages=library.at,
        references=library.references,
    )  # fmt: skip


def applied(run: RunFacts, result: StepResult) -> RunFacts:
    """What the commit makes of a step, in memory."""
    names = {"iteration", "coverage", "dedup_ratio", "gaps", "asked", "dialogue", "termination_reason", "ended_because"}
    changes = {name: value for name, value in result.changes.items() if name in names}
    changes |= {name: tuple(changes[name]) for name in ("gaps", "asked", "dialogue") if name in changes}
    tasks = [replace(task, **_known(result.task_changes.get(task.id, {}))) for task in run.tasks]
    for task in result.new_tasks[: MOST_TASKS - len(tasks)]:
        tasks.append(
            TaskFacts(id=new_id(), position=len(tasks) + 1, title=task.title, query=task.query, origin=task.origin)
        )
    references: dict[tuple[UUID, str], ReferenceFacts] = {(each.task_id, each.key): each for each in run.references}
    references |= {(each.task_id, each.key): each for each in result.references}
    return replace(
        run, phase=result.phase, tasks=tuple(tasks), sources=(*run.sources, *result.sources),
        findings=(*run.findings, *result.findings), references=tuple(references.values()), **changes,
    )  # fmt: skip


def _known(changes: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in changes.items() if name != "stopped_by"}


def keeps_to_the_guards(run: RunFacts, library: Library) -> None:
    assert len(run.tasks) <= MOST_TASKS
    assert 0 <= run.coverage <= 1
    assert 0 <= run.dedup_ratio <= 1
    assert {each.chunk_id for each in run.sources} <= library.read
    assert len({each.chunk_id for each in run.sources}) == len(run.sources)
    known = {each.chunk_id for each in run.sources}
    for finding in run.findings:
        assert finding.chunk_id in known
        assert 0 <= finding.depth <= MOST_DEPTH
        assert 0 <= finding.relevance <= 1
        assert bool(finding.via) == (finding.depth > 0)
    for task in run.tasks:
        own = [each for each in run.findings if each.task_id == task.id]
        assert task.iteration <= MOST_ITERATIONS
        assert task.tokens_used <= TOKENS_A_TASK
        assert sum(tokens.count(run.source(each.chunk_id).text) for each in own) <= TOKENS_A_TASK
        spread = Counter((run.source(each.chunk_id).document_id, each.depth > 0) for each in own)
        assert all(times <= SAME_DOCUMENT for times in spread.values())
        assert len({each.chunk_id for each in own}) == len(own), "no passage twice: no cycle"
    assert all(1 <= each.depth <= MOST_DEPTH for each in run.references)


answers = st.sampled_from(["just go", "I am in month 5", "the router is damaged", "/end", "sijui", "500"])


@thorough
@given(library=libraries(), said=st.lists(answers, max_size=6), deaths=st.sets(st.integers(0, 40), max_size=8),
       spent_at=st.one_of(st.none(), st.integers(1, 20)), question=texts)  # fmt: skip
@settings(max_examples=rounds(15, deep=600))
def test_a_run_keeps_to_its_guards_and_ends(
    library: Library, said: list[str], deaths: set[int], spent_at: int | None, question: str
) -> None:
    run = RunFacts(
        id=new_id(), tenant_id=new_id(), question=question, language="en", audience="", phase="clarify", iteration=0,
        most_rounds=3, needs_approval=True, coverage=0.0, dedup_ratio=0.0, gaps=(), asked=(), dialogue=(),
    )  # fmt: skip
    order = ["clarify", "plan", "execute", "synthesise", "done"]
    for number in range(MOST_STEPS):
        run = replace(run, spent="budget_tokens" if spent_at is not None and number >= spent_at else "")
        result = step.take(run, hands_of(library))
        if number in deaths:  # the worker dies before it commits: the step is taken again
            assert _same(step.take(run, hands_of(library)), result)
        assert order.index(result.phase) >= order.index(run.phase), "a phase is never gone back to"
        run = applied(run, result)
        keeps_to_the_guards(run, library)
        if result.report is not None:
            known = {each.chunk_id for each in run.findings}
            assert all(each.chunk_ids and set(each.chunk_ids) <= known for each in result.report.sentences)
            assert all(0 <= score <= 100 for score in result.report.scores.values())
            assert result.report.retries <= 1
        if run.phase == "done":
            return
        if result.is_waiting and run.phase == "clarify":
            text = said.pop(0) if said else "just go"
            run = replace(run, dialogue=(*run.dialogue, {"who": "person", "text": text}))
        elif result.is_waiting:
            run = replace(run, phase="execute")
    raise AssertionError("it never ends")


def _same(one: StepResult, other: StepResult) -> bool:
    """What it thinks depends on nothing but the run and the library."""
    names = ("phase", "changes", "sources", "findings", "references", "new_tasks", "task_changes")
    return all(getattr(one, name) == getattr(other, name) for name in names)
