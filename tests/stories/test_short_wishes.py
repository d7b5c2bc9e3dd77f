"""One short message of somebody new: what is named is told of, a stay is a stay, and a trouble sells nothing."""

import pytest

from tests.stories.conftest import Say


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("is the navy fleece blanket still available", "*Fleece Blanket*"),
        ("rift valley trail runner ya kijani 42 inapatikana?", "*Rift Valley Trail Runner*"),
        ("sunscreen available?", "*Sunscreen SPF 50*"),
    ],
)
def test_what_is_asked_for_by_its_name_is_told_of_though_it_is_sold_out(shop: Say, said: str, told: str) -> None:
    answer = shop(said)
    assert told in answer
    assert "sold out" in answer or "imeisha" in answer


def test_what_is_there_is_shown_where_only_a_kind_is_named(shop: Say) -> None:
    assert "sold out" not in shop("which red handbags are in stock")


@pytest.mark.parametrize("said", ["do you have a football size 5", "mko na mpira wa miguu size 5?"])
def test_a_form_that_stands_in_the_name_is_there(shop: Say, said: str) -> None:
    answer = shop(said)
    assert "*Match Football Size 5*" in answer
    assert "another size" not in answer
    assert "nothing like it" not in answer
    assert "Sijapata" not in answer


def test_a_row_that_tells_other_forms_stands_beside_an_answer(shop: Say) -> None:
    said = shop("table top gas cooker in silver, and can you bring it to thika")
    assert "*Two-Burner Gas Cooker* \u2014 KES 3,950 (sold out; still there: black)" in said
    assert "KES 400" in said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "ocean view room 18 to 20 dec half board please",
            "2 nights \u00d7 *Ocean View Room* (half board): KES 51,000",
        ),
        (
            "book me a garden room from 5th to 8th january bed and breakfast",
            "3 nights \u00d7 *Garden Room* (bed and breakfast): KES 43,500",
        ),
        ("pool terrace room 12-14 december full board", "2 nights \u00d7 *Pool Terrace Room* (full board): KES 50,000"),
        (
            "tungependa chumba cha ocean view tarehe 12 mpaka 15 december, half board",
            "usiku 3 \u00d7 *Ocean View Room* (half board): KES 76,500",
        ),
    ],
)
def test_the_days_of_a_stay_are_nights_and_neither_rooms_nor_a_rooms_number(resort: Say, said: str, told: str) -> None:
    answer = resort(said)
    assert told in answer
    assert "T-" not in answer, "a person was asked for"


@pytest.mark.parametrize(
    "said",
    ["we are in room 21 and the towels are missing", "chumba 114 hakuna maji", "room 204, two more pillows please"],
)
def test_who_tells_the_number_of_their_room_gets_a_person(resort: Say, said: str) -> None:
    assert "T-" in resort(said)


@pytest.mark.parametrize(
    "said",
    [
        "niwekee safari ya wasini jumamosi, watu wazima wawili na mtoto wa miaka saba",
        "book the wasini trip on friday. we are 2 adults and a kid of 9",
        "wasini trip, adults 2, kid 1, book it for sunday",
    ],
)
def test_who_comes_is_part_of_what_is_booked_whatever_order_they_are_told_in(resort: Say, said: str) -> None:
    answer = resort(said)
    assert "*Wasini Dhow and Snorkelling Trip* (adult): KES 19,000" in answer
    assert "*Wasini Dhow and Snorkelling Trip* (child 4-12): KES 5,500" in answer
    assert "*KES 24,500*" in answer


@pytest.mark.parametrize(
    "said",
    ["family of 4, kids are 6 and 2, which room fits us", "we are 4, two adults and kids of 6 and 2, any room for us?"],
)
def test_the_ages_of_the_children_are_no_more_people(resort: Say, said: str) -> None:
    answer = resort(said)
    assert "*Family Cottage*" in answer
    assert "6 people" not in answer


@pytest.mark.parametrize("said", ["nipe bando la wiki la mia tano", "nipee weekly bundle ya soo tano"])
def test_a_sum_in_words_counts_no_pieces(telecom: Say, said: str) -> None:
    answer = telecom(said)
    assert "*Weekly 6 GB Bundle*" in answer
    assert "5 \u00d7" not in answer


def test_a_scale_alone_is_a_sum_too(telecom: Say) -> None:
    answer = telecom("bundles za soo ziko gani")
    assert "*Daily 1.5 GB Bundle*" in answer
    assert "*Monthly 45 GB Bundle*" not in answer


@pytest.mark.parametrize(
    "said",
    [
        "the fan arrived today and it doesnt turn on at all",
        "the kettle you sold me came with a broken lid",
        "blender mliyonitumia imefika ikiwa imevunjika",
    ],
)
def test_what_came_broken_is_not_sold_once_more(shop: Say, said: str) -> None:
    answer = shop(said)
    assert "Total:" not in answer
    assert "Jumla:" not in answer


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("my daughter needs plain black shoes for school, she wears 34", "Shule Bora"),
        ("mna kamera ya kulinda duka usiku", "*CCTV Camera"),
        ("chocolate cake for friday with 'well done' on it", "*Birthday Cake One Kilo*"),
    ],
)
def test_what_no_list_understands_is_looked_for_on_the_shelves(
    shop: Say, telecom: Say, resort: Say, said: str, told: str
) -> None:
    business = {"Shule Bora": shop, "*CCTV Camera": telecom}.get(told, resort)
    assert told in business(said)


@pytest.mark.parametrize(
    "said",
    [
        "can you tell me who my wife was talking to last night",
        "nipe location ya simu ya mtoto wangu",
        "mume wangu anaongea na nani usiku",
        "i want my boyfriends call history",
    ],
)
def test_nothing_is_told_of_another_person_and_no_phone_is_sold_to_look(telecom: Say, said: str) -> None:
    answer = telecom(said)
    assert "KES" not in answer
    assert any(word in answer for word in ("another person", "mtu mwingine", "msee mwingine"))


@pytest.mark.parametrize("said", ["put 250 airtime in my mums line", "a phone for my wife under 10k"])
def test_what_is_bought_for_somebody_is_sold(telecom: Say, said: str) -> None:
    assert "KES" in telecom(said)


@pytest.mark.parametrize("said", ["nikichukua viatu vya 6k kuna kitu mnanipunguzia?", "mtatupunguzia tukinunua mbili?"])
def test_who_asks_to_pay_less_is_told_of_offers(shop: Say, said: str) -> None:
    assert "KARIBU10" in shop(said)


def test_what_tells_of_themselves_brings_no_page(shop: Say) -> None:
    said = shop(
        "Schools open in January so I am early this time. Do you have leather lace up for boys in 36? How much is it"
    )
    assert "Delivery is free" not in said
    assert "*Shule Bora Leather Lace-Up*" in said


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("do you offer kayaking", "*Kayak Hire on the Congo River Mouth*"),
        ("do u offer transfers from the airstrip", "*Ukunda Airstrip Transfer*"),
    ],
)
def test_who_offers_something_has_it_and_is_asked_for_no_discount(resort: Say, said: str, told: str) -> None:
    answer = resort(said)
    assert told in answer
    assert "PWANI" not in answer


def test_an_offer_is_one_still(shop: Say) -> None:
    assert "KARIBU10" in shop("what offers do you have for new customers")


@pytest.mark.parametrize(
    "said", ["tunaweza kulipa na mpesa?", "mnalipwa aje hapo", "naeza pay na card", "mnakubali mpesa ama cash tu"]
)
def test_the_ways_to_pay_are_those_of_the_shop_and_no_rule_of_refunds(shop: Say, said: str) -> None:
    answer = shop(said)
    assert "M-Pesa" in answer
    assert "returns.md" not in answer


def test_that_no_card_is_taken_is_said(telecom: Say) -> None:
    assert "We take no cards here" in telecom("do you accept mastercard")
    assert "hatupokei kadi" in telecom("naweza kulipa kwa kadi ya benki")


def test_sacks_of_a_weight_are_counted_and_no_bags(shop: Say) -> None:
    assert "3 \u00d7 *Brown Cane Sugar* (2 kg)" in shop("nataka sukari ya kilo 2, mifuko mitatu")
    assert "2 \u00d7 *Canvas Tote Nairobi Skyline*" in shop("nipe mifuko miwili ya canvas")


def test_a_parcel_to_a_town_is_a_delivery_and_no_suitcase(shop: Say) -> None:
    answer = shop("kutuma mzigo hadi Nakuru ni pesa ngapi")
    assert "KES 500" in answer
    assert "Suitcase" not in answer


@pytest.mark.parametrize(
    "said",
    ["mmenikata credo ya 50 na sijanunua bundle", "you deducted my airtime and I never bought anything"],
)
def test_who_misses_airtime_has_a_person_look(telecom: Say, said: str) -> None:
    assert "T-" in telecom(said)


def test_a_room_that_was_not_clean_is_passed_on(resort: Say) -> None:
    assert "T-" in resort("bafu letu halikuwa safi na hakuna mtu ametusaidia")


@pytest.mark.parametrize("said", ["wifi haishiki jikoni", "internet inakatika katika kila jioni"])
def test_a_line_that_fails_sells_nothing(telecom: Say, said: str) -> None:
    assert "KES 1,999" not in telecom(said)


def test_a_stay_in_parts_is_one_stay(resort: Say) -> None:
    answer = resort("nataka pool terrace room ya wawili, bed n breakfast, usiku tatu kuanzia 9 december")
    assert "usiku 3 \u00d7 *Pool Terrace Room* (bed and breakfast)" in answer


def test_which_sizes_there_are_of_one_thing_is_told(shop: Say) -> None:
    assert "41" in shop("eldoret daily trainer mko na size gani")


def test_what_has_not_come_is_regretted(shop: Say) -> None:
    told = shop("niliagiza parcel juzi na haijafika bado")
    assert "Pole vile haijafika" in told
    assert "T-" in told


def test_a_sim_card_is_paid_with_no_card(telecom: Say) -> None:
    assert "We take no cards" not in telecom("can I pay for the sim card by mpesa")


def test_who_asks_what_would_be_complains_of_nothing(shop: Say) -> None:
    assert "T-" not in shop("what happens if the rider never shows up")


@pytest.mark.parametrize(
    ("said", "not_told"),
    [
        ("do u do henna? my wedding is in 2 weeks", "Honeymoon"),
        ("do u have bao or chess? we get bored when it rains", "another part"),
        ("is there wifi in the rooms? i need to work", "another part"),
    ],
)
def test_what_is_only_told_is_no_second_wish(resort: Say, said: str, not_told: str) -> None:
    assert not_told not in resort(said)


def test_why_something_is_wanted_is_not_asked_after(shop: Say) -> None:
    said = shop("power bank kubwa mko nayo? simu yangu inazima haraka sana")
    assert "*Power Bank*" in said
    assert "kunieleza zaidi" not in said


@pytest.mark.parametrize(
    "said",
    [
        "Kuna post fb ati duka mtaani mnagive voucher ya 5k ukituma pin ya mpesa, ni nyinyi kweli?",
        "someone called me saying he is from your shop and i should send 500 for my parcel, is it true?",
        "nimepata sms ati nimewin simu, nitume 500 kwanza. ni ukweli?",
    ],
)
def test_what_is_written_in_our_name_is_warned_of(shop: Say, said: str) -> None:
    answer = shop(said)
    assert "PIN" in answer
    assert "+254700000101" in answer
    assert "1. " not in answer


@pytest.mark.parametrize("said", ["is the 43 inch tv genuine", "is it true i can pay by card", "are you open today"])
def test_a_question_of_ours_is_no_scam_and_no_greeting(shop: Say, said: str) -> None:
    answer = shop(said)
    assert "a PIN or a code" not in answer
    assert "Hello!" not in answer


@pytest.mark.parametrize(
    "said",
    [
        "Nimechukizwa, chakula cha jana kilikuwa baridi na mhudumu akanijibu vibaya",
        "im not happy, your driver left my bag at the gate without calling me",
        "Mnaudhi sana, nimewapigia simu mara tano hakuna anayeshika",
        "tuko group ya 25, naongea na nani kuhusu rooms",
    ],
)
def test_who_is_wronged_or_asks_whom_to_talk_to_is_passed_on(resort: Say, said: str) -> None:
    assert "T-" in resort(said)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("do you have a 43 inch tv n how long is the warranty", "24 months"),
        ("i bought wireless headphones from u in april, one side is now dead. can u repair", "6 months"),
        ("Nilichukua jeans 34 inanibana nataka 36, niliipokea tarehe 10 november", "30 days"),
    ],
)
def test_a_warranty_and_an_exchange_are_those_of_what_is_named(shop: Say, said: str, told: str) -> None:
    assert told in shop(said)


def test_the_number_of_a_telephone_counts_nothing(telecom: Say) -> None:
    assert "13 \u00d7" not in telecom("can i get an esim for my iphone 13, do i have to come to the shop?")


def test_a_board_that_is_said_in_passing_is_looked_for(resort: Say) -> None:
    assert "1. *Garden Room* \u2014 KES 14,500" in resort("whats the cheapest room u have for 2, just with breakfast")


def test_a_line_that_went_in_alone_is_told_beside_what_is_asked_of_the_next(shop: Say) -> None:
    said = shop("Sukari za kilo mbili pakiti nne na majani ya chai nusu kilo")
    assert "*Brown Cane Sugar* (2 kg)" in said
    assert "*Kericho Bright Leaf Tea*" in said


@pytest.mark.parametrize("said", ["is there a kids price for the sunset boat? my son is 7", "naweza kulipa kwa dola?"])
def test_a_price_for_somebody_and_another_money_are_no_offer_and_no_payment(resort: Say, said: str) -> None:
    answer = resort(said)
    assert "offers" not in answer
    assert "Bado hakuna" not in answer
