"""Five scores of a report, 0 to 100 each. Code measures them; a model may only lower what code has given.

factual accuracy       sentences that their own sources carry, values and denials included
semantic validity      sentences that speak of the question or of their task
structural integrity   every task answered or named as not found; a summary that fits the phone; no overlong sentence
citation correctness   sentences with sources, each of them retrieved and taken up by a task
query relevance        how much of what was asked the sentences speak of
"""

from collections.abc import Mapping
from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from journeys.llm import Mind
from journeys.research import measures
from journeys.research.node import ResearchNode
from journeys.research.nodes.synthesize import LONGEST, WrittenReport, is_carried, not_found
from tools.research.facts import ReportSentence, RunFacts
from tools.research.models.found import SCORES

PROMPT: Final = """\
Judge the report `sentences` that answer `question`, each with the text of its sources. Five scores, 0 to 100:
factual_accuracy (the sources say it), semantic_validity (it makes sense and does not contradict itself),
structural_integrity (every task answered or named as not found), citation_correctness (each sentence's own sources
carry it) and query_relevance (it answers the question).
issues  what is wrong, at most five short lines; none when nothing is"""


class QualityAssessment(BaseModel):
    """Five scores and what is wrong."""

    model_config = ConfigDict(extra="forbid")

    factual_accuracy: int = Field(ge=0, le=100)
    semantic_validity: int = Field(ge=0, le=100)
    structural_integrity: int = Field(ge=0, le=100)
    citation_correctness: int = Field(ge=0, le=100)
    query_relevance: int = Field(ge=0, le=100)
    issues: list[str] = Field(max_length=5)


NODE: Final = ResearchNode(name="quality_check", prompt=PROMPT, schema=QualityAssessment)


def scored(run: RunFacts, report: WrittenReport, summary: str, mind: Mind) -> tuple[dict[str, int], list[str]]:
    """The scores, and what lowers them."""
    scores, issues = local(run, report, summary)
    facts = {
        "question": run.question,
        "tasks": [task.title for task in run.tasks],
        "not_found": list(not_found(run, report.sentences)),
        "sentences": [
            {"text": each.text, "sources": [run.source(chunk_id).text[:1500] for chunk_id in each.chunk_ids]}
            for each in report.sentences
        ],
    }
    answer = NODE.asked(mind, facts) if report.written_by == "model" else None
    if answer is not None:
        scores = {name: min(score, getattr(answer, name)) for name, score in scores.items()}
        issues += [issue.strip()[:120] for issue in answer.issues if issue.strip()]
    return scores, issues


def local(run: RunFacts, report: WrittenReport, summary: str) -> tuple[dict[str, int], list[str]]:
    sentences = report.sentences
    used = {each.chunk_id for each in run.findings}
    carried = [each for each in sentences if is_carried(each, run)]
    on_topic = [each for each in sentences if _is_on_topic(each, run)]
    cited = [each for each in sentences if each.chunk_ids and used.issuperset(each.chunk_ids)]
    missing = _missing(run, sentences)
    scores = {
        "factual_accuracy": _percent(len(carried), len(sentences)),
        "semantic_validity": _percent(len(on_topic), len(sentences)),
        "structural_integrity": _structure(run, report, summary),
        "citation_correctness": _percent(len(cited), len(sentences)),
        "query_relevance": round(100 * _answered(run, sentences)),
    }
    issues = [f"not carried: {each.text[:60]}" for each in sentences if each not in carried]
    if missing:
        issues.append(f"nothing about: {', '.join(missing)}")
    assert tuple(scores) == SCORES  # noqa: S101  the report's columns
    return scores, issues


def _percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def _is_on_topic(written: ReportSentence, run: RunFacts) -> bool:
    asked = " ".join([run.question, *(task.query for task in run.tasks if task.id == written.task_id)])
    headings = " ".join(run.source(chunk_id).section for chunk_id in written.chunk_ids)
    said = {term for aspect in measures.aspects_of(f"{written.text} {headings}") for term in aspect.sense}
    return any(aspect.sense & said for aspect in measures.aspects_of(asked))


def _structure(run: RunFacts, report: WrittenReport, summary: str) -> int:
    is_complete = bool(report.sentences) or bool(not_found(run, ()))
    is_in_order = [each.task_id for each in report.sentences] == sorted(
        (each.task_id for each in report.sentences),
        key=lambda task_id: next((task.position for task in run.tasks if task.id == task_id), 99),
    )
    fits = len(summary) <= 1500
    is_short = all(len(each.text) <= LONGEST for each in report.sentences)
    return 25 * sum((is_complete, is_in_order, fits, is_short))


def _answered(run: RunFacts, sentences: tuple[ReportSentence, ...]) -> float:
    aspects = measures.aspects_of(run.question)
    weights = measures.weights_of(aspects, run.sources)
    said = _told(run, sentences)
    whole = sum(weights.values())
    return sum(weight for sense, weight in weights.items() if sense & said) / whole if whole else 0.0


def _missing(run: RunFacts, sentences: tuple[ReportSentence, ...]) -> list[str]:
    said = _told(run, sentences)
    return [aspect.label for aspect in measures.aspects_of(run.question) if not aspect.sense & said]


def _told(run: RunFacts, sentences: tuple[ReportSentence, ...]) -> set[str]:
    texts = [
        f"{each.text} {' '.join(run.source(chunk_id).section for chunk_id in each.chunk_ids)}" for each in sentences
    ]
    return {term for text in texts for aspect in measures.aspects_of(text) for term in aspect.sense}


def total(scores: Mapping[str, int]) -> int:
    """0 to 500."""
    return sum(scores.values())
