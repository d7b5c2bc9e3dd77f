"""What has gone wrong: late parcels, outages, the wrong room, illness, troubles; told with the rule and a person."""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

NOW = datetime(2026, 11, 30, 16, 0, tzinfo=ZoneInfo("Africa/Nairobi"))
LATE = "We find out within one working day"
OUTAGE = "it is an outage and we are already at work"
FRONT_OFFICE = "+254700000103"


@pytest.mark.parametrize(
    ("told", "sorry"),
    sampled([
        ("my parcel to eldoret was to come LAST tuesday, still nothing!!", "sorry"),
        ("my delivery is 4 days late where is it", "sorry"),
        ("still waiting for my sandals, rider was to bring them yesterday", "sorry"),
        ("i ordered a dress two weeks ago to kisumu and it has not arrived", "sorry"),
        ("mzigo wangu ulikuwa ufike jumatano iliyopita lakini bado", "Pole"),
        ("order yangu ya viatu imechelewa, ilikuwa ifike juzi", "Pole"),
    ], quick=3),
)  # fmt: skip
def test_who_waits_for_a_parcel_gets_a_ticket_and_the_rule(shop: Say, told: str, sorry: str) -> None:
    said = shop(told)
    assert sorry in said
    assert "T-" in said
    assert LATE in said


def test_the_number_of_a_late_order_is_asked_for(shop: Say) -> None:
    assert "write me the order's number" in shop("my parcel was to arrive yesterday and it has not come")


@pytest.mark.parametrize(
    "asked", ["where is my parcel", "what happens if my parcel comes late", "can i pick my order late in the evening"]
)
def test_what_is_not_late_opens_no_ticket(shop: Say, asked: str) -> None:
    assert "T-" not in shop(asked)


@pytest.mark.parametrize(
    "told",
    [
        "Fibre imepotea mtaa wote wa Fedha tangu asubuhi, hata majirani hawana",
        "internet is down in the whole estate since morning", "stima iko lakini net imeenda plot mzima",
        "we and the neighbours have no internet, LOS is red", "Jirani pia hana internet, nini shida",
    ],
)  # fmt: skip
def test_who_has_no_line_as_nobody_around_has_is_told_of_an_outage(telecom: Say, told: str) -> None:
    said = telecom(told)
    assert "T-" in said
    assert OUTAGE in said
    assert "Ask a neighbour" not in said


@pytest.mark.parametrize(
    "told", ["my internet is off but my neighbour has it", "do you have fibre in the whole of kileleshwa estate"]
)
def test_a_line_of_their_own_is_no_outage(telecom: Say, told: str) -> None:
    assert "T-" not in telecom(told)


@pytest.mark.parametrize(
    "told",
    sampled([
        "we paid for ocean view n they put us in a garden room!! fix this today",
        "booked a king bed but we got two singles, please sort it", "the room we got is not the one we booked",
        "i asked for a quiet room and you have given us one next to the bar",
        "tumepewa chumba cha bustani na tulilipia cha bahari",
        "Tuliahidiwa chumba chenye view ya bahari lakini tumepata cha nyuma",
    ], quick=3),
)  # fmt: skip
def test_another_room_than_the_one_paid_for_is_a_persons(resort: Say, told: str) -> None:
    said = resort(told)
    assert "sorry" in said or "Pole" in said
    assert FRONT_OFFICE in said
    assert "T-" in said


def test_a_wish_for_a_room_is_no_complaint(resort: Say) -> None:
    assert "T-" not in resort("can we pay for ocean view and get a garden room")


@pytest.mark.parametrize(
    "told",
    sampled([
        "Mtoto wangu anatapika sana tangu mchana, kuna muuguzi hapo hotelini?", "my husband has chest pains",
        "my son has a high fever and is vomiting", "mtoto wangu ana homa kali", "my wife is having an asthma attack",
        "mke wangu mjamzito anaumwa tumbo sana", "mum feels dizzy and very weak",
    ], quick=3),
)  # fmt: skip
def test_who_is_taken_ill_reads_whom_to_call_and_gets_a_person(resort: Say, told: str) -> None:
    said = resort(told)
    assert said.find(FRONT_OFFICE) < said.find("T-")
    assert "nurse is in the house from 08:00 to 20:00" in said
    assert "not fully sure" not in said
    assert "Sina uhakika" not in said


@pytest.mark.parametrize("asked", ["is there a doctor if my kid falls ill", "do you have a nurse at the hotel"])
def test_who_asks_for_a_nurse_is_told(resort: Say, asked: str) -> None:
    said = resort(asked)
    assert "nurse" in said
    assert "T-" not in said


@pytest.mark.parametrize(
    ("wanted", "told"),
    [
        ("need to cancel, we were to arrive this thursday. what will u charge", "until Thursday 26 November"),
        ("we want to cancel our stay on 4 december, do we pay anything", "until Friday 27 November"),
        ("nataka kucancel booking yangu ya ijumaa, nitalipa ngapi", "hadi Ijumaa 27 Novemba"),
        ("we cant make it on saturday anymore, please cancel. is there a fee?", "first night is charged"),
        ("Lazima tughairi, tulipaswa kufika kesho. Mtatutoza?", "hadi Jumanne 24 Novemba"),
    ],
)  # fmt: skip
def test_an_own_booking_is_ended_by_a_person_with_the_rule_applied(
    at: Callable[[str], Say], wanted: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("journeys.tenant.local_now", lambda context: NOW)
    said = at("oasis")(wanted)
    assert "T-" in said
    assert told in said
    assert "first night is charged" in said
    assert "not fully sure" not in said


@pytest.mark.parametrize("asked", ["can I cancel my booking for free", "what do you charge if we cancel"])
def test_the_rule_for_cancelling_opens_no_ticket(resort: Say, asked: str) -> None:
    said = resort(asked)
    assert "first night is charged" in said
    assert "T-" not in said


@pytest.mark.parametrize(
    ("told", "line", "other"),
    [
        ("LAN light on the white box is off but PON is steady green, no net", "LAN blinking", "POWER"),
        ("power light imezima kwa box ya fibre", "POWER steady", "LAN blinking"),
        ("the tel light on my ont is off", "TEL is used", "POWER"),
    ],
)
def test_of_a_list_of_lights_the_one_that_is_named_is_told(telecom: Say, told: str, line: str, other: str) -> None:
    said = telecom(told)
    assert line in said
    assert other not in said


@pytest.mark.parametrize(
    "asked", ["Niweke ruta wapi ndani ya nyumba ili wifi iwe na nguvu?", "where should i put my router"]
)
def test_a_list_whose_heading_is_asked_is_told_whole(telecom: Say, asked: str) -> None:
    said = telecom(asked)
    assert "two metres away" in said
    assert "Do not put it in a cupboard" in said


@pytest.mark.parametrize(
    "told",
    [
        "Nilibonyeza reset ya ruta ya fibre, jina la wifi limebadilika na hakuna net",
        "i did a factory reset and now there is no internet",
    ],
)
def test_a_list_of_three_steps_keeps_none_back(telecom: Say, told: str) -> None:
    said = telecom(told)
    assert "label below the router" in said
    assert "within 10 minutes" in said


def test_what_was_done_is_not_told_again(telecom: Say) -> None:
    said = telecom("wifi keeps dropping, i restarted the router")
    assert "Look at the lights first" in said
    assert "2. Restart the router" not in said


@pytest.mark.parametrize(
    ("told", "applied"),
    [
        ("Nimesajili laini mpya leo saa tatu asubuhi, bado haifanyi kazi", "Kuanzia 09:00, ilikuwa hadi 11:00 leo"),
        ("i registered a new sim at 9am today and its still not working", "Counted from 09:00, that was until 11:00"),
        ("i registered a new sim at 3pm today and its still not working", "Counted from 15:00, that is until 17:00"),
    ],
)
def test_hours_are_counted_from_the_hour_that_is_told(
    at: Callable[[str], Say], told: str, applied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("journeys.tenant.local_now", lambda context: NOW)
    assert applied in at("mtandao")(told)


@pytest.mark.parametrize(
    "asked",
    [
        "Nikirudisha mkoba nilioulipia na mpesa, ada ya kuletewa pia inarudi?",
        "nikirudisha viatu gharama ya delivery inarudishwa", "do i get the delivery charge back if the shoes dont fit",
    ],
)  # fmt: skip
def test_whether_a_fee_comes_back_asks_for_no_price(shop: Say, asked: str) -> None:
    said = shop(asked)
    assert "paid back only when the mistake was ours" in said
    assert "T-" not in said


@pytest.mark.parametrize(
    "asked",
    ["Kwa 5G Home 50 nikimaliza GB za mwezi kasi inabaki ngapi?", "5g home 50 ikiisha GB naendelea na speed gani"],
)
def test_how_fast_a_line_is_asks_for_no_price(telecom: Say, asked: str) -> None:
    said = telecom(asked)
    assert "then 5 Mbps until the month ends" in said
    assert "T-" not in said


@pytest.mark.parametrize(
    "asked",
    [
        "a guy on facebook is registering ur sims online, wants a photo of my ID. legit?",
        "someone called saying he is from mtandao and wants my otp to give me free data, is it true",
        "nimepigiwa simu na mtu wa mtandao ananiomba PIN yangu, ni ukweli?",
    ],
)
def test_who_doubts_a_call_is_told_what_nobody_of_ours_asks_for(telecom: Say, asked: str) -> None:
    assert "Nobody from Mtandao asks for your PIN" in telecom(asked)


def test_a_verb_is_no_month(resort: Say) -> None:
    said = resort("when may a booking be cancelled for free")
    assert "May 20" not in said
    assert "7 days before arrival" in said


@pytest.mark.parametrize(
    ("asked", "lasts"),
    [
        ("the boots I bought three months ago, the sole has come off", "3 months for soles"),
        ("Begi la shule nililonunua mwezi uliopita zipu imeng'oka", "3 months for soles"),
        ("nilibuy microwave 5 months ago imeanza kutoa moshi", "12 months"),
        (
            "the blender I bought from you 8 months ago has started smelling burnt. I have the receipt. What now?",
            "12",
        ),
    ],
)
def test_what_broke_after_a_while_is_told_how_long_its_warranty_is_and_how_to_use_it(
    shop: Say, asked: str, lasts: str
) -> None:
    told = shop(asked)
    assert lasts in told
    assert "Repair takes up to 14 working days" in told


def test_what_was_bought_and_is_well_has_no_warranty_told(shop: Say) -> None:
    assert "14 working days" not in shop("I bought a dress last month and it is lovely, do you have it in black")
