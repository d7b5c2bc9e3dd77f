"""First messages in words that no page and no product has: what a thing is to do, a town, what is to be done."""

from collections.abc import Callable

import pytest

from tests.depth import sampled, thorough
from tests.stories.conftest import Say

pytestmark = thorough

NOT_FOUND = "could not find that in our documents"


@pytest.mark.parametrize(
    ("wanted", "shown"),
    sampled(
        [
            ("blender that can crush ice under 6k", "Two-Speed Blender"),
            ("a blender which makes smoothies", "Two-Speed Blender"),
            ("laptop that can run photoshop", "14-Inch Student Laptop"),
            ("a phone that has a good camera", "Zola A1 Smartphone"),
            ("phone that has 5g", "Zola Note 5G"),
            ("natafuta simu inayoweza kushika 5g", "Zola Note 5G"),
        ],
        quick=3,
    ),
)
def test_a_thing_may_be_named_by_what_it_is_to_do(shop: Say, wanted: str, shown: str) -> None:
    assert shown in shop(wanted)


def test_who_wants_5g_is_shown_only_what_has_it(shop: Say) -> None:
    assert "Kito Kabambe" not in shop("natafuta simu inayoweza kushika 5g")


@pytest.mark.parametrize("wanted", ["looking for office chair", "do you have office chairs", "nataka kiti cha ofisi"])
def test_what_is_for_the_same_use_is_no_such_thing(shop: Say, wanted: str) -> None:
    told = shop(wanted)
    assert "Oxford" not in told
    assert "Office Sheath Dress" not in told


@pytest.mark.parametrize("wanted", ["gift for my dad", "a present for my husband", "zawadi ya mama"])
def test_a_gift_is_looked_for_by_whom_it_is_for(shop: Say, wanted: str) -> None:
    told = shop(wanted)
    assert "KES" in told
    assert "cannot be returned" not in told


@pytest.mark.parametrize(
    "asked",
    ["mbona mnanichelewesha na package yangu", "where is my parcel?? paid on friday", "why are you delaying my order"],
)
def test_who_waits_for_a_parcel_is_asked_for_the_order(shop: Say, asked: str) -> None:
    told = shop(asked)
    assert any(word in told for word in ("no order", "Sioni o", "order number", "ticket", "tiketi")), told


@pytest.mark.parametrize("asked", ["mko wapi base tao", "mko wapi tao", "duka iko wapi exactly"])
def test_where_the_shop_is_is_told_however_it_is_asked(shop: Say, asked: str) -> None:
    assert "Moi Avenue" in shop(asked)


@pytest.mark.parametrize(
    "asked", ["fibre inafika Ngong", "do you have fibre in Kitengela", "is your fibre available in Machakos"]
)
def test_a_town_of_which_no_page_speaks_is_not_promised(telecom: Say, asked: str) -> None:
    told = telecom(asked)
    assert "LOS" not in told
    assert NOT_FOUND in told or "hati zetu" in told


def test_towns_that_a_page_names_or_means_are_told(telecom: Say, shop: Say) -> None:
    assert "Nakuru" in telecom("is 5g available in Nakuru")
    assert "KES 600" in shop("mnafikisha Mandera")
    assert "KES 600" in shop("do you deliver to Garissa")


@pytest.mark.parametrize(
    "asked",
    [
        "can i keep my number if i switch to you",
        "what do i dial to see my own number",
        "how do i stop those daily charges",
    ],
)
def test_a_page_that_only_shares_the_thing_does_not_tell_how_it_is_done(telecom: Say, asked: str) -> None:
    assert NOT_FOUND in telecom(asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("how do i block my stolen sim", "Call 100"),
        ("can i move my fibre to another house", "KES 2,000"),
        ("nitabadilisha aje jina la wifi", "192.168"),
        ("how can i change my wifi password", "192.168"),
    ],
)
def test_what_a_page_tells_to_do_is_told(telecom: Say, asked: str, told: str) -> None:
    assert told in telecom(asked)


@pytest.mark.parametrize("asked", ["how much is the 100mbps package", "100mbps bei gani", "price of 100 Mbps fibre"])
def test_a_speed_is_read_whether_or_not_its_unit_stands_apart(telecom: Say, asked: str) -> None:
    assert "6,499" in telecom(asked)


def test_how_far_is_told_only_of_what_is_asked(resort: Say) -> None:
    assert "ten minutes" in resort("how far is the airport")
    assert "airstrip" not in resort("how far are you from diani shopping centre")


@pytest.mark.parametrize(
    ("asked", "shown"),
    [("naeza kubook massage kesho", "Deep Tissue"), ("mnaoffer diving lessons", "Discover Scuba Dive"),
     ("kuna mahali pa kuswim", "pool")],
)  # fmt: skip
def test_english_verbs_in_swahili_grammar_are_read(resort: Say, asked: str, shown: str) -> None:
    assert shown.casefold() in resort(asked).casefold()


@pytest.mark.parametrize("asked", ["do you have vegan food", "can you put flowers in the room"])
def test_a_doubtful_page_that_lacks_half_of_what_is_named_is_not_told(resort: Say, asked: str) -> None:
    assert NOT_FOUND in resort(asked)


@pytest.mark.parametrize("asked", ["im in Turkana, can you send there", "do you deliver to Laikipia", "mnatuma Nyeri"])
def test_any_county_may_be_delivered_to(shop: Say, asked: str) -> None:
    assert "KES 600" in shop(asked)


def test_what_is_to_be_done_with_a_line_buys_no_line(telecom: Say) -> None:
    assert "49,975" not in telecom("i want to upgrade from 10mbps to 25")


def test_how_often_it_happens_is_no_hour_to_look_for(telecom: Say) -> None:
    assert "23:00" not in telecom("wifi yenu inazingua, kila saa inakatika")


@pytest.mark.parametrize("said", ["khaki chinos", "do you have khaki chinos"])
def test_a_colour_in_a_name_is_a_name(shop: Say, said: str) -> None:
    assert "Khaki Chinos Tailored Fit" in shop(said)
    assert "another colour" not in shop(said)
    assert "beige" in shop(said, "1")  # the card of a thing that is called by a colour it does not come in


@pytest.mark.parametrize("said", ["do you have burgers", "naweza pata benki", "mna wimbo"])
def test_ordinary_words_are_no_slips_of_goods(shop: Say, said: str) -> None:
    told = shop(said)
    assert "black" not in told.lower()
    assert "KES" not in told


@pytest.mark.parametrize("said", ["do you gift wrap", "do you have parking", "our flight lands at 11:40pm"])
def test_what_is_no_thing_is_looked_for_on_no_shelf(shop: Say, said: str) -> None:
    assert "KES" not in shop(said)


@pytest.mark.parametrize("said", ["bro mko wapi town", "mko wapi cbd"])
def test_where_we_are_in_town(shop: Say, said: str) -> None:
    assert "Moi Avenue" in shop(said)


@pytest.mark.parametrize(
    "said", ["a gift for my mother's 60th birthday, budget 5000", "present for my dad's 50th birthday"]
)
def test_which_birthday_it_is_leaves_the_gift(shop: Say, said: str) -> None:
    assert "1. *" in shop(said)


@pytest.mark.parametrize("said", ["mnatoza ngapi kupiga simu Uganda", "does my line work in Tanzania"])
def test_what_holds_abroad_is_told_by_no_page_of_this_country(telecom: Say, said: str) -> None:
    told = telecom(said)
    assert "Sources" not in told
    assert "Vyanzo" not in told
    assert "Roaming Pass" in told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("what happens when my bundle finishes, do you use my airtime", "Hatukati"),
        ("can i transfer data to another number", "*544*4#"),
    ],
)
def test_what_a_swahili_page_tells_is_found_in_english(telecom: Say, said: str, told: str) -> None:
    assert told in telecom(said)


def test_how_something_is_paid_is_not_told_by_what_it_does(telecom: Say) -> None:
    assert "PON" not in telecom("Ninawezaje kulipia intaneti ya nyumbani")


def test_of_what_the_best_is_wanted_is_not_what_it_has(telecom: Say) -> None:
    told = telecom("which phone has the best camera under 15k")
    assert "Mtandao Neo 4G Phone" in told
    assert "CCTV" not in told


@pytest.mark.parametrize("said", ["how much do kids pay for the day pass", "watoto wanalipa ngapi kwa day pass"])
def test_what_is_paid_for_a_thing_is_its_price(resort: Say, said: str) -> None:
    assert "1,000" in resort(said)


@pytest.mark.parametrize("said", ["how much for 3 people", "bei kwa watu watatu"])
def test_so_many_people_want_a_room(resort: Say, said: str) -> None:
    assert "Family Cottage" in resort(said)


@pytest.mark.parametrize("said", ["my wife is allergic to nuts", "mke wangu ana mzio wa karanga"])
def test_what_guests_tell_of_themselves_is_passed_on_if_they_like(resort: Say, said: str) -> None:
    told = resort(said)
    assert "pass it on" in told or "Niwafikishie" in told


def test_what_is_asked_before_a_comma_is_the_question(resort: Say) -> None:
    assert "14:00" in resort("what time can we check in, we arrive at 9am")


@pytest.mark.parametrize("said", ["mtanitumia fundi lini", "naomba fundi aje"])
def test_who_wants_a_technician_gets_a_person(telecom: Say, said: str) -> None:
    assert "T-" in telecom(said)


def test_a_machine_that_is_not_sold_is_no_other_machine(shop: Say) -> None:
    assert "Mixer" not in shop("mna mashine ya kufulia")


@pytest.mark.parametrize("said", ["I want wifi for my house in Syokimau", "nataka wifi ya nyumba yangu Rongai"])
def test_what_is_wanted_for_a_house_is_sold(telecom: Say, said: str) -> None:
    assert "Fibre Nyumbani" in telecom(said)


@pytest.mark.parametrize("said", ["naomba kujua salio langu la data", "i need to know my data balance"])
def test_who_wants_to_know_wants_to_be_told(telecom: Say, said: str) -> None:
    assert "*544#" in telecom(said)


def test_minutes_are_a_thing_at_a_telecom(telecom: Say) -> None:
    assert "Minutes" in telecom("bei ya minutes za kupiga simu")


@pytest.mark.parametrize("said", ["kuna life guard", "do you have a casino"])
def test_whether_there_is_such_a_thing_is_no_small_talk(resort: Say, said: str) -> None:
    assert "Nikutafutie" not in resort(said)
    assert "small talk" not in resort(said)


@pytest.mark.parametrize("said", ["room ya bei chini kabisa", "chumba cha bei nafuu zaidi", "the cheapest room"])
def test_the_cheapest_of_a_thing_is_listed(resort: Say, said: str) -> None:
    assert "Garden Room" in resort(said)


@pytest.mark.parametrize("said", ["Nataka kulipa kwa awamu", "can i pay by instalments"])
def test_paying_in_parts_is_not_promised(shop: Say, said: str) -> None:
    told = shop(said)
    assert "T-" in told or "pass it on" in told or "Niwafikishie" in told


@pytest.mark.parametrize(
    ("slug", "said", "told"),
    sampled(
        [
            ("duka", "naeza lipa pole pole kwa installment?", "lipa total yote mara moja, na card, M-Pesa"),
            ("duka", "do you accept payment in instalments", "the whole sum is paid at once, by card, M-Pesa"),
            ("duka", "can i pay half now and half later", "the whole sum is paid at once, by card, M-Pesa"),
            ("oasis", "tunaweza kulipa kidogo kidogo?", "Hapa jumla yote hulipwa kwa mara moja, kwa kadi, M-Pesa"),
            ("mtandao", "naeza lipa router pole pole", "lipa total yote mara moja, na M-Pesa"),
        ],
        quick=2,
    ),
)
def test_who_asks_to_pay_in_parts_is_told_the_ways_there_are(
    at: Callable[[str], Say], slug: str, said: str, told: str
) -> None:
    answer = at(slug)(said)
    assert told in answer
    assert "closest" not in answer
    assert "imekaribia" not in answer


@pytest.mark.parametrize(
    ("business", "wanted", "shown"),
    sampled(
        [
            ("shop", "my face gets bumps after shaving and burns in the sun, what do you have", "Aloe Vera Face Gel"),
            ("shop", "some boots for the building site that protect my toes", "Fundi Steel-Toe Safety Boot"),
            ("telecom", "a line whose digits people will remember, how much is the gold one", "Golden Number SIM"),
            ("telecom", "nina duka nataka kuuza kadi za airtime kwa jumla", "Scratch Card Bale"),
            ("telecom", "we are four at home, everyone streams films, which fibre do you advise", "Fibre Familia"),
            ("resort", "two of us want our own table on the beach with candles, how much", "Private Beach Dinner"),
            ("resort", "we want to see dolphins and then eat crab", "Wasini Dhow"),
        ],
        quick=3,
    ),
)
def test_a_thing_may_be_named_by_a_few_rare_words(
    request: pytest.FixtureRequest, business: str, wanted: str, shown: str
) -> None:
    assert shown in request.getfixturevalue(business)(wanted)


@pytest.mark.parametrize("said", ["do you sell car batteries", "how many calories do three bananas have"])
def test_one_word_of_the_shelves_names_nothing(shop: Say, said: str) -> None:
    assert "*" not in shop(said)


def test_a_number_of_people_in_words_is_no_hour(resort: Say) -> None:
    told = resort("how much is the six person villa with all meals, and is parking free")
    assert "Beachfront Villa Tumaini" in told
    assert "cannot answer that reliably" not in told
