"""With the trained reader several wishes in one message are each served."""

from tests.stories.conftest import Say


def test_two_things_in_their_forms_are_ordered_at_once(shop: Say) -> None:
    told = shop(
        "natafuta sweta ya shule na raba nyeupe za PE",
        "nipe sweta ya kijani size 30 mbili, na hizo raba nyeupe size 34 jozi moja",
    )
    assert "2 \u00d7 *School Sweater V-Neck* (30, green)" in told
    assert "1 \u00d7 *White PE Canvas Rubbers* (34, white)" in told
    assert "2,450" in told


def test_a_form_of_what_is_in_hand_and_a_code_are_taken(shop: Say) -> None:
    told = shop("digital air fryer", "ok I'll take the 4 litre one. I have the code KARIBU10")
    assert "(4 L)" in told
    assert "7,110" in told


def test_nights_are_counted_from_day_to_day(resort: Say) -> None:
    told = resort("garden room", "we'd like that from 7 to 10 December, half board. how much would it be altogether")
    assert "3 nights \u00d7 *Garden Room* (half board)" in told


def test_what_only_asks_orders_nothing(shop: Say) -> None:
    told = shop("digital air fryer", "would I have to buy the basket too? and how long is the warranty")
    assert "Total" not in told


def test_just_one_of_what_is_in_the_cart_makes_it_one(shop: Say) -> None:
    told = shop(
        "digital air fryer", "I'll take 3 of the 4 litre one", "just one air fryer actually. how much is it all"
    )
    assert "1 \u00d7 *Digital Air Fryer* (4 L)" in told
    assert "7,900" in told


def test_who_comes_is_a_ticket_of_each_kind_and_when_is_noted(resort: Say) -> None:
    for said in (
        "put us down for 2 adults and a kid of 8 on saturday",
        "tuwekee watu wazima wawili na mtoto mmoja wa miaka 8 jumamosi",
    ):
        told = resort("day pass with lunch", said)
        assert "2 \u00d7 *Day Pass with Lunch* (adult)" in told.replace(" tickets", "").replace("tiketi ", ""), said
        assert "(child 4-12)" in told, said
        assert "10,500" in told, said
        assert "saturday" in told or "jumamosi" in told, said


def test_the_form_that_only_one_of_those_shown_has_names_it(shop: Say) -> None:
    told = shop("do you have a round mosquito net and a fleece blanket", "give me the grey one and one double net")
    assert "*Fleece Blanket* (grey)" in told
    assert "*Round Mosquito Net* (double)" in told


def test_a_change_of_nights_is_of_the_stay(resort: Say) -> None:
    told = resort(
        "garden room half board", "book it for 2 nights from 7 dec", "add one foot and leg reflexology",
        "pls change it to 4 nights. whats the total",
    )  # fmt: skip
    assert "4 nights \u00d7 *Garden Room*" in told
    assert "1 \u00d7 *Foot and Leg Reflexology*" in told


def test_a_code_that_is_asked_about_is_tried(shop: Say) -> None:
    told = shop("digital air fryer", "one 4 litre", "make that 2. will VIATU500 work on this?")
    assert "2 \u00d7 *Digital Air Fryer*" in told
    assert "not for" in told


def test_paying_little_by_little_is_a_question_of_rules(shop: Say) -> None:
    told = shop("digital air fryer", "one 4 litre", "can I pay bit by bit over three months? and where is your shop")
    assert "Shall I send" not in told


def test_each_price_is_told_where_it_hangs_on_the_form(shop: Say, resort: Say) -> None:
    told = shop("how much is the high density mattress")
    assert "\u2022 5x6: KES 9,900" in told
    assert "\u2022 6x6: KES 11,900" in told
    told = shop("high density mattress", "how much is it in 4x6, and in 5x6?")
    assert "\u2022 4x6: KES 7,900\n\u2022 5x6: KES 9,900" in told
    assert "11,900" not in told.partition("4x6")[2]
    assert "adult KES 2,000, child 4-12 KES 1,000" in resort("how much are your day passes")


def test_what_is_sold_out_is_said_beside_what_is_known_of_it(resort: Say) -> None:
    told = resort("is there a kitesurfing lesson on thursday?")
    assert "Sold out" in told


def test_a_thing_that_is_only_named_is_not_bought(shop: Say) -> None:
    assert "cart" not in shop("kenya fan jersey red XL")


def test_who_says_from_which_number_they_pay_is_no_scam(telecom: Say) -> None:
    told = telecom("android tv box", "I'll take one", "ok what does it come to? send the mpesa request to 0733 209 416")
    assert "+254733209416" in told
    assert "6,399" in told


def test_a_question_puts_nothing_into_the_cart(telecom: Say) -> None:
    told = telecom(
        "android tv box", "I'll take one", "alafu nikipoteza sim card, replacement ni how much na nafanya aje"
    )
    assert "*New SIM Card*: KES" not in told


def test_another_room_takes_the_place_of_the_one_before_for_the_same_nights(resort: Say) -> None:
    told = resort(
        "how much is the garden room on bed and breakfast", "book it for 2 nights from 16 dec",
        "change it to the Family Cottage bed n breakfast, same dates. what time can we check in?",
    )  # fmt: skip
    assert "2 nights \u00d7 *Family Cottage* (bed and breakfast)" in told
    assert "\u00d7 *Garden Room*" not in told
    assert "14:00" in told


def test_two_wishes_of_a_stay_are_both_booked(resort: Say) -> None:
    told = resort(
        "how much is the honeymoon suite per night",
        "ok book the honeymoon suite half board, 7th to 10th dec, 2 of us. plus 2 tickets for the sunset dhow cruise",
    )
    assert "3 nights \u00d7 *Honeymoon Dhow Suite* (half board)" in told
    assert "2 tickets \u00d7 *Sunset Dhow Cruise*" in told
