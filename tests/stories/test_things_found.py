"""What is sought without a model: the end of what can be measured, what the words speak against, and what is in it."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say


@pytest.mark.parametrize(
    ("said", "first", "not_told"),
    sampled(
        [
            ("Fibre ya nyumbani yenye kasi zaidi ni ipi na bei", "1. *Fibre Turbo 100 Mbps*", "Biashara"),
            ("which home fibre is the fastest n how much", "1. *Fibre Turbo 100 Mbps*", "Biashara"),
            ("fibre yenye speed kubwa zaidi", "1. *Fibre Biashara 200 Mbps*", "Sina uhakika"),
            ("data ya bei rahisi kabisa per gb ni gani", "1. *Three-Hour Night Owl 3 GB*", "SMS Pack"),
            ("bando kubwa kabisa la mwezi ni gani", "1. *Monthly 45 GB Bundle*", "Weekly"),
            ("bando la wiki lenye data nyingi zaidi", "1. *Weekly 6 GB Bundle*", "Monthly"),
            ("Dakika za kupiga mitandao yote kwa mwezi mzima ni bei gani", "*All-Network 400 Minutes*", "Diaspora"),
            ("minutes za wiki moja kupiga nje ya nchi", "*Diaspora Minutes*", "All-Network"),
            ("iko simu yenye storage kubwa zaidi ni how much", "1. *Mtandao Smart 5G*", "Sijapata"),
            ("Ruta ya mfukoni rangi nyeupe ipo", "1. *Pocket MiFi 4G* \u2014 KES 3,999 (white)", "Sijapata"),
        ],
        quick=3,
    ),
)
def test_of_lines_and_bundles(telecom: Say, said: str, first: str, not_told: str) -> None:
    told = telecom(said)
    assert first in told
    assert not_told not in told


@pytest.mark.parametrize(
    ("said", "first", "not_told"),
    sampled(
        [
            ("tv kubwa kuliko zote", "1. *55-Inch 4K Smart TV*", "Sina uhakika"),
            ("Printa ya kuprint, kuscan na kutoa kopi ipo?", "*Ink Tank Colour Printer*", "documents"),
            ("mashine ya kutoa kopi ipo?", "*Ink Tank Colour Printer*", "Mixer"),
            ("hi pls help me find a wig, thx", "*Straight Human Hair Wig 14-Inch*", "Castor"),
            ("Naeza pata ya kushave ndevu na kunyoa nywele?", "*Cordless Hair Clipper*", "Wig"),
            ("Mnauza unga wa uji wa wimbi?", "*Uji Mix Wimbi and Amaranth* \u2014 KES 260 (imeisha)", "Mwiko"),
            ("do u sell bicycles", "*Mountain Bike 26-Inch* \u2014 KES 18,500 (black, red)", "not sure"),
            ("leather belt size S iko?", "*Reversible Leather Belt* does not come in S, but in M, L, XL", "Dress"),
            ("Kuna jezi ya Kenya red XXL?", "haipo kwa rangi nyekundu XXL, ila kwa S, M, L, XL", "exactly"),
            ("rice cooker kubwa kabisa mnayo ni litre ngapi", "Sina uhakika", "Cheki chenye nimepata"),
        ],
        quick=3,
    ),
)
def test_of_goods(shop: Say, said: str, first: str, not_told: str) -> None:
    told = shop(said)
    assert first in told
    assert not_told not in told


@pytest.mark.parametrize(
    ("said", "told", "not_told"),
    sampled([
        (
            "is there a kids price for the sunset boat? my son is 7",
            "KES 4,800 a ticket\nNo price of its own is written for a child.", "2,400",
        ),
        ("kids price for the glass boat", "child 4-12: KES 1,500", "No price of its own"),
        ("Safari ya tsavo ni bei gani na ndani kuna nini", "Two game drives", "Shimba"),
        ("what comes with the beach wedding package", "Ceremony on the sand", "Per delegate"),
        ("is ur cafe open early, n can i get coffee to take away", "Takeaway: yes", "Breakfast Buffet"),
        ("price for the old town mombasa trip, 3 of us", "KES 23,400", "entry fees"),
        ("keki ya chocolate ipo?", "black forest, vanilla, passion", "Sina uhakika"),
    ], quick=3),
)  # fmt: skip
def test_of_a_resort(resort: Say, said: str, told: str, not_told: str) -> None:
    answer = resort(said)
    assert told in answer
    assert not_told not in answer


@pytest.mark.parametrize("said", ["hello, r u there", "anyone there?", "mko?", "wadau mpo hapo?", "mpo wakuu?"])
def test_who_asks_whether_anybody_is_there_is_greeted(shop: Say, said: str) -> None:
    told = shop(said)
    assert "Shoes, Clothing, Kitchen" in told
    assert "KES" not in told


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("400 minutes bundle", "All-Network 400 Minutes"),
        ("bundle ya 60 minutes", "All-Network 60 Minutes"),
        ("600 minutes bundle", "Combo Data, Minutes and SMS"),
        ("20 GB bundle", "Monthly 20 GB Bundle"),
    ],
)
def test_a_thing_is_named_by_its_number(telecom: Say, name: str, title: str) -> None:
    assert title in telecom(f"how much is the {name}?")


@pytest.mark.parametrize(
    ("said", "told"),
    sampled(
        [
            ("dera ziko na colour gani", "Rangi: blue, orange, green (imeisha)"),
            ("which colours does the gas cooker come in", "Colours: black, silver (sold out)"),
            ("kabambe iko na rangi gani", "Rangi: black (imeisha), blue"),
        ],
        quick=1,
    ),
)
def test_a_colour_that_is_sold_out_is_told_as_such(shop: Say, said: str, told: str) -> None:
    assert told in shop(said)


@pytest.mark.parametrize(
    ("said", "told"),
    sampled(
        [
            ("kuna package ya honeymoon?", "half board: KES 38,500"),
            ("tuko parents wawili na watoi wawili, room gani inatutosha", "bed and breakfast: KES 26,500"),
            ("mna villa yenye private pool?", "full board: KES 89,000"),
            ("kuna chumba chenye vitanda viwili?", "bed and breakfast: KES 14,500"),
        ],
        quick=1,
    ),
)
def test_the_price_is_told_of_what_a_page_tells_under_its_name(resort: Say, said: str, told: str) -> None:
    assert told.partition(": ")[2] in resort(said)
