"""The sentences of the report, each with the passages that carry it.

Without a model they are the findings' own sentences that share most with their task. A model's sentence that its
sources do not carry is left out, and a task that has none left gets the findings' own.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from pydantic import BaseModel, ConfigDict

from journeys.check.library.carried import uncarried
from journeys.check.library.units import source
from journeys.llm import Mind
from journeys.research import measures
from journeys.research.node import NAMES, ResearchNode
from knowledge.text import words
from tools.research.facts import ReadPassage, ReportSentence, RunFacts, TaskFacts

PROMPT: Final = """\
Write the report that answers `question` for this person (`answers` are what they told of their case) from `findings`
and from nothing else, in `language`. What they do not say, you do not know; never fill a gap from elsewhere.
sentences  in the order of `tasks`. task: its number. text: one sentence that its findings carry, near their words, with
           every figure, name, condition and exception exact. sources: the numbers of the findings that carry it, at
           least one. matters: true for the three to six sentences that answer the question itself
Where findings differ, say both, each with its source. Where `focus` is given, mend what it says."""
# Of a task's words: so many must stand in a sentence that answers it.
FEWEST_SHARED: Final = 0.45
# A task that asks widely has few words in common with each sentence.
WIDELY: Final = 0.2
# Passages below it were read in vain.
LEAST_RELEVANT: Final = 0.25
OF_THE_BEST: Final = 0.75
"""A task that asks for much is answered by passages each of which speaks of a part."""
# A passage that answers so well is named beside the one that is quoted.
ANSWERS_TOO: Final = 0.4
# Sentences a task, so that a report of fifteen is read.
MOST_A_TASK: Final = 4
# Sentences of what references led to, beside them.
MOST_LED_TO: Final = 3
# A summary is read at once.
MOST_THAT_MATTER: Final = 5
# The parts of a question are its first tasks: a summary says something of each of so many.
FIRST_TASKS: Final = 3
# Shorter lines are headings.
FEWEST_WORDS: Final = 4
# A sentence that goes on longer is a table or a list.
LONGEST: Final = 600
# Not after what is only shortened: "§ 4 Abs. 2", "No. 7".
_ENDS: Final = re.compile(
    r"(?<=[.!?])(?<!\bAbs\.)(?<!\bArt\.)(?<!\bSec\.)(?<!\bNr\.)(?<!\bNo\.)(?<!\bNa\.)\s+(?=[A-Z0-9ÄÖÜ\"“(])"
)
_RULE: Final = re.compile(r"^[\s|:-]{3,}$")
_MARK: Final = re.compile(r"^\s*(?:[-*•]|\d{1,2}[.)])\s+")


class SynthesisSentence(BaseModel):
    """One sentence."""

    model_config = ConfigDict(extra="forbid")

    task: int
    text: str
    sources: list[int]
    matters: bool


class Synthesis(BaseModel):
    """The report's sentences."""

    model_config = ConfigDict(extra="forbid")

    sentences: list[SynthesisSentence]


NODE: Final = ResearchNode(name="synthesize", prompt=PROMPT, schema=Synthesis)


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """Sentences in the order of the tasks, those that matter most, and who wrote them."""

    sentences: tuple[ReportSentence, ...]
    matters: tuple[ReportSentence, ...]
    written_by: str


def synthesized(run: RunFacts, focus: str, mind: Mind) -> WrittenReport:
    usual = local(run, is_wide=bool(focus))
    numbered = list({(each.chunk_id, each.text): each for each in run.findings}.values())
    facts: dict[str, Any] = {
        "question": run.question, "answers": list(run.answers), "language": NAMES.get(run.language, run.language),
        "focus": focus,
        "tasks": [{"number": task.position, "title": task.title} for task in run.tasks],
        "findings": [
            {"number": number, "source": run.source(each.chunk_id).citation, "text": each.text}
            for number, each in enumerate(numbered, 1)
        ],
    }  # fmt: skip
    answer = NODE.asked(mind, facts) if numbered else None
    if answer is None:
        return usual
    task_of = {task.position: task.id for task in run.tasks}
    made: list[tuple[ReportSentence, bool]] = []
    for each in answer.sentences:
        cited = tuple(dict.fromkeys(numbered[at - 1].chunk_id for at in each.sources if 1 <= at <= len(numbered)))
        written = ReportSentence(task_id=task_of.get(each.task), text=" ".join(each.text.split()), chunk_ids=cited)
        if is_carried(written, run):
            made.append((written, each.matters))
    answered = {written.task_id for written, _ in made}
    rest = [each for each in usual.sentences if each.task_id not in answered]
    order = {task.id: task.position for task in run.tasks}
    sentences = sorted(
        (*(each for each, _ in made), *rest), key=lambda each: order.get(each.task_id or UUID(int=0), 99)
    )
    matters = tuple(each for each, how in made if how) or usual.matters
    return WrittenReport(tuple(sentences), matters, "model" if made else "local")


def is_carried(written: ReportSentence, run: RunFacts) -> bool:
    """Whether the passages that it names carry it."""
    if not written.chunk_ids or not written.text or len(written.text) > LONGEST:
        return False
    cited = [run.source(chunk_id) for chunk_id in written.chunk_ids]
    return not any(uncarried(written.text, [source(each.text, f"{each.title} {each.section}") for each in cited]))


def local(run: RunFacts, *, is_wide: bool = False) -> WrittenReport:
    """The findings' own sentences; `is_wide` takes those that share less, too."""
    least = WIDELY if is_wide else FEWEST_SHARED
    seen: set[str] = set()
    rated: list[tuple[float, ReportSentence]] = []
    heads: list[ReportSentence] = []
    for task in run.tasks:
        chosen = sorted(_of_task(task, run, seen), key=lambda each: -each[0])
        top = chosen[0][0] if chosen else 0.0
        kept = [each for each in chosen[:MOST_A_TASK] if each[0] >= least * top]
        kept += [each for each in _led_to(task, run, chosen) if each not in kept][:MOST_LED_TO]
        for _, written in kept:
            seen.add(_plainly(written.text))
        rated += kept
        if kept and task.position <= FIRST_TASKS and _share(kept[0][1].text, _own_weights(task, run)):
            heads.append(kept[0][1])
    whole = measures.weights_of(measures.aspects_of(f"{run.question} {' '.join(run.answers)}"), run.sources)
    ranked = sorted(dict.fromkeys(each for _, each in rated), key=lambda each: -_share(each.text, whole))
    followed = (each for each in run.references if each.outcome == "followed")
    referred = {UUID(chunk_id) for each in followed for chunk_id in each.leads_to}
    first = list(dict.fromkeys([*heads, *ranked]))[: MOST_THAT_MATTER - 1]
    led_to = [each for each in ranked if referred.issuperset(each.chunk_ids) and each not in first]
    led_to.sort(key=lambda each: not any(map(str.isdigit, each.text)))  # a figure is what was looked up there
    matters = dict.fromkeys([*first, *led_to[:1], *ranked])
    return WrittenReport(tuple(each for _, each in rated), tuple(matters)[:MOST_THAT_MATTER], "local")


def _led_to(
    task: TaskFacts, run: RunFacts, chosen: Sequence[tuple[float, ReportSentence]]
) -> Iterator[tuple[float, ReportSentence]]:
    """Of each passage that a followed reference leads to its best sentence: it says what the first one leaves to it."""
    for chunk_id in _referred_to(task, run):
        own = (each for each in chosen if each[1].chunk_ids == (chunk_id,))
        if best := next(own, None):
            yield best


def _referred_to(task: TaskFacts, run: RunFacts) -> dict[UUID, None]:
    own = (each for each in run.references if each.task_id == task.id and each.outcome == "followed")
    return dict.fromkeys(UUID(chunk_id) for each in own for chunk_id in each.leads_to)


def _of_task(task: TaskFacts, run: RunFacts, seen: set[str]) -> Iterator[tuple[float, ReportSentence]]:
    weights = measures.weights_of_task(task.title, task.query, run.sources)
    referred = _referred_to(task, run)
    own = [each for each in run.findings if each.task_id == task.id]
    least = min(LEAST_RELEVANT, OF_THE_BEST * max((each.relevance for each in own), default=0.0))
    for finding in own:
        is_referred_to = finding.chunk_id in referred
        if finding.relevance < least and not is_referred_to:
            continue
        passage = run.source(finding.chunk_id)
        for text in sentences_of(finding.text):
            share = _share(f"{text} {passage.section}", weights) * finding.relevance
            if (share or is_referred_to) and _plainly(text) not in seen and _is_statement_of(text, passage):
                yield share, ReportSentence(task_id=task.id, text=text, chunk_ids=(finding.chunk_id,))


def _own_weights(task: TaskFacts, run: RunFacts) -> measures.Weights:
    return measures.weights_of(measures.aspects_of(task.title), run.sources)


def _is_statement_of(text: str, passage: ReadPassage) -> bool:
    """Whether it stands there, word for word, and is not its heading."""
    said = _plainly(text)
    return said in _plainly(passage.text) and said not in _plainly(passage.section)


def _share(text: str, weights: Mapping[frozenset[str], float]) -> float:
    said: set[str] = frozenset().union(*(aspect.sense for aspect in measures.aspects_of(text)), frozenset())  # type: ignore[assignment]
    whole = sum(weights.values())
    return sum(weight for sense, weight in weights.items() if sense & said) / whole if whole else 0.0


def sentences_of(text: str) -> Iterator[str]:
    """Sentences, lines of a list, and rows of a table in one line each."""
    for line in text.splitlines():
        if _RULE.match(line) or line.lstrip().startswith("#"):
            continue
        cells = [cell.strip() for cell in line.strip(" |").split("|")]
        row = " · ".join(cell for cell in cells if cell).replace("**", "")
        for sentence in _ENDS.split(_MARK.sub("", row)):
            if len(sentence.split()) >= FEWEST_WORDS and not sentence.rstrip().endswith(("?", ":")):
                yield sentence.strip()[:LONGEST]


def _plainly(text: str) -> str:
    return " ".join(words(text))


def not_found(run: RunFacts, sentences: Sequence[ReportSentence]) -> tuple[str, ...]:
    """The tasks that nothing answers: no sentence of theirs, and none of another from a passage they found."""
    answered = {each.task_id for each in sentences}
    cited = {chunk_id for each in sentences for chunk_id in each.chunk_ids}
    for finding in run.findings:
        if finding.chunk_id in cited and finding.relevance >= ANSWERS_TOO:
            answered.add(finding.task_id)
    return tuple(task.title for task in run.tasks if task.state != "struck" and task.id not in answered)
