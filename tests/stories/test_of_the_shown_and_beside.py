"""What is only asked of what is shown is bought by nobody, and the second wish of a message is served as the first."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize(
    ("first", "then", "told"),
    [
        ("how much is the 20 gb for a month", "and the 45 gb one", "Monthly 45 GB Bundle"),
        ("how much is the 20 gb for a month", "what about the 8 gb one", "Monthly 8 GB Bundle"),
        ("how much is the weekly 6 gb bundle", "na ya 2.5 gb je", "Weekly 2.5 GB Bundle"),
        ("fibre familia 25 mbps ni how much", "and the 50 mbps one", "Fibre Kazi 50 Mbps"),
    ],
)
def test_another_measure_is_another_thing(telecom: Say, first: str, then: str, told: str) -> None:
    said = telecom(first, then)
    assert told in said
    assert "Total" not in said


@pytest.mark.parametrize("then", ["and the 11 litre one", "what about the 11 litre", "na ya lita 11?"])
def test_a_measure_that_it_comes_in_is_told_of_it(shop: Say, then: str) -> None:
    said = shop("show me the pressure cooker 7 litre", then)
    assert "5,900" in said
    assert "Total" not in said


@pytest.mark.parametrize("then", ["and with dinner too", "and a massage too", "na chakula cha jioni pia"])
def test_what_is_wanted_too_is_not_bought_before_anything_is(resort: Say, then: str) -> None:
    assert "Total" not in resort("how much is the pool terrace room", then)


def test_what_is_wanted_too_goes_beside_what_is_bought(shop: Say) -> None:
    assert "School Bag Twiga" in shop("i want the cordless kettle, red", "1", "and a school bag too")


@pytest.mark.parametrize(
    "then", ["how do i know if my phone can take it", "how can i tell whether the old one takes it"]
)
def test_what_a_thing_takes_is_not_bought(telecom: Say, then: str) -> None:
    said = telecom("how much is the esim activation", then)
    assert "Which colour" not in said
    assert "Total" not in said


@pytest.mark.parametrize(
    "said",
    [
        ("do you have pressure cookers", "the 7 litre, how much for two"),
        ("do you have pressure cookers", "7 litre", "how much for two"),
        ("do you have pressure cookers", "7 litre", "mbili ni ngapi"),
    ],
)
def test_so_many_of_what_is_chosen_are_priced(shop: Say, said: tuple[str, ...]) -> None:
    assert "8,500" in shop(*said)


@pytest.mark.parametrize(
    ("then", "fee"),
    [
        ("and to send them to kisii?", "KES 600"),
        ("can you bring them to eldoret", "KES 500"),
        ("do you ship it to nakuru", "KES 500"),
        ("na mnaleta mombasa?", "KES 500"),
    ],
)
def test_whether_it_is_brought_is_told_by_the_rules(shop: Say, then: str, fee: str) -> None:
    said = shop("show me running shoes", then)
    assert fee in said
    assert "noted" not in said


def test_where_it_goes_is_noted_of_what_is_bought(shop: Say) -> None:
    said = shop("do you have pressure cookers", "11 litre", "1", "can you send it to my mum in nakuru")
    assert "To: nakuru" in said


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("how much is the cordless kettle and for how many months is it guaranteed", ("1,690", "12 months")),
        ("do you have umbrellas, and till when are you open on saturday", ("Umbrella", "18:00")),
        ("price of a gas cooker and in how many days can it be in mombasa", ("3,950", "2 to 3 working days")),
        ("mko na powerbank, na mnafunga saa ngapi jumamosi", ("Power Bank", "18:00")),
        ("show me a gas cooker and tell me if i can return it", ("Gas Cooker", "Returns and refunds")),
    ],
)
def test_both_wishes_are_served(shop: Say, asked: str, told: tuple[str, str]) -> None:
    said = shop(asked)
    assert all(each in said for each in told)


def test_what_the_shop_lacks_is_said_beside_what_is_told(shop: Say) -> None:
    said = shop("how much is a baby cot and in how many days can it be in nakuru")
    assert "I found nothing" in said
    assert "2 to 3 working days" in said


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("how much is a garden room and till when is breakfast", ("14,500", "06:30")),
        ("mko na massage na spa mnafunga saa ngapi", ("Massage", "20:00")),
        ("nataka kujua bei ya villa na kama kuna mpishi", ("68,000", "a cook")),
    ],
)
def test_both_wishes_of_a_guest_are_served(resort: Say, asked: str, told: tuple[str, str]) -> None:
    said = resort(asked)
    assert all(each in said for each in told)


def test_what_finds_no_room_beside_a_full_list_is_named(telecom: Say) -> None:
    said = telecom("nionyeshe bundles za wiki na nikisafiri uganda nitatumia aje")
    assert "East Africa Roaming Pass" in said
    assert "Weekly 6 GB Bundle" in said


@pytest.mark.parametrize(
    ("first", "then", "told"),
    sampled(
        [
            ("show me blenders", "the first one, and do you deliver to kisumu", ("Two-Speed Blender", "KES 500")),
            ("show me running shoes", "2 and do you deliver to nakuru", ("Uhuru Park Jogger", "KES 500")),
            (
                "show me running shoes",
                "the third one, na mnafunga saa ngapi jumamosi",
                ("Eldoret Daily Trainer", "18:00"),
            ),
            ("do you have kettles", "the red one please, and can i return it", ("(red)", "Returns and refunds")),
            ("do you have mattresses", "4x6 please, when will it reach kiambu", ("(4x6)", "Kiambu")),
            ("do you have kettles", "red, and how much for two", ("red", "3,380")),
        ],
        quick=3,
    ),
)
def test_an_answer_and_a_question_are_both_served(shop: Say, first: str, then: str, told: tuple[str, str]) -> None:
    said = shop(first, then)
    assert all(each in said for each in told)


@pytest.mark.parametrize("then", ["remove it", "toa hiyo", "remove that one"])
def test_what_is_not_in_the_cart_yet_is_left(shop: Say, then: str) -> None:
    said = shop("do you have mattresses", "4x6 please", then)
    assert "leave that one" in said or "What else" in said or "Naiacha" in said


def test_a_sum_that_airtime_is_not_sold_for_is_no_count_of_it(telecom: Say) -> None:
    assert "100,000" not in telecom("i want airtime of 200", "make it 500")
    assert "KES 500" in telecom("i want airtime of 200", "make it 500", "1")


@pytest.mark.parametrize(
    ("said", "told"),
    sampled(
        [
            (("how much is the family cottage", "for 2 nights with breakfast"), "53,000"),
            (("how much is the pool terrace room with breakfast", "and with dinner too"), "21,500"),
            (("how much is the pool terrace room", "na milo yote"), "25,000"),
            (("how much is the garden room", "and just breakfast"), "14,500"),
            (("how much is the ocean view room with breakfast",), "21,500"),
            (("garden room for 3 nights", "half board, and what time is check in"), "14:00"),
        ],
        quick=3,
    ),
)
def test_meals_are_the_board(resort: Say, said: tuple[str, ...], told: str) -> None:
    assert told in resort(*said)


@pytest.mark.parametrize(
    "asked",
    [
        "i want running shoes but not red ones",
        "nataka viatu vya kukimbia isiwe nyekundu",
        "running shoes, not the blue ones",
    ],
)
def test_a_colour_that_is_not_wanted_is_not_chosen(shop: Say, asked: str) -> None:
    said = shop(asked)
    assert "1. " in said
    assert "Which size" not in said


def test_what_is_taken_in_swahili_is_bought(shop: Say) -> None:
    assert "(blue)" in shop("natafuta simu ya bei rahisi, niko na elfu mbili", "ya kwanza", "sawa nichukue")


def test_a_wish_and_a_but_are_both_served(shop: Say) -> None:
    said = shop("show me laptops but do you deliver to kisumu")
    assert "KES 500" in said
    assert "Laptop" in said


@pytest.mark.parametrize(
    "then",
    ["is lunch in that price or do we carry our own", "is lunch included", "do we get lunch or pay for it there"],
)
def test_what_is_in_the_price_is_told_of_what_is_open(resort: Say, then: str) -> None:
    assert "Includes: lunch" in resort("what does the wasini dhow trip cost for an adult", then)


def test_on_which_day_it_does_not_open_is_asked_and_no_fault(resort: Say) -> None:
    assert "Monday: closed" in resort("ule mgahawa wa samaki pale ufukweni haufunguliwi siku gani")


def test_a_question_beside_a_number_tells_the_language(shop: Say) -> None:
    assert "Hati zetu" in shop("show me running shoes", "2, na mnaleta hadi kisumu kwa siku ngapi")
