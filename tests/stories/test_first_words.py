"""First messages of customers, each by somebody new: what is asked beside the beaten track, and its neighbours."""

from collections.abc import Callable

import pytest

from tests.depth import thorough
from tests.stories.conftest import Say

pytestmark = thorough


def test_how_and_where_one_pays_is_told_by_the_settings_and_by_no_page_of_late_parcels(shop: Say) -> None:
    for asked in ("which till number do i pay to", "whats your paybill", "how do i pay", "nalipa vipi", "nilipie wapi"):
        told = shop(asked)
        assert "M-Pesa" in told, asked
        assert "2 working days late" not in told, asked


def test_who_would_pay_later_is_told_when_one_pays(shop: Say) -> None:
    for asked in ("naweza kulipia mzigo ukifika", "nitalipa pesa nikipokea", "can i pay on arrival"):
        told = shop(asked)
        assert "M-Pesa" in told, asked
        assert "later" in told or "baadaye" in told, asked


def test_what_is_owed_for_a_service_is_no_order(telecom: Say) -> None:
    for asked in ("nilipe bill ya wifi vipi", "how do i pay my internet bill"):
        assert "order" not in telecom(asked).casefold(), asked


def test_a_town_that_is_named_tells_which_line_is_asked_for(shop: Say) -> None:
    for asked in (
        "nikilipa leo nitapata mzigo lini Eldoret", "if i order today when will it reach Eldoret",
        "how long to Eldoret if i pay now",
    ):  # fmt: skip
        told = shop(asked)
        assert "2 to 3 working days" in told, asked
        assert "days late" not in told, asked


def test_when_something_was_bought_is_not_what_is_asked(shop: Say) -> None:
    for asked in ("nataka kurudisha simu niliyonunua wiki iliyopita", "i want to return shoes i bought last week"):
        assert "within 14 days" in shop(asked), asked


def test_somebody_else_may_fetch_it_by_the_rules_and_not_by_an_order(shop: Say) -> None:
    for asked in ("can someone else pick up my order for me", "can my brother collect it at the shop"):
        assert "Bring the order number" in shop(asked), asked


def test_one_pot_for_six_people_is_one(shop: Say, telecom: Say) -> None:
    for asked in ("nataka sufuria ya watu sita", "i need an aluminium sufuria set for 6 people"):
        told = shop(asked)
        assert "15,900" not in told, asked
    assert "17,997" not in telecom("i need internet for 3 people working from home")


def test_the_fastest_and_the_biggest_come_first(shop: Say, telecom: Say) -> None:
    for asked in ("fastest internet package", "quickest fibre you have"):
        assert "1. *Fibre Biashara 200 Mbps*" in telecom(asked), asked
    assert "1. *Fibre Turbo 100 Mbps*" in telecom("what is the fastest home plan")  # the other is a business line
    for asked in ("the biggest data bundle please", "bando kubwa kabisa ni gani"):
        assert "1. *Monthly 45 GB Bundle*" in telecom(asked), asked
    assert "1. *55-Inch 4K Smart TV*" in shop("show me your largest tv")


def test_what_carries_a_laptop_is_a_bag(shop: Say) -> None:
    for asked in ("i need something to carry my laptop in the rain", "kitu ya kubeba laptop"):
        told = shop(asked)
        assert "Laptop Backpack" in told, asked
        assert "Student Laptop" not in told, asked


def test_a_sum_alone_is_a_wish_whoever_it_is_for(shop: Say) -> None:
    for asked in ("anything under 1000 bob for a teenager", "zawadi ya kijana chini ya 1000"):
        told = shop(asked)
        assert "1. *" in told, asked
        assert "KES 1,000" in told, asked


def test_what_others_charge_for_is_no_message_of_ours(telecom: Say) -> None:
    for asked in ("how do i stop those premium sms charging me", "how can i stop premium messages"):
        assert "no more offers" not in telecom(asked), asked
    for told in ("stop sending me promo sms", "stop sending me these promo sms, you are charging me for them"):
        assert "no more offers" in telecom(told), told


def test_what_is_left_is_a_balance(telecom: Say) -> None:
    for asked in ("how much data do i have left", "niko na bundle ngapi imebaki", "check my remaining bundles"):
        assert "*544#" in telecom(asked), asked


def test_what_is_dead_or_crawls_in_a_room_is_for_a_person(resort: Say) -> None:
    for told in (
        "the shower in my room is dead", "AC ya room yangu imekufa", "taa ya bafu imeungua",
        "our minibar is out of order", "kuna mende bafuni kwetu", "maji yameisha chumbani",
    ):  # fmt: skip
        reply = resort(told)
        assert "T-" in reply, told
    assert "T-" not in resort("is there a minibar in the garden room")


def test_a_place_is_kept_for_so_many(resort: Say) -> None:
    for asked in ("nataka kuweka nafasi ya watu wawili ijumaa hii", "tuwekee nafasi ya watu wawili kesho"):
        assert "Ocean View Room" in resort(asked), asked


def test_a_car_is_parked_and_breakfast_is_tea_in_the_morning(resort: Say) -> None:
    assert "60 places" in resort("gari litaegeshwa wapi")
    assert "06:30-10:30" in resort("chai ya asubuhi inaanza saa ngapi")
    for asked in ("what time do we have to be out of the room on the last day", "when must i vacate the room"):
        assert "10:30" in resort(asked), asked


def test_a_part_of_nairobi_is_no_other_town(shop: Say) -> None:
    for asked in (
        "mnadeliver Kasarani",
        "how much is delivery to Karen",
        "can you deliver to Kayole and what is the fee",
    ):
        told = shop(asked)
        assert "KES 300" in told, asked
        assert "KES 600" not in told, asked


def test_a_rice_cooker_is_a_cooker(shop: Say) -> None:
    for asked in ("i need a rice cooker or something similar", "rice cooker please"):
        told = shop(asked)
        assert "Cooker" in told, asked
        assert "Pishori" not in told, asked


def test_who_says_what_they_can_spend_wants_to_buy(shop: Say) -> None:
    for asked in ("buda niko na 2k, naeza pata kiatu gani", "i have 2000 bob, which shoes can i get"):
        told = shop(asked)
        assert "1. *" in told, asked
        assert "returned" not in told, asked


def test_off_a_list_is_not_out_of_the_books(shop: Say) -> None:
    for asked in (
        "remove me from your whatsapp list",
        "take me off your mailing list please",
        "remove me from your list",
    ):
        told = shop(asked)
        assert "no more offers" in told, asked
    assert "cannot be undone" in shop("delete my data")


def test_what_is_included_or_worn_is_told_by_the_rules(resort: Say) -> None:
    assert "with every room" in resort("is breakfast included in the price")
    for asked in ("what should i wear to dinner", "what is the dress code at dinner"):
        assert "shoes and a shirt" in resort(asked), asked


def test_a_lost_key_and_loud_neighbours_are_for_a_person(resort: Say) -> None:
    for told in ("nimepoteza ufunguo wa chumba", "i lost my room key", "the people next door are very loud"):
        assert "T-" in resort(told), told


def test_what_went_off_is_a_fault(telecom: Say) -> None:
    for told in ("my internet went off after the rain", "wifi imezima"):
        assert "lights" in telecom(told) or "taa" in telecom(told), told


def test_a_department_is_people(telecom: Say) -> None:
    for asked in ("i want to speak to billing", "put me through to technical support please"):
        assert "T-" in telecom(asked), asked


def test_a_short_question_of_ours_is_looked_up_before_it_is_given_up(resort: Say) -> None:
    for asked in ("any live music this week", "is there a band tonight"):
        assert "Live band" in resort(asked), asked


def test_of_the_phones_those_that_have_it(shop: Say, telecom: Say) -> None:
    for asked in ("which phones have 5G", "do you have phones with 5g", "simu za 5g"):
        told = shop(asked)
        assert "Zola Note 5G" in told, asked
        assert "Kabambe" not in told, asked
    assert "Mtandao Smart 5G" in telecom("phones with 5g")
    assert "Clove" not in shop("is the phone original or a clone")


def test_how_many_children_they_are_for_is_no_wish(shop: Say) -> None:
    for asked in ("i need shoes for my two boys, 7 and 10 years old", "shoes for my 3 sons"):
        told = shop(asked)
        assert "Junior Dash" in told or "Shule Bora" in told, asked
        assert "Chelsea" not in told, asked


def test_a_conference_room_for_many_is_no_bedroom(resort: Say) -> None:
    told = resort("do you have a conference room for 20 people")
    assert "Conference Day Package" in told
    assert "Day Room" not in told


def test_another_country_is_told_by_where_we_deliver(shop: Say) -> None:
    for asked in ("do u deliver to Uganda", "do you ship to Kampala"):
        assert "outside of Kenya" in shop(asked), asked


def test_a_branch_elsewhere_is_told_by_where_we_are(shop: Say) -> None:
    for asked in ("do u have a branch in Mombasa", "mko na branch Nakuru"):
        told = shop(asked)
        assert "Moi Avenue" in told, asked
        assert "1. *" not in told, asked


def test_a_warranty_is_asked_of_the_rules_and_not_of_the_shelves(shop: Say) -> None:
    for asked in ("tv warranty", "fridge guarantee"):
        assert "24 months" in shop(asked), asked


def test_a_service_that_no_page_names_is_not_told_by_a_page_that_names_half_of_it(shop: Say) -> None:
    for asked in ("do you do gift wrapping", "do you offer cable repairs at home"):
        told = shop(asked)
        assert "Underwear" not in told, asked
        assert "Headphones" not in told, asked


def test_paying_bit_by_bit_is_not_answered_by_the_ways_to_pay(shop: Say) -> None:
    for asked in ("mna lipa mdogo mdogo", "naweza lipa pole pole"):
        assert "hati zetu" in shop(asked), asked


def test_what_is_safe_or_allowed_is_asked_of_the_rules(resort: Say) -> None:
    assert "Flags" in resort("is it safe to swim in the sea")
    for asked in ("watoto wanalipa ngapi", "do kids eat free"):
        assert "under 4 stay free" in resort(asked), asked


def test_the_case_that_it_is_asked_for_does_not_keep_an_answer_away(resort: Say) -> None:
    for asked in ("is there a doctor if my kid gets sick at night", "Is there a nurse at the hotel?"):
        assert "08:00 to 20:00" in resort(asked), asked


def test_what_a_place_has_on_is_its_entertainment(resort: Say) -> None:
    for asked in ("mko na form gani weekend hii", "what's on this saturday"):
        assert "Acrobats" in resort(asked), asked


def test_a_short_question_after_one_thing_is_answered(resort: Say) -> None:
    for asked in ("kuna gym", "mna pool"):
        assert "Tafadhali" not in resort(asked), asked
        assert "kunieleza zaidi" not in resort(asked), asked


def test_what_ending_an_agreement_early_costs(telecom: Say) -> None:
    for asked in (
        "penalty if i leave before the contract ends", "penalty for cancelling fibre at month 5",
        "nikivunja mkataba mapema nalipa nini",
    ):  # fmt: skip
        assert "early termination charge" in telecom(asked), asked


def test_money_back_in_a_case_is_no_refund_asked_for(telecom: Say) -> None:
    for asked in ("do i get money back if the speed is slow for days", "will i get a refund if it stays down"):
        assert "account number" not in telecom(asked), asked


def test_who_looks_for_what_a_light_means_is_told_that_and_who_has_trouble_the_steps(telecom: Say) -> None:
    assert "Registering" in telecom("what does it mean when PON blinks green")
    assert "Switch the ONT off" in telecom("my PON light is blinking")


@pytest.mark.parametrize(
    ("slug", "said"),
    [("mtandao", "sasa nuru"), ("duka", "sasa zawadi, uko fiti?"), ("oasis", "amina vipi"), ("mtandao", "nuru mambo")],
)
def test_who_greets_the_assistant_by_its_name_is_greeted_back(at: Callable[[str], Say], slug: str, said: str) -> None:
    assert "Najua kuhusu" in at(slug)(said)


def test_a_name_that_goods_have_too_is_a_name_only_in_a_greeting(shop: Say) -> None:
    assert "KES" in shop("nataka zawadi ya mama")
    assert "KES" in shop("Zawadi, mko na viatu vya mtoto")
