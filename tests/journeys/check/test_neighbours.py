"""What a good model says of items, sums and the customer's own case, each beside a neighbour that is not so."""

from collections.abc import Callable

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model import contexts
from tests.attacks.lying_model.contexts import item, of

OWN: dict[str, Callable[[], Evidence]] = {
    "bed": lambda: of(
        item("duka", "High-Density Mattress"), item("duka", "Woollen Duvet with Cover"),
        words=("a 4x6 mattress and a duvet for it, what do both come to?",),
    ),
    "plans": lambda: of(
        item("mtandao", "5G Home Internet Unlimited"), item("mtandao", "Fibre Nyumbani 10 Mbps"), tenant="mtandao",
        words=("is 5G cheaper than the 10 Mbps fibre?",),
    ),
    "bank": lambda: of(item("duka", "Power Bank"), words=("tofauti ya 10000 na 30000 ni gani?",)),
    "charger": lambda: of(item("duka", "20W Fast Charger USB-C"), words=("charger ya type C iko?",)),
    "evening": lambda: of(
        item("oasis", "Private Beach Dinner for Two"), item("oasis", "Couples Massage in the Palm Hut"),
        words=("dinner on the beach and a massage for two, what are both?",), tenant="oasis",
    ),
    "offer": lambda: of(contexts.offers("mtandao"), words=("any code?",), tenant="mtandao"),
    "minutes": lambda: of(
        item("mtandao", "All-Network 60 Minutes"), item("mtandao", "All-Network 400 Minutes"), tenant="mtandao",
        words=("which is the better value per minute?",),
    ),
    "bag": lambda: of(
        item("duka", "Laptop Backpack Commuter"), item("duka", "Wireless Mouse"),
        extra=[["Area: Kiambu, Thika, Ruiru, Kitengela, Ngong; Fee: KES 400; When it arrives: 1 to 2 working days"]],
        words=("a laptop bag and a mouse to Kitengela, what is it in all?",),
    ),
    "family": lambda: of(
        item("oasis", "Day Pass with Lunch"), words=("we are 3 adults and 2 children",), tenant="oasis"
    ),
}  # fmt: skip

PAIRS = {
    "the noun before a price": [
        ("evening", "Dinner at KES 12,500 and massage at KES 14,500 make KES 27,000 together.",
         "Massage at KES 12,500 and dinner at KES 14,500 make KES 27,000 together."),
        ("bed", "For 4x6 the duvet is KES 7,900 and the mattress KES 3,600.",
         "For 4x6 the duvet is KES 3,600 and the mattress KES 7,900."),
    ],
    "what a sum is made of": [
        ("bed", "The mattress and the duvet are KES 7,900 + KES 3,600 = KES 12,500.",
         "The mattress and the duvet are KES 7,900 + KES 3,600 = KES 11,500."),
    ],
    "the other side of a comparison": [
        ("plans", "The 10 Mbps fibre is KES 3,499 a month against KES 1,999 for 5G Home Internet Unlimited.",
         "The 10 Mbps fibre is KES 1,999 a month against KES 3,499 for 5G Home Internet Unlimited."),
        ("plans", "5G is KES 500 more than Fibre Nyumbani.", "5G is KES 1,500 more than Fibre Nyumbani."),
    ],
    "cheaper by other words": [
        ("shoes", "The Marathon Cushion Max is the most affordable of them.",
         "The Uhuru Park Jogger is the most affordable of them."),
        ("shoes", "The Uhuru Park Jogger is the priciest.", "The Marathon Cushion Max is the priciest."),
        ("pair", "Mtaa Runner iko chini kwa KES 1,100.", "Mtaa Runner iko juu kwa KES 1,100."),
    ],
    "cheaper per unit, of those that are compared": [
        ("data2", "Per GB the 20 GB one is cheaper than the 45 GB one.",
         "Per GB the 45 GB one is cheaper than the 20 GB one."),
        ("data2", "The No-Expiry 5 GB Bundle is cheaper per GB than the Monthly 20 GB Bundle.",
         "The Monthly 20 GB Bundle is cheaper per GB than the No-Expiry 5 GB Bundle."),
        ("minutes", "Per minute the 400 minutes are the better value.",
         "Per minute the 60 minutes are the better value."),
        ("minutes", "The 400 minutes come to KES 0.92 a minute.", "The 400 minutes come to KES 1.25 a minute."),
        ("data2", "The 20 GB bundle comes out at KES 67 a GB.", "The 45 GB bundle comes out at KES 67 a GB."),
    ],
    "a measure that stands after a price or between two": [
        ("bank", "10000 mAh ni KES 4,300 na 30000 mAh ni KES 1,950.",
         "10000 mAh ni KES 1,950 na 30000 mAh ni KES 4,300."),
        ("bank", "Tofauti ni bei: 10000 mAh ni 2,950.", "Tofauti ni bei: 10000 mAh ni 1,950."),
    ],
    "a half that is no price": [
        ("charger", "Bei imeshuka hadi nusu.", "Inachaji simu hadi nusu kwa dakika thelathini."),
    ],
    "the name of an offer": [
        ("offer", "Each bundle comes with a gift.", "The Bundle bonus counts from KES 3,000."),
    ],
    "what all of them pay": [
        ("family", "For all five of you that is KES 18,900.", "For all five of you that is KES 16,800."),
    ],
    "a fee that is added": [
        ("bag", "The backpack at KES 2,650 with delivery to Mombasa at KES 400 makes KES 3,050.",
         "The backpack at KES 2,650 and the mouse at KES 750 are KES 3,400, and KES 3,800 with delivery at KES 400."),
    ],
    "their own span of time": [
        ("parcel", "Phones have a warranty of 12 months, so after eight months it has ended.",
         "Phones have a warranty of 12 months, so after eight months it is still valid."),
        ("parcel", "Televisheni zina warranty ya miezi 24, kwa hivyo baada ya miezi minane imepita.",
         "Televisheni zina warranty ya miezi 24, kwa hivyo baada ya miezi minane bado iko sawa."),
    ],
    "their own hour": [
        ("spa2", "The last treatment starts at 7, so 8 pm is fine.",
         "The last treatment starts at 7, so 8 pm is too late."),
    ],
    "their own amount": [
        ("leaving", "Six months at KES 2,999 are KES 19,994.", "Six months at KES 2,999 are KES 17,994."),
        ("leaving", "With six months at KES 2,999 you owe KES 17,994.",
         "Six months at KES 2,999 are KES 17,994, and half of that is KES 8,997."),
    ],
    "their order, where it is free from a sum on": [
        ("towns2", "Since your order is above KES 7,000, bringing it to Kilimani is free.",
         "Since your order is above KES 5,000, bringing it to Kilimani is free."),
        ("towns2", "Your order of KES 6,200 ships free to Kisumu.",
         "Your order of KES 6,200 ships free inside Nairobi."),
        ("towns2", "Since your order is above KES 5,000, bringing it to Thika is free.",
         "Since your order is above KES 5,000, bringing it to Westlands is free."),
    ],
    "free in the case that is named": [
        ("returns", "Our rider fetches it at no cost.",
         "If we sent you the wrong thing, our rider fetches it at no cost."),
        ("ont", "Box ikianguka na iharibike, replacement ni free.", "Box ikiharibika yenyewe, tunareplace free."),
        ("delivery", "As you live in Kisumu, we will not charge you anything to send it.", "Kisumu is KES 500."),
    ],
    "a day of the week": [
        ("bundles", "The daily bundle is refilled each Sunday.", "The weekly bundle lasts seven days."),
    ],
    "what we do, beside items": [
        ("night", "Bando likiisha tunaendelea kukata pesa za maongezi.",
         "Bando likiisha hatukati pesa za maongezi bila idhini yako."),
    ],
    "two things in one sentence": [
        ("couple", "Jahazi Grill hufungwa Jumatatu, lakini Mlango wa Bahari hutoa dinner saa 2 hadi saa 5 usiku.",
         "Jahazi Grill hufungwa Jumatatu, lakini Mlango wa Bahari hutoa dinner saa 1 hadi saa 4 usiku."),
        ("table", "Mlango wa Bahari is closed tomorrow; Jahazi Grill serves dinner from 19:00.",
         "Jahazi Grill is closed tomorrow; Mlango wa Bahari serves dinner from 19:00."),
    ],
    "hours on the other days": [
        ("amenities", "Kids' club Kobe hufungwa Jumatatu; siku nyingine iko wazi saa 3 asubuhi hadi saa 1 jioni.",
         "Kids' club Kobe hufungwa Jumatatu; siku nyingine iko wazi saa 3 asubuhi hadi saa 11 jioni."),
    ],
    "what is denied in other words, and left out of a denial": [
        ("warranty", "A cracked screen is part of the warranty.", "A cracked screen is no part of the warranty."),
        ("warranty", "A cracked screen is not excluded.", "Kioo kilichovunjika hakijumuishwi kwenye dhamana."),
        ("faq", "Pets are allowed, except guide dogs.", "Pets are not allowed, except guide dogs."),
        ("faq", "Wanyama wanaruhusiwa, isipokuwa mbwa wa kuongoza.",
         "Wanyama hawaruhusiwi, isipokuwa mbwa wa kuongoza."),
    ],
    "items beside documents": [
        ("homenet", "5G at KES 2,999 gives up to 60 Mbps.", "5G at KES 3,499 gives up to 60 Mbps."),
        ("data2", "With MWEZI20 the 45 GB bundle drops from KES 3,000 to KES 2,000.",
         "With MWEZI20 the 45 GB bundle drops from KES 3,000 to KES 2,400."),
        ("parcel", "The 4 litre air fryer is KES 10,500.", "The 4 litre air fryer is KES 7,900."),
        ("spa2", "Massage ya lisaa moja ni 7,500.", "Massage ya lisaa moja ni 5,500."),
    ],
}  # fmt: skip


def is_refused(context: str, text: str) -> bool:
    told = OWN[context]() if context in OWN else contexts.evidence(context)
    return bool(objections(text, told, language="mixed"))


@pytest.mark.parametrize(("context", "false", "true"), [pair for pairs in PAIRS.values() for pair in pairs])
def test_what_is_so_is_told_and_its_neighbour_is_not(context: str, false: str, true: str) -> None:
    assert is_refused(context, false)
    assert not is_refused(context, true)
