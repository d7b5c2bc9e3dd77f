"""Questions in the words of chats, which share hardly one with the page that answers, and wishes of two halves."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize(
    ("business", "asked", "told"),
    sampled(
        [
            ("shop", "hey, how many days do i have to bring something back if i change my mind", "14 days"),
            ("shop", "nikiwa kitengela mzigo unachukua siku ngapi kufika", "1 to 2 working days"),
            ("shop", "nikiwa Thika parcel inachukua siku ngapi kufika", "1 to 2 working days"),
            ("telecom", "got fibre last wk n i dont like it can i cancel w/o paying", "within 14 days"),
            ("resort", "whr can i put my passport n cash so they dont get stolen", "safe"),
            ("resort", "hi, wea do we keep jewellery n money so nobody steals it", "safe"),
            ("resort", "any disc for kenyans who come over the wkend", "Resident's weekend"),
            ("telecom", "nikipoteza adapter ya router mnanicharge ngapi", "900"),
            ("telecom", "nikipoteza router mnanilipisha pesa ngapi", "4,800"),
        ],
        quick=3,
    ),
)
def test_a_page_is_found_by_what_customers_ask(
    request: pytest.FixtureRequest, business: str, asked: str, told: str
) -> None:
    assert told in request.getfixturevalue(business)(asked)


@pytest.mark.parametrize(
    "asked", ["do you fly a drone over the beach for guests", "can we film our wedding with a drone"]
)
def test_what_no_page_tells_is_not_told_by_what_is_near_it(resort: Say, asked: str) -> None:
    told = resort(asked)
    noes = ("could not find that", "not fully sure", "cannot do that", "comes closest", "found nothing")
    assert any(no in told for no in noes)


@pytest.mark.parametrize("wanted", ["how much is the 5kg bag of pishori rice", "2 packets of maize flour, price?"])
def test_what_a_thing_comes_in_is_not_the_thing(shop: Say, wanted: str) -> None:
    told = shop(wanted)
    assert "1,090" in told or "Maize Flour" in told
    assert "Handbag" not in told


@pytest.mark.parametrize(
    "wanted", ["unga wa ugali kilo 2 na sukari kilo 2, bei", "sukari kilo 1 na unga kilo 2, bei gani"]
)
def test_two_things_with_a_measure_each_are_both_priced(shop: Say, wanted: str) -> None:
    told = shop(f"nataka {wanted}")
    assert "Sugar" in told
    assert "Maize Flour" in told


def test_the_second_half_is_not_lost_where_it_sounded_like_another_wish(resort: Say) -> None:
    told = resort("wat do 2 coktails n bitings cost n frm when must we keep quiet at nite")
    assert "2,200" in told
    assert "23:00" in told


@pytest.mark.parametrize("said", ["mzigo ukichelewa nifanye nini", "parcel yangu ikichelewa nifanye nini"])
def test_a_case_behind_its_subject_is_a_question(shop: Say, said: str) -> None:
    assert "2 working days late" in shop(said)


@pytest.mark.parametrize(
    "said",
    [
        "power went crazy and burnt my fibre box, will you give me another one free",
        "lightning burnt my router, can you give me a new one for free",
    ],
)
def test_who_asks_for_another_in_the_place_of_what_burnt_orders_nothing(telecom: Say, said: str) -> None:
    assert "How would you like to pay" not in telecom(said)


@pytest.mark.parametrize(
    "asked", ["hospitali iliyo karibu iko mbali kiasi gani", "uwanja wa ndege uko mbali kiasi gani"]
)
def test_how_far_is_no_price(resort: Say, asked: str) -> None:
    told = resort(asked)
    assert "six kilometres" in told or "ten minutes" in told


@pytest.mark.parametrize(
    "asked",
    [
        "mnauza magodoro ya bei gani na mnaleta nyumbani kiambu kwa pesa ngapi",
        "how much is the mattress and how much to deliver it to Kiambu",
        "bei ya friji ni ngapi na kuleta hadi Kiambu ni ngapi",
    ],
)
def test_what_is_to_be_brought_is_what_they_asked_for_before(shop: Say, asked: str) -> None:
    assert "1,200" in shop(asked)
