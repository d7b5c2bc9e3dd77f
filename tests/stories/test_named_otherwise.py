"""Without a model: a thing named in other words, by what it does or by its own name, and no other in its place."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize(
    ("said", "told", "not_told"),
    sampled(
        [
            ("need smth to boil water fast in my hostel room", "*Electric Kettle Cordless*", "Hand Wash"),
            ("natafuta kitu ya kuchemsha maji haraka", "*Electric Kettle Cordless*", "Hand Wash"),
            ("need sth to blend juice", "*Two-Speed Blender with Mill*", "nothing like it"),
            ("i need smth to keep food warm", "*Hot Pot Casserole Trio*", "Milk"),
            ("Nahitaji pazia za kuzuia mwanga rangi ya kijivu, jozi mbili ni bei gani", "= KES 4,800", "Unatafuta"),
            ("Nahitaji pazia rangi ya kijivu, jozi mbili ni bei gani", "= KES 4,800", "kulipa"),
            ("I need grey curtains, how much for two pairs", "= KES 4,800", "Wool-Blend"),
            ("nataka sanduku la mizigo", "*Cabin Suitcase Four-Wheel*", "delivery"),
        ],
        quick=3,
    ),
)
def test_of_goods(shop: Say, said: str, told: str, not_told: str) -> None:
    answer = shop(said)
    assert told in answer
    assert not_told not in answer


@pytest.mark.parametrize(
    ("said", "told", "not_told"),
    sampled(
        [
            ("Nikiagiza leo mzigo utafika Kisumu lini na ni shilingi ngapi", "KES 500", "Suitcase"),
            ("Nikiorder leo mzigo utafika Nakuru lini", "2 to 3 working days", "Suitcase"),
            ("if i order now when does the parcel reach Rongai and how much", "KES 600", "Suitcase"),
            ("Niko Kilimani, nikiorder saa hii inafika leo? na delivery ni ngapi", "KES 200", "Boot"),
            ("delivery ya Eldoret ni ngapi", "KES 500", "Trainer"),
            ("Eldoret Daily Trainer ni ngapi", "KES 4,750", "working days"),
            ("Chelsea Boot Kilimani ni ngapi", "KES 5,900", "same day"),
        ],
        quick=3,
    ),
)
def test_what_arrives_is_no_luggage_and_where_they_are_no_shoe(shop: Say, said: str, told: str, not_told: str) -> None:
    answer = shop(said)
    assert told in answer
    assert not_told not in answer


@pytest.mark.parametrize(
    ("said", "told", "not_told"),
    sampled(
        [
            ("Ruta ya 5G ya nyumbani ni bei gani na inabeba vifaa vingapi", "KES 15,500", "3,499"),
            ("router ya 5g ya nyumba ni bei gani", "KES 15,500", "3,499"),
            ("5g ya nyumbani ni bei gani kwa mwezi", "3,499", "15,500"),
            (
                "Smart 5 ya 128gb ni how much na ile data ya free ni ya miezi ngapi",
                "128 GB: eeh, iko na ni KES 11,999",
                "size",
            ),
            ("Smart 5G 256gb ni how much", "KES 27,999", "Bundle"),
            ("niuzie 20gb ya mwezi", "Monthly 20 GB Bundle", "Smart"),
        ],
        quick=3,
    ),
)
def test_of_devices_and_lines(telecom: Say, said: str, told: str, not_told: str) -> None:
    answer = telecom(said)
    assert told in answer
    assert not_told not in answer


@pytest.mark.parametrize(
    ("said", "told", "not_told"),
    sampled(
        [
            (
                "Mtoi wangu ako 9, anaeza fanya ile scuba ya beginners? ni how much",
                "kuanzia umri wa miaka 10",
                "Wasini",
            ),
            (
                "can my 8 yr old do scuba diving, how much",
                "No, that is from 10 years of age.\n*Discover Scuba Dive*",
                "Wasini",
            ),
            ("can my 12 yr old do scuba diving, how much", "KES 13,500", "No, that is"),
            ("Wasini tukiwa wanne wakubwa total ngapi, lunch iko ndani?", "KES 9,500 = KES 38,000", "breakfast"),
            (
                "Wasini tukiwa wanne wakubwa total ngapi, lunch iko ndani?",
                "Includes: lunch, park fees, transfer",
                "Half board",
            ),
            ("do u have a room where i can cook my own food", "kitchenette", "Villa"),
            ("a room with a kitchen please", "*Family Cottage*", "nothing"),
            ("Mna uwanja wa tenisi?", "Hatuna uwanja wa tenisi.", "airstrip"),
            ("uwanja wa ndege uko mbali?", "Ukunda airstrip", "Sijapata"),
        ],
        quick=3,
    ),
)
def test_of_a_resort(resort: Say, said: str, told: str, not_told: str) -> None:
    answer = resort(said)
    assert told in answer
    assert not_told not in answer


@pytest.mark.parametrize("said", ["hi amina, u there?", "habari amina, upo?", "hello amina are you there"])
def test_a_name_beside_a_greeting_is_greeted_back(resort: Say, said: str) -> None:
    told = resort(said)
    assert "Excursions" in told
    assert "documents" not in told
    assert "hati" not in told


def test_a_thing_beside_a_greeting_is_looked_for(telecom: Say) -> None:
    assert "Router" in telecom("hi, routers?")
