"""What the library says beside an item: the passages that speak of what is asked of it, and of its warranty."""

import re
from collections.abc import Sequence
from typing import Final

from journeys import library
from journeys.context import TurnContext
from journeys.local.wants import is_content
from journeys.local.wordlists import plain
from knowledge import lexicon
from knowledge.answer import extract
from knowledge.answer.meaning import terms
from knowledge.search.terms.glossary import says_little
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.support.kb_retrieve import Snippet

_HOW_LONG: Final = frozenset({"long", "muda", "miezi", "months", "period", "last", "lasts", "miaka", "years", "na"})


def ruled(item: CatalogGetItemResult, question: str, context: TurnContext) -> tuple[list[Snippet], str, list[Snippet]]:
    """The passages beside a question about an item, the sentences that answer it, and the passages these stand in.

    Whether there is a warranty is told by how long it lasts: for what the item is, and else for things of its kind."""
    if not is_of_warranty(question):
        passages = _beside(item, question, context)
        return passages, *_from_library(question, passages)
    kind = (item.category or item.title).replace(">", " ")
    wider = " ".join(filter(None, map(lexicon.broader, lexicon.things(item.title))))
    for thing in filter(None, (item.title, wider, kind)):
        asked = f"how long does the warranty of {thing} last"
        passages = _beside(item, asked, context)
        quoted, cited = _from_library(asked, passages)
        if _named_in(quoted) & lexicon.things(thing):
            return passages, quoted, cited
    return passages, "", []


def is_of_warranty(question: str) -> bool:
    """Whether nothing is asked but whether there is one, or how long it lasts."""
    told = [term for term in lexicon.terms(plain(question)) if is_content(term) and not says_little(term)]
    return bool(told) and all(lexicon.concept(term) == "warranty" or term in _HOW_LONG for term in told)


def _named_in(row: str) -> frozenset[str]:
    """What a row is of, each by its last word: that of kitchen appliances says nothing of a pot."""
    parts = re.split(r"[^\w\s-]|\b(?:and|or|na|au)\b", row)
    things = ([term for term in lexicon.terms(part) if lexicon.things(term)][-1:] for part in parts)
    return frozenset().union(*(lexicon.things(term) for named in things for term in named))


def _beside(item: CatalogGetItemResult, question: str, context: TurnContext) -> list[Snippet]:
    """The passages that speak of what is asked of the item; a rule that names no item, as of warranties, holds too."""
    asked = terms(question) - terms(item.title)
    rules = [term for term in lexicon.terms(question) if lexicon.kind(lexicon.concept(term) or "") == "trade"]
    found = library.passages(f"{item.title}: {question}", context)
    telling = [each for each in found if asked & terms(f"{each.section} {each.text}")]
    return telling or (library.passages(" ".join(rules), context) if rules else [])


def _from_library(question: str, passages: Sequence[Snippet]) -> tuple[str, list[Snippet]]:
    """The sentences that say it, and the passages that they stand in."""
    found = extract(question, [library.passage_of(each) for each in passages], style="concise")
    return found.text, [passages[place] for place in found.cited]
