"""First messages as customers write them: whose they are, and when nothing that is held answers them."""

import pytest

from tests.depth import thorough
from tests.stories.conftest import Say

pytestmark = thorough

NOT_FOUND = "could not find that in our documents"
HAKUNA = "Sijapata hilo katika hati zetu"


@pytest.mark.parametrize(
    ("asked", "no"),
    [
        ("duka lenu liko wapi", HAKUNA), ("where is your shop", NOT_FOUND), ("mko na ofisi mjini?", HAKUNA),
    ],
)  # fmt: skip
def test_where_a_shop_is_is_told_by_an_address_alone(telecom: Say, asked: str, no: str) -> None:
    assert no in telecom(asked)


@pytest.mark.parametrize(
    "asked", ["mko wapi", "mko wapi exactly na tunafikaje huko", "where are you and how do we get there"]
)
def test_an_address_that_is_held_is_told(resort: Say, asked: str) -> None:
    assert "Diani Beach Road" in resort(asked)


@pytest.mark.parametrize("asked", ["how far is the beach", "beach iko mbali?", "how far is the nearest hospital"])
def test_how_far_one_place_is_is_not_told_by_another(resort: Say, asked: str) -> None:
    assert "90 minutes" not in resort(asked)


@pytest.mark.parametrize("asked", ["how far is the airport", "how far are you from the airport"])
def test_how_far_a_place_is_is_told_by_itself(resort: Say, asked: str) -> None:
    assert "90 minutes" in resort(asked)


@pytest.mark.parametrize("asked", ["breakfast iko included?", "je chakula iko included", "is breakfast included"])
def test_what_is_included_is_asked_of_the_rules(resort: Say, asked: str) -> None:
    assert "with every room" in resort(asked)


@pytest.mark.parametrize("asked", ["mnachukua watoto", "do you take children", "mnakubali watoto wadogo"])
def test_who_is_taken_is_asked_of_the_rules(resort: Say, asked: str) -> None:
    assert "under 4 stay free" in resort(asked)


@pytest.mark.parametrize("asked", ["wageni wa nje wanakubaliwa?", "are visitors allowed"])
def test_what_is_allowed_is_told_of_what_was_named(resort: Say, asked: str) -> None:
    told = resort(asked)
    assert "Visitors sign in" in told
    assert "Machweo" not in told


@pytest.mark.parametrize("asked", ["can i cancel if plans change", "can we cancel if our flight is cancelled"])
def test_in_which_case_it_is_asked_hides_no_answer(resort: Say, asked: str) -> None:
    assert "7 days before arrival" in resort(asked)


def test_a_case_that_matters_is_not_left_out(telecom: Say) -> None:
    assert NOT_FOUND in telecom("can i keep my number if i switch to you")


@pytest.mark.parametrize(
    "said", ["wifi haifiki bedroom", "my wifi is not reaching the kitchen", "wifi haishiki jikoni"]
)
def test_a_service_that_fails_is_no_wish_for_goods(telecom: Say, said: str) -> None:
    assert "1. *" not in telecom(said)


@pytest.mark.parametrize("said", ["nataka wifi ya nyumbani", "do you have wifi for the house"])
def test_a_wish_for_a_service_is_one_still(telecom: Say, said: str) -> None:
    assert "Fibre" in telecom(said)


@pytest.mark.parametrize(
    "said", ["fundi wenu hakuja leo na nilimngoja siku mzima", "your technician never came and I waited the whole day"]
)
def test_who_did_not_come_is_a_complaint(telecom: Say, said: str) -> None:
    assert "T-" in telecom(said)


@pytest.mark.parametrize("said", ["basi nipatie fundi", "please send me a technician"])
def test_somebody_to_mend_it_is_a_person(telecom: Say, said: str) -> None:
    told = telecom("my router shows a yellow light", said)
    assert "T-" in told
    assert "Fibre Installation" not in told


@pytest.mark.parametrize("asked", ["line yangu itafanya kazi nikienda uganda", "can i use my line in rwanda"])
def test_what_is_used_abroad_is_sold(telecom: Say, asked: str) -> None:
    assert "Roaming Pass" in telecom(asked)


@pytest.mark.parametrize("asked", ["how long does fibre installation take", "fibre installation inachukua muda gani"])
def test_what_an_item_tells_of_itself_is_told_by_it(telecom: Say, asked: str) -> None:
    assert "two working days" in telecom(asked)


def test_the_parts_of_a_party_are_counted_in_sheng_too(resort: Say) -> None:
    told = resort("nataka room", "tuko wakubwa wawili na watoto wawili")
    assert "1. *Family Cottage*" in told
    assert "2. *Beachfront Villa" in told


@pytest.mark.parametrize(
    "asked",
    [
        "nikimaliza contract narudisha router wapi",
        "nirudishe router wapi nikimaliza contract",
    ],
)
def test_where_it_is_done_is_told_by_a_place(telecom: Say, asked: str) -> None:
    assert "Mtandao shop" in telecom(asked)


@pytest.mark.parametrize("said", ["nimeweka pin vibaya mara tatu", "I typed a wrong pin three times"])
def test_numbers_are_found_in_words_of_both_languages(telecom: Say, said: str) -> None:
    assert "After three wrong PINs" in telecom(said)


@pytest.mark.parametrize("asked", ["how do i send data to my friend", "naeza tumia rafiki data"])
def test_what_only_the_other_language_tells_is_told_in_it(telecom: Say, asked: str) -> None:
    assert "*544*4#" in telecom(asked)


@pytest.mark.parametrize("said", ["mbona mnanikata airtime", "nilirudisha router lakini mnanitoza"])
def test_money_taken_is_disputed(telecom: Say, said: str) -> None:
    told = telecom(said, "saa ngapi watapiga")
    assert "T-" in telecom(said)
    assert "T-" in told


def test_how_many_they_are_is_told_to_the_shelves(resort: Say) -> None:
    told = resort("tunataka kuja na familia december", "watu wazima wawili na watoto watatu")
    assert "1. *Beachfront Villa" in told
