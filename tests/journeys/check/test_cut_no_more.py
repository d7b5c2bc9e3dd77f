"""True sentences that were once cut, beside what is not so in the same words."""

from datetime import date
from decimal import Decimal

import pytest

from journeys.check import Evidence, objections
from journeys.check.claims.flags import ItemForm
from journeys.check.claims.founded import is_claim_founded
from journeys.check.claims.made import claims_in
from journeys.check.claims.unpaid import says_paid
from journeys.check.items import shelf
from tests.attacks.lying_model.contexts import ORDER_NUMBER, item, of
from tests.journeys.orders.books import standing
from tools.payments.order_get_status import OrderGetStatusResult

SHIRT = [
    ItemForm(title, {"size": frozenset({size}), "colour": frozenset({colour})}, (Decimal(1950),), is_in_stock=is_there)
    for title, size, colour, is_there in (
        ("Slim Oxford Shirt", "XL", "blue", True), ("Slim Oxford Shirt", "XXL", "blue", False),
        ("Slim Oxford Shirt", "XL", "white", True), ("Slim Oxford Shirt", "XXL", "white", True),
    )
]  # fmt: skip
BEACH = "Excursions booked with us are insured; those booked on the beach are not."
SIGNAL = "Light: Yellow; Meaning: weak\nLight: Red; Meaning: no signal or no SIM; What to do: Push the SIM in"
RIDER = (
    "If nobody is there, we try a second time on the next working day without a fee. "
    "A third try costs the delivery fee again."
)
CONSENT = "Data inasimama hadi ununue bando lingine. Hatukati pesa za maongezi bila idhini yako."
MONKEYS = (
    "Close windows and doors when you leave. Do not feed the monkeys: monkeys fall ill from our food, and baboons "
    "come back for more."
)
NOBODY = "Nobody from Mtandao asks for your PIN, PUK, one-time code or a photo of your ID in a call or chat."
FOUND = "What is found is kept for three months at the front office."
FILM = "Entertainment: Film under the stars\nTickets: Free; blankets at the towel hut"


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Blue in XXL is sold out; there is still white in XXL, or blue in XL.", True),
        ("Blue in XL is sold out.", False),
        ("White in XXL is sold out.", False),
        ("Ya blue XXL imeisha. Iko white XXL.", True),
        ("Iko blue XXL.", False),
        ("The Slim Oxford Shirt in blue suits you. It is sold out in XXL.", True),
        ("The Slim Oxford Shirt in blue suits you. Size XXL is sold out right now.", True),
        ("The Slim Oxford Shirt in white suits you. It is sold out in XXL.", False),
    ],
)
def test_xl_is_no_xxl(text: str, *, is_true: bool) -> None:
    claims = [claim for claim in claims_in(text) if claim.rule.code.startswith("stock")]
    assert claims
    assert all(shelf.stands(claim, SHIRT, is_out=False) for claim in claims) is is_true


@pytest.mark.parametrize(
    ("source", "text", "is_true"),
    [
        (BEACH, "Trip zinazowekwa nasi zina bima; zile zinazowekwa ufukweni hazina.", True),
        (BEACH, "Zile zinazowekwa ufukweni zina bima, zetu hazina.", False),
        (BEACH, "Trips booked on the beach are insured, those you book with us are not.", False),
        (SIGNAL, "Cheki light ya signal: ikiwa red, hakuna signal ama hakuna SIM.", True),
        (SIGNAL, "If the light is red the signal is good.", False),
        (RIDER, "Asipomkuta mtu, tunajaribu mara ya pili siku ya kazi inayofuata bila ada.", True),
        (RIDER, "Tunajaribu mara ya tatu bila ada.", False),
        ("Ask us in this chat for your PPPoE name.", "Your PPPoE name you can ask for in this chat.", True),
        (CONSENT, "We do not take airtime without your consent.", True),
        (CONSENT, "We take airtime only with your consent.", True),
        (CONSENT, "We take airtime without your consent.", False),
        (MONKEYS, "Msiwape nyani chakula, na mfunge madirisha na milango mnapotoka.", True),
        (MONKEYS, "Wapeni nyani chakula.", False),
        (NOBODY, "Hakuna mtu wa Mtandao anayeomba PIN, PUK, code ya mara moja au picha ya kitambulisho.", True),
        (NOBODY, "Mtandao huomba PIN yako kwa simu.", False),
        (FOUND, "Vitu huwekwa kwa miezi mitatu, kwa hiyo ya mwezi uliopita bado iko ndani ya muda huo.", True),
        (FOUND, "Things are kept for three months, so yours from last year is still within that time.", False),
        (FILM, "Filamu ni bure, na mablanketi yapo kwenye kibanda cha taulo.", True),
        ("Garden Room: wide doors and a shower without a step.",
         "The Garden Room has wide doors and a shower without a step, so it would work for her.", True),
        ("Bed: one queen or two single beds", "It comes with one queen or two single beds.", True),
        ("Bed: one queen or two single beds", "It comes with a private pool.", False),
    ],
)  # fmt: skip
def test_the_same_in_other_words(source: str, text: str, *, is_true: bool) -> None:
    asked = ["she uses a wheelchair, would that work for her? my watch is from last month, and a pool?"]
    evidence = Evidence.of([], words=asked, passages=[(source, "Page > The signal light")], today=date(2026, 11, 30))
    assert (objections(text, evidence) == []) is is_true


@pytest.mark.parametrize(
    ("asked", "text", "is_true"),
    [
        ("bei isizidi 2000 kila mtoto", "Tiketi haizidi KES 2,000 uliyosema.", True),
        ("bei isizidi 2000 kila mtoto", "Tiketi ni KES 2,000.", False),
        ("beach boys wanatuuzia Wasini 5k", "Wasini ya 5k yao sina habari.", True),
        ("beach boys wanatuuzia Wasini 5k", "Hiyo ya 5k sina habari nayo.", True),
        ("mmenikata 99 bob", "Pole kwa hiyo 99 bob.", True),
        ("beach boys wanatuuzia Wasini 5k", "Wasini yetu ni 5k.", False),
        ("100 bob ya airtime ilikatwa jana", "Pole kwa hiyo 100 bob ilikatwa.", True),
        ("100 bob ya airtime ilikatwa jana", "Nitakurudishia 100 bob.", False),
    ],
)
def test_their_own_amounts_may_be_spoken_of(asked: str, text: str, *, is_true: bool) -> None:
    assert (objections(text, Evidence.of([], words=[asked])) == []) is is_true


def test_the_4k_of_a_screen_is_no_money() -> None:
    unpaid = OrderGetStatusResult(orders=[standing(ORDER_NUMBER, "placed", "unpaid")])
    evidence = of(unpaid, item("mtandao", "Android TV Box"), words=("does it do 4k?",))
    assert not list(says_paid("The Android TV Box is 4K.", evidence))
    assert list(says_paid("Your 5k is here.", evidence))


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Delivered to Upper Hill it is KES 9,000, with no delivery fee.", True),
        ("Delivery is always free with us.", False),
        ("Every order has free delivery.", False),
        ("Delivery to Kisumu is free.", False),
    ],
)
def test_what_their_order_has_for_free_no_other_has(text: str, *, is_true: bool) -> None:
    told = standing(ORDER_NUMBER, "placed", "unpaid")
    free = told.model_copy(update={"order": told.order.model_copy(update={"delivery_fee": Decimal(0)})})
    evidence = of(OrderGetStatusResult(orders=[free]), words=("to Upper Hill?",))
    claims = [claim for claim in claims_in(text) if claim.rule.code == "delivery_free"]
    assert claims
    assert all(is_claim_founded(claim, evidence) for claim in claims) is is_true
