"""How an item of each category of a property file is written: what guests ask for most comes first."""

from collections.abc import Iterator, Mapping
from typing import Any

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
    """price_range as Price range."""
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
