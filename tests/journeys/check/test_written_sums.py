"""Sums of sums: what lies between two totals, which is the lower, a total made anew, and what is left of a term."""

from datetime import date

import pytest

from tests.attacks.lying_model.contexts import AGREEMENT, _beside, _cited, item, of, offers
from tests.journeys.check.test_plain_answers import is_sound

HALF = (
    "Half board: 3 nights at KES 33,500 are KES 100,500, less the 12% of Stay longer (KES 12,060) that is KES 88,440. "
    "Full board: 3 nights at KES 39,500 are KES 118,500, less 12% (KES 14,220) that is KES 104,280"
)
TWO = (
    "2 Garden Rooms for 3 nights at KES 14,500 are KES 87,000 and the Family Cottage for 3 nights at KES 26,500 is "
    "KES 79,500"
)
TERM = "Once the 12 months are over you may end it with 30 days' notice in writing."
CHARGE = (
    "The early termination charge is 50 percent of the monthly fees for the months that are left of the 12, at most "
    "KES 12,000, so closing after 9 months is 50% of 3 months at KES 2,999 (KES 8,997), that is KES"
)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{HALF}, so KES 15,840 more for the stay.", True),
        (f"{HALF}, so KES 14,840 more for the stay.", False),
        (f"{TWO}, so the Family Cottage is cheaper, by KES 7,500.", True),
        (f"{TWO}, so the Garden Rooms are cheaper, by KES 7,500.", False),
        (f"{TWO}, so the Family Cottage is cheaper, by KES 8,500.", False),
    ],
)
def test_what_lies_between_two_totals(text: str, *, is_true: bool) -> None:
    words = "2 garden rooms or the family cottage for 3 nights? half board or full board, the difference for the stay?"
    told = of(
        offers("oasis"), item("oasis", "Garden Room"), item("oasis", "Family Cottage"), words=(words,), tenant="oasis"
    )
    assert is_sound(text, told, "en") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("With All-Network 400 Minutes at KES 500 instead, the total is KES 20,396 (21,396 - 1,500 + 500).", True),
        ("With All-Network 400 Minutes at KES 500 instead, the total is KES 20,936 (21,396 - 1,500 + 500).", False),
        ("With All-Network 400 Minutes at KES 500 instead, the total is KES 20,296 (21,296 - 1,500 + 500).", False),
    ],
)
def test_a_total_made_anew(text: str, *, is_true: bool) -> None:
    shown = [item("mtandao", title) for title in ("All-Network 400 Minutes", "Combo Data, Minutes and SMS")]
    told = of(*shown, words=("400 minutes, total?",), tenant="mtandao", beside="KES 21396", extra=["KES 21396"])
    assert is_sound(text, told, "en") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{CHARGE} 4,498.50.", True),
        (f"{CHARGE} 4,948.50.", False),
        (TERM, True),
        ("Within the 12 months you may end it with 30 days' notice in writing.", False),
        ("After 6 months you may end it with 30 days' notice in writing.", False),
        ("After 30 days you may end it with 12 months' notice in writing.", False),
    ],
)
def test_a_name_that_a_passage_defines_is_called_by_its_value(text: str, *, is_true: bool) -> None:
    words, shown = "what do i pay if i close familia after 9 months?", item("mtandao", "Fibre Familia 25 Mbps")
    told = _beside(shown, words=words, cited=_cited(*AGREEMENT), tenant="mtandao", today=date(2026, 11, 30))
    assert is_sound(text, told, "en") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("so your blender of last month is past that time.", True),
        ("so your blender of yesterday is still within it.", True),
        ("so the blender of three weeks ago is past that time.", True),
        ("so your blender of last month is still within it.", False),
        ("so the blender of last week is past that time.", False),
    ],
)
def test_last_month_is_the_one_before_this(text: str, *, is_true: bool) -> None:
    words = "can i return the blender i got last month? or the one of yesterday, three weeks ago, last week?"
    told = _beside(words=words, cited=_cited("duka/library/returns.md"), today=date(2026, 11, 30))
    assert is_sound(f"You may return what you bought within 14 days of receiving it, {text}", told, "en") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("so Naivasha1 with 9 characters is too short.", True),
        ("so Naivasha1 is too short.", True),
        ("so Naivasha1 with 9 characters is fine.", False),
        ("so Naivasha1 with 8 characters is too short.", False),
    ],
)
def test_a_password_of_theirs_is_as_long_as_it_is(text: str, *, is_true: bool) -> None:
    cited = _cited("mtandao/library/01_home_wifi.md")
    told = _beside(words="can i change my wifi password to Naivasha1?", cited=cited, tenant="mtandao")
    assert is_sound(f"The new password needs at least 12 characters, {text}", told, "en") is is_true


@pytest.mark.parametrize(
    ("titles", "is_true"),
    [
        (("Fibre Turbo 100 Mbps", "Fibre Familia 25 Mbps"), True),
        (("Monthly 45 GB Bundle", "Fibre Familia 25 Mbps"), False),
    ],
)
def test_what_is_said_of_both_holds_of_both(titles: tuple[str, str], *, is_true: bool) -> None:
    told = of(*(item("mtandao", title) for title in titles), words=("which of the two?",), tenant="mtandao")
    assert is_sound("Both are unlimited.", told, "en") is is_true


PURPLE = "Bendera ya zambarau inamaanisha"


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{PURPLE} jellyfish au sea urchin wameonekana.", True),
        (f"{PURPLE} mkondo mkali.", False),
        ("Bendera nyekundu inamaanisha bahari imetulia.", False),
    ],
)
def test_one_of_several_is_told_by_the_line_that_begins_with_it(text: str, *, is_true: bool) -> None:
    told = _beside(words="bendera?", cited=_cited("oasis/library/guest_guide.pdf"), tenant="oasis")
    assert is_sound(text, told, "sw") is is_true


@pytest.mark.parametrize(("hour", "is_true"), [("18:00", True), ("17:00", False), ("20:00", False)])
def test_what_is_ready_so_long_after_they_pay(hour: str, *, is_true: bool) -> None:
    words = "nikilipa leo saa kumi jioni naeza zipata leo leo?"
    told = _beside(words=words, cited=_cited("duka/library/delivery.md"), today=date(2026, 11, 30))
    rule = "Pickup dukani ni free, kuanzia masaa mawili baada ya kulipa"
    assert is_sound(f"{rule}, so ukilipa 16:00 unaeza zipata leo kuanzia {hour}.", told, "sheng") is is_true
