"""JSON: a property file by its categories, each item a section; any other JSON by its own names.

How an item of each category is written stands in a table: what guests ask for most comes first.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from knowledge.load import encoding
from knowledge.load.details import declared
from knowledge.load.limits import FileRefused, Limits, Meter
from knowledge.load.structure import Block, Loaded, Section

Item = Mapping[str, Any]
_NAMES = ("name", "title", "question", "tier", "game", "room_type", "type", "show", "offer")
# Names under which property files keep the seven categories.
CATEGORIES = {
    "restaurants": "restaurants", "dining": "restaurants", "bars": "restaurants",
    "entertainment": "entertainment", "shows": "entertainment", "events": "entertainment",
    "hotel": "hotel", "rooms": "hotel", "accommodation": "hotel",
    "amenities": "amenities", "facilities": "amenities", "services": "amenities",
    "gaming": "gaming", "casino": "gaming", "games": "gaming",
    "promotions": "promotions", "offers": "promotions", "loyalty": "promotions",
    "faq": "faq", "faqs": "faq", "questions": "faq",
}  # fmt: skip

# What says something of the whole file rather than of one thing in it.
_ABOUT = ("property", "about", "metadata", "meta", "info", "document")
_DETAILS = {"version", "last_updated", "language", "audience"}


def read(content: bytes, meter: Meter) -> Loaded:
    """An item of a category is a section; an item's groups of things are sections below it."""
    text, notes = encoding.decode(content)
    document = _parsed(meter.text(text), meter.limits)
    if isinstance(document, list):
        document = {"items": document}
    if not isinstance(document, dict) or not document:
        raise FileRefused("The JSON file holds nothing that could be read as text: an object or a list is needed.")
    about: dict[str, Any] = next((document[name] for name in _ABOUT if isinstance(document.get(name), dict)), {})
    plain = {name: value for name, value in document.items() if not isinstance(value, (dict, list))}
    sections = tuple(section for section in _sections(document, meter) if section.blocks)
    details = declared({"title": about.get("name"), **plain, **about})
    return Loaded(sections=sections, declared=details, notes=tuple(notes))


def _parsed(text: str, limits: Limits) -> Any:
    _check_depth(text, limits)
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        where = f" at line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise FileRefused(f"The file is not proper JSON{where}. Mend it and give it once more.") from error


def _check_depth(text: str, limits: Limits) -> None:
    """Before it is parsed, for the parser itself would run out of its stack."""
    depth, in_string, is_escaped = 0, False, False
    for char in text:
        if in_string:
            in_string = is_escaped or char != '"'
            is_escaped = not is_escaped and char == "\\"
        elif char == '"':
            in_string = True
        elif char in "[{":
            depth += 1
            if depth > limits.depth:
                raise FileRefused(f"The JSON file is nested more than {limits.depth} levels deep.")
        elif char in "]}":
            depth -= 1


def _sections(document: Mapping[str, Any], meter: Meter) -> Iterator[Section]:
    plain = {name: value for name, value in document.items() if not isinstance(value, (dict, list))}
    if plain:
        yield _section((), plain, "", meter)
    for name, value in document.items():
        category = CATEGORIES.get(name.casefold(), name.casefold())[:60]
        if isinstance(value, dict):
            is_about = name in _ABOUT
            said = {key: inner for key, inner in value.items() if not (is_about and key in _DETAILS)}
            yield from _group((label(name),), said, category, meter)
        elif isinstance(value, list):
            for number, item in enumerate(value, 1):
                yield from _item((label(name),), item, category, meter, number)


def _group(path: tuple[str, ...], group: Mapping[str, Any], category: str, meter: Meter) -> Iterator[Section]:
    """A group such as a hotel: what is said of it, then the things and groups of things in it."""
    inside = {name: value for name, value in group.items() if _is_group(value)}
    rest = {name: value for name, value in group.items() if name not in inside}
    if rest:
        yield _section(path, rest, category, meter)
    for name, value in inside.items():
        if isinstance(value, dict):
            yield from _group((*path, label(name)), value, category, meter)
            continue
        for number, item in enumerate(value, 1):
            yield from _item((*path, label(name)), item, category, meter, number)


def _item(path: tuple[str, ...], item: Any, category: str, meter: Meter, number: int) -> Iterator[Section]:
    if not isinstance(item, dict):
        yield _section((*path, str(number)), {label(path[-1]): item}, category, meter)
        return
    own = (*path, name_of(item) or f"{path[-1]} {number}")
    if any(_is_group(value) for value in item.values()):
        yield from _group(own, item, category, meter)
    else:
        yield _section(own, item, category, meter)


def _is_group(value: Any) -> bool:
    """Things with values of their own, rather than a list of words or a small set of values."""
    if isinstance(value, list):
        return bool(value) and all(isinstance(item, dict) for item in value)
    return isinstance(value, dict) and any(isinstance(inner, (dict, list)) for inner in value.values())


def _section(path: tuple[str, ...], item: Mapping[str, Any], category: str, meter: Meter) -> Section:
    meter.cell(len(item))
    text = "\n".join(lines_of(category, item))
    # A question is its own heading; anything else is named with the shelf it stands on.
    heading = path[-1] if category == "faq" else ": ".join(path[-2:])
    return Section(path=path[-3:], heading=heading, blocks=(Block(text),) if text else (), category=category)


def lines_of(category: str, item: Item) -> list[str]:
    """The item in words, every value of it; those that the category knows come first, under its own words."""
    if category == "faq" and "answer" in item:
        return list(_answered(item))
    order, words = _FORMS.get(category, ((), {}))
    known = [name for name in order if name in item]
    rest = [name for name in item if name not in known and item[name] != name_of(item)]
    return [line for name in (*known, *rest) if (line := _line(words.get(name) or label(name), item[name]))]


def name_of(item: Item) -> str:
    """What an item is called."""
    return next((" ".join(str(item[name]).split())[:120] for name in _NAMES if isinstance(item.get(name), str)), "")


def label(name: str) -> str:
    """A name of JSON as a label: price_range is Price range."""
    plain = " ".join(str(name).replace("_", " ").replace("-", " ").split())
    if plain.casefold() in ("faq", "faqs"):
        return plain.upper().replace("S", "s")
    return plain[:1].upper() + plain[1:]


def in_words(value: Any) -> str:
    """A value in words: lists with commas, pairs with colons."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case Mapping():
            pairs = ((label(name), in_words(inner)) for name, inner in value.items())
            return "; ".join(f"{name}: {text}" for name, text in pairs if text)
        case list():
            texts = [text for inner in value if (text := in_words(inner))]
            return ("; " if any("," in text or ":" in text for text in texts) else ", ").join(texts)
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return " ".join(str(value).split())


def _line(name: str, value: Any) -> str:
    text = in_words(value)
    return f"{name}: {text}" if text else ""


def _answered(item: Item) -> Iterator[str]:
    yield in_words(item["answer"])
    for name, value in item.items():
        if name not in ("question", "answer") and (line := _line(label(name), value)):
            yield line


_RESTAURANT = (
    ("description", "cuisine", "hours", "opening_hours", "location", "price_range", "dress_code", "reservations"),
    {"cuisine": "Serves", "hours": "Opening hours", "description": "About", "price_range": "Prices"},
)
_ENTERTAINMENT = (
    ("description", "venue", "schedule", "hours", "next_show", "capacity", "tickets", "price", "age_limit"),
    {"venue": "Where", "schedule": "When", "capacity": "Seats", "description": "About", "hours": "Opening hours"},
)
_HOTEL = (
    ("description", "bed", "beds", "size", "view", "sleeps", "rate", "rates", "amenities", "check_in", "check_out"),
    {"rate": "Rate", "sleeps": "Guests", "amenities": "In the room", "description": "About", "check_in": "Check-in",
     "check_out": "Check-out"},
)  # fmt: skip
_AMENITY = (
    ("description", "hours", "opening_hours", "location", "price", "booking", "age_limit"),
    {"hours": "Opening hours", "description": "About", "booking": "How to book", "location": "Where"},
)
_GAMING = (
    ("description", "games", "hours", "location", "minimum_age", "age_limit", "dress_code"),
    {"games": "Games offered", "hours": "Opening hours", "description": "About", "minimum_age": "Minimum age"},
)
_PROMOTION = (
    ("description", "benefits", "requirement", "requirements", "valid_from", "valid_until", "terms", "code"),
    {"benefits": "What you get", "requirement": "How to get it", "requirements": "How to get it",
     "valid_from": "Valid from", "valid_until": "Valid until", "terms": "Conditions", "description": "About"},
)  # fmt: skip
_FORMS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "restaurants": _RESTAURANT,
    "entertainment": _ENTERTAINMENT,
    "hotel": _HOTEL,
    "amenities": _AMENITY,
    "gaming": _GAMING,
    "promotions": _PROMOTION,
}
