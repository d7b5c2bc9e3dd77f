"""Ways to turn a source, an item or an offer round, each beside a neighbour that is true, in three languages."""

from decimal import Decimal

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model import contexts
from tools.offers.offers_get_applicable import OfferFacts


def is_refused(context: str, text: str) -> bool:
    return bool(objections(text, contexts.evidence(context), language="mixed"))


PAIRS = {
    "the row that the sentence names": [
        ("delivery", "Kisumu is no problem: it is KES 400.", "Kisumu is no problem: it is KES 500."),
        ("returns", "Ukilipa kwa kadi, pesa inarudi ndani ya saa 24.", "Kwa M-Pesa pesa inarudi ndani ya saa 24."),
        ("delivery", "Thika iko sawa: ni 500 bob.", "Thika iko sawa: ni 400 bob."),
    ],
    "a place that a line leaves out": [
        ("delivery", "Thika is free for orders of KES 5,000.", "Westlands is free for orders of KES 5,000."),
        ("delivery", "Kisumu ni bure kwa oda za KES 5,000.", "Nairobi ni bure kwa oda za KES 5,000 na zaidi."),
        ("delivery", "Eldoret ni free kwa order ya 5,000.", "Kilimani ni free kwa order za 5,000 na zaidi."),
    ],
    "what is free, or needs nothing": [
        ("lights", "The visit is charged when the fault is ours.", "The visit is free when the fault is on our side."),
        ("resort", "You need a reservation for the buffet.", "No reservation is needed at Mlango wa Bahari."),
        ("ont", "If water got in, we replace the box for free.", "If the box fails by itself, we replace it for free."),
    ],
    "days on which it is closed": [
        ("amenities", "The kids' club is open on Mondays too.", "The kids' club is closed on Mondays."),
        ("couple", "Jumatatu mnaweza kula Jahazi Grill saa moja jioni.", "Jahazi Grill hufungwa Jumatatu."),
        ("hours", "Tuko open kila siku.", "Tuko open kila siku isipokuwa Sunday."),
    ],
    "one alone": [
        ("sim", "The QR code can be used twice.", "The QR code works only once."),
        ("homenet", "The 5G SIM works in any phone.", "The 5G SIM works only in the 5G router."),
        ("slow", "Below the lowest speed on one evening you get a tenth of the fee back.",
         "Below the lowest speed on three days running you get a tenth of the fee back."),
    ],
    "the other side, another time, the other half": [
        ("returns", "You may return it after 14 days.", "You may return it within 14 days."),
        ("warranty", "If it does not work when it arrives, you have a month to tell us.",
         "If it does not work when it arrives, tell us within 7 days."),
        ("lights", "We come within 24 hours on weekends.", "We come within 24 hours on working days."),
        ("leaving", "Deposit yako inarudi siku hiyo hiyo.", "Deposit yako inarudi ndani ya siku 30."),
    ],
    "an age": [
        ("leisure", "The arcade is open to children of 5.", "The arcade is open to children of 9."),
    ],
    "what an item has, is for and includes": [
        ("item", "The upper is knitted.", "The upper is mesh."),
        ("rooms", "The Garden Room sleeps four.", "The Garden Room is for two."),
        ("rooms", "Garden Room inalala watu wanne.", "Garden Room ni ya watu wawili."),
        ("spa", "The coconut massage is done by two therapists.", "The coconut massage is done by one therapist."),
        ("data", "The weekly bundle can only be used at night.", "The Night Owl can only be used at night."),
        ("shoes", "The Marathon Cushion Max is the lightest.", "The Marathon Cushion Max is the softest."),
        ("pair", "Zote mbili ni za wanawake.", "Kipepeo ni ya wanawake."),
    ],
    "the child's price": [
        ("trips", "The child pays KES 9,500.", "The child pays KES 5,500."),
        ("trips", "Mtoto wenu analipa KES 9,500.", "Mtoto wenu analipa KES 5,500."),
    ],
    "an unpaid order": [
        ("order_unpaid", "The bill is behind you now.", "The bill is still open."),
        ("order_unpaid", "Hakuna kitu kimebaki cha kulipa.", "Bado hujalipa KES 9,000."),
        ("order_pending", "We have just heard back, and it worked.", "We are still waiting to hear back."),
        ("order_unpaid", "Ile 9k imefika kwetu.", "Ile 9k bado haijafika kwetu."),
    ],
    "what nobody may ask for": [
        ("plain", "Please send me the code that you got by SMS.", "Never send anybody the code that you got by SMS."),
        ("plain", "Tuma PIN yako hapa nikusaidie.", "Usitume PIN yako kwa mtu yeyote."),
        ("plain", "Nipe PIN yako.", "Usimpe mtu PIN yako."),
    ],
    "rivals": [
        ("plain", "Jumia has it for less.", "We have a look for you."),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("context", "lie", "truth"), [pair for pairs in PAIRS.values() for pair in pairs], ids=lambda each: each[:40]
)
def test_what_is_turned_round_is_held_back_and_its_neighbour_is_not(context: str, lie: str, truth: str) -> None:
    assert is_refused(context, lie)
    assert not is_refused(context, truth)


def offer(**more: object) -> OfferFacts:
    usual = {
        "name": "Viatu 500", "description": "KES 500 off shoes when you spend KES 5,000 or more.", "code": "VIATU500",
        "percent": None, "amount": Decimal(500), "currency": "KES", "minimum_spend": Decimal(5000), "ends_on": None,
        "scope": ["Shoes"], "applies": True, "saving": None, "obstacle": None,
    }  # fmt: skip
    return OfferFacts.model_validate(usual | more)


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("VIATU500 takes KES 500 off shoes from KES 5,000.", True),
        ("VIATU500 takes KES 500 off anything you buy.", False),
        ("VIATU500 works however little you spend.", False),
        ("VIATU500 inafanya kazi kwa simu pia.", False),
        ("KARIBU10 works on every order, not just the first.", False),
        ("KARIBU10 takes a tenth off your first order.", True),
        ("KARIBU10 inapunguza nusu ya bei ya oda ya kwanza.", False),
    ],
)
def test_what_is_said_of_an_offer_is_held_to_its_own_words(text: str, is_so: bool) -> None:
    first = offer(
        name="Karibu 10", description="Ten percent off your first order with us.", code="KARIBU10", percent=10,
        amount=None, minimum_spend=None, scope=[],
    )  # fmt: skip
    told: Evidence = contexts.of(contexts.OffersGetApplicableResult(offers=[offer(), first]), words=("any offers?",))
    assert (not objections(text, told, language="mixed")) is is_so
