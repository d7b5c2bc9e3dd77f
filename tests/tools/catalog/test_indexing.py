"""What a product is found by: what kind of thing it is, and its attributes in any language and spelling."""

import pytest

from tools.catalog.indexing import facets, words


def described(title: str, category: str = "", *aliases: str, description: str = "") -> words.Described:
    return words.Described(
        title=title, category=category, brand="", values=(), aliases=aliases, description=description
    )


@pytest.mark.parametrize(
    ("title", "category", "aliases", "kinds"),
    [
        ("Nyota Breeze Running Shoe", "Shoes > Running", (), {"shoe"}),
        ("Fast Phone Charger", "Phones > Accessories", (), {"charger"}),
        ("Charger for iPhone, white", "Phones", (), {"charger"}),
        ("Galaxy A15", "Phones > Smartphones", (), {"smartphone", "phone"}),
        ("Court Classic", "Shoes > Sneakers", (), {"sneaker", "shoe"}),
        ("Eldoret Trainer", "Shoes > Running", ("raba za kukimbia",), {"sneaker", "shoe"}),
        ("Marathon Cushion Max", "Shoes > Running", ("viatu vya marathon",), {"shoe"}),
        ("Windproof Umbrella", "Accessories > Watches", ("mwavuli",), {"umbrella"}),
        ("Fibre Installation", "Home Fibre", ("kuunganishwa faiba", "kufungiwa wifi"), {"installation"}),
        ("5G Router", "Home Fibre", ("ruta ya faiba",), {"router", "internet"}),
        ("Zawadi 2000", "", (), set()),
    ],
)
def test_the_kind_of_a_product(title: str, category: str, aliases: tuple[str, ...], kinds: set[str]) -> None:
    assert set(words.kind_words(described(title, category, *aliases))) == kinds


def test_a_shelf_tells_what_its_products_agree_with() -> None:
    grater = described("Box Grater", "Kitchen > Tools", description="Sharp, for cheese and carrots.")
    kinds = words.kind_words(grater)
    assert "tool" not in words.words(grater, kinds)
    assert {"tool", "carrot"} <= set(words.detail_words(grater, kinds))


@pytest.mark.parametrize(
    ("name", "value", "asked_name", "asked_value"),
    [
        ("colour", "red", "color", "nyekundu"),
        ("Colour", "Navy Blue", "rangi", "blue"),
        ("colour", "black/white", "colour", "White"),
        ("colour", "jet black", "rangi", "nyeusi"),
        ("size", "EU 42", "saizi", "42"),
        ("storage", "128 GB", "Storage", "128gb"),
        ("gender", "unisex", "for", "ladies"),
        ("gender", "kids", "audience", "girls"),
        ("material", "genuine leather", "material", "genuine leather"),
    ],
)
def test_an_attribute_answers_other_words_for_it(name: str, value: str, asked_name: str, asked_value: str) -> None:
    assert facets.facets(name, value) & facets.asked(asked_name, asked_value)


@pytest.mark.parametrize(
    ("name", "value", "asked_name", "asked_value"),
    [
        ("size", "42.5", "size", "42"),
        ("colour", "blue", "colour", "navy"),
        ("gender", "men", "gender", "women"),
        ("size", "10", "storage", "10"),
        ("colour", "red", "colour", ""),
    ],
)
def test_an_attribute_does_not_answer_what_it_is_not(name: str, value: str, asked_name: str, asked_value: str) -> None:
    assert not facets.facets(name, value) & facets.asked(asked_name, asked_value)


def test_a_product_on_a_shelf_is_on_the_wider_one() -> None:
    assert facets.of_category("Shoes >  Running ") == {"category=shoes", "category=shoes > running"}
    assert facets.of_category("") == set()
