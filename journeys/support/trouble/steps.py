"""The steps that the library has for a trouble, in the order in which they are told, and what of them is left."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from journeys import library
from journeys.check.reading.clauses import sentences
from journeys.context import TurnContext
from journeys.state import ConversationState
from journeys.support.answering.quoting import Quotation, quoted
from knowledge.answer.blocks import blocks_of
from knowledge.answer.meaning import terms
from tools.support.kb_retrieve import KbRetrieveResult

FIRST: Final = 2
"""How many steps are told at once in the beginning; then one after another, as they are tried."""
MOST_CHARACTERS: Final = 600
"""Of a list that is told whole where but one step more would be kept back."""
# So much of a step's words, and it is that step they speak of.
MOSTLY: Final = 0.6
# So much where it is said in a single sentence.
PARTLY: Final = 0.4
# With fewer words in common, two sentences may be of anything.
FEWEST_ALIKE: Final = 3
# Enough to know the step again.
LONGEST_KEPT: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One step as it stands: its number in its list, or 0 for what only leads to one; `source` is its passage's.

    `is_foreign`: it stands in another language than the customer's, where theirs has something too."""

    text: str
    source: int
    number: int = 0
    lead: str = ""
    heading: str = ""
    is_foreign: bool = False

    @property
    def key(self) -> str:
        """By which the state remembers it."""
        return self.text[:LONGEST_KEPT]


def course(question: str, found: KbRetrieveResult, state: ConversationState, context: TurnContext) -> list[Instruction]:
    """All that the library says to do, best first: in the customer's language, then the lists in others."""
    quotation = quoted(question, found, state, context)
    theirs = list(_steps_of(quotation))
    besides = quoted(question, found, state, context, besides=quotation.language)
    others = (step for step in _steps_of(besides) if step.number)
    foreign = (replace(step, is_foreign=bool(theirs)) for step in others)
    return _each_once([*theirs, *foreign])


def _each_once(steps: Sequence[Instruction]) -> list[Instruction]:
    return list({step.key: step for step in reversed(steps)}.values())[::-1]


def _steps_of(quotation: Quotation) -> Iterator[Instruction]:
    for each in quotation.extract.chosen:
        source = quotation.numbers[each.place]
        if not each.block.is_ordered:
            yield Instruction(text=each.text, source=source, heading=each.block.heading)
            continue
        for number, text in enumerate(each.block.units, 1):
            yield Instruction(text=text, source=source, number=number, lead=each.block.lead, heading=each.block.heading)


def left(steps: Sequence[Instruction], told: Sequence[str], *done: str) -> list[Instruction]:
    """What was neither told nor done by the customer's own words; what is of the list in hand first."""
    rest = [step for step in steps if step.key not in told and not any(_is_done(step, terms(each)) for each in done)]
    return sorted(rest, key=lambda step: not is_in_hand(step, steps, told))


def is_in_hand(step: Instruction, steps: Sequence[Instruction], told: Sequence[str]) -> bool:
    """Whether it is of the list whose step was told last."""
    return any(told and other.key == told[-1] and other.heading == step.heading for other in steps)


def _is_done(step: Instruction, done: set[str]) -> bool:
    """Whether all that they say they did stands in the step: "I restarted the router"."""
    return bool(done) and step.number > 0 and done <= terms(step.text)


def in_passages(found: KbRetrieveResult, numbers: Sequence[int]) -> list[Instruction]:
    """The steps of all lists that stand in these passages, whatever they were quoted for."""
    snippets = library.usable(found)
    return [
        Instruction(text=text, source=source, number=number, heading=block.heading)
        for source in numbers
        if 1 <= source <= len(snippets)
        for block in blocks_of(snippets[source - 1].text, name=snippets[source - 1].section.rpartition(" > ")[2])
        if block.is_ordered
        for number, text in enumerate(block.units, 1)
    ]


def told_in(words: str, steps: Sequence[Instruction]) -> list[Instruction]:
    """The steps that words tell, their own or a model's, whose every sentence tells the step that it is most like: in
    another language than the step's, fewer of its words are known again."""
    said = terms(words)
    mostly = [step for step in steps if len((of_step := terms(step.text)) & said) >= MOSTLY * max(1, len(of_step))]
    alike = [_most_alike(terms(sentence), steps) for sentence in sentences(words)]
    return [step for step in _each_once(steps) if step in mostly or step in alike]


def _most_alike(said: set[str], steps: Sequence[Instruction]) -> Instruction | None:
    shared = {step: len(terms(step.text) & said) for step in steps}
    best = max(steps, key=lambda step: shared[step] / max(1, len(terms(step.text))), default=None)
    is_alike = best is not None and shared[best] >= max(FEWEST_ALIKE, PARTLY * len(terms(best.text)))
    return best if is_alike else None


def as_told(words: str) -> list[str]:
    """The sentences of words in which no step is known again."""
    return [sentence[:LONGEST_KEPT] for sentence in sentences(words) if len(terms(sentence)) >= FEWEST_ALIKE]


def sources(steps: Sequence[Instruction]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(step.source for step in steps))


def beginning(steps: Sequence[Instruction]) -> list[Instruction]:
    """What is told at first: what leads to a list, and its first steps; of one language."""
    own = [step for step in steps if step.is_foreign == steps[0].is_foreign] if steps else []
    lists = [place for place, step in enumerate(own) if step.number]
    if not lists:
        return own
    first = lists[0]
    same = [step for step in own[first:] if step.heading == own[first].heading]
    is_short = len(same) <= FIRST + 1 and sum(len(step.text) for step in same) <= MOST_CHARACTERS
    return [*own[:first], *(same if is_short else same[:FIRST])]


def rendered(steps: Sequence[Instruction]) -> str:
    """The steps as they are told; a list that is begun is named by what leads it, or by its heading."""
    parts: list[str] = []
    for (heading, is_list), each in groupby(steps, key=lambda step: (step.heading, step.number > 0)):
        listed = list(each)
        above = listed[0].lead or heading
        lines = [above] if is_list and above and listed[0].number == 1 else []
        lines += [f"{step.number}. {step.text}" if is_list else step.text for step in listed]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)
