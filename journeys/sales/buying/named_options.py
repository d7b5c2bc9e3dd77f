"""Options that are named, as an item writes them."""

from collections.abc import Sequence

from journeys.command import Option
from journeys.local.purchase.choice import parse_choice
from knowledge import lexicon
from knowledge.text import fold
from tools.catalog.catalog_get_item import CatalogGetItemResult


def matched(options: Sequence[Option], item: CatalogGetItemResult) -> tuple[dict[str, str], list[str]]:
    """Named options as the item writes them: as written, in meaning, or as part of a value ("navy" of "navy blue")."""
    matched: dict[str, str] = {}
    unknown: list[str] = []
    for said in options:
        wanted = fold(said.value).strip()
        names = sorted(item.options, key=lambda name: fold(name) != fold(said.name).strip())
        values = [(name, value) for name in names if name not in matched for value in item.options[name]]
        exact = next((each for each in values if fold(each[1]) == wanted), None)  # XL and XXL both mean large
        # The word itself before what means as much: "SGR" is the station, though an airport too is where one arrives.
        found = exact or next((each for each in values if _has_word(each[1], wanted)), None)
        found = found or next((each for each in values if _means(each[1], wanted)), None)
        found = found or next(iter(parse_choice(said.value, _meant(said, item)).options.items()), None)
        if found is not None:
            matched[found[0]] = found[1]
        elif fold(said.name).strip() in {fold(name) for name in item.options}:
            unknown.append(said.value)
    return matched, unknown


def _meant(said: Option, item: CatalogGetItemResult) -> dict[str, list[str]]:
    """The option of that name: of sizes by age "8 years" is read as one of theirs, "8-9 years". A measure tells by
    itself which it is: a "volume" of 5 litre is the size of an oil in 5 L."""
    own = {name: list(values) for name, values in item.options.items() if fold(name) == fold(said.name).strip()}
    is_measure = not own and any(sign.isdigit() for sign in said.value) and not said.value.strip().isdecimal()
    return {name: list(values) for name, values in item.options.items()} if is_measure else own


def _has_word(value: str, wanted: str) -> bool:
    return len(wanted) > 2 and wanted in fold(value).split()


def _means(value: str, wanted: str) -> bool:
    written, meaning = fold(value), lexicon.concept(wanted)
    return meaning is not None and (lexicon.concept(written) == meaning or meaning in lexicon.concepts(written))
