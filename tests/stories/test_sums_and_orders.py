"""What a customer has written is taken up: sums are made, forms and measures are read, hours and lines are noted."""

from collections.abc import Callable

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

EMPTY = ("Nothing is in your cart yet", "Bado hakuna kitu kwenye kikapu chako", "Cart yako iko empty bado")


@pytest.mark.parametrize(
    ("asked", "lines", "total"),
    [
        (
            "Suti ya navy size 52 iko? na tie ya blue, total",
            ("*Two-Piece Wool-Blend Suit* (52, navy): KES 12,500", "*Silk-Look Tie* (blue): KES 550"),
            "Jumla: *KES 13,050*",
        ),
        (
            "Is the office dress navy M available? plus the pointed flats black 38, total pls",
            ("*Office Sheath Dress* (M, navy): KES 2,750", "*Karen Pointed Flat* (38, black): KES 2,200"),
            "Total: *KES 4,950*",
        ),
        (
            "Mko na kikoi ya blue? na leso ya red, total ngapi",
            ("*Striped Kikoi* (blue): KES 1,350", "*Coast Leso Pair with Proverb* (red): KES 850"),
            "Jumla: *KES 2,200*",
        ),
        (
            "bei ya blanketi mbili na mito pair moja, jumla?",
            ("2 \u00d7 *Fleece Blanket*: KES 2,700 (KES 1,350 \u00d7 2)", "1 \u00d7 *Fibre Pillow Pair*: KES 1,100"),
            "Jumla: *KES 3,800*",
        ),
        (
            "2 kikoi and 3 beanies how much altogether",
            ("2 \u00d7 *Striped Kikoi*: KES 2,700", "3 \u00d7 *Marvin Knit Beanie*: KES 1,050"),
            "Total: *KES 3,750*",
        ),
    ],
)
def test_several_things_are_summed_up_and_nothing_is_put_in(
    shop: Say, asked: str, lines: tuple[str, ...], total: str
) -> None:
    told = shop(asked)
    assert all(line in told for line in (*lines, total))
    assert any(words in told for words in EMPTY)
    assert "empty" in shop(asked, "what is in my cart").casefold() or "hakina kitu" in shop(asked, "cart yangu")


def test_the_total_of_what_is_in_the_cart_is_told_as_before(shop: Say) -> None:
    assert "Jumla: *KES 2,200*" in shop("nataka kikoi ya blue", "na leso red, total ngapi")


def test_bulk_goods_are_no_total(shop: Say) -> None:
    assert "Jumla:" not in shop("mnauza vitu kwa bei ya jumla?")


@pytest.mark.parametrize(
    ("asked", "told"),
    sampled(
        [
            ("price for the old town trip, 3 of us", "3 tickets \u00d7 KES 7,800 = KES 23,400"),
            ("dhow cruise tuko watatu total ngapi", "tiketi 3 \u00d7 KES 4,800 = KES 14,400"),
            ("breakfast only, 3 adults and a child of 6, total?", "KES 6,300"),
            ("wasini trip watu wazima 2 na watoto 3 jumla?", "KES 35,500"),
            ("glass bottom boat sisi wawili na mtoi wa 6, ni how much", "Jumla: KES 6,500"),
            ("how much is day pass with lunch, me my wife and 2 kids aged 5 and 8", "Total: KES 12,600"),
            ("lunch buffet for 2 adults and two kids 5 and 9, total cost?", "Total: *KES 7,800*"),
            ("bei ya kwenda shimba hills tuko watu 4", "tiketi 4 (adult) \u00d7 KES 12,500 = KES 50,000"),
            ("tuko wasee sita, seafood grill night itakuwa how much", "6 (adult) \u00d7 KES 4,500 = KES 27,000"),
            ("kaya kinondo walk tuko wanne bei gani jumla", "tiketi 4 \u00d7 KES 3,200 = KES 12,800"),
            ("pool terrace half board 3 nights total cost", "3 nights \u00d7 KES 21,500 = KES 64,500"),
            ("garden room bnb 18 to 20 december total for 2 of us?", "2 nights \u00d7 KES 14,500 = KES 29,000"),
        ],
        quick=3,
    ),
)
def test_so_many_of_one_thing_are_reckoned_beside_its_price(resort: Say, asked: str, told: str) -> None:
    reply = resort(asked)
    assert told in reply
    assert "How would you like to pay" not in reply
    assert "kulipa" not in reply


@pytest.mark.parametrize(
    ("ordered", "lines"),
    [
        (
            "Jersey ya Kenya black L mbili na moja red M",
            ("2 \u00d7 *Kenya Fan Jersey* (L, black)", "(M, red): KES 1,750"),
        ),
        (
            "nataka polo navy L mbili na green M moja",
            ("2 \u00d7 *Piqu\u00e9 Polo Shirt* (L, navy)", "(M, green): KES 1,150"),
        ),
        ("2 diapers large and 1 small", ("2 \u00d7 *Baby Diapers Jumbo Pack* (large)", "(small): KES 1,150")),
        ("i want 3 plain tshirts, 2 black M and 1 white L", ("2 \u00d7 *Plain Crew T-Shirt* (M, black)", "(L, white)")),
        ("ball pen blue box 2 na black box 1", ("2 \u00d7 *Ballpoint Pen Box of Fifty* (blue)", "(black): KES 620")),
    ],
)
def test_several_forms_of_one_thing_are_each_put_in(shop: Say, ordered: str, lines: tuple[str, ...]) -> None:
    told = shop(ordered)
    assert all(line in told for line in lines)


@pytest.mark.parametrize(
    ("ordered", "lines"),
    sampled(
        [
            (
                "Sukari za kilo mbili pakiti nne na majani ya chai nusu kilo",
                ("4 \u00d7 *Brown Cane Sugar* (2 kg)", "*Kericho Bright Leaf Tea* (500 g): KES 395"),
            ),
            (
                "nataka majani ya chai robo kilo na sukari kilo moja",
                ("*Kericho Bright Leaf Tea* (250 g): KES 210", "*Brown Cane Sugar* (1 kg): KES 165"),
            ),
            (
                "Unga wa mahindi wa kilo mbili pakiti tatu na asali nusu kilo",
                ("3 \u00d7 *Maize Flour Grade One* (2 kg)", "*Wild Acacia Honey* (500 g): KES 590"),
            ),
            ("3 packets of tea half a kilo each", ("3 \u00d7 *Kericho Bright Leaf Tea* (500 g): KES 1,185",)),
            ("1/2 kg honey and 2 kg ndengu", ("*Wild Acacia Honey* (500 g)", "*Green Grams Ndengu* (2 kg)")),
            ("nataka maharagwe kilo mbili", ("1 \u00d7 *Yellow Beans Sorted* (2 kg): KES 410",)),
        ],
        quick=3,
    ),
)
def test_a_part_of_a_kilo_is_the_form_of_a_thing(shop: Say, ordered: str, lines: tuple[str, ...]) -> None:
    told = shop(ordered)
    assert all(line in told for line in lines)


def test_a_part_that_a_thing_does_not_come_in_is_not_taken_for_another(shop: Say) -> None:
    assert "KES 450 - 1,090" in shop("mnauza nusu kilo ya mchele?")


@pytest.mark.parametrize(
    ("ordered", "line", "when"),
    sampled(
        [
            (
                "masaji ya nazi ya saa moja kesho saa tano asubuhi",
                "*Swahili Coconut Massage* (60 minutes)",
                "kesho saa tano asubuhi",
            ),
            (
                "deep tissue massage ya dakika 90 jumapili saa tisa mchana",
                "*Deep Tissue Massage* (90 minutes)",
                "jumapili saa tisa mchana",
            ),
            ("1 hr coconut massage tmrw at 11", "*Swahili Coconut Massage* (60 minutes)", "tomorrow at 11"),
            (
                "nataka masaji ya deep tissue ya saa moja na nusu jumamosi saa nne asubuhi",
                "*Deep Tissue Massage* (90 minutes)",
                "jumamosi saa nne asubuhi",
            ),
            (
                "massage for 2 people tomorrow 3pm, deep tissue 60 min",
                "2 \u00d7 *Deep Tissue Massage* (60 minutes)",
                "tomorrow 3pm",
            ),
            ("facial kesho saa nne asubuhi, tuko wawili", "2 \u00d7 *Aloe and Honey Facial*", "kesho saa nne asubuhi"),
            (
                "need a ride from ukunda airstrip wed 1pm, 2 ppl",
                "1 \u00d7 *Ukunda Airstrip Transfer*: KES 1,500",
                "wed 1pm",
            ),
            (
                "nataka keki ya black forest jumamosi hii",
                "1 \u00d7 *Birthday Cake One Kilo* (black forest)",
                "jumamosi hii",
            ),
            ("nahitaji keki ya vanilla ya birthday ijumaa", "1 \u00d7 *Birthday Cake One Kilo* (vanilla)", "ijumaa"),
        ],
        quick=3,
    ),
)
def test_what_is_had_at_a_time_is_put_in_and_its_time_noted(resort: Say, ordered: str, line: str, when: str) -> None:
    told = resort(ordered)
    assert line in told
    assert f": {when}\n" in told


@pytest.mark.parametrize("said", ["nataka masaji ya nazi kesho saa saba", "coconut massage tomorrow at 2pm please"])
def test_an_hour_of_the_day_is_no_duration(resort: Say, said: str) -> None:
    assert "60 minutes KES 5,500, 90 minutes KES 7,500" in resort(said)


def test_the_day_on_which_it_is_fetched_is_noted_beside_it(shop: Say) -> None:
    told = shop("nataka mkoba wa laptop wa grey, nitachukua ijumaa")
    assert "1 \u00d7 *Laptop Backpack Commuter* (grey)" in told
    assert "Wakati: ijumaa" in told


def test_what_is_asked_of_a_time_books_nothing(resort: Say) -> None:
    assert "1 \u00d7" not in resort("is the dhow cruise running friday 5pm")


@pytest.mark.parametrize(
    ("ordered", "line", "whose"),
    sampled(
        [
            ("send 1000 airtime to 0799112233", "*Airtime Top-Up* (1000 bob): KES 1,000", "For: 0799112233"),
            ("tuma airtime ya 500 kwa 0722334455", "*Airtime Top-Up* (500 bob): KES 500", "Kwa: 0722334455"),
            ("nitumie bundle ya weekly 6gb kwa 0711222333", "*Weekly 6 GB Bundle*: KES 500", "Kwa: 0711222333"),
            ("tuma bob 100 credo kwa 0799 112 233", "*Airtime Top-Up* (100 bob): KES 100", "Kwa: 0799 112 233"),
            (
                "weka bundle ya daily 1.5gb kwa line ya mama 0722111333",
                "*Daily 1.5 GB Bundle*: KES 99",
                "Kwa: line ya mama 0722111333",
            ),
            ("nunulia mama bundle ya 2.5gb ya wiki 0722999888", "*Weekly 2.5 GB Bundle*: KES 250", "Kwa: 0722999888"),
        ],
        quick=3,
    ),
)
def test_the_line_that_airtime_is_for_is_told_beside_it(telecom: Say, ordered: str, line: str, whose: str) -> None:
    told = telecom(ordered)
    assert line in told
    assert whose in told


def test_airtime_for_themselves_is_for_no_other_line(telecom: Say) -> None:
    told = telecom("send me airtime 100")
    assert "*Airtime Top-Up* (100 bob): KES 100" in told
    assert "For:" not in told


@pytest.mark.parametrize("said", ["i sent 500 to 0711222333 by mistake", "send me the list of bundles"])
def test_what_was_sent_or_is_to_be_shown_is_no_order(telecom: Say, said: str) -> None:
    assert "1 \u00d7" not in telecom(said)


def test_goods_are_summed_up_elsewhere_too(at: Callable[[str], Say]) -> None:
    told = at("mtandao")("smart 5 128gb na pocket mifi white total ngapi")
    assert "*KES 15,998*" in told


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ("nataka exercise books pakiti mbili, zile za squared", "2 \u00d7 *Exercise Book Pack A5* (squared)"),
        ("one bedsheet set, the 5x6 one", "1 \u00d7 *Cotton Bedsheet Set* (5x6)"),
        ("2 hoodies, the grey ones in L", "2 \u00d7 *Unisex Fleece Hoodie* (L, grey)"),
    ],
)
def test_what_says_which_of_them_is_meant_is_no_other_thing(shop: Say, said: str, line: str) -> None:
    told = shop(said)
    assert line in told
    assert "2. 1" not in told


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("I want a kettle and a blender under 4000", "Blender"),
        ("nataka birika na blender zisizidi 5000", "Blender"),
        ("5000 hoodies and a cap", "Hoodie"),
    ],
)
def test_a_number_too_large_to_order_breaks_nothing(shop: Say, said: str, thing: str) -> None:
    told = shop(said)
    assert thing in told
    assert "00 \u00d7" not in told
