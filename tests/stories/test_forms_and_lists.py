"""The form that is asked for: under another name, in no form at all, taken already, or asked about beside a list."""

from collections.abc import Callable
from typing import Any

import pytest

from tenants.models import Tenant
from tests import demo
from tests.depth import sampled
from tests.journeys.test_model_dialogues import line
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer
from tests.stories.conftest import Say
from tests.talk import Talk

Turn = tuple[str, list[dict[str, Any]]]
Told = Callable[..., str]
NONE_SO = "I have none that is exactly so: "


@pytest.fixture
def told(db: None, talk: Callable[..., Talk], openai_server: OpenAIServer, settings: pytest.FixtureRequest) -> Told:
    """What a new customer of a business is told last, where a model reads each message as these commands."""
    settings.TULIA = settings.TULIA.model_copy(update={"openai_base_url": openai_server.base_url})  # type: ignore[attr-defined]

    tenants: dict[str, Tenant] = {}

    def said(slug: str, *turns: Turn) -> str:
        tenants[slug] = tenants.get(slug) or demo.put(slug, with_library=True)
        customer, reply = talk(tenants[slug]), ""
        for text, commands in turns:
            openai_server.reply = Script(*commands, text="")
            reply = "\n".join(customer.say(text))
        return reply

    return said


def sought(query: str, **options: str) -> dict[str, Any]:
    named = [{"name": name, "value": value} for name, value in options.items()]
    return give("search", queries=[query], options=named)


def wanted(item: str, quantity: int = 1, **options: str) -> dict[str, Any]:
    return give("add", lines=[line(item, quantity, **options)])


@pytest.mark.parametrize(
    ("query", "options", "row"),
    sampled(
        [
            ("football", {"size": "5"}, "*Match Football Size 5* — KES 1,850 (white, yellow)"),
            (
                "dumbbells",
                {"weight": "5 kg"},
                "*Hex Dumbbell Pair* — KES 3,600 (sold out; still there: 2 x 3 kg, 2 x 10 kg)",
            ),
            ("dumbbells", {"weight": "10kg"}, "*Hex Dumbbell Pair* — KES 6,900 (2 x 10 kg)"),
            ("rice", {"weight": "2 kg"}, "*Pishori Rice Mwea* — KES 450 (2 kg)"),
            ("power bank", {"size": "20000 mAh"}, "*Power Bank* — KES 2,950 (20000 mAh)"),
            ("television", {"size": "43 inch"}, "*43-Inch 4K Smart TV* — KES 31,500"),
            ("pressure cooker", {"capacity": "11 L"}, "*Pressure Cooker* — KES 5,900 (11 L)"),
        ],
        quick=3,
    ),
)
def test_a_form_is_found_however_the_catalog_calls_it(
    told: Told, query: str, options: dict[str, str], row: str
) -> None:
    said = told("duka", (f"do you have {query}", [sought(query, **options)]))
    assert f"1. {row}\n" in said
    assert "none that is exactly so" not in said
    assert "2. " not in said


@pytest.mark.parametrize(
    ("query", "options", "opening", "row"),
    [
        (
            "football", {"size": "4"}, f"{NONE_SO}football, size 4. These come near it",
            "*Match Football Size 5* — KES 1,850 (another size)",
        ),
        (
            "baby milk bottle", {"size": "small"},
            "*Anti-Colic Feeding Bottle* does not come in small, but in 150 ml, 250 ml:",
            "*Anti-Colic Feeding Bottle* — KES 420 - 520 (150 ml KES 420, 250 ml KES 520)",
        ),
        (
            "dumbbells", {"weight": "4 kg"}, "*Hex Dumbbell Pair* does not come in 4 kg, but in 2 x 3 kg, 2 x 10 kg:",
            "*Hex Dumbbell Pair* — KES 2,400 - 6,900 (2 x 3 kg KES 2,400, 2 x 10 kg KES 6,900)",
        ),
        (
            "dress", {"size": "52", "colour": "red", "material": "linen"},
            f"{NONE_SO}dress, red, size 52, linen. These come near it",
            "*Evening Maxi Gown Zawadi* — KES 4,900 (another kind: chiffon, another size: S, M, L)",
        ),
    ],
)  # fmt: skip
def test_what_comes_in_no_such_form_is_shown_in_those_that_there_are(
    told: Told, query: str, options: dict[str, str], opening: str, row: str
) -> None:
    said = told("duka", (f"do you have {query}", [sought(query, **options)]))
    assert opening in said
    assert f"1. {row}" in said
    assert "nothing like it" not in said


def test_the_thing_is_found_by_the_other_words_that_a_model_gives(told: Told) -> None:
    wish = sought("teat flask", size="small") | {"queries": ["teat flask", "baby feeding bottle"]}
    assert "*Anti-Colic Feeding Bottle* does not come in small, but" in told("duka", ("a small teat flask", [wish]))


def test_what_nobody_sells_is_no_thing_in_another_form(told: Told) -> None:
    assert NONE_SO not in told("duka", ("a small shower cap", [sought("shower cap", size="small")]))


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("do you have 5 kg dumbbells?", "KES 3,600 (sold out; still there: 2 x 3 kg, 2 x 10 kg)"),
        ("una dumbbells za 5kg?", "KES 3,600 (imeisha; bado zipo: 2 x 3 kg, 2 x 10 kg)"),
        ("do you have 4 kg dumbbells?", "I have nothing in exactly that size. These come nearest:"),
        ("running shoes size 47", f"{NONE_SO}running shoes, size 47."),
        ("na running shoes size 47 ziko?", "Sina iliyo hivyo hasa: running shoes, saizi 47."),
    ],
)
def test_without_a_model_too(shop: Say, asked: str, answer: str) -> None:
    assert answer in shop(asked)


def test_the_documents_are_asked_all_the_same(shop: Say) -> None:
    assert "within 14 days" in shop("can i return running shoes size 47?")


@pytest.mark.parametrize(
    ("item", "options"),
    [("Rift Valley Trail Runner", {"colour": "green"}), ("Nyota Breeze Running Shoe", {"size": "42"})],
)
def test_a_list_beside_the_question_for_a_form_is_whole_and_counted_from_one(
    told: Told, item: str, options: dict[str, str]
) -> None:
    asks = [wanted(item, **options), sought("television")]
    first: Turn = (f"add the {item}, and do you have televisions", asks)
    said = told("duka", first)
    for row in ("1. *55-Inch 4K Smart TV*", "2. *43-Inch 4K Smart TV*", "3. *32-Inch Smart TV Frameless*"):
        assert row in said
    assert said.index("3. *32-Inch") < said.index(f"of *{item}*")
    opened = told("duka", first, ("the second tv", [give("open_item", item="2")]))
    assert opened.startswith("*43-Inch 4K Smart TV*")


def test_two_lists_beside_it_are_numbered_through(told: Told) -> None:
    asks = [wanted("Rift Valley Trail Runner", colour="green"), sought("television"), sought("laptop")]
    said = told("duka", ("the trail runner; televisions and laptops?", asks))
    assert "1. *55-Inch 4K Smart TV*" in said
    assert "4. *Refurbished Business Laptop*" in said


BOOT = "Harambee Firm-Ground Boot"


@pytest.mark.parametrize(
    "asked", ["ingine 1 ya white?", "and one more white boot, the same", "nipe ingine ya white 42"]
)
def test_the_last_one_in_the_cart_is_not_offered_again(told: Told, asked: str) -> None:
    first: Turn = ("a boot", [wanted(BOOT, colour="white", size="42")])
    said = told("duka", first, (asked, [wanted(BOOT, colour="white", size="42")]))
    assert "is in your cart already; here is what is left." in said
    assert said.rstrip().endswith("40, 41, 43")


def test_what_is_not_set_aside_yet_counts_too(told: Told) -> None:
    first: Turn = ("x", [wanted("Hand Mixer Five Speed"), wanted("Slim Oxford Shirt", colour="white")])
    mixer = told("duka", first, ("another mixer", [wanted("Hand Mixer Five Speed")]))
    assert "All that there is of Hand Mixer Five Speed is in your cart already." in mixer
    assert "M, L, XL, XXL" in mixer
    begun = [wanted("Slim Oxford Shirt", colour="white", size="XXL"), wanted("Chapati Tawa Cast Iron")]
    shirt = told("duka", ("y", begun), ("another white shirt", [wanted("Slim Oxford Shirt", colour="white")]))
    assert "\nM, L, XL" in shirt
    assert "XXL" not in shirt.rpartition("Slim Oxford Shirt")[2]


def test_the_other_form_is_not_put_in_unasked(told: Told) -> None:
    begun = [wanted("Pressure Cooker", size="11 L"), wanted("Chapati Tawa Cast Iron")]
    said = told("duka", ("a big cooker", begun), ("another pressure cooker", [wanted("Pressure Cooker")]))
    assert "Which size of *Pressure Cooker* would you like?\n7 L" in said


def test_what_the_order_holds_is_not_counted_twice(told: Told) -> None:
    ball = "Match Football Size 5"
    first: Turn = ("two yellow balls", [wanted(ball, 2, colour="yellow")])
    assert "4 \u00d7 *Match Football Size 5*" in told(
        "duka", first, ("add 2 more yellow", [wanted(ball, 2, colour="yellow")])
    )


def test_no_more_are_put_in_than_there_are(told: Told) -> None:
    ball = "Match Football Size 5"
    first: Turn = ("two yellow balls", [wanted(ball, 2, colour="yellow")])
    said = told("duka", first, ("add 3 more yellow", [wanted(ball, 3, colour="yellow")]))
    assert "only 2 left" in said


def test_of_sizes_that_mean_alike_the_one_that_was_named_is_taken(told: Told) -> None:
    said = told("duka", ("the oxford shirt", [wanted("Slim Oxford Shirt", colour="white", size="XXL")]))
    assert "*Slim Oxford Shirt* (XXL, white)" in said


@pytest.mark.parametrize(
    ("question", "queries"),
    [
        ("How much is installation?", ["installation fee"]),
        ("What does it cost to get home fibre connected?", ["home fibre connection cost"]),
        ("Kufunga fibre nyumbani ni bei gani na inachukua siku ngapi?", []),
        ("Kuweka wifi nyumbani ni pesa ngapi?", ["wifi installation cost"]),
    ],
)
def test_beside_the_pages_stands_what_is_sold_under_other_words(
    told: Told, openai_server: OpenAIServer, question: str, queries: list[str]
) -> None:
    told("mtandao", (question, [give("ask_library", question=question, queries=queries, goes_on=False)]))
    (finding,) = openai_server.asked[-1].facts["findings"]
    assert [item["title"] for item in finding["items"]] == ["Fibre Installation"]
    assert "3,500" in str(finding["items"])


@pytest.mark.parametrize(
    "question", ["What if I end my fibre agreement early?", "The LOS light of my fibre box is red"]
)
def test_beside_other_pages_stands_no_price(told: Told, openai_server: OpenAIServer, question: str) -> None:
    told("mtandao", (question, [give("ask_library", question=question, queries=[], goes_on=False)]))
    assert "items" not in openai_server.asked[-1].facts["findings"][0]


@pytest.mark.parametrize("asked", ["kufunga fibre nyumbani ni bei gani na inachukua siku ngapi?"])
def test_installing_is_no_package(telecom: Say, asked: str) -> None:
    assert "*Fibre Installation*" in telecom(asked)


@pytest.mark.parametrize("asked", ["add another white one", "another white one", "niongezee ingine ya white"])
def test_another_one_takes_the_place_of_none(shop: Say, asked: str) -> None:
    said = shop("i'd like a match football in yellow, one", "1", asked)
    assert "1 \u00d7 *Match Football Size 5* (yellow)" in said
    assert "1 \u00d7 *Match Football Size 5* (white)" in said


@pytest.mark.parametrize("asked", ["make it white", "another colour, white"])
def test_another_form_takes_its_place(shop: Say, asked: str) -> None:
    said = shop("i'd like a match football in yellow, one", "1", asked)
    assert "(white): KES 1,850" in said
    assert "(yellow)" not in said
