"""The lies that the check lets through and the true sentences that it refuses, with the time that it takes."""

import statistics
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from journeys.check import Objection, objections
from journeys.llm.question import prompts
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


class Judged(NamedTuple):
    """A sentence with what was said against it."""

    sentence: Sentence
    objections: list[Objection]


def read(name: str) -> Iterator[Sentence]:
    """The sentences of `lies.toml` or `truths.toml`."""
    for group in tomllib.loads((HERE / f"{name}.toml").read_text(encoding="utf-8"))[name]:
        for key in ("texts", "set_aside"):
            for text in group.get(key, []):
                yield Sentence(
                    kind=group.get("kind", "true"), language=group["language"], node=group["node"],
                    context=group["context"], text=text, is_set_aside=key == "set_aside",
                )  # fmt: skip
    if name == "lies":
        yield Sentence("length", "en", "opening", "shoes", LONG * 13, False)
        yield Sentence("length", "sw", "opening", "shoes", "Hivi hapa viatu vya kukimbia, chagua kimoja. " * 240, True)


def judged(name: str) -> list[Judged]:
    """Each sentence as the check judges a model's words."""
    return [
        Judged(each, objections(each.text, contexts.evidence(each.context), language=each.language, prompts=prompts()))
        for each in read(name)
    ]


def milliseconds() -> float:
    """The median time of 30 checks of a text of 1,600 characters, none of whose sentences was seen before."""
    told, taken = contexts.evidence("shoes"), []
    sentence = "Number {} of them: the Iten Tempo Racer costs KES 8,950 and comes in yellow, with {} more to see. "
    for number in range(30):
        text = "".join(sentence.format(number, place + 100 * number) for place in range(20))[:1600]
        started = time.thread_time()
        objections(text, told, language="en", prompts=prompts())
        taken.append(time.thread_time() - started)
    return statistics.median(taken) * 1000
