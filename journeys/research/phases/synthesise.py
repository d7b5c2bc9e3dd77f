"""Synthesise: the report from the findings, five scores, one more try where they are low, and what fits the phone.

START ─▶ synthesize ─▶ quality_check ─▶ quality_remediation ─┬▶ attribute_sources ─▶ END
             ▲───────────── focus, once ─────────────────────┘
"""

from typing import Any, Final

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.research.hands import ResearchHands
from journeys.research.nodes.disagreement import conflicts, outdated
from journeys.research.nodes.quality_check import scored, total
from journeys.research.nodes.quality_remediation import focus_for
from journeys.research.nodes.synthesize import WrittenReport, is_carried, not_found, synthesized
from journeys.research.words import write
from journeys.research.work import Step, Work, timed
from tools.research.facts import PARTIAL, ReportDraft, RunFacts

PHONE: Final = 1_250
"""Characters that a summary may have, before the link."""
FOR_ANSWERS: Final = 750
"""How many of them are kept for what was found, whatever else is to be said."""


def synthesize(work: Work, runtime: Step) -> dict[str, Any]:
    report = synthesized(work["run"], work.get("focus", ""), runtime.context.mind)
    return {"report": report, "summary": summary_of(work["run"], report)}


def quality_check(work: Work, runtime: Step) -> dict[str, Any]:
    scores, issues = scored(work["run"], work["report"], work["summary"], runtime.context.mind)
    return {"scores": scores, "issues": issues}


def quality_remediation(work: Work, runtime: Step) -> dict[str, Any]:
    """A second try is the last; `focus` stays as what it was asked to mend."""
    if work.get("focus"):
        return {"issues": []}
    focus = focus_for(work["run"].question, work["scores"], work["issues"], runtime.context.mind)
    return {"focus": focus, "issues": [focus] if focus else []}


def attribute_sources(work: Work, runtime: Step) -> dict[str, Any]:
    """Only sentences that their own sources carry are kept; what differs and what was not found is said."""
    run, result = work["run"], work["result"]
    report = _carried(work["report"], run)
    differing = conflicts(run, runtime.context.mind)
    old = outdated(run, differing)
    result.phase, result.is_waiting = "done", False
    result.changes["ended_because"] = run.spent or ("completed" if report.sentences else "nothing_found")
    summary = summary_of(run, report, differing, old)
    result.report = ReportDraft(
        title=write("title", run.language, question=run.question)[:300], summary=summary,
        sentences=report.sentences, not_found=not_found(run, report.sentences), conflicts=tuple(differing),
        outdated=tuple(old), scores=work["scores"], retries=1 if work.get("focus") else 0,
        focus=work.get("focus", ""), written_by=report.written_by,
    )  # fmt: skip
    result.note = f"{len(report.sentences)} sentences, {total(work['scores'])} of 500"
    result.told.append(("research.done", {"text": summary}))
    return {}


def after_remediation(work: Work) -> str:
    return "synthesize" if work["issues"] else "attribute_sources"


def _carried(report: WrittenReport, run: RunFacts) -> WrittenReport:
    sentences = tuple(each for each in report.sentences if is_carried(each, run))
    return WrittenReport(sentences, tuple(each for each in report.matters if each in sentences), report.written_by)


def summary_of(
    run: RunFacts, report: WrittenReport, differing: list[dict[str, Any]] | None = None,
    old: list[dict[str, Any]] | None = None,
) -> str:  # fmt: skip
    """What fits the phone: the sentences that matter, what was not found, and where documents differ."""
    language = run.language
    missing = not_found(run, report.sentences)
    after = [
        *([write("partial", language)] if run.spent in PARTIAL else []),
        *(write("conflict", language, **_short(each)) for each in (differing or [])[:1]),
        *([write("not_found", language, tasks="; ".join(missing[:3]))] if missing and report.sentences else []),
        *(write("outdated", language, **each) for each in (old or [])[:1]),
    ]
    if not report.sentences:
        return "\n\n".join([write("nothing", language), *after])
    room = max(PHONE - sum(map(len, after)), FOR_ANSWERS)
    lines: list[str] = []
    for each in report.matters or report.sentences:
        source = run.source(each.chunk_ids[0])
        line = f"• {each.text} ({source.title})"
        if not lines or sum(map(len, lines)) + len(line) <= room:
            lines.append(line)
    while len(after) > 1 and sum(map(len, (*lines, *after))) > PHONE:
        after.pop()
    return "\n\n".join(["\n".join(lines), *after])


def _short(differing: dict[str, Any]) -> dict[str, Any]:
    """For the phone the documents' titles will do."""
    return differing | {
        "one": differing["one"][:160], "other": differing["other"][:160], "first": differing["first_title"],
        "second": differing["second_title"],
    }  # fmt: skip


def build() -> CompiledStateGraph[Any, ResearchHands, Any, Any]:
    graph = StateGraph(Work, context_schema=ResearchHands)
    for node in (synthesize, quality_check, quality_remediation, attribute_sources):
        graph.add_node(node.__name__, timed(node.__name__, node))
    graph.add_edge(START, "synthesize")
    graph.add_edge("synthesize", "quality_check")
    graph.add_edge("quality_check", "quality_remediation")
    graph.add_conditional_edges("quality_remediation", after_remediation, ["synthesize", "attribute_sources"])
    graph.add_edge("attribute_sources", END)
    return graph.compile()
