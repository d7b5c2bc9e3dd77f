"""A rule of the library is applied to the customer's own day, hour, age, number or place; a doubtful case is not.

It is a Monday at the businesses: 30 November 2026, nine in the morning.
"""

from collections.abc import Callable
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

NOW = datetime(2026, 11, 30, 9, 0, tzinfo=ZoneInfo("Africa/Nairobi"))
SAYS = ("Counted from", "Kuanzia ", "Ukicount", "Yes,", "No,", "Ndiyo,", "Hapana,", "Eeh,", "Zii,", "too late")


@pytest.fixture(autouse=True)
def _on_a_monday(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("journeys.tenant.local_now", lambda context: NOW)


@pytest.mark.parametrize(
    ("asked", "told"),
    sampled(
        [
            ("i bought a blouse on 20 november, can i still return it", "until Friday 4 December: today is in time"),
            ("nilipokea viatu tarehe 10 november, naweza kurudisha?", "hadi Jumanne 24 Novemba tu: leo ni nje ya muda"),
            ("nilipokea suruali tarehe 10 november, inabana, nataka size 36", "hadi Alhamisi 10 Desemba: leo ni ndani"),
            ("got the sandals last week and they are tight, can i change the size", "is in time"),
            ("if i pay today n come pick my parcel next week thursday is that ok", "Thursday 10 December is too late"),
            ("nikilipa leo nichukue parcel jumamosi ni sawa?", "Jumamosi 5 Desemba ni ndani ya muda"),
            (
                "TV niliyonunua kwenu july mwaka jana imezima, warranty bado ipo?",
                "hadi Julai 2027: leo ni ndani ya muda",
            ),
            ("the headphones i bought in january stopped working yesterday, is the warranty over", "today is too late"),
            ("kettle imefika jana na haiwaki, mtabadilisha?", "hadi Jumapili 6 Desemba"),
            ("can u deliver a mattress to nakuru", "No, Nakuru is not among these"),
            ("mnaweza kunipelekea friji machakos?", "Machakos"),
            ("Nikiorder saa nne asubuhi Westie italetwa leo leo?", "10:00 ni kabla ya 12:00"),
            ("if i order at 3pm will it reach kilimani today", "No, an order at 15:00 is not before 12:00"),
        ],
        quick=3,
    ),
)
def test_at_the_shop(shop: Say, asked: str, told: str) -> None:
    assert told in shop(asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("i installed fibre 5 days ago and want out, do i pay anything", "until Wednesday 9 December: today is"),
        ("i returned the router 10 november, when shd i get my deposit at the latest", "by Thursday 10 December"),
        ("Nimebuy simu mpya, naeza scan ile QR code ya zamani ya esim?", "Zii, inawork mara moja tu"),
    ],
)
def test_at_the_telecom(telecom: Say, asked: str, told: str) -> None:
    assert told in telecom(asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    sampled(
        [
            ("Klabu ya watoto iko wazi leo?", "imefungwa leo, kwa kuwa ni Jumatatu"),
            ("is the kids club open tomorrow", "It is open on Tuesday 1 December: 09:00-17:00"),
            ("jahazi grill iko open jumatatu?", "imefungwa leo"),
            ("I left my scarf in the room when I checked out saturday", "Saturday 28 November, that is until"),
            ("nilisahau koti chumbani nilipotoka jumamosi", "Jumamosi 28 Novemba"),
            ("Tunaweza kuogelea pool saa mbili usiku?", "haiko wazi saa 20:00"),
            ("Sasa, gym yenu iko open saa ngapi na mtoi wa 14 anaruhusiwa?", "wa miaka 14 haruhusiwi"),
            ("can my 15yr old daughter use the spa", "At 15 that is allowed with a parent"),
            ("my son is 17, can he come with us to machweo bar at 9pm", "at 17 that is not allowed"),
            ("Watoto wa miaka 3 na 8 wanalipa ngapi tukilala nao chumbani", "Wa miaka 3: bure. Wa miaka 8: nusu."),
            ("tunakuja watu wanne, family cottage inatosha?", "4 mnatosha"),
            ("we arrive on 12 december, is it free to cancel today", "until Saturday 5 December: today is in time"),
            ("visitor wangu anaeza kaa mpaka saa tano usiku?", "Saa 23:00 ni kuchelewa"),
            ("the flight is 7pm, where can we leave our bags", "19:00 is in time"),
        ],
        quick=3,
    ),
)
def test_at_the_resort(resort: Say, asked: str, told: str) -> None:
    assert told in resort(asked)


@pytest.mark.parametrize(
    ("slug", "asked"),
    sampled(
        [
            ("duka", "can i return it"),
            ("duka", "can i bring back a blouse within two weeks"),
            ("duka", "my tv stopped working yesterday, is there warranty"),
            ("duka", "nilinunua hereni tarehe 20 november, naweza kurudisha?"),
            ("duka", "can u deliver a mattress to thika"),
            ("duka", "how long do you keep a parcel"),
            ("oasis", "what time does the spa open"),
            ("oasis", "can we cancel, we arrive on 24 december"),
            ("oasis", "our flight is at 11pm, where can we leave our bags"),
            ("oasis", "what is the age limit at the gym"),
            ("mtandao", "how long is the contract for home fibre"),
        ],
        quick=3,
    ),
)
def test_nothing_is_concluded_from_too_little(at: Callable[[str], Say], slug: str, asked: str) -> None:
    said = at(slug)(asked)
    assert not any(each in said for each in SAYS)


@pytest.mark.parametrize("asked", ["bar inafungwa saa ngapi friday, na ngoma", "are quiet hours open on friday"])
def test_quiet_hours_open_no_door(resort: Say, asked: str) -> None:
    told = resort(asked)
    assert "Iko wazi" not in told
    assert "It is open" not in told
