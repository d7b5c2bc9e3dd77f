"""The thing that several words name: a rice cooker is a cooker, "unga wa uji" is flour."""

from itertools import pairwise

from journeys.sales.told_of_item import is_such
from knowledge import lexicon
from knowledge.search.terms.glossary import in_english
from tools.catalog.catalog_search import SearchItem
from tools.catalog.indexing.words import head, is_link


def heads_first(things: list[str], said: str) -> list[str]:
    """Of English things side by side the last first, as a rice cooker is a cooker; Swahili names the thing first."""
    before = [thing for thing, after in pairwise(things) if modifies(thing, after, said)]
    return [*(thing for thing in things if thing not in before), *before]


def modifies(thing: str, after: str, said: str) -> bool:
    return f"{thing} {after}" in said.casefold() and not any(in_english(word) for word in thing.split())


def without_others(items: list[SearchItem], query: str) -> list[SearchItem]:
    """Without what is called another thing, and only shares a word with what is sought: a spoon for uji is no flour
    for it. All of them where not even the first is such a thing, which then is called otherwise here."""
    first = (head(items[0].title) or items[0].title) if items and len(lexicon.terms(query)) > 1 else ""
    named = next((each for each in (before_links(query), query) if is_such(each, first)), "")
    return [item for item in items if not named or head(item.title) is None or _is_called(item, named)]


def before_links(query: str) -> str:
    """What is named, without what it is for or looks at: the room of "chumba kinachotazama bahari"."""
    terms = lexicon.terms(query)
    until = next((at for at, term in enumerate(terms) if is_link(term) and lexicon.things(" ".join(terms[:at]))), None)
    return " ".join(terms[:until])


def _is_called(item: SearchItem, things: str) -> bool:
    return is_such(things, f"{head(item.title) or item.title} {item.category or ''}".replace("_", " "))
