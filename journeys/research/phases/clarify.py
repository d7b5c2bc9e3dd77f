"""Clarify: one round of queries, passages and gaps, then questions to the person, or the end of asking.

START ─▶ hitl_init ──▶ hitl_generate_queries ──▶ hitl_retrieve_chunks ──▶ hitl_analyze_retrieval ─┬▶ hitl_generate_
  └───▶ hitl_process_response ─┬─▲                                                                │   questions
                               └▶ (it says to begin) hitl_finalize ◀──────────────────────────────┘
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from journeys.research import measures
from journeys.research.hands import ResearchHands
from journeys.research.measures import Aspect
from journeys.research.nodes.hitl_analyze_retrieval import analyse, key_of
from journeys.research.nodes.hitl_generate_queries import queries_for
from journeys.research.nodes.hitl_generate_questions import MOST as MOST_QUESTIONS
from journeys.research.nodes.hitl_generate_questions import questions_for
from journeys.research.nodes.hitl_process_response import says_to_begin
from journeys.research.words import language_of, write
from journeys.research.work import Step, Work, timed
from knowledge.chunk import tokens
from tools.research.facts import ReadPassage

# As was specified: a round is the last when so much is covered and so little is new.
COVERED: Final = 0.8
# See above.
STABLE: Final = 0.7
# One gap or two do not hold the plan up.
FEW_GAPS: Final = 2
A_QUERY: Final = 3
"""Three passages for each of three queries: about nine a round."""
# Each is a search more; who asks so many things is asked back anyway.
MOST_UNSPOKEN: Final = 4


def hitl_init(work: Work, runtime: Step) -> dict[str, Any]:
    run = work["run"]
    language = language_of(run.question, run.language)
    work["result"].changes["language"] = language
    return {"run": replace(run, language=language)}


def hitl_process_response(work: Work, runtime: Step) -> dict[str, Any]:
    """An answer that only says to begin is no word about the case."""
    run, result = work["run"], work["result"]
    if run.answers and says_to_begin(run.answers[-1]):
        dialogue = tuple(run.dialogue[:-1])
        result.changes["dialogue"] = list(dialogue)
        return {"run": replace(run, dialogue=dialogue)}
    return {}


def hitl_generate_queries(work: Work, runtime: Step) -> dict[str, Any]:
    run = work["run"]
    gaps = [str(gap["about"]) for gap in run.gaps]
    work["result"].changes["queries"] = queries_for(run.question, run.answers, gaps, runtime.context.mind)
    return {}


def hitl_retrieve_chunks(work: Work, runtime: Step) -> dict[str, Any]:
    run, result = work["run"], work["result"]
    queries = result.changes["queries"]
    found = runtime.context.retrieve(queries, top_k=A_QUERY)
    if runtime.context.mind.provider.kind == "local":
        unspoken = measures.unspoken(measures.aspects_of(run.question), [*run.sources, *found])
        found = _with_more(found, runtime.context.retrieve(_few(unspoken), top_k=1))
    known = {passage.chunk_id for passage in run.sources}
    result.changes["dedup_ratio"] = measures.dedup_ratio(found, run.sources)
    result.sources = [passage for passage in found if passage.chunk_id not in known]
    result.tokens += sum(tokens.count(passage.text) for passage in result.sources)
    return {"passages": found}


def _few(unspoken: Sequence[Aspect]) -> list[str]:
    """One more query for what nothing speaks of yet: by each word alone, for a whole question drowns it."""
    return [aspect.label for aspect in unspoken[:MOST_UNSPOKEN]]


def _with_more(found: list[ReadPassage], more: list[ReadPassage]) -> list[ReadPassage]:
    known = {passage.chunk_id for passage in found}
    return [*found, *(passage for passage in more if passage.chunk_id not in known)]


def hitl_analyze_retrieval(work: Work, runtime: Step) -> dict[str, Any]:
    run, result = work["run"], work["result"]
    passages = [*run.sources, *result.sources]
    covered, gaps = analyse(run.question, run.answers, run.asked, passages, runtime.context.mind)
    result.changes |= {"coverage": covered, "gaps": gaps, "iteration": run.iteration + 1}
    result.note = f"coverage {covered:.2f}, dedup {result.changes['dedup_ratio']:.2f}, gaps {len(gaps)}"
    return {}


def hitl_generate_questions(work: Work, runtime: Step) -> dict[str, Any]:
    run, result = work["run"], work["result"]
    gaps = result.changes["gaps"][:MOST_QUESTIONS]
    dialogue = result.changes.get("dialogue", list(run.dialogue))
    questions = questions_for(run.question, gaps, dialogue, run.language, runtime.context.mind)
    lines = [f"{number}. {question}" for number, question in enumerate(questions, 1)]
    text = "\n".join([write("ask_lead", run.language), *lines, "", write("ask_end", run.language)])
    result.changes["asked"] = [*run.asked, *(key_of(gap) for gap in gaps)]
    result.changes["dialogue"] = [*dialogue, {"who": "us", "text": "\n".join(lines)}]
    result.is_waiting = True
    result.told.append(("research.asked", {"text": text}))
    return {}


def hitl_finalize(work: Work, runtime: Step) -> dict[str, Any]:
    run, result = work["run"], work["result"]
    result.phase, result.is_waiting = "plan", False
    result.changes["termination_reason"] = _reason(work)
    result.changes.setdefault("gaps", list(run.gaps))
    return {}


def after_start(work: Work) -> str:
    return "hitl_init" if not work["run"].iteration else "hitl_process_response"


def after_response(work: Work) -> str:
    is_over = work["result"].changes.get("dialogue") is not None or work["run"].termination_reason == "user_end"
    return "hitl_finalize" if is_over else "hitl_generate_queries"


def after_analysis(work: Work) -> str:
    return "hitl_finalize" if _reason(work) else "hitl_generate_questions"


def _reason(work: Work) -> str:
    """Why no more is asked; empty while it is."""
    run, changes = work["run"], work["result"].changes
    if run.termination_reason == "user_end" or "coverage" not in changes:
        return "user_end"
    is_stable = changes["coverage"] >= COVERED and changes["dedup_ratio"] >= STABLE
    if is_stable and len(changes["gaps"]) <= FEW_GAPS:
        return "convergence"
    if changes["iteration"] > run.most_rounds or run.is_over_budget:
        return "max_iterations"
    return "nothing_to_ask" if run.iteration and not changes["gaps"] else ""


def build() -> CompiledStateGraph[Any, ResearchHands, Any, Any]:
    graph = StateGraph(Work, context_schema=ResearchHands)
    for node in (
        hitl_init, hitl_process_response, hitl_generate_queries, hitl_retrieve_chunks, hitl_analyze_retrieval,
        hitl_generate_questions, hitl_finalize,
    ):  # fmt: skip
        graph.add_node(node.__name__, timed(node.__name__, node))
    graph.add_conditional_edges(START, after_start, ["hitl_init", "hitl_process_response"])
    graph.add_edge("hitl_init", "hitl_generate_queries")
    graph.add_conditional_edges("hitl_process_response", after_response, ["hitl_finalize", "hitl_generate_queries"])
    graph.add_edge("hitl_generate_queries", "hitl_retrieve_chunks")
    graph.add_edge("hitl_retrieve_chunks", "hitl_analyze_retrieval")
    graph.add_conditional_edges("hitl_analyze_retrieval", after_analysis, ["hitl_finalize", "hitl_generate_questions"])
    graph.add_edge("hitl_generate_questions", END)
    graph.add_edge("hitl_finalize", END)
    return graph.compile()
