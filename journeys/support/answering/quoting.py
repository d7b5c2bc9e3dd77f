"""What of the found passages says what was asked, as it stands there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, Final

from journeys import catalog, library, tenant
from journeys.context import TurnContext
from journeys.state import ConversationState
from journeys.support.answering import tongue, when
from journeys.support.answering.draft import Draft
from journeys.support.question import kinds
from journeys.wording.phrases import spoken
from knowledge.answer import Extract, FoundPassage, demanded, extract
from knowledge.answer.meaning import days_in, terms
from knowledge.answer.names import names_in
from knowledge.answer.passage import Extent
from knowledge.search.terms import hours
from knowledge.text import words
from tools.support.kb_retrieve import KbRetrieveResult, Snippet

# Who asks so much of one section asks several things of it.
MANY_WORDS: Final = 9
NEARLY_ALIKE: Final = 0.8  # of the words of one sentence that another has too


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """What is quoted, in which language, and the number of the passage at each place of it."""

    extract: Extract
    numbers: tuple[int, ...]
    language: str = ""

    @property
    def draft(self) -> Draft | None:
        if not self.extract.text:
            return None
        return Draft(answer=self.extract.text, sources=tuple(self.numbers[place] for place in self.extract.cited))


def quoted(
    question: str,
    found: KbRetrieveResult,
    state: ConversationState,
    context: TurnContext,
    *,
    besides: str | None = None,
    is_whole: bool = True,
) -> Quotation:
    """The sentences and lists of the best passages, in the customer's language if it can be; none in `besides`. What is
    not `is_whole` has of a section that is beyond doubt what answers alone."""
    usable = [snippet for snippet in library.usable(found) if not snippet.is_beside]
    passages = [each for each in library.for_the_model(usable) if each["language"] != besides]
    if kinds.is_trouble(question) and not kinds.asks_what_is_meant(question):
        passages = [passage for passage in passages if not kinds.is_definition(passage["section"])] or passages
    alike = _of_one_kind(question, passages)
    passages = alike or _as_asked(question, passages, usable)
    language = tongue.preferred(passages, spoken(state.understood.response_language))
    if deed := kinds.deed_told(question):
        passages.sort(key=lambda passage: deed.isdisjoint(terms(passage["section"].rpartition(" > ")[2])))
    now: datetime = tenant.local_now(context)
    quotable = when.fitting(passages, question, now)
    material = [
        FoundPassage(
            text=each["text"], title=each["source"], section=each["section"], language=each["language"],
            score=each["score"],
        )
        for each in quotable
    ]  # fmt: skip
    is_told_whole = is_whole and len(words(question)) >= MANY_WORDS and _is_beyond_doubt(passages, usable)
    extent: Extent = "whole" if is_told_whole else "part" if library.is_part(question, context) else "usual"
    style = "detailed" if alike else tenant.guardrails(context).answers.style
    told = partial(extract, question, material, style=style, language=language, extent=extent)
    chosen = told()
    if chosen.is_whole_table and (kind := catalog.kind_of(question, context)):
        chosen = told(kind=kind)
    return Quotation(
        extract=chosen,
        numbers=tuple(each["number"] for each in quotable),
        language=material[chosen.cited[0]].language if chosen.cited else "",
    )


def _as_asked(question: str, passages: list[dict[str, Any]], snippets: Sequence[Snippet]) -> list[dict[str, Any]]:
    """The passage alone of which customers ask so, plainly more than of any other, if it has what is asked for, such as
    a price, a place or what is written in capitals; else all."""
    by_asked = sorted(passages, key=lambda passage: snippets[passage["number"] - 1].asked, reverse=True)
    asked = [snippets[passage["number"] - 1].asked for passage in by_asked]
    next_best = asked[1] if len(asked) > 1 else 0.0
    is_of_days = len(days_in(question)) > 1  # of two days each has its own
    if not asked or is_of_days or not _is_plainly_asked(asked[0], next_best, is_trouble=kinds.is_trouble(question)):
        return passages
    best = by_asked[0]
    told = f"{best['section'].rpartition(' > ')[2]} {best['text']}"
    is_told = demanded.is_told(question, told) and names_in(question) <= set(words(told))
    is_headed = any(_says_heading(question, each) for each in passages) and not _says_heading(question, best)
    return [best] if is_told and not is_headed else passages


def _says_heading(question: str, passage: dict[str, Any]) -> bool:
    """Whether the question says all that a section's name names: "another house" is no other room."""
    named = terms(passage["section"].rpartition(" > ")[2])
    return bool(named) and named <= terms(question)


def _of_one_kind(question: str, passages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Those under one heading with the best, where it is that heading whose hours are asked for, and no name below it:
    "when does the restaurant close" is asked of each of them."""
    above, _, name = passages[0]["section"].rpartition(" > ") if passages else ("", "", "")
    asked = terms(question)
    is_of_each = hours.is_about(question) and asked & terms(above.rpartition(" > ")[2]) and not asked & terms(name)
    return [each for each in passages if each["section"].rpartition(" > ")[0] == above] if is_of_each else []


def _is_beyond_doubt(passages: list[dict[str, Any]], snippets: Sequence[Snippet]) -> bool:
    return len(passages) == 1 and snippets[passages[0]["number"] - 1].asked >= library.BEYOND_DOUBT


def _is_plainly_asked(best: float, next_best: float, *, is_trouble: bool) -> bool:
    """Whether a section is asked for so surely that it answers alone, or nearly so and no other half as likely; of a
    trouble the steps of another page may help more."""
    is_sure = best >= library.ALIKE and best - next_best >= library.PLAINLY_MORE
    return is_sure or (best >= NEARLY_ALIKE and next_best < best / 2 and not is_trouble)
