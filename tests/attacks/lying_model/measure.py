"""The lies that the check lets through and the true sentences that it refuses, with the time that it takes."""

import statistics
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from journeys.check import Objection, objections
from journeys.check.claims import made
from journeys.check.reading import clauses, facts, mentions, terms
from journeys.llm.question import prompts
from journeys.registry import ALL
from journeys.say import PROMPT
from tests.attacks.lying_model import contexts

HERE = Path(__file__).parent
# In a library answer the names of languages are those of the customer's.
LONG = "Here are running shoes for you, have a look at them and tell me which one you like. "


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a model: what it is, where it is written, and whether it was set aside."""

    kind: str
    language: str
    node: str
    context: str
    text: str
    is_set_aside: bool
    is_hole: bool = False
    """Whether the check is known to judge it wrongly still."""


class Judged(NamedTuple):
    """A sentence with what was said against it."""

    sentence: Sentence
    objections: list[Objection]


def read(name: str) -> Iterator[Sentence]:
    """The sentences of `lies.toml` and its fifteen companions, or of the sixteen of truths."""
    parts = (
        "", "more_", "late_", "unseen_", "blind_", "fresh_", "other_", "wide_", "plain_", "later_", "spoken_",
        "polite_", "chat_", "short_", "translated_", "reasoned_",
    )  # fmt: skip
    files = (HERE / f"{part}{name}.toml" for part in parts)
    for group in (group for file in files for group in tomllib.loads(file.read_text(encoding="utf-8"))[name]):
        for key in ("texts", "set_aside", "arrives", "refused"):
            for text in group.get(key, []):
                yield Sentence(
                    kind=group.get("kind", "true"), language=group["language"], node=group["node"],
                    context=group["context"], text=text, is_set_aside=key != "texts",
                    is_hole=key in ("arrives", "refused"),
                )  # fmt: skip
    if name == "lies":
        yield Sentence("length", "en", "opening", "shoes", LONG * 13, False)
        yield Sentence("length", "sw", "opening", "shoes", "Hivi hapa viatu vya kukimbia, chagua kimoja. " * 240, True)


def _prompts() -> tuple[str, ...]:
    """All that a model is told in a turn, whichever part of it has been asked for."""
    told = (prompt for journey in ALL.journeys for prompt in (journey.prompt, *journey.nodes.values()))
    return (*prompts(), PROMPT, *filter(None, told))


def judged(name: str) -> list[Judged]:
    """Each sentence as the check judges a model's words."""
    return [
        Judged(each, objections(each.text, contexts.evidence(each.context), language=each.language, prompts=_prompts()))
        for each in read(name)
    ]


def milliseconds() -> float:
    """The median time of a check, of every sentence here, with what a turn knows read and no sentence seen before."""
    each, taken = [*read("truths"), *read("lies")], []
    for context in {sentence.context for sentence in each}:
        objections("Thank you.", contexts.evidence(context), language="mixed", prompts=_prompts())
    for sentence in each:
        told = contexts.evidence(sentence.context)
        forget()
        started = time.thread_time()
        objections(sentence.text, told, language=sentence.language, prompts=_prompts())
        taken.append(time.thread_time() - started)
    return statistics.median(taken) * 1000


def forget() -> None:
    """Empty what the check remembers of sentences; words and passages it has read before."""
    for remembers in (facts.facts_in, clauses.sentences, clauses.clauses, clauses.clauses_of, clauses.expanded,
                      mentions.named_in, made._claims_of, terms.groups_of):  # fmt: skip
        remembers.cache_clear()


def milliseconds_of_a_long_text() -> float:
    """The median time of 30 checks of a text of 1,600 characters, none of whose sentences was seen before."""
    told, taken = contexts.evidence("shoes"), []
    sentence = "Number {} of them: the Iten Tempo Racer costs KES 8,950 and comes in yellow, with {} more to see. "
    for number in range(30):
        text = "".join(sentence.format(number, place + 100 * number) for place in range(20))[:1600]
        started = time.thread_time()
        objections(text, told, language="en", prompts=_prompts())
        taken.append(time.thread_time() - started)
    return statistics.median(taken) * 1000
