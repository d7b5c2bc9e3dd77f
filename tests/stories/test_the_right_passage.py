"""The passage that answers, all of it, and nothing beside it, where no model answers."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

STEPS = "Tell me how it goes"


@pytest.mark.parametrize(
    ("business", "asked", "told"),
    sampled(
        [
            ("shop", "can my brother collect the order 4 me, wat shd he carry", "an ID"),
            ("resort", "my mum uses a wheelchair, can she get to the restaurants", "ramps lead to both restaurants"),
            ("telecom", "Laini yangu imevunjika, kupata nyingine ni pesa ngapi na namba itabaki ile ile?", "KES 50"),
            ("resort", "my cousin is coming to see us, can she sleep over", "extra person"),
            ("resort", "what time is breakfast n is it free", "with every room"),
            (
                "telecom",
                "how long is the contract for home fibre, can i leave after 6 months",
                "end it early under section 3",
            ),
        ],
        quick=3,
    ),
)
def test_a_part_is_asked_of_what_the_whole_message_is_of(
    request: pytest.FixtureRequest, business: str, asked: str, told: str
) -> None:
    assert told in request.getfixturevalue(business)(asked)


@pytest.mark.parametrize(
    ("business", "asked", "beside"),
    [
        ("shop", "can my brother collect the order 4 me, wat shd he carry", "Cookers"),
        ("telecom", "Laini yangu imevunjika, kupata nyingine ni pesa ngapi na namba itabaki ile ile?", "*544*4#"),
        ("resort", "what time is breakfast n is it free", "7 days before arrival"),
    ],
)
def test_nothing_beside_it_is_told_of_one_of_its_words(
    request: pytest.FixtureRequest, business: str, asked: str, beside: str
) -> None:
    assert beside not in request.getfixturevalue(business)(asked)


def test_two_questions_of_two_things_are_answered_each_by_its_own_passage(resort: Say) -> None:
    told = resort("is there parking and can i bring my dog")
    assert "60 places" in told
    assert "pets are not allowed" in told


@pytest.mark.parametrize("asked", ["Net ni slow, nitajuaje kama ni wifi ama ni line"])
def test_no_details_are_asked_for_beside_an_answer(telecom: Say, asked: str) -> None:
    told = telecom(asked)
    assert "Slow internet" in told
    assert "uko connected na nini" not in told


def test_who_only_says_that_it_does_not_work_is_asked_what_they_have(telecom: Say) -> None:
    assert "how you are connected" in telecom("my internet is not working")


@pytest.mark.parametrize(
    "asked", ["Taa ya LOS inawaka nyekundu, fundi atakuja lini", "los light is red, when will the technician come"]
)
def test_when_somebody_comes_is_told_with_the_steps(telecom: Say, asked: str) -> None:
    assert "within 24 hours" in telecom(asked)


def test_a_trouble_alone_is_told_step_by_step(telecom: Say) -> None:
    told = telecom("my wifi keeps dropping")
    assert STEPS in told
    assert "more than three times an hour" not in told


def test_a_short_list_is_told_whole(telecom: Say) -> None:
    told = telecom("my los light is red")
    assert STEPS not in told
    assert "within 24 hours" in told


@pytest.mark.parametrize(
    "asked", ["my pon light has been blinking green for like half an hr now", "pon inablink kijani kwa nusu saa"]
)
def test_a_name_in_small_letters_is_that_name(telecom: Say, asked: str) -> None:
    told = telecom(asked)
    assert "Switch the ONT off for one minute" in told
    assert "LAN" not in told


@pytest.mark.parametrize(
    "said", ["Nilinunua bando pesa ikakatwa lakini bando halijaingia", "pesa imekatwa na bando halijaingia"]
)
def test_what_holds_is_not_told_to_who_says_that_it_was_not_kept(telecom: Say, said: str) -> None:
    told = telecom(said)
    assert "T-" in told
    assert "Hatukati" not in told


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("i paid by card n returned the item last mon, when do i get my money", {"Card"}),
        ("nikilipa kwa kadi na nirudishe, pesa inarudi baada ya siku ngapi", {"Card"}),
        ("Nikilipa cash dukani na nirudishe kitu, pesa narudishiwa lini", {"Cash in the shop"}),
        ("mnarudisha pesa baada ya siku ngapi", {"M-Pesa", "Card", "Cash in the shop"}),
        ("how long does a refund to mpesa take", {"M-Pesa"}),
    ],
)
def test_of_a_table_the_rows_are_told_that_are_asked_for(shop: Say, asked: str, rows: set[str]) -> None:
    told = shop(asked)
    assert {row for row in ("M-Pesa", "Card", "Cash in the shop") if f"Paid by: {row}" in told} == rows


def test_what_came_of_a_month_ago_has_the_warranty_of_its_kind(shop: Say) -> None:
    told = shop("Charger niliyonunua mwezi wa tano imeharibika, warranty ni ya muda gani")
    assert "6 months" in told
    assert "within 7 days" not in told


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("do u deliver to kitale n hw many days", "3 to 5 working days"),
        ("Nikiorder saa nne asubuhi Westie italetwa leo leo? na ni ngapi", "KES 200"),
    ],
)
def test_an_answer_that_speaks_of_all_that_is_named_is_not_doubted(shop: Say, asked: str, told: str) -> None:
    reply = shop(asked)
    assert told in reply
    assert not any(doubt in reply for doubt in ("no sure answer", "sina jibu sure", "Siko sure", "not fully sure"))


def test_mb_that_may_be_sent_are_no_price(telecom: Say) -> None:
    told = telecom("Naeza tumia beste yangu mb ngapi kwa siku na ni how")
    assert "*544*4#" in told
    assert "imekaribia" not in told


def test_what_no_answer_speaks_of_is_said_to_have_none(telecom: Say) -> None:
    assert "sina jibu la uhakika" in telecom("e-sim inalipiwa ngapi na naipata wapi")


@pytest.mark.parametrize(
    ("asked", "shown", "hidden"),
    [
        ("what shows do u have on wed n sat", ("Film under the stars", "Acrobats and drums"), ()),
        ("what shows are there on thursday", ("Taarab",), ("Acrobats and drums",)),
    ],
)
def test_of_two_days_each_is_told(resort: Say, asked: str, shown: tuple[str, ...], hidden: tuple[str, ...]) -> None:
    told = resort(asked)
    assert all(title in told for title in shown)
    assert not any(title in told for title in hidden)


@pytest.mark.parametrize(
    "asked",
    ["my bf wants to come see me at the hotel tonite n stay over", "my sister wants to visit us n sleep over",
     "beste yangu anaweza kulala kwa room yangu"],
)  # fmt: skip
def test_who_comes_to_see_a_guest_is_a_visitor(resort: Say, asked: str) -> None:
    assert "sign in at the gate" in resort(asked)


def test_what_is_free_besides_is_no_answer(resort: Say) -> None:
    assert "7 days before arrival" not in resort("is the gym free")


@pytest.mark.parametrize(
    "asked",
    ["Naweza kulipa bili ya fibre na mpesa hapa?", "how do i pay for my home internet", "nalipaje bill ya fibre"],
)  # fmt: skip
def test_how_a_bill_is_paid_is_told_by_the_ways_and_the_account(telecom: Say, asked: str) -> None:
    told = telecom(asked)
    assert "M-Pesa" in told
    assert "deposit" not in told


def test_worn_clothes_are_answered_by_the_state_in_which_things_go_back(shop: Say) -> None:
    assert "Unworn" in shop("Nimevaa nguo mara moja tu, naweza kuirudisha?")
