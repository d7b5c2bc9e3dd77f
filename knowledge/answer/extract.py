"""Chooses what to quote: the blocks that share most with the question, and of a list the items that do.

What is said only of a case that the question rules out counts nothing: "if it does not blink" helps nobody whose light
blinks.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, partial
from math import log

from knowledge.answer import demanded, meaning, opening, tables
from knowledge.answer.blocks import ExtractBlock, blocks_of
from knowledge.answer.meaning import terms
from knowledge.answer.names import names_meant
from knowledge.answer.passage import Extent, FoundPassage, Style
from knowledge.answer.ruled_out import denied, is_ruled_out
from knowledge.answer.shortened import shortened
from knowledge.search.terms import attributes, hours
from knowledge.search.terms.glossary import around
from knowledge.search.terms.words import has_times
from knowledge.text import words

MOST_CHARACTERS: Mapping[Style, int] = {"concise": 450, "detailed": 1000, "bullet": 650}
WHOLE_TABLE = 700
"""Characters of a table that is told whole, as no row of it was asked for: some eight short rows on a phone."""
WHOLE_LIST = 250
"""Characters of a list that is told whole, some five lines on a phone, unless what they see is one of its lines, or
some facts of a named thing say all that was asked."""
MOST_BLOCKS: Mapping[Style, int] = {"concise": 2, "detailed": 5, "bullet": 4}
NEARLY_AS_GOOD: Mapping[Style, float] = {"concise": 0.75, "detailed": 0.45, "bullet": 0.55}
# Three fifths as good in the customer's language is better than the best in another.
NEARLY_IN_THEIRS = 0.6
# A word of the heading tells what the block is about, a little less surely than one of its own.
HEADING_COUNTS = 0.9
# A section whose heading was mostly asked for is worth so much more, by the share of it that was.
ASKED_OF, MOSTLY = 0.75, 0.5
# What a customer writes in capitals is a name, and a colour or that it blinks is what they see. What leaves it out,
# where others do not, is about something else: "LOS light" is not "PON light".
OF_ANOTHER = 0.35
# Asked when something is, how long, what it costs, how it is done or where, a block without any time, span, sum, steps
# or place answers clearly worse.
NO_TIME = NO_SPAN = NO_SUM = NO_STEPS = NO_PLACE = 0.6
SEEN = terms("blink red green yellow orange amber")
# The search's order counts: each place further down must share clearly more to be quoted instead.
BEST_FIRST = 0.85
# "When" and "good" ask, but name nothing that an answer would have to repeat.
SAYS_LITTLE = 0.3
_WHEN = (
    "monday tuesday wednesday thursday friday saturday sunday weekend today tonight tomorrow now morning evening night "
    "jumatatu jumanne jumatano alhamisi ijumaa jumamosi jumapili wikendi leo kesho usiku sasa jioni asubuhi still"
)
WHEN = terms(_WHEN)
# Of two days that are asked for, what is half as good as the best is told of the other.
OF_ANOTHER_DAY = 0.5
# How long something takes is no name of a row: "after how many days".
SPANS = terms("minute hour day week month year")
# What has times is told by its times.
OF_DOORS = terms("open opens close closes closed kufunga kufungua")
VAGUE = terms(
    "allow allowed permitted policy document information rule know tell explain keep many much long take sera taarifa"
)


@dataclass(frozen=True, slots=True)
class Quoted:
    """A block that was chosen: the place of its passage, and its words as they are rendered."""

    place: int
    block: ExtractBlock
    text: str


@dataclass(frozen=True, slots=True)
class Extract:
    """The words of an answer, and the places of the passages they come from; `chosen` are its blocks, uncut."""

    text: str
    cited: tuple[int, ...]
    chosen: tuple[Quoted, ...] = ()

    @property
    def is_whole_table(self) -> bool:
        """Whether each row of a table is told, as none was known to be meant."""
        first = self.chosen[0] if self.chosen else None
        return first is not None and tables.is_table(first.block) and len(first.block.units) == first.text.count("• ")


@dataclass(frozen=True, slots=True)
class _Rated:
    place: int
    order: int
    block: ExtractBlock
    score: float
    days: frozenset[str] = frozenset()
    """The days that were asked for and that it speaks of."""


def extract(
    question: str,
    passages: Sequence[FoundPassage],
    *,
    style: Style = "concise",
    language: str = "",
    kind: str = "",
    extent: Extent = "usual",
) -> Extract:
    """An answer in the passages' own words; empty without passages. Of `language`, if that says nearly as much.

    `kind` says of what kind a thing is that the question names: a blender's row may be that of kitchen appliances. What
    stands beside the answer to a "part" of a message may answer the rest of it; of a list the "whole" may be told."""
    asked = meaning.asked(question, set().union(*(terms(passage.text) for passage in passages)))
    rated = list(_rate(question, asked, passages))
    if not rated:
        return Extract("", ())
    best = max(rated, key=lambda each: each.score)
    if language:
        theirs = [each for each in rated if passages[each.place].language in ("", language)]
        in_theirs = max(theirs, key=lambda each: each.score, default=best)
        best = in_theirs if in_theirs.score >= NEARLY_IN_THEIRS * best.score else best
    tongue = passages[best.place].language
    rated = [each for each in rated if passages[each.place].language == tongue]
    chosen = [best] if attributes.asks_where(question) else _choose(best, rated, style)  # a place is told once
    rendered = [
        (each, _render(each.block, question, asked, _above(passages[each.place]), style, kind, extent))
        for each in chosen
    ]
    is_table = tables.is_table(chosen[0].block)
    kept = list(_within(rendered, max(MOST_CHARACTERS[style], WHOLE_TABLE if is_table else 0)))
    is_apart = len({each.block.heading for each, _ in kept}) > 1
    return Extract(
        text="\n\n".join(
            _headed(each.block, text) if is_apart or each.block.is_ordered else text for each, text in kept
        ),
        cited=tuple(dict.fromkeys(each.place for each, _ in kept)),
        chosen=tuple(Quoted(each.place, each.block, text) for each, text in rendered),
    )


def _rate(question: str, asked: Sequence[frozenset[str]], passages: Sequence[FoundPassage]) -> Iterator[_Rated]:
    """A word counts once, whichever of its meanings a block has: that it may mean many things tells nothing."""
    there = set().union(*asked) - denied(question)
    blocks = [
        (place, block)
        for place, passage in enumerate(passages)
        for block in blocks_of(passage.text, name=passage.section.rpartition(" > ")[2])
    ]
    spoken = [_spoken(block, there) for _, block in blocks]
    days = meaning.days_in(question)
    telling = _telling_apart(question, there, [block for _, block in blocks], spoken)
    spread = Counter(sense for said in spoken for sense in asked if said & sense)
    weight = {sense: _worth(sense) * log(1 + len(blocks) / (1 + spread[sense])) for sense in asked}
    for order, ((place, block), said) in enumerate(zip(blocks, spoken, strict=True)):
        above = _above(passages[place]) | terms(block.heading)
        shared = sum(
            weight[sense] * (1.0 if sense & said else HEADING_COUNTS) for sense in asked if sense & (said | above)
        )
        for factor, has_it in telling:
            shared *= factor if any(has_it) and not has_it[order] else 1.0
        is_only_a_question = all(unit.endswith("?") for unit in block.units)
        worth = BEST_FIRST**place * (0.5 + passages[place].score / 2)
        is_row = tables.is_table(block) and _has_row_of(block, asked)
        worth *= 1 + ASKED_OF * (1.0 if is_row else _asked_of(passages[place].section.rpartition(" > ")[2], there))
        score = 0.0 if is_only_a_question else (shared + 0.01) * worth
        yield _Rated(place, order, block, score, days & meaning.days_in(block.text))


def _asked_of(heading: str, there: Set[str]) -> float:
    """The share of a heading that was asked, if most: "Visitors" is about them, whoever else mentions a visitor."""
    named = [sense for sense in meaning.senses(heading) if _worth(sense) == 1.0]
    share = sum(not sense.isdisjoint(there) for sense in named) / len(named) if named else 0.0
    return share if share >= MOSTLY else 0.0


def _has_row_of(block: ExtractBlock, asked: Sequence[frozenset[str]]) -> bool:
    """Whether a row is named by nothing but what is asked for, as "APN: internet.example" by "what is the APN"."""
    named = [sense for sense in asked if _worth(sense) == 1.0]
    firsts = (meaning.senses(unit.partition("; ")[0].partition(": ")[2]) for unit in block.units)
    return len(named) == 1 and any(len(first) == 1 and not first[0].isdisjoint(named[0]) for first in firsts)


def _spoken(block: ExtractBlock, there: set[str]) -> set[str]:
    """What it speaks of, without what it says of a case that is not so."""
    return terms(" ".join(part for part in (block.lead, *block.units) if not is_ruled_out(part, there)))


def _telling_apart(
    question: str, there: set[str], blocks: Sequence[ExtractBlock], spoken: Sequence[set[str]]
) -> list[tuple[float, list[bool]]]:
    """Which blocks have the name that was written, what was seen, and a time, a span or a sum where one is asked for.

    With each, what those without it are worth."""
    texts = [f"{block.heading} {block.text}" for block in blocks]
    names, seen = names_meant(question, texts), there & SEEN
    return [
        (OF_ANOTHER, [bool(names & set(words(text))) for text in texts]),
        (OF_ANOTHER, [bool(seen & (said | terms(block.heading))) for block, said in zip(blocks, spoken, strict=True)]),
        (NO_TIME, [has_times(text) for text in texts] if hours.is_about(question) else []),
        (NO_SPAN, _with(demanded.SPAN, texts) if demanded.asks_how_long(question) else []),
        (NO_STEPS, [block.is_ordered for block in blocks] if demanded.asks_how_to(question) else []),
        (NO_PLACE, _with(demanded.SOMEWHERE, texts) if demanded.asks_whereto(question) else []),
        (NO_SUM, _with(attributes.SUM, texts) if demanded.asks_price(question) else []),
    ]


def _with(pattern: re.Pattern[str], texts: Sequence[str]) -> list[bool]:
    return [pattern.search(text) is not None for text in texts]


def _worth(sense: frozenset[str]) -> float:
    """A day or "tonight" says when, not what: "every day" answers it as well. So what customers say around it."""
    return SAYS_LITTLE if sense & (WHEN | VAGUE | OF_DOORS) or sense <= _around() else 1.0


@cache
def _around() -> frozenset[str]:
    return frozenset(terms(" ".join(around())))


def _choose(best: _Rated, rated: Sequence[_Rated], style: Style) -> list[_Rated]:
    near = [each for each in rated if each.score >= best.score * _nearly(each, best, style) and each.score > 0]
    ranked = sorted(near, key=lambda each: -each.score)[: MOST_BLOCKS[style]]
    # The best first, what else its passage says in the passage's order, then the others.
    others = (each for each in ranked if each is not best)
    return [best, *sorted(others, key=lambda each: (each.place != best.place, each.order))]


def _nearly(each: _Rated, best: _Rated, style: Style) -> float:
    return OF_ANOTHER_DAY if best.days and each.days - best.days else NEARLY_AS_GOOD[style]


def _above(passage: FoundPassage) -> set[str]:
    return terms(f"{passage.title} {passage.section}")


def _render(
    block: ExtractBlock,
    question: str,
    senses: Sequence[frozenset[str]],
    above: set[str],
    style: Style,
    kind: str,
    extent: Extent,
) -> str:
    asked = set().union(*senses)
    units = [unit for unit in block.units if not unit.endswith("?")] or list(block.units)
    if block.is_list:
        # The name that stands above all of them, such as a place's, tells none apart.
        name = terms(block.lead) if block.lead == block.heading else set()
        if tables.is_table(block):
            # What stands above the table tells no row, whatever else the word may mean: "pesa" is money, and cash.
            meant = set().union(*(sense for sense in senses if sense.isdisjoint(above))) - WHEN - VAGUE - SPANS - name
            units = [tables.as_told(row) for row in tables.rows_meant(units, question, meant, above, kind)]
        elif not (block.is_ordered or extent == "whole"):
            told = _with_what_is_demanded(question, units, tables.speaking_of(units, asked - WHEN - VAGUE - name))
            is_of_all = _asked_of(block.heading, asked) and not (asked & SEEN or extent == "part")
            is_long = bool(asked & SEEN) or sum(map(len, units)) > (MOST_CHARACTERS[style] if is_of_all else WHOLE_LIST)
            is_all = bool(name) and extent != "part" and _is_all(senses, above | name | terms(" ".join(told)))
            units = tables.by_label(question, units) or (told if is_long or is_all else units)
        marks = [f"{number}." if block.is_ordered else "•" for number in range(1, len(units) + 1)]
        lines = [f"{mark} {unit}" for mark, unit in zip(marks, units, strict=True)]
        return "\n".join([*([block.lead] if block.lead else []), *lines])
    if attributes.asks_where(question):
        units = [unit for unit in units if demanded.holds(question, unit)] or units
    if style == "bullet":
        return "\n".join(f"• {unit}" for unit in units)
    return " ".join(units)


def _headed(block: ExtractBlock, text: str) -> str:
    """With the heading above it: steps are for the case that it names, and of two sections each has its own."""
    return text if block.lead or not block.heading else f"{block.heading}\n{text}"


def _is_all(senses: Sequence[frozenset[str]], said: Set[str]) -> bool:
    """Whether all that was asked for, and tells something, is said."""
    return all(not sense.isdisjoint(said) for sense in senses if _worth(sense) == 1.0)


def _with_what_is_demanded(question: str, items: list[str], told: list[str]) -> list[str]:
    """With the items that have the time, the sum or the span asked for, where those that are told have none."""
    has_it = has_times if hours.is_about(question) else partial(demanded.holds, question)
    if not hours.is_about(question) and terms(question) & WHEN:
        has_it = opening.tells_hours  # who comes tomorrow evening is told whether it is open then
    return told if any(map(has_it, told)) else [item for item in items if item in told or has_it(item)]


def _within(rendered: Sequence[tuple[_Rated, str]], most: int) -> Iterator[tuple[_Rated, str]]:
    """As many as fit; the first always, shortened to whole lines and sentences when it must be."""
    length = 0
    for position, (each, text) in enumerate(rendered):
        if position == 0:
            text = shortened(text, most)
        elif length + len(text) > most:
            continue
        length += len(text)
        yield each, text
