"""Two forms or things that an "or" joins are told with both prices and the difference; what a form that is not there
costs, what a party comes to, what is brought and what an offer leaves to pay is told before anything is put in."""

import pytest

from tests.stories.conftest import Say

IN_CART = ("How would you like to pay", "Ungependa kulipa vipi", "Unadai kulipa aje")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Nichukue air fryer ya 4L ama 6L? tuko wawili tu", ("4 L: KES 7,900", "6 L: KES 10,500", "kwa KES 2,600")),
        ("is the small or the large charcoal jiko better", ("KES 1,250", "KES 2,600", "(small) costs KES 1,350 less")),
        ("mattress 5x6 ama 6x6, gani ni poa", ("5x6: KES 9,900", "6x6: KES 11,900", "(5x6) ni nafuu kwa KES 2,000")),
        (
            "pishori rice 2kg or 5kg which is cheaper",
            ("2 kg: KES 450", "5 kg: KES 1,090", "(2 kg) costs KES 640 less"),
        ),
    ],
)
def test_two_forms_of_one_thing_are_both_told(shop: Say, asked: str, told: tuple[str, ...]) -> None:
    said = shop(asked)
    assert all(each in said for each in told)
    assert not any(each in said for each in IN_CART)


def test_by_the_kilo_no_difference_of_the_packets_is_told(shop: Say) -> None:
    said = shop("pishori rice 2kg or 5kg which is cheaper per kilo")
    assert "5 kg: KES 1,090" in said
    assert "less" not in said


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Gani ni cheap, weekly ya 2.5gb mara nne ama monthly ya 8gb", "*Monthly 8 GB Bundle* ni nafuu kwa KES 1."),
        ("which is cheaper, 4 weekly 2.5gb bundles or one monthly 8gb", "4 \u00d7 *Weekly 2.5 GB Bundle*: KES 1,000"),
        ("what is better value, two daily 1.5gb bundles or one weekly 2.5gb", "costs KES 52 less"),
        ("monthly 20gb ama 45gb, gani ni nafuu", "*Monthly 20 GB Bundle* ni nafuu kwa KES 1,000."),
    ],
)
def test_two_things_are_compared_as_often_as_they_are_taken(telecom: Say, asked: str, told: str) -> None:
    assert told in telecom(asked)


def test_two_rooms_are_compared_board_by_board(resort: Say) -> None:
    said = resort("Pool terrace ama ocean view, gani ni poa ya couple? difference ya bei")
    assert "• half board: KES 21,500" in said
    assert "ni nafuu kwa KES 4,000 (bed and breakfast, half board), KES 4,500 (full board)" in said


@pytest.mark.parametrize(
    ("asked", "total"),
    [
        ("seafood grill nite this friday, 2 adults n a 9 yr old, how much", "11,200"),
        ("glass bottom boat how much for me, my husband n our 5 year old", "6,500"),
        ("seafood grill night watu wazima wawili na mwenye miaka 8, ngapi", "11,200"),
        ("2 adults and one 10yr old for wasini, total?", "24,500"),
        ("shimba hills bei ya watu wazima 3 na watoto wawili", "52,500"),
    ],
)
def test_who_is_named_by_an_age_alone_is_counted(resort: Say, asked: str, total: str) -> None:
    said = resort(asked)
    assert f"KES {total}" in said
    assert not any(each in said for each in IN_CART)


def test_an_age_is_no_thing_that_is_ordered(resort: Say) -> None:
    assert "Old Town" not in resort("book wasini for 2 adults and a 7 year old on saturday")


@pytest.mark.parametrize(
    "asked",
    [
        "Wasini tukiwa wanne wakubwa total ngapi, lunch iko ndani?",
        "wasini for 4 adults how much and is lunch included?",
    ],
)
def test_what_several_come_to_is_told_with_what_is_in_it(resort: Say, asked: str) -> None:
    said = resort(asked)
    assert "KES 38,000" in said
    assert "lunch, park fees, transfer" in said


def test_where_a_thing_is_not_brought_no_sum_is_made(shop: Say) -> None:
    said = shop("can u deliver a mattress 5x6 to kitengela, total?")
    assert "only in Nairobi, Kiambu and Machakos" in said
    assert "Total" not in said


@pytest.mark.parametrize(
    ("asked", "told", "then", "total"),
    [
        ("black chelsea boots 44, u have?", "44 brown; black 43, 42, 41", None, "KES 5,900"),
        ("need a green school sweater size 32", "32 navy; green 30, 28, 26", "yes", "Total: *KES 850*"),
        ("nataka masika raincoat ya yellow XL", "yellow L, M; XL navy", "ndio", "KES 1,650"),
        ("i want 2 kitenge wrap dresses, both size M", "only 1 left. Still there: S, L, XL", None, "KES 3,200"),
    ],
)
def test_what_is_not_there_is_told_with_the_nearest(
    shop: Say, asked: str, told: str, then: str | None, total: str
) -> None:
    said = shop(asked)
    assert told in said
    assert "Which colour" not in said
    assert total in (shop(asked, then) if then else said)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Bundle ya mwezi ya 45gb ni doh ngapi, na kuna code ya discount?", "KES 3,000 - 600 = KES 2,400"),
        ("monthly 20gb bundle price and any discount code?", "KES 2,000 - 400 = KES 1,600"),
    ],
)
def test_what_an_offer_leaves_to_pay_of_the_thing_is_told(telecom: Say, asked: str, told: str) -> None:
    assert told in telecom(asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Nikibuy vitu za 22k kuna discount yoyote? nitalipa ngapi", "KES 22,000 - 1,100 = KES 20,900"),
        ("any discount if I spend 25,000?", "KES 25,000 - 1,250 = KES 23,750"),
    ],
)
def test_what_an_offer_leaves_to_pay_of_a_sum_is_told(shop: Say, asked: str, told: str) -> None:
    assert told in shop(asked)


@pytest.mark.parametrize(
    "asked", ["any discount if I spend 5,000?", "is there a discount on the chelsea boot kilimani"]
)
def test_an_offer_that_does_not_surely_count_leaves_nothing_told(shop: Say, asked: str) -> None:
    assert " = KES" not in shop(asked)
