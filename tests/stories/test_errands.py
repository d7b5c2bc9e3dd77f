"""Short messages of several things to be done: an order, how it is paid, where it goes, for whom, by which code."""

import pytest

from tests.stories.conftest import Say

BAG = "nataka twiga school bag blue moja"


def test_a_code_a_place_and_a_way_to_pay_are_all_taken(shop: Say) -> None:
    said = shop(BAG, "sawa tumia KARIBU10. Nipelekee Ruaka mtaa wa Joyland, nalipa kwa mpesa ya hii namba")
    assert "punguzo la KES 145" in said
    assert "Usafirishaji hadi Ruaka mtaa wa Joyland: KES 600" in said
    assert "Nitume ombi la M-Pesa la KES 1,905" in said


@pytest.mark.parametrize(
    "said",
    [
        "good, use it. mpesa on this line, deliver to Ngong Road house 12",
        "ok apply it and send the prompt to this number. Bring it to Ngong Road house 12",
    ],
)
def test_the_code_that_was_told_is_meant_by_it(shop: Say, said: str) -> None:
    told = shop(BAG, "total?", said)
    assert "KES 145 off" in told
    assert "Delivery to Ngong Road house 12: KES 300" in told
    assert "M-Pesa prompt for KES 1,605" in told


def test_the_number_that_the_rider_shall_call_is_asked_for_no_money(shop: Say) -> None:
    said = shop(BAG, "leteni Utawala phase 3, rider apigie dada yangu 0711 223 344. nalipa na mpesa ya hii line")
    assert "rider apigie dada yangu 0711 223 344" in said
    assert "+254711223344" not in said
    assert "M-Pesa" in said


def test_who_says_how_they_pay_wants_one(telecom: Say) -> None:
    said = telecom("monthly 20 gb bundle", "ninunulie hilo la 20 GB, tumia MWEZI20, nalipa mpesa")
    assert "1 \u00d7 *Monthly 20 GB Bundle*" in said
    assert "KES 1,600" in said


def test_who_it_is_for_when_and_how_it_is_paid_are_noted_with_a_booking(resort: Say) -> None:
    said = resort(
        "deep tissue massage ya dakika 90",
        "1",
        "Nataka kesho saa nane mchana, mtu mmoja, jina Njeri",
        "nalipa kwa kadi",
    )
    assert "1 \u00d7 *Deep Tissue Massage* (90 minutes)" in said
    assert "KES 8,500" in said


def test_names_of_two_and_a_question_stand_beside_a_booking(resort: Say) -> None:
    said = resort(
        "garden room half board", "2 nights",
        "ok book it, names Asha and Peter Mwangi, I'll pay by card. When is breakfast served?",
    )  # fmt: skip
    assert "For: Asha and Peter Mwangi" in said
    assert "by card" in said
    assert "06:30" in said


def test_a_day_of_the_month_is_no_number_of_nights(resort: Say) -> None:
    said = resort("garden room full board", "total for 2 nights?", "hmm no, make it 3 nights, till Thursday 17")
    assert "3 nights \u00d7 *Garden Room* (full board): KES 66,000" in said
    assert "17 nights" not in said


def test_what_was_asked_is_left_for_something_else(telecom: Say) -> None:
    said = telecom(
        "what is my fibre bill this month?",
        "leave the bill, I have no account number here. Can I get airtime of 250 for my sister, 0733 456 789",
    )
    assert "*Airtime Top-Up* (250 bob)" in said
    assert "ticket" not in said


def test_what_is_dear_is_left_for_another_form(shop: Say) -> None:
    said = shop("power bank 20000 mah", "zii hiyo ni ghali, nipe ya 10000 mAh moja", "lipa")
    assert "1 \u00d7 *Power Bank* (10000 mAh): KES 1,950" in said


def test_a_thing_is_left_and_another_put_in(shop: Say) -> None:
    said = shop(BAG, "windproof umbrella", "1", "nataka", "Acha mwavuli. Niongezee raba nyeupe za PE saizi 36 moja")
    assert "1 \u00d7 *White PE Canvas Rubbers* (36, white)" in said
    assert "*Windproof Umbrella* imetolewa" in said
    assert "1 \u00d7 *Windproof" not in said


@pytest.mark.parametrize(
    ("said", "whole"),
    [
        ("With lunch for 2 adults and 2 kids (6 and 9) how much is it?", "KES 12,600"),
        ("ile ya lunch ni ngapi kwa watu wazima watatu na mtoto mmoja", "KES 14,700"),
    ],
)
def test_what_so_many_of_each_form_come_to(resort: Say, said: str, whole: str) -> None:
    told = resort("do you have day passes?", said)
    assert "*Day Pass with Lunch*" in told
    assert whole in told


def test_minutes_are_no_number_of_a_form(resort: Say) -> None:
    assert "KES 5,500" in (said := resort("masaji ya nazi ya dakika 60 ni bei gani"))
    assert "330,000" not in said


def test_another_item_that_is_named_is_asked_about_and_not_the_one_that_is_open(resort: Say) -> None:
    said = resort("ocean view room full board how much?", "and the Garden Room full board? does it have AC")
    assert "*Garden Room*" in said
    assert "KES 22,000" in said


def test_the_one_with_a_word_of_its_name_is_booked_and_no_table(resort: Say) -> None:
    said = resort("do you have day passes?", "book the one with lunch for the two of us, this Saturday")
    assert "*Day Pass with Lunch*" in said
    assert "ticket is" not in said


@pytest.mark.parametrize("said", ["nipe hiyo 4G Home Router moja", "I'll take one 4G home router"])
def test_who_orders_after_a_trouble_has_tried_nothing(telecom: Say, said: str) -> None:
    told = telecom("my fibre is down, PON is off", said)
    assert "1 \u00d7 *4G Home Router*" in told


def test_a_bare_name_from_the_shelf_is_looked_for(resort: Say) -> None:
    assert "Henna by Mama Zuhura" in resort("henna")


@pytest.mark.parametrize(
    "said",
    [
        "alright. send the mpesa prompt to my sister 0711456203, she's the one paying",
        "sawa. tuma prompt ya mpesa kwa dada yangu 0711456203, yeye ndiye analipa",
    ],
)
def test_the_number_that_shall_pay_is_the_one_that_is_told(shop: Say, said: str) -> None:
    told = shop(BAG, said)
    assert "+254711456203" in told


def test_what_is_told_of_themselves_hinders_no_change(shop: Say) -> None:
    told = shop(
        "digital air fryer 4 l", "I'll take one, 4 L",
        "I'm in a bit of a hurry, make that the 6 litre",
    )  # fmt: skip
    assert "1 \u00d7 *Digital Air Fryer* (6 L)" in told


def test_the_code_that_was_told_is_used_in_swahili_too(shop: Say) -> None:
    told = shop(BAG, "jumla?", "Sawa itumie hiyo code, alafu utume ombi la mpesa kwa namba hii yangu")
    assert "KES 1,305" in told


@pytest.mark.parametrize(
    "said",
    [
        "Sasa Nuru, net ya hao imekua slow vibaya usiku toka midweek. "
        "Niko kwa Fibre Familia, kwani mnapromise speed gani",
        "I am on Fibre Kasi. It is slow every evening, which speed do you promise? And can I get money back?",
    ],
)
def test_what_they_have_already_is_not_sold_to_them(telecom: Say, said: str) -> None:
    assert "1 \u00d7" not in telecom(said)


def test_where_they_stay_and_what_they_fly_by_is_not_booked(resort: Say) -> None:
    told = resort(
        "Habari Amina. Tuko hapa Garden Room, half board, chumba 12. Tunaondoka Jumanne tarehe 1 na ndege ya Ukunda ni "
        "saa kumi jioni. Tunaweza kubaki chumbani mpaka saa nane mchana? gharama yake?"
    )
    assert "1 \u00d7" not in told


def test_no_yes_to_a_payment_is_asked_while_it_is_asked_which_line_changes(shop: Say) -> None:
    told = shop(
        "Shule Bora leather lace up size 35, one pair", "na white pe canvas rubbers size 34 moja",
        "then make it 36 now instead of 35, everything else stays. Their dad is paying so send the mpesa request to "
        "him on 0721 334 908, go ahead",
    )  # fmt: skip
    assert "Which one do you mean?" in told
    assert "Shall I send" not in told
