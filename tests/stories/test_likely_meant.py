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
