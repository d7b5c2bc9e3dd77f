"""What a Swahili answer tells of a thing, a sum by its parts, a parcel's end and a secret; and beside each what is not
so."""

from datetime import date
from decimal import Decimal

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import _cited, item, of

TODAY = date(2026, 12, 1)
DELIVERY = "duka/library/delivery.md"
URCHIN = (
    "Sea urchins: do not pull the spines out; the nurse will treat it.\nA nurse is in the house from 08:00 to 20:00. "
    "At night the doctor on call comes."
)
TIDES = "Tides change daily; the water sports centre writes them on its board."
PUK = "Nobody from Mtandao asks for your PIN, PUK, one-time code or a photo of your ID in a call or chat."
MUSIC = "Music at Machweo Bar ends at 00:30 on Fridays and at 23:00 on other days."
CANCELLING = "Free of charge until 7 days before arrival. After that the first night is charged."
AFTER = "Baada ya hapo usiku wa kwanza unatozwa, kwa hiyo mkighairi tarehe 8 Februari"
TO_THE_OFFICE = "Mzigo huishia kwenye ofisi ya kuria, kwa hivyo"


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Ndani yake kuna sherehe kwenye mchanga, tao la harusi, keki ya ngazi tatu, chakula cha jioni chini ya makuti "
         "na msaada wa msajili wa ndoa.", True),
        ("Ndani yake kuna tao, keki ya ngazi tatu na chakula cha jioni.", True),
        ("Ndani yake kuna ngoma za taarabu, mpiga picha na maua.", False),
        ("Ndani yake kuna mpiga picha.", False),
        ("Msajili wa ndoa ni bure.", False),
    ],
)  # fmt: skip
def test_what_is_in_a_package_in_swahili(text: str, *, is_true: bool) -> None:
    asked = "dada yangu anaolewa Februari. kifurushi cha harusi ya ufukweni ni bei gani na kina nini ndani?"
    evidence = of(item("oasis", "Beach Wedding Package for Thirty"), words=(asked,), tenant="oasis", today=TODAY)
    assert (objections(text, evidence, language="sw") == []) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Altogether, with KARIBU10, that is KES 8,275: KES 7,875 for the goods and KES 400 for delivery.", True),
        ("That is KES 8,275: KES 400 for the goods and KES 7,875 for delivery.", False),
        ("That is KES 8,275: KES 7,775 for the goods and KES 500 for delivery.", False),
        ("That is KES 8,375: KES 7,875 for the goods and KES 500 for delivery.", False),
        ("That is KES 8,275: KES 7,875 for the shoes and KES 400 for gift wrap.", False),
    ],
)
def test_a_total_by_its_parts(text: str, *, is_true: bool) -> None:
    order = [
        ("The goods of the order, its total without delivery: KES 7875", ""),
        ("The order, its total with delivery: KES 8275", ""),
    ]
    evidence = of(
        words=("use that one. how much altogether brought to Ruiru?",), passages=[*_cited(DELIVERY), *order],
        extra=[{"total": Decimal(8275), "delivery_fee": Decimal(400), "codes": ["KARIBU10"]}], beside="KES 7875",
        today=TODAY,
    )  # fmt: skip
    assert (objections(text, evidence, language="en") == []) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{TO_THE_OFFICE} haufiki nyumbani kwa babu kabisa; ataufuata hapo.", True),
        (f"{TO_THE_OFFICE} utafika nyumbani kwa babu.", False),
        (f"{TO_THE_OFFICE} utaletwa mlangoni.", False),
        ("Mzigo hufika nyumbani kwa babu.", False),
        ("To other towns it ends at the courier's office, so it does not reach his house.", True),
        ("To other towns it ends at the courier's office, so it reaches his house.", False),
    ],
)
def test_what_ends_at_the_courier_reaches_no_house(text: str, *, is_true: bool) -> None:
    asked = "mnatuma Kakamega? ni ngapi, na mzigo utafika nyumbani kwa babu kabisa? will it reach his house?"
    assert (objections(text, of(words=(asked,), passages=_cited(DELIVERY), today=TODAY)) == []) is is_true


@pytest.mark.parametrize(
    ("source", "asked", "text", "is_true"),
    [
        (URCHIN, "beste amekanyaga urchin", "Msitoe miiba; nurse atautibu mguu, na yuko resort 08:00-20:00.", True),
        (URCHIN, "beste amekanyaga urchin", "Toa miiba na uweke dawa.", False),
        (URCHIN, "beste amekanyaga urchin", "Nurse atautibu kwa siki.", False),
        (URCHIN, "beste amekanyaga urchin", "Nurse yuko resort 24 hours.", False),
        (TIDES, "tide itakuwa high saa ngapi Jumamosi?",
         "Tides hubadilika kila siku, kwa hiyo saa ya Jumamosi siwezi kuitaja sasa.", True),
        (TIDES, "tide itakuwa high saa ngapi Jumamosi?", "Tides hubadilika kila wiki.", False),
        (TIDES, "tide itakuwa high saa ngapi Jumamosi?", "Tide ya Jumamosi ni saa nne.", False),
        (MUSIC, "muziki mpaka saa ngapi?",
         "Muziki wa Machweo Bar pia huisha 23:00 siku zote isipokuwa Ijumaa, ambapo huisha 00:30.", True),
        (MUSIC, "muziki mpaka saa ngapi?",
         "Music at Machweo Bar ends at 23:00 every day except Friday, when it ends at 00:30.", True),
        (MUSIC, "muziki mpaka saa ngapi?",
         "Muziki wa Machweo Bar huisha 23:00 siku zote isipokuwa Jumamosi, ambapo huisha 00:30.", False),
        (MUSIC, "muziki mpaka saa ngapi?",
         "Muziki wa Machweo Bar huisha 00:30 siku zote isipokuwa Ijumaa, ambapo huisha 23:00.", False),
        (MUSIC, "muziki mpaka saa ngapi?", "Muziki wa Machweo Bar huisha 23:00 siku zote.", False),
        (PUK, "laini inaomba PUK",
         "PUK yako usimpe mtu yeyote kwa simu au chat, hakuna mtu wa Mtandao anayeiomba.", True),
        (PUK, "laini inaomba PUK", "PUK yako mpe mtu yeyote wa Mtandao kwa simu.", False),
        (PUK, "laini inaomba PUK", "Nitumie PUK yako hapa.", False),
        (CANCELLING, "chumba kuanzia tarehe 13 Februari, na tukighairi tarehe 8 Februari?",
         f"{AFTER} mtatozwa usiku wa kwanza.", True),
        (CANCELLING, "chumba kuanzia tarehe 13 Februari, na tukighairi tarehe 8 Februari?",
         f"{AFTER} hamtatozwa kitu.", False),
        (CANCELLING, "chumba kuanzia tarehe 13 Februari, na tukighairi tarehe 8 Februari?",
         "Mkighairi tarehe 8 Februari mtapata punguzo.", False),
    ],
)  # fmt: skip
def test_the_same_in_swahili(source: str, asked: str, text: str, *, is_true: bool) -> None:
    evidence = Evidence.of([], words=[asked], passages=[(source, "Page > Rule")], today=TODAY)
    assert (objections(text, evidence) == []) is is_true
