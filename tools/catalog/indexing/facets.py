"""Attributes as comparable "name=value" strings, whatever language or spelling they were written in."""

import re
from collections.abc import Iterable, Iterator, Mapping

from knowledge import lexicon
from knowledge.text import fold
from tools.catalog.indexing.words import widened

CATEGORY, BRAND, AUDIENCE, COLOUR, SIZE = "category", "brand", "audience", "colour", "size"
ANY_AUDIENCE = f"{AUDIENCE}=any"
# These name their attribute by themselves: women's wear has gender, audience or sex "women".
_SELF_NAMED = {"audience": AUDIENCE, "colour": COLOUR}
_AUDIENCE_NAMES = frozenset({"gender", "audience", "sex", "jinsia", "for", "who"})
_PARTS = re.compile(r"(?:(?<!\s)\s+)?[/,&;|+]\s*|(?<!\s)\s+(?:and|or|na|au)\s+")
_INCLUDES = {"unisex": ("men", "women", "adult"), "kids": ("boys", "girls")}


def of_options(options: Mapping[str, object]) -> set[str]:
    """The facets by which these attributes or options are found."""
    return {facet for name, value in options.items() for facet in facets(name, str(value))}


def facets(name: str, value: str) -> set[str]:
    """Every string under which this value may be asked for, wider colours and audiences included."""
    return {f"{_name(name, part)}={form}" for part in parts(value) for form in _forms(part)}


def asked(name: str, value: str) -> set[str]:
    """The strings that answer a customer who asks for this value; any of them will do."""
    return {f"{_name(name, part)}={form}" for part in parts(value) for form in _own_forms(part)}


def name_of(name: str, value: str) -> str:
    """The attribute that this name, or the value by itself, stands for."""
    return _name(name, (parts(value) or [""])[0])


def parts(value: str) -> list[str]:
    """The single values of one that names several: "black/white" is two."""
    return [part for part in _PARTS.split(fold(value)) if part]


def of_category(path: str) -> set[str]:
    """The shelves that a product stands on: one on Shoes > Running is on Shoes too."""
    shelves = [fold(shelf) for shelf in path.split(">") if shelf.strip()]
    return {f"{CATEGORY}={' > '.join(shelves[: end + 1])}" for end in range(len(shelves))}


def told_by_name(texts: Iterable[str], known: set[str]) -> set[str]:
    """Colour and audience as the title says them; else it is for any audience.

    An attribute tells better for whom it is; khaki chinos that come in beige are asked for as khaki all the same."""
    found = {
        facet
        for text in texts
        for meaning in lexicon.concepts(text)
        if (name := _SELF_NAMED.get(lexicon.kind(meaning) or "")) and not (name == AUDIENCE and _has(known, name))
        for facet in facets(name, meaning)
    }
    return found if _has(known | found, AUDIENCE) else found | {ANY_AUDIENCE}


def _has(known: set[str], name: str) -> bool:
    return any(facet.startswith(f"{name}=") for facet in known)


def _name(name: str, part: str) -> str:
    self_named = _SELF_NAMED.get(lexicon.kind(lexicon.concept(part) or "") or "")
    plain = fold(name)
    if self_named:
        return self_named
    return AUDIENCE if plain in _AUDIENCE_NAMES else lexicon.concept(plain) or lexicon.stem(plain)


def _forms(part: str) -> Iterator[str]:
    yield from widened(_own_forms(part))
    yield from _INCLUDES.get(lexicon.concept(part) or "", ())
    # "EU 42" is asked for as "42", but "42.5" never is.
    yield from part.split()


def _own_forms(part: str) -> Iterator[str]:
    yield part.replace(" ", "")
    if meaning := lexicon.concept(part):
        yield meaning
        return
    for meaning in lexicon.concepts(part):
        if lexicon.kind(meaning) in _SELF_NAMED:
            yield meaning
