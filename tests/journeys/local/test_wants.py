"""What a shopper's sentence asks for is read into plain values, and no number is read twice."""

from decimal import Decimal
from typing import Any

import pytest

from journeys.local.wants import Wants, parse

PRICES = [
    ("shoes under 5k", None, 5000),
    ("viatu chini ya 5000", None, 5000),
    ("phone below KES 5,000/=", None, 5000),
    ("simu isiyozidi elfu tano", None, 5000),
    ("not more than 2500", None, 2500),
    ("laptop max 30 000", None, 30000),
    ("fridge for 25k or less", None, 25000),
    ("my budget is 10k for a tv", None, 10000),
    ("niko na elfu kumi na tano, nataka simu", None, 15000),
    ("nko na soo tano", None, 500),
    ("niko na 3 thao nataka sneakers", None, 3000),
    ("twenty five thousand max", None, 25000),
    ("3.5 thousand or less", None, 3500),
    ("bag < 2000", None, 2000),
    ("between 2000 and 4k", 2000, 4000),
    ("2-4k", 2000, 4000),
    ("kati ya 2,000 na 4,000", 2000, 4000),
    ("kati ya elfu mbili na elfu nne", 2000, 4000),
    ("kati ya elfu 2 na 4", 2000, 4000),
    ("between five hundred and one thousand bob", 500, 1000),
    ("3000 - 5000", 3000, 5000),
    ("less than 3,500 but more than 1,000", 1000, 3500),
    ("juu ya 20000", 20000, None),
    ("at least 5.5k", 5500, None),
    ("zaidi ya thao tatu", 3000, None),
    ("3000 and above", 3000, None),
    ("around 3000", 2400, 3600),
    ("kama elfu mbili na mia tano hivi", 2000, 3000),
    ("viatu za 3000", 2400, 3600),
    ("Ksh5000 bag", 4000, 6000),
    ("bag 5000/-", 4000, 6000),
    ("shoes 3000", 2400, 3600),
    ("simu ya laki moja", 80000, 120000),
    ("kitu ya ngiri moja", 800, 1200),
]


@pytest.mark.parametrize(("text", "low", "high"), PRICES)
def test_price_bounds(text: str, low: int | None, high: int | None) -> None:
    found = parse(text)
    assert (found.price_min, found.price_max) == (low, high)
    assert found.sizes == ()
    assert all(bound is None or isinstance(bound, Decimal) for bound in (found.price_min, found.price_max))


@pytest.mark.parametrize(
    "text",
    [
        "tv 43 inch",
        "iphone 13 128gb",
        "nokia 3310",
        "room for 2 people",
        "10gb bundle",
        "call me on 0712345678",
        "two burner cooker",
        "size 42",
        "shoes 40 - 42",
        "",
        "rice 25 kg",
        "🙂",
    ],
)
def test_other_numbers_are_no_price(text: str) -> None:
    found = parse(text)
    assert (found.price_min, found.price_max) == (None, None)


@pytest.mark.parametrize(
    ("text", "sizes"),
    [
        ("black shoes size 42", ("42",)),
        ("viatu saizi 42 nyeusi", ("42",)),
        ("viatu namba 8", ("8",)),
        ("hoodie XL under 2k", ("XL",)),
        ("size 40 or 41 under 3500", ("40", "41")),
        ("saizi arobaini na mbili", ("42",)),
        ("size forty two", ("42",)),
        ("I want size m", ("M",)),
        ("sneakers 43 black", ("43",)),
        ("boots 42 EU", ("42",)),
        ("shoes under 5000", ()),
        ("2 pairs of socks", ()),
        ("tv 43 inch", ()),
    ],
)
def test_sizes(text: str, sizes: tuple[str, ...]) -> None:
    assert parse(text).sizes == sizes


def test_a_price_and_a_size_never_swap() -> None:
    found = parse("viatu saizi 42 chini ya 3000")
    assert (found.sizes, found.price_max, found.price_min) == (("42",), 3000, None)


@pytest.mark.parametrize(
    ("text", "colours"),
    [
        ("show me red ones", ("red",)),
        ("nyeusi ama nyeupe", ("black", "white")),
        ("za kijani", ("green",)),
        ("rangi ya samawati", ("blue",)),
        ("not red, nataka nyeusi", ("black",)),
        ("usinionyeshe, sio nyekundu", ()),
        ("orange juice", ()),
        ("grey hoodie in navy blue", ("grey", "navy")),
    ],
)
def test_colours(text: str, colours: tuple[str, ...]) -> None:
    assert parse(text).colours == colours


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Nataka viatu vya kukimbia chini ya 5000 tafadhali", ("viatu", "kukimbia")),
        ("Do you have any running shoes?", ("running", "shoes")),
        ("iphone 13 128gb", ("iphone", "13", "128gb")),
        ("ng'ombe wa kuchezea", ("ng'ombe", "kuchezea")),
        ("two burner gas cooker", ("two", "burner", "gas", "cooker")),
        ("red ones", ()),
        ("cheap phones in stock", ("phones",)),
        ("call me on 0712345678", ("call",)),
        ("", ()),
    ],
)
def test_terms_are_the_customers_own_content_words(text: str, terms: tuple[str, ...]) -> None:
    assert parse(text).terms == terms


FLAGS = [
    ("see all", {"sees_all": True}),
    ("show me everything", {"sees_all": True}),
    ("onyesha zote", {"sees_all": True}),
    ("catalogue please", {"sees_all": True}),
    ("naomba katalogi", {"sees_all": True}),
    ("none of these", {"rejects": True}),
    ("sio hizi", {"rejects": True}),
    ("zingine", {"rejects": True}),
    ("something else", {"rejects": True}),
    ("sipendi hizi", {"rejects": True}),
    ("others", {"rejects": True}),
    ("more", {"asks_more": True}),
    ("next", {"asks_more": True}),
    ("zaidi", {"asks_more": True}),
    ("ongeza", {"asks_more": True}),
    ("simu za bei nafuu", {"terms": ("simu",), "sort": "cheapest"}),
    ("cheapest laptops", {"terms": ("laptops",), "sort": "cheapest"}),
    ("most expensive watch", {"terms": ("watch",), "sort": "dearest"}),
    ("not expensive", {"sort": "cheapest"}),
    ("latest phones", {"terms": ("phones",), "sort": "newest"}),
    ("phones in stock", {"terms": ("phones",), "in_stock_only": True}),
    ("simu zilizopo", {"terms": ("simu",), "in_stock_only": True}),
    ("more than 3000", {"price_min": Decimal(3000)}),
    ("zaidi ya 3000", {"price_min": Decimal(3000)}),
    ("", {}),
]


@pytest.mark.parametrize(("text", "said"), FLAGS)
def test_nothing_is_read_that_was_not_said(text: str, said: dict[str, Any]) -> None:
    assert parse(text) == Wants(**said)
