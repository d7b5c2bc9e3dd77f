"""Where the words of a first message find nothing, or something else, what customers ask so is what is shown."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

REFUNDED = "5 to 10 working days"


@pytest.mark.parametrize(
    ("business", "asked", "told"),
    sampled(
        [
            ("telecom", "nafungua biz ya mutura nataka namba tu ya kukumbukika rahisi", "*Golden Number SIM*"),
            ("telecom", "want to see whats happening in my shop at night from my phone", "*CCTV Camera Wi-Fi*"),
            (
                "telecom",
                "natafutia mama kijijini simu ya kubonyeza lakini aweze kupata whatsapp",
                "*Mtandao Neo 4G Phone*",
            ),
            ("shop", "mi ni wa nduthi na hii mvua inanimaliza daily", "*Masika Raincoat*"),
            ("shop", "mchungaji mpya anahitaji suti ya mahubiri", "*Two-Piece Wool-Blend Suit*"),
            ("resort", "my back is finished, drove ten hours, can someone press it properly", "*Deep Tissue Massage*"),
            ("resort", "tungependa mahali tunaweza kupika kidogo wenyewe na watoto wawili", "*Family Cottage*"),
        ],
        quick=4,
    ),
)
def test_it_is_shown_without_its_name(request: pytest.FixtureRequest, business: str, asked: str, told: str) -> None:
    assert told in request.getfixturevalue(business)(asked)


@pytest.mark.parametrize(
    ("business", "asked", "told"),
    sampled(
        [
            (
                "shop",
                "manze kazi ya makeup kwa event na giza ni noma, nadai kitu ya kumulika uso na simu ishikiliwe",
                "*Ring Light with Tripod*",
            ),
            (
                "shop",
                "my son plays seven a side on artificial grass and his trainers slide, he takes a 41",
                "*Turf Five-a-Side Shoe*",
            ),
            (
                "shop",
                "Nataka zawadi ya shangazi, kitambaa cha kiunoni chenye methali, anapenda njano",
                "*Coast Leso Pair with Proverb*",
            ),
            (
                "shop",
                "we have no power at home in the village, I need something that lights three rooms and charges a phone",
                "*Solar Home Light Kit*",
            ),
            ("telecom", "bei ya dakika za kupiga simu mwezi mzima tu, sihitaji data", "*All-Network 400 Minutes*"),
            (
                "telecom",
                "we game every night and it lags, what do you have for the house that is fast enough",
                "*Fibre Turbo 100 Mbps*",
            ),
            ("resort", "Natamani kuona samaki na matumbawe bila kulowa, sijui kuogelea", "*Glass-Bottom Boat Ride*"),
        ],
        quick=4,
    ),
)
def test_it_is_shown_whatever_its_words_find_and_nothing_is_ordered(
    request: pytest.FixtureRequest, business: str, asked: str, told: str
) -> None:
    said = request.getfixturevalue(business)(asked)
    assert told in said
    assert "1 \u00d7" not in said


@pytest.mark.parametrize(
    ("business", "asked", "told"),
    sampled(
        [
            ("shop", "nikinunua vitu za 7k bado mnanitoza delivery? niko Umoja", "KES 5,000 and more"),
            ("shop", "my feet are flat and they hurt when I jog, something for ladies", "*Nyayo Stability Runner*"),
            ("telecom", "nyumbani sitaki nyaya za fibre, naweza pata internet isiyo na cable?", "*5G Home Internet"),
            ("telecom", "the tv has a hdmi port but no apps, how do i get netflix on it", "*Android TV Box*"),
            ("resort", "naweza kupata mtu wa kunichora maua mkononi kabla ya sherehe?", "*Henna by Mama Zuhura*"),
            ("resort", "tunataka kuja na familia december", "*Family Cottage*"),
        ],
        quick=3,
    ),
)
def test_it_is_told_before_what_was_found_by_other_words(
    request: pytest.FixtureRequest, business: str, asked: str, told: str
) -> None:
    assert told in request.getfixturevalue(business)(asked)


@pytest.mark.parametrize(
    ("business", "asked", "told"),
    [
        ("resort", "do you do quad bikes", "do not want to guess"),
        ("shop", "mnauza viti?", "Hatuna viti"),
        ("resort", "is breakfast included?", "with every room"),
    ],
)
def test_few_words_are_found_as_they_stand_or_denied(
    request: pytest.FixtureRequest, business: str, asked: str, told: str
) -> None:
    said = request.getfixturevalue(business)(asked)
    assert told in said
    assert "1. *" not in said


def test_what_they_are_asked_of_a_trouble_is_no_wish(telecom: Say) -> None:
    assert "KES" not in telecom("mtandao hakuna nyumbani tangu jana", "natumia router ya 4g")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("My son is 9, can he try the scuba dive with me", "No, at 9 that is not allowed: it is from 10 years."),
        ("my daughter is 13, can she join the discover scuba dive?", "10"),
    ],
)
def test_an_items_limit_of_age_is_applied_to_whom_they_bring(resort: Say, asked: str, told: str) -> None:
    assert told in resort(asked)


@pytest.mark.parametrize("asked", ["add up 8 and 7", "please add up 20 and 45 for me"])
def test_numbers_that_are_added_up_are_no_order(telecom: Say, asked: str) -> None:
    assert "\u00d7" not in telecom(asked)


def test_two_things_that_are_wanted_by_their_names_are_both_taken(shop: Say) -> None:
    said = shop("I want an electric kettle and a windproof umbrella")
    assert "*Electric Kettle Cordless*" in said
    assert "*Windproof Umbrella*" in said


def test_what_was_bought_and_gives_trouble_is_not_sold_again(shop: Say) -> None:
    assert "To order" not in shop("the blender I bought from you is broken, I want something done about it")


@pytest.mark.parametrize("asked", ["nililipa na mastercard, cash itarudi kwa same card ama mtanitumia"])
def test_what_only_sounds_like_an_order_is_asked_of_the_documents(shop: Say, asked: str) -> None:
    assert REFUNDED in shop(asked)


@pytest.mark.parametrize(
    ("business", "asked"),
    [
        ("telecom", "how long does it take yoghurt to expire"),
        ("telecom", "what does your insurance cover"),
        ("shop", "mji mkuu wa Rwanda ni upi"),
        ("resort", "write me a poem about my grandmother"),
    ],
)
def test_what_is_of_no_topic_is_shown_no_goods(request: pytest.FixtureRequest, business: str, asked: str) -> None:
    assert "KES" not in request.getfixturevalue(business)(asked)
