"""Execute: one iteration of the task at hand. The first reads what the search finds, each further one what that refers
to; after the last the list is looked at anew.

START ─┬▶ retrieve ─────────────────▶ extract_info ─▶ detect_references ─┬▶ END           (references wait)
       └▶ reference_decision ─▶ resolve ─▶ extract_info                  └▶ reevaluate_todo
"""

from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.llm import Mind
from journeys.research.guards import BACKFILL, MOST_DEPTH, MOST_ITERATIONS, THRESHOLD, TaskGuard
from journeys.research.hands import ResearchHands
from journeys.research.nodes.detect_references import FoundReference, found_by_model
from journeys.research.nodes.extract_info import extracted
from journeys.research.nodes.reevaluate_todo import suggested
from journeys.research.nodes.reference_decision import decided, sentences_around, tellingly
from journeys.research.words import write
from journeys.research.work import Step, Work, timed
from knowledge.chunk import tokens
from tools.research.facts import FindingFacts, ReadPassage, ReferenceFacts, RunFacts, StepResult, TaskFacts

# Three queries with four passages each fill one prompt.
A_QUERY: Final = 4
MOST_REFERENCES: Final = 8
"""How many references of one iteration are looked at; a table of contents is no trail."""
LEAST: Final = 0.15
"""A passage that the search found and that speaks of less is no finding."""


def begin(run: RunFacts) -> TaskFacts | None:
    """The task whose turn it is."""
    return next((task for task in run.tasks if task.state == "pending"), None)


def guard_of(task: TaskFacts, run: RunFacts) -> TaskGuard:
    """The guard as the iterations before have left it."""
    guard = TaskGuard(tokens=task.tokens_used)
    for finding in run.findings:
        if finding.task_id == task.id:
            guard.documents[run.source(finding.chunk_id).document_id, finding.depth > 0] += 1
    return guard


def retrieve(work: Work, runtime: Step) -> dict[str, Any]:
    task, run, guard = work["task"], work["run"], work["guard"]
    queries = [task.query, " ".join([task.title, *run.answers[-1:]])]
    found = runtime.context.retrieve(queries, top_k=A_QUERY)
    number = [each.id for each in run.tasks].index(task.id) + 1
    text = write("progress", run.language, number=number, count=len(run.tasks), title=task.title)
    work["result"].told.append(("research.progress", {"text": text}))
    return {"passages": _readable(found, guard, run, work), "via": {}}


def reference_decision(work: Work, runtime: Step) -> dict[str, Any]:
    """Each reference that waits is decided on; those that are left keep the reason."""
    task, run, result = work["task"], work["run"], work["result"]
    waiting = [each for each in run.references if each.task_id == task.id and each.outcome == "waiting"]
    how = {each.chunk_id: each.relevance for each in run.findings if each.task_id == task.id}
    asked = [
        tellingly(
            each.kind, each.original_text,
            [(run.source(pk).text, how.get(pk, 0.0)) for pk in dict.fromkeys((each.chunk_id, *how))],
            task.title, run.question,
        )
        for each in waiting
    ]  # fmt: skip
    verdicts = decided(asked, task.title, run.question, runtime.context.mind)
    followed = []
    for reference, (is_followed, why) in zip(waiting, verdicts, strict=True):
        if is_followed:
            followed.append(replace(reference, reason=why))
        else:
            outcome = "external" if reference.kind == "external" else "skipped"
            result.references.append(replace(reference, outcome=outcome, reason=why, leads_to=()))
    return {"waiting": followed}


def resolve(work: Work, runtime: Step) -> dict[str, Any]:
    """The passages at the end of each followed reference, as far as the guard lets them be read."""
    run, guard, result = work["run"], work["guard"], work["result"]
    via: dict[Any, ReferenceFacts] = {}
    passages: list[ReadPassage] = []
    read = {each.chunk_id for each in run.findings if each.task_id == work["task"].id}
    for reference in work["waiting"]:
        found = runtime.context.passages([UUID(chunk_id) for chunk_id in reference.leads_to])
        if not found:
            result.references.append(replace(reference, outcome="unresolved", reason="not in the library", leads_to=()))
            continue
        fresh = [each for each in found if each.chunk_id not in read and each.chunk_id not in via]
        taken = _readable(fresh, guard, run, work, is_referred_to=True)
        outcome = "followed" if taken or not fresh else "guarded"
        why = guard.stopped_by if outcome == "guarded" else reference.reason
        leads_to = tuple(str(each.chunk_id) for each in found) if outcome == "followed" else ()
        reference = replace(reference, outcome=outcome, reason=why, leads_to=leads_to)
        result.references.append(reference)
        via |= {each.chunk_id: reference for each in taken}
        passages += taken
    return {"passages": passages, "via": via}


def extract_info(work: Work, runtime: Step) -> dict[str, Any]:
    """What answers the task, condensed and scored; of a reference's passages those from 0.6 on, or its best."""
    task, run, result, via = work["task"], work["run"], work["result"], work["via"]
    taken = extracted(task, run.question, run.answers, work["passages"], run.language, runtime.context.mind)
    kept = [each for each in taken if each[2] >= (THRESHOLD if via else LEAST)]
    for reference in {each.key: each for each in via.values()}.values():
        own = [each for each in taken if via[each[0].chunk_id].key == reference.key]
        if not any(each in kept for each in own):
            best = sorted((each for each in own if each[2] > 0), key=lambda each: -each[2])[:BACKFILL]
            kept += best
            if not best:
                _told_nothing(reference, result)
    for passage, text, relevance in kept:
        led = via.get(passage.chunk_id)
        result.findings.append(
            FindingFacts(
                task_id=task.id, chunk_id=passage.chunk_id, text=text, relevance=relevance,
                depth=led.depth if led else 0, via=led.key if led else "",
            )
        )  # fmt: skip
    return {"taken": kept}


def _told_nothing(reference: ReferenceFacts, result: StepResult) -> None:
    at = result.references.index(reference)
    result.references[at] = replace(reference, outcome="nothing", leads_to=())


def detect_references(work: Work, runtime: Step) -> dict[str, Any]:
    """The references of what was just taken: those that the task has not met wait for the next iteration."""
    task, run, result, via = work["task"], work["run"], work["result"], work["via"]
    taken = [passage for passage, _, _ in work["taken"]]
    beside = _read_by_model(work, runtime.context.mind)
    of_graph = [] if run.reference_method == "llm" and beside is not None else taken
    text_of = {passage.chunk_id: passage.text for passage in taken}
    met = {each.key for each in (*run.references, *result.references) if each.task_id == task.id}
    beyond: list[tuple[str, str]] = []
    read = {each.chunk_id for each in (*run.sources, *result.sources)}
    for place in runtime.context.references(of_graph, task.query, beside or ()):
        depth = (via[place.chunk_id].depth if place.chunk_id in via else 0) + 1
        if place.key in met:
            continue
        if depth > MOST_DEPTH:
            if not read.issuperset(place.leads_to):
                around = next(sentences_around(place.original_text, text_of[place.chunk_id]), place.original_text)
                beyond.append((place.original_text, around))
            continue
        met.add(place.key)
        waits = [each for each in result.references if each.task_id == task.id and each.outcome == "waiting"]
        if len(waits) >= MOST_REFERENCES:
            break
        result.references.append(
            ReferenceFacts(
                task_id=task.id, chunk_id=place.chunk_id, key=place.key[:200], kind=place.kind, target=place.target,
                original_text=place.original_text, depth=depth, leads_to=tuple(map(str, place.leads_to)),
            )
        )  # fmt: skip
    _close(work)
    return {"beyond": beyond}


def _read_by_model(work: Work, mind: Mind) -> list[FoundReference] | None:
    """None where the graph alone counts, and in the last iteration: what is found then could not be followed."""
    if work["run"].reference_method == "regex" or work["task"].iteration + 1 >= MOST_ITERATIONS:
        return None
    return found_by_model([(passage, text) for passage, text, _ in work["taken"]], mind)


def reevaluate_todo(work: Work, runtime: Step) -> dict[str, Any]:
    """The task is done; what came up may be another, while there is room on the list."""
    run, result, task = work["run"], work["result"], work["task"]
    texts = [each.text for each in (*run.findings, *result.findings) if each.task_id == task.id]
    titles = [each.title for each in run.tasks]
    is_late = run.is_over_budget or task.origin == "found"
    result.new_tasks = (
        [] if is_late else suggested(run.question, titles, texts, work["beyond"], run.language, runtime.context.mind)
    )
    is_last = not result.new_tasks and all(each.state != "pending" or each.id == task.id for each in run.tasks)
    result.phase = "synthesise" if is_last else "execute"
    return {}


def after_start(work: Work) -> str:
    return "reference_decision" if work["task"].iteration else "retrieve"


def after_detection(work: Work) -> str:
    is_done = work["result"].task_changes[work["task"].id].get("state") == "done"
    return "reevaluate_todo" if is_done else END


def _close(work: Work) -> None:
    """What the iteration leaves of its task: done when nothing waits, or when it may go no further."""
    task, guard, result = work["task"], work["guard"], work["result"]
    iteration = task.iteration + 1
    waits = [each for each in result.references if each.task_id == task.id and each.outcome == "waiting"]
    is_done = not waits or iteration >= MOST_ITERATIONS or guard.is_spent
    if is_done:
        result.references = [
            replace(each, outcome="guarded", reason=guard.stopped_by or "iterations", leads_to=())
            if each in waits
            else each
            for each in result.references
        ]
    changes: dict[str, Any] = {
        "iteration": iteration, "tokens_used": guard.tokens, "stopped_by": guard.stopped_by[:40],
    }  # fmt: skip
    result.task_changes[task.id] = changes | ({"state": "done"} if is_done else {})
    result.note = f"{task.position}. {task.title[:80]}: {len(result.findings)} findings, {len(waits)} references"


def _readable(
    found: list[ReadPassage], guard: TaskGuard, run: RunFacts, work: Work, *, is_referred_to: bool = False
) -> list[ReadPassage]:
    """Those that the guard lets be read; they are sources from now on."""
    result = work["result"]
    known = {each.chunk_id for each in (*run.sources, *result.sources)}
    taken = []
    for passage in found:
        size = tokens.count(passage.text)
        if guard.takes(passage.document_id, size, is_referred_to=is_referred_to):
            taken.append(passage)
            result.tokens += size
    result.sources += [each for each in taken if each.chunk_id not in known]
    return taken


def build() -> CompiledStateGraph[Any, ResearchHands, Any, Any]:
    graph = StateGraph(Work, context_schema=ResearchHands)
    for node in (retrieve, reference_decision, resolve, extract_info, detect_references, reevaluate_todo):
        graph.add_node(node.__name__, timed(node.__name__, node))
    graph.add_conditional_edges(START, after_start, ["retrieve", "reference_decision"])
    graph.add_edge("retrieve", "extract_info")
    graph.add_edge("reference_decision", "resolve")
    graph.add_edge("resolve", "extract_info")
    graph.add_edge("extract_info", "detect_references")
    graph.add_conditional_edges("detect_references", after_detection, ["reevaluate_todo", END])
    graph.add_edge("reevaluate_todo", END)
    return graph.compile()
