"""Values and options that are said of an item and belong to another: A's price is not B's."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from journeys.check.clauses import expanded
from journeys.check.facts import Fact, facts_in
from journeys.check.items import Named, named_in
from journeys.check.values import Values
from knowledge import lexicon
from knowledge.text import words

if TYPE_CHECKING:
    from journeys.check.evidence import Evidence


def misplaced_in(sentence: str, text: str, evidence: "Evidence") -> Iterator[tuple[str, str]]:
    """Each value that is another item's, and the title of the item it is said of."""
    for part in named_in(sentence, evidence.titles):
        own = [evidence.told.items[title] for title in part.titles]
        for fact in facts_in(part.text)[0]:
            if fact.kind in ("money", "number", "quantity") and _is_elsewhere(
                fact, own, part, (sentence, text), evidence
            ):
                yield fact.text, part.titles[0]
        if value := _foreign_option(part, evidence):
            yield value, part.titles[0]


def _is_elsewhere(fact: Fact, own: list[Values], part: Named, within: tuple[str, str], evidence: "Evidence") -> bool:
    """`within` are the sentence that the part stands in, and the text."""
    sentence, text = within
    loose, kinds = evidence.told.loose, ("money", "number", "quantity", "named", "percent")
    if fact.is_bound or fact.is_choice or any(each.holds(fact.readings, *kinds) for each in own):
        return False
    if loose is not None and loose.holds(fact.readings, *kinds):
        return False
    if part.stands_in_title(fact.text) or evidence.follows_from_prices(fact, sentence, part.titles):
        return False
    if evidence.is_sum(fact, text):
        return False
    return any(other.holds(fact.readings, *kinds) for other in evidence.told.items.values()) or fact.kind == "money"


def _foreign_option(part: Named, evidence: "Evidence") -> str | None:
    """A size or colour that the item named does not come in."""
    own = _option_words(part.titles, evidence)
    if not own:
        return None
    for value in part.options():
        if value not in own and value not in evidence.said_words and value not in _told_of(part.titles, evidence):
            return value
    return None


def _told_of(titles: Iterable[str], evidence: "Evidence") -> str:
    return expanded(" ".join(text for title in titles for text in evidence.told.items[title].texts))


def _option_words(titles: tuple[str, ...], evidence: "Evidence") -> frozenset[str]:
    """The options of these items, as written and as concepts."""
    if titles not in evidence.known_options:
        forms = evidence.forms(titles)
        words_of = (value for form in forms for option in form.values for value in _options(option))
        evidence.known_options[titles] = frozenset(words_of)
    return evidence.known_options[titles]


def _options(option: str) -> set[str]:
    return {option.casefold(), *(lexicon.concept(word) or word for word in words(option))}
