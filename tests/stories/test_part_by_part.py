"""Messages with something around what is asked, with two questions, or written short; and their neighbours."""

from collections.abc import Callable

import pytest

from journeys.understand import part_by_part

Say = Callable[..., str]


@pytest.mark.parametrize(
    "said",
    ["Mimi hufanya kazi usiku. Data ya usiku inaanza saa ngapi?", "I work at night. When does the night data start?"],
)
def test_what_is_told_around_a_question_does_not_hide_its_answer(telecom: Say, said: str) -> None:
    assert "23:00" in telecom(said)


@pytest.mark.parametrize("before", ["", "Mimi hufanya kazi usiku. "])
def test_what_follows_is_asked_of_what_was_named_before_it(telecom: Say, before: str) -> None:
    told = telecom(f"{before}Data ya usiku inaanza saa ngapi, na bei yake ni ngapi?")
    assert "23:00" in told
    assert "KES 60" in told


@pytest.mark.parametrize(
    "said",
    [
        "mko na earbuds za bluetooth? na warranty ni ya how long",
        "do you have bluetooth earbuds? and how long is the warranty",
    ],
)
def test_a_thing_and_a_rule_are_both_told(shop: Say, said: str) -> None:
    told = shop(said)
    assert "True Wireless Earbuds" in told
    assert "6 months" in told


@pytest.mark.parametrize(
    "said", ["Niko Mombasa, nikiagiza leo inafika baada ya siku ngapi?", "im in Mombasa, how many days does it take"]
)
def test_where_they_are_belongs_to_what_is_asked(shop: Say, said: str) -> None:
    told = shop(said)
    assert "2 to 3 working days" in told
    assert "12:00" not in told  # that is of Nairobi


def test_how_many_come_belongs_to_what_is_asked(resort: Say) -> None:
    assert "T-" in resort("nataka kufanya harusi hapo, watu mia moja", "december 12")


def test_what_came_broken_asks_for_no_delivery(shop: Say) -> None:
    told = shop("nimebuy charger imekam haiwork, naeza letewa ingine?")
    assert "Westlands" not in told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("wat tym do u close on saturday", "18:00"), ("hw much is da cheapest power bank", "Power Bank"),
        ("mnafunga jumamosi saa ngap", "18:00"), ("do u hv school shoes 4 my son", "Shule"),
    ],
)  # fmt: skip
def test_what_is_written_short_is_read_in_full(shop: Say, said: str, told: str) -> None:
    assert told in shop(said)


@pytest.mark.parametrize("said", ["ndovu", "nataka kuona ndovu", "kuona ndovu ni bei gani", "elephants"])
def test_an_elephant_is_no_thousand_shillings(resort: Say, said: str) -> None:
    assert "Shimba Hills" in resort(said)


@pytest.mark.parametrize("said", ["do you have a casino", "mna kasino", "naeza kubet hapo?"])
def test_whoever_asks_for_a_casino_is_told_of_the_games(resort: Say, said: str) -> None:
    assert "no gambling for money" in resort(said)


@pytest.mark.parametrize("said", ["5g home", "how much is 5g for the house", "mko na 5g ya nyumbani"])
def test_a_network_is_no_weight(telecom: Say, said: str) -> None:
    assert "5G Home Internet Unlimited" in telecom(said)


@pytest.mark.parametrize(
    "said", ["kifurushi cha kutumia Uganda", "do you have a bundle for Tanzania", "naenda Kampala, kuna data ya huko?"]
)
def test_a_bundle_for_another_country_is_the_one_for_roaming(telecom: Say, said: str) -> None:
    told = telecom(said)
    assert "East Africa Roaming Pass" in told
    assert "Weekly" not in told


@pytest.mark.parametrize("said", ["a phone for my mum below 15k", "simu ya below 15k ya mama yangu"])
def test_a_thing_is_found_whoever_it_is_for(shop: Say, said: str) -> None:
    told = shop(said)
    assert "Leggings" not in told
    assert "Zola A1" in told or "Kito" in told


@pytest.mark.parametrize(
    ("said", "people"),
    [
        ("chumba cha watu wanne, mimi, mke wangu na watoto wawili", "watu 4"),
        ("room for 2 adults and 2 kids", "4 people"), ("room for 2 adults and 1 kid pls", "3 people"),
    ],
)  # fmt: skip
def test_a_party_is_counted_once(resort: Say, said: str, people: str) -> None:
    assert people in resort(said)


@pytest.mark.parametrize("said", ["I want out of my fibre after 5 months", "i want fibre for 5 months"])
def test_so_many_months_are_no_pieces(telecom: Say, said: str) -> None:
    assert "KES 74,500" not in telecom(said)


def test_who_buys_one_thing_buys_nothing_that_they_only_ask_for(telecom: Say) -> None:
    told = telecom("can I buy scratch cards in wholesale, and do you have an internet line for business?")
    assert "New SIM Card*: KES 50" not in told


@pytest.mark.parametrize("said", ["apn yenu kwa iphone", "which apn do i put on my android phone"])
def test_the_name_to_type_stands_in_the_steps(telecom: Say, said: str) -> None:
    assert "internet.mtandao" in telecom(said)


@pytest.mark.parametrize(
    "said", ["iko wazi jumatatu, ile Jahazi Grill?", "is the Jahazi Grill by the beach open on monday"]
)
def test_what_is_asked_when_it_is_open_is_told_with_its_hours(resort: Say, said: str) -> None:
    assert "closed" in resort(said)


@pytest.mark.parametrize(
    "said",
    [
        "do you do tailoring, and how much is delivery to Nakuru",
        "mko na blender, na delivery ya Nakuru ni how much",
        "do you have a blender and what does delivery to Nakuru cost",
    ],
)
def test_what_delivery_costs_is_no_item_from_there(shop: Say, said: str) -> None:
    told = shop(said)
    assert "KES 500" in told
    assert "Cooking Oil" not in told


@pytest.mark.parametrize(
    ("said", "told", "other"),
    [
        ("my wife likes horses. can she ride one there? is there parking", "Guarded", "no sure answer"),
        ("je mnaweza kunifundisha kuogelea? na kuna maegesho", "Guarded", "Lagoon pool"),
    ],
)
def test_a_part_without_an_answer_is_not_passed_over(resort: Say, said: str, told: str, other: str) -> None:
    reply = resort(said)
    assert told in reply
    assert other in reply


@pytest.mark.parametrize("piece", ["1, ", "in Nairobi, ", "is it, ", "na ", "? "])
def test_a_message_in_very_many_pieces_is_not_read_piece_by_piece(piece: str) -> None:
    assert list(part_by_part.parts_of(piece * 5_000)) == []


@pytest.mark.parametrize("said", ["can we get another towel?", "my wife wants another pillow, is parking free?"])
def test_another_one_is_nothing_that_came_broken(resort: Say, said: str) -> None:
    assert "replaced" not in resort(said)


@pytest.mark.parametrize(
    "said",
    [
        "bei ya mwavuli ni ngapi na jumamosi mnafunga saa ngapi",
        "how much is an umbrella and what time do you close on saturday",
        "nataka kujua bei ya mwavuli, na jumamosi mnafungua saa ngapi",
    ],
)
def test_the_price_of_a_thing_and_the_hours_are_both_told(shop: Say, said: str) -> None:
    told = shop(said)
    assert "780" in told
    assert "18:00" in told
    assert "Watch" not in told


@pytest.mark.parametrize("said", ["are you people open on sunday", "you folks open sundays", "mko open sunday bana"])
def test_whoever_we_are_called_the_hours_are_ours(shop: Say, said: str) -> None:
    assert any(word in shop(said) for word in ("closed", "imefungwa"))


@pytest.mark.parametrize(
    "asked",
    [
        "nikitaka kuacha fibre baada ya mwaka nitoe taarifa ya siku ngapi",
        "nikitoka natoa notice ya siku ngapi kwa fibre",
    ],
)
def test_who_asks_about_notice_still_gets_our_messages(telecom: Say, asked: str) -> None:
    assert "haitakutumia" not in telecom(asked)


@pytest.mark.parametrize(
    "said", ["nitoe taarifa ya matangazo", "nitoeni kwa taarifa za ofa", "mniondoe kwa list ya ofa"]
)
def test_who_wants_out_of_the_news_of_offers_is_let_out(telecom: Say, said: str) -> None:
    assert "haitakutumia" in telecom(said)


@pytest.mark.parametrize("asked", ["simu janja ya 64gb ni bei gani na pia naangaliaje salio la bando"])
def test_how_it_is_done_is_told_beside_the_price(telecom: Say, asked: str) -> None:
    told = telecom(asked)
    assert "9,999" in told
    assert "*544#" in told
