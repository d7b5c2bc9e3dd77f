"""A thing that is asked for by its name and not sold: a plain no for it, what comes nearest or is sold, no ticket."""

from collections.abc import Callable

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

NO_TICKET = "T-"


@pytest.mark.parametrize(
    ("said", "told", "nearest"),
    sampled(
        [
            ("Do you have iphone 13", "We have no iphone.", "Zola A1 Smartphone"),
            ("mnauza tecno?", "Hatuna tecno.", "Smartphone"),
            ("nataka laptop ya hp", "Hatuna laptop hp.", "Business Laptop"),
            ("samsung tv 43 inch bei gani", "Hatuna samsung tv.", "1. *43-Inch 4K Smart TV*"),
            ("do you sell mens shorts", "We have no mens shorts.", "Chinos"),
            ("do you have womens shorts", "We have no womens shorts.", "Jeans"),
            ("do you sell fridges", "We have no fridges.", "Kitchen"),
            ("mna friji ndogo? bei", "Hatuna friji.", "Kitchen"),
            ("mna sofa?", "Hatuna sofa.", "Home"),
            ("una viti vya plastiki?", "Hatuna viti.", "Home"),
        ],
        quick=3,
    ),
)
def test_of_a_shop(shop: Say, said: str, told: str, nearest: str) -> None:
    answer = shop(said)
    assert told in answer
    assert nearest in answer
    assert NO_TICKET not in answer


@pytest.mark.parametrize(
    ("said", "told", "nearest"),
    sampled(
        [
            ("mnauza laptop?", "Hatuna laptop.", "Handsets"),
            ("mko na printer", "Hatuna printer.", "Routers & Devices"),
            ("mnauza decoder ya dstv?", "Hatuna decoder dstv.", "Android TV Box"),
            ("mnauza tv?", "Hatuna tv.", "Android TV Box"),
            ("do you sell tablets", "We have no tablets.", "Phone"),
            ("do you have iphone 15 pro max", "We have no iphone.", "Mtandao Smart 5"),
        ],
        quick=2,
    ),
)
def test_of_a_telecom(telecom: Say, said: str, told: str, nearest: str) -> None:
    answer = telecom(said)
    assert told in answer
    assert nearest in answer
    assert NO_TICKET not in answer


@pytest.mark.parametrize(
    ("said", "told", "nearest"),
    sampled(
        [
            ("jet ski mko nayo?", "Hatuna jet ski.", "Kayak"),
            ("kuna saluni ya nywele hapo?", "Hatuna saluni ya nywele.", "Manicure"),
            ("is there a barber", "We have no barber.", "Manicure"),
            ("mko na sauna?", "Hatuna sauna.", "Massage"),
            ("naeza camp hapo? nko na tent yangu", "Hatuna camp.", "Room"),
            ("mna uwanja wa gofu?", "Hatuna uwanja wa gofu.", "Excursions"),
            ("do you have quad bikes", "We have no quad bikes.", "Tour"),
        ],
        quick=3,
    ),
)
def test_of_a_resort(resort: Say, said: str, told: str, nearest: str) -> None:
    answer = resort(said)
    assert told in answer
    assert nearest in answer
    assert NO_TICKET not in answer


@pytest.mark.parametrize(
    ("slug", "said", "told"),
    sampled(
        [
            ("duka", "do you have an iphone charger", "*20W Fast Charger USB-C*"),
            ("duka", "mko na laptop", "*14-Inch Student Laptop*"),
            ("duka", "suits za wanaume ziko?", "*Two-Piece Wool-Blend Suit*"),
            ("duka", "mna chakula?", "Sijapata kitu"),
            ("duka", "niaje mko na njumu", "*Harambee Firm-Ground Boot*"),
            ("mtandao", "do you have network in Turkana", "T-"),
            ("oasis", "do you have parking", "Guarded"),
            ("oasis", "mko na hall ya meeting? tuko watu 40", "*Conference Day Package*"),
            ("oasis", "do you have a kayak", "*Kayak Hire on the Congo River Mouth*"),
        ],
        quick=3,
    ),
)
def test_what_is_there_or_nobody_can_tell_is_not_denied(
    at: Callable[[str], Say], slug: str, said: str, told: str
) -> None:
    answer = at(slug)(said)
    assert told in answer
    assert "We have no " not in answer
    assert "Hatuna " not in answer
