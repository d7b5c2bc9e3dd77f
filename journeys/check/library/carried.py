"""Whether the sentences of a library answer are carried by what was cited: whole, or each part by a passage of its own.

Terms are stems and concepts, Swahili ones also in English, so that an answer may be in another language.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from journeys.check.faults import other_days
from journeys.check.library import apposed, spelled_out
from journeys.check.library.clause_by_clause import NOTHING_ELSE, KnownBeside, is_said_not_so, why_not
from journeys.check.library.nearest import about, values_in
from journeys.check.library.told_by import without_sections
from journeys.check.library.town_parts import as_free_lines_call_it, as_rows_call_it
from journeys.check.library.translated import is_in_another_language, translated
from journeys.check.library.units import Source
from journeys.check.reading.clauses import Clause, clauses_of, expanded, sentences
from journeys.check.reading.dated import dated
from journeys.check.reading.facts import Fact
from journeys.check.theirs.case import without_their_hours
from knowledge.text import words

# "*Taarab evening*: When: every Thursday": what stands in its passage, and nothing of another.
_LINES_OF: Final = re.compile(r"\A\W{0,3}\*(?P<name>[^*]{1,80})\*: ")
# In one sentence, but each of its own.
_PARTS: Final = re.compile(r"(?<=\w)[;,]? (?:lakini|ila|but|while)\s|(?<=\w)[;,] (?:(?:na|and) )?")
_NAME: Final = re.compile(r"(?:[A-Z][\w']{1,30} ){1,4}")
# The longest name of a thing that has something, in words, with its article.
MOST_OF_A_NAME: Final = 6
_SAID_OF_IT: Final = re.compile(r",? (?:is|are|has|opens?|closes|costs?|serves?) ")


def uncarried(answer: str, sources: Sequence[Source], known: KnownBeside = NOTHING_ELSE) -> Iterator[tuple[str, str]]:
    """Each sentence that no source carries, and why not. "Tomorrow" is a day of the week."""
    quotable = " ".join(" ".join(words(unit.text)) for each in sources for unit in each.units)
    is_translated = is_in_another_language(answer, sources)
    before = ""
    for sentence in sentences(answer):
        named, before = spelled_out.with_its_name(sentence, before, sources), f"{sentence} {before}"
        if " ".join(words(sentence)) in quotable or any(each.is_headed(sentence) for each in sources):
            continue
        of = _LINES_OF.match(sentence)
        held = [each for each in sources if of and each.is_headed(of["name"])] or sources
        if of and held is not sources and all(_is_line(part, held) for part in sentence[of.end() :].split("; ")):
            continue
        why = _against(sentence, held, known, is_translated=is_translated)
        if why and not _is_carried_spelled_out(named, sentence, held, known, is_translated=is_translated):
            yield sentence, why


def _is_carried_spelled_out(
    named: str, sentence: str, sources: Sequence[Source], known: KnownBeside, *, is_translated: bool
) -> bool:
    """Whether it is so with the name for "it", or each thing that it says of one, by itself."""
    ways = ((named,) if named else (), spelled_out.in_parts(named or sentence, sources))
    return any(
        way and not any(_against(each, sources, known, is_translated=is_translated) for each in way) for way in ways
    )


def _is_line(part: str, sources: Sequence[Source]) -> bool:
    return any(words(part) == words(unit.text) for each in sources for unit in each.units)


def _against(sentence: str, sources: Sequence[Source], known: KnownBeside, *, is_translated: bool) -> str:
    plain = without_sections(dated(sentence, known.today), sources)
    if (by_the_day := other_days.judged(plain, sources)) is not None:
        return by_the_day
    if is_translated:
        plain, why = without_their_hours(plain, known.asked)
        if why:
            return why
    stated = values_in(plain) if is_translated else []
    stated = [fact for fact in stated if not _is_theirs(fact, clauses_of(plain), known.asked)]
    if stated and all(fact.kind == "time" for fact in stated):
        why = translated(plain, stated, sources)
    elif is_translated and sentence.endswith(":"):
        return ""  # it leads over to a list, whose lines are looked at themselves
    else:
        said, plain = (as_rows_call_it(each, sources) for each in (sentence, plain))
        why = why_not(said, plain, sources, known, is_translated=is_translated)
        if why and (called := as_free_lines_call_it(plain, sources, known.amounts)):
            why = why_not(called, called, sources, known, is_translated=is_translated)
    is_in_parts = why and is_translated and _is_carried_in_parts(plain, sources, known)
    if not why or is_in_parts or _is_what_it_has(sentence, sources, known):
        return ""
    rest = apposed.without_their_hours(sentence, sources)
    return _against(rest, sources, known, is_translated=is_translated) if rest else why


def _is_theirs(fact: Fact, clauses: Sequence[Clause], asked: Collection[str]) -> bool:
    """Whether it is the customer's own value, and they are told that it is not so, or asked about it."""
    is_asked = not fact.readings.isdisjoint(asked) and any(fact.text in each.text for each in clauses if each.asks)
    return is_asked or is_said_not_so(fact, clauses, asked)


def _is_carried_in_parts(plain: str, sources: Sequence[Source], known: KnownBeside) -> bool:
    """Whether each part is carried by a passage of its own: "the grill is closed on Mondays, the café opens at nine".

    A part that names nothing goes on with what the sentence begins with."""
    name = _NAME.match(plain)
    parts = [
        part if about(expanded(part), sources) or name is None else f"{name[0]} {part}" for part in _PARTS.split(plain)
    ]
    are_named = len(parts) > 1 and all(about(expanded(part), sources) for part in parts)
    return are_named and not any(uncarried("\n".join(f"{part.rstrip(' .')}." for part in parts), sources, known))


def _is_what_it_has(sentence: str, sources: Sequence[Source], known: KnownBeside) -> bool:
    """Whether both are carried, of "the corner with darts and two seats is open from nine": what it has, and the
    rest. What begins with a capital is a part of a name: "Day Pass with Lunch"."""
    of, _, rest = sentence.partition(" with ")
    said = _SAID_OF_IT.search(rest)
    names = of.removeprefix("The ").split()
    is_name = 0 < len(names) <= MOST_OF_A_NAME and names[0][0].isupper() and bool(about(expanded(of), sources))
    if said is None or not is_name or rest[0].isupper():
        return False
    parts = f"{of} has {rest[: said.start()]}.\n{of} {rest[said.start() :].lstrip(', ')}"
    return not any(uncarried(parts, sources, known))
