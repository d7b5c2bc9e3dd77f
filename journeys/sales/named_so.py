"""What tells the form that is asked for in other words: in its name, "Match Football Size 5", or as another option."""

from collections.abc import Iterator

from journeys.context import TurnContext
from journeys.language.units import ALL, joined
from journeys.local.wordlists import tokens
from journeys.sales.wish import Wish
from tools.catalog.catalog_search import CatalogSearchResult, SearchItem


def found_so(first: CatalogSearchResult, wish: Wish, context: TurnContext) -> tuple[CatalogSearchResult, Wish]:
    """What has the form under another option, else what bears it in its name; else what was found at first."""
    lacking = {name for miss in first.near_misses for name in miss.failed} or set(wish.options)
    lacking &= wish.options.keys()
    if not lacking:
        return first, wish
    said = {name: _said(name, wish.options[name]) for name in sorted(lacking)}
    bare = wish.without(lacking).model_copy(update={"query": " ".join([wish.query, *said.values()]).strip()})
    found: CatalogSearchResult | None = context.call("catalog_search", **bare.arguments()).result
    items = found.items if found is not None else []
    others = {name: own for name in lacking for own in _options_with(wish.options[name], items)}
    if others:
        renamed = {others.get(name, name): value for name, value in wish.options.items()}
        under_another = wish.model_copy(update={"options": renamed})
        held: CatalogSearchResult | None = context.call("catalog_search", **under_another.arguments()).result
        if held is not None and held.items:
            return held, under_another
    borne = [item for item in items if all(_stands_in(item.title, words) for words in said.values())]
    if found is None or not borne:
        return first, wish
    return found.model_copy(update={"items": borne, "total_estimate": len(borne)}), bare


def _said(name: str, value: str) -> str:
    """A bare number only with the name of its option before it: the 5 of "Size 5", and not that of "Five-Pack"."""
    return f"{name} {value}" if value.strip().isdecimal() else value


def _options_with(value: str, items: list[SearchItem]) -> Iterator[str]:
    """The options that have the value, of which a bare number tells too little: of 2 kg of rice its size."""
    if value.strip().isdecimal():
        return
    for item in reversed(items):  # the first that was found has the last word
        told = {**{name: [held] for name, held in item.attributes.items()}, **item.options}
        yield from (name for name, values in told.items() if any(_stands_in(each, value) for each in values))


def _stands_in(text: str, words: str) -> bool:
    told = tokens(joined(words, ALL))
    return bool(told) and f" {' '.join(told)} " in f" {' '.join(tokens(joined(text, ALL)))} "
