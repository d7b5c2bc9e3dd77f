"""Which form of an item a question is about, be it one that there is not: "in blue", "the 20 litre one"."""

from collections.abc import Sequence

from journeys.language.units import joined, units_in
from journeys.local import wants
from journeys.local.purchase import choice, each_form, numbers, other_measures
from journeys.local.purchase.ages import without_years
from journeys.local.wordlists import tokens
from journeys.state import ConversationState
from knowledge import lexicon
from knowledge.text import fold
from tools.catalog.catalog_get_item import CatalogGetItemResult


def form_asked(item: CatalogGetItemResult, words: str, state: ConversationState) -> dict[str, str]:
    """The form that the words ask about, also one that there is not; the number it was picked by is none."""
    if not words:
        return {}
    titles = [shown.title for shown in state.sales.last_catalog_results]
    place = str(titles.index(item.title) + 1) if item.title in titles else ""
    said = wants.parse(words)
    missing = {"colour": said.colours[:1], "size": [size for size in said.sizes[:1] if size != place]}
    asked = {name: values[0] for name, values in missing.items() if values and _may_come_in(item, name, values[0])}
    read = choice.parse_choice(words, item.options, title=item.title, unit=item.unit)
    made = read.options
    asked |= {name: unknown for unknown in read.unknown if (name := other_measures.option_of(item.options, unknown))}
    several, _ = each_form.counted(words, item.options)
    made = {name: value for name, value in made.items() if name != several}
    if not (asked or made) and (end := _form_at_the_end(item, said.sort)):
        return end
    return asked | {name: value for name, value in made.items() if value != place and len(item.options[name]) > 1}


def forms_named(values: Sequence[str], words: str) -> list[str]:
    """Those of an option's values that the words name: "5x6" and "6x6" of "la 5x6 ni bei gani, na 6x6 je"."""
    said = set(map(_meaning, lexicon.terms(fold(numbers.sides(words)))))
    of_each = {value: set(map(_meaning, lexicon.terms(fold(without_years(value))))) - {"and", "na"} for value in values}
    units = units_in(values)
    measures = set(tokens(joined(words, units))) if units else set()
    return [value for value, meant in of_each.items() if (meant and meant <= said) or joined(value, units) in measures]


def _meaning(term: str) -> str:
    return lexicon.concept(term) or lexicon.stem(term)


def _may_come_in(item: CatalogGetItemResult, name: str, value: str) -> bool:
    """Whether it comes in such forms; or in one colour only, which is not the one that is asked for."""
    if name in item.options or name != "colour":
        return name in item.options
    told = " ".join([item.title, item.description, *item.attributes.values()])
    return value not in lexicon.concepts(told) and value not in tokens(told)


def _form_at_the_end(item: CatalogGetItemResult, sort: str | None) -> dict[str, str]:
    """Of "the cheapest" what sets the cheapest form apart: its size, where the price hangs on it."""
    left = [variant for variant in item.variants if variant.in_stock]
    if sort not in ("cheapest", "dearest") or len({variant.price for variant in left}) < 2:
        return {}
    end = min if sort == "cheapest" else max
    found = end(left, key=lambda variant: variant.price)
    alike = [variant.options for variant in left if variant.price == found.price]
    return {name: value for name, value in found.options.items() if all(each.get(name) == value for each in alike)}
