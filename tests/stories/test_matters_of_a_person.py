"""What is a person's to see to is passed on at once: dangers, secrets given away, own bookings and contracts."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize(
    "told",
    [
        "my husband fell by the pool and cant move his arm", "mtoto wangu ameumwa na jellyfish",
        "Nimekanyaga kichomi cha sea urchin hapa beach, nifanyeje", "there is smoke in the corridor, we smell burning",
    ],
)  # fmt: skip
def test_who_is_in_danger_reads_the_number_first(resort: Say, told: str) -> None:
    said = resort(told)
    assert said.find("+254700000103") < said.find("T-")
    assert "T-" in said


def test_the_page_that_helps_stands_below(resort: Say) -> None:
    assert "do not pull the spines out" in resort("i stepped on a sea urchin at the reef, what do i do")
    said = resort("my wife slipped in the bathroom and her head is bleeding")
    assert "nurse" in said
    assert "Opening hours" not in said


@pytest.mark.parametrize(
    "told",
    [
        "a lady called frm mtandao n i gave her the code she asked for. is that a problem?",
        "someone called saying he is from mtandao and i told him my pin", "nilimpa otp jamaa alinipigia",
    ],
)  # fmt: skip
def test_who_gave_a_secret_away_is_told_to_call_at_once(telecom: Say, told: str) -> None:
    said = telecom(told)
    assert "+254700000102" in said
    assert "T-" in said


@pytest.mark.parametrize(
    "wanted",
    [
        "we want to move our booking from 18 dec to 20 dec", "cancel my booking pls",
        "naomba kubadilisha booking yangu kutoka tarehe 12 hadi 14 december", "i want to extend my stay till sunday",
    ],
)  # fmt: skip
def test_an_own_booking_is_changed_by_a_person(resort: Say, wanted: str) -> None:
    said = resort(wanted)
    assert "T-" in said
    assert "Opening hours" not in said


def test_a_contract_is_ended_by_a_person_with_the_rule_below(telecom: Say) -> None:
    said = telecom("cancel my fibre pls, i am moving to kampala")
    assert "T-" in said
    assert "30 days' notice" in said


@pytest.mark.parametrize("wanted", ["nataka kukatisha mkataba wa fibre", "please end the contract for me"])
def test_a_contract_is_theirs_also_where_they_do_not_say_so(telecom: Say, wanted: str) -> None:
    said = telecom(wanted)
    assert "T-" in said
    assert "30 days' notice in writing" in said


@pytest.mark.parametrize(
    ("slug", "asked"),
    sampled([
        ("oasis", "is there a doctor if my kid falls ill"), ("oasis", "what if my kid gets stung by a jellyfish"),
        ("oasis", "is there a fireplace in the villa"), ("mtandao", "how do i move my fibre to another house"),
        ("mtandao", "i want to change my wifi password"), ("mtandao", "mkataba wa fibre ni wa muda gani"),
        ("mtandao", "naweza kuvunja mkataba baada ya miezi sita"), ("duka", "nimewapa code ya mpesa tayari"),
        ("duka", "my phone fell and the screen is broken, does the warranty cover it"),
    ], quick=3),
)  # fmt: skip
def test_what_is_only_asked_opens_no_ticket(at: object, slug: str, asked: str) -> None:
    assert "T-" not in at(slug)(asked)  # type: ignore[operator]


def test_a_doubtful_call_is_passed_on_by_one_tap(resort: Say) -> None:
    doubt = "kuna mtu amenipigia eti nitume deposit ya booking kwa namba yake, ni ukweli?"
    assert "Niwafikishie?" in resort(doubt)
    assert "T-" in resort(doubt, "ndiyo")


def test_what_went_wrong_is_answered_with_a_sorry(resort: Say) -> None:
    assert "sorry" in resort("AC in our room is not working and its so hot")
