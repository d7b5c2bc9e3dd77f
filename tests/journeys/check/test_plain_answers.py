"""True sentences as a good model words them, and beside each a false one that differs in a word."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from journeys.check import Evidence, objections
from journeys.check.claims import opening
from tests.attacks.lying_model.contexts import CONTEXTS, _beside, _cited, _library, item, of

DELIVERY = "duka/library/delivery.md"
EVERYDAY = tomllib.loads(Path(__file__).with_name("everyday.toml").read_text(encoding="utf-8"))["said"]
KNOWN: dict[str, Callable[[], Evidence]] = {
    "shoes": lambda: of(
        *(item("duka", title) for title in ("Mtaa Runner Knit", "Eldoret Daily Trainer", "Uhuru Park Jogger")),
        words=("running shoes for long runs, my budget is 5000, size 42",),
    ),
    "rooms": lambda: of(
        *(item("oasis", title) for title in ("Garden Room", "Pool Terrace Room", "Family Cottage")),
        words=("room for 2 adults, 3 nights, half board?",), tenant="oasis",
    ),
    "delivery": lambda: _library(DELIVERY, words="do you deliver to Thika? and Naivasha? when?"),
}  # fmt: skip


def is_sound(text: str, evidence: Evidence, language: str = "en") -> bool:
    return not objections(text, evidence, language=language)


@pytest.mark.parametrize(
    ("of_what", "language", "text"),
    [(each["of"], each["language"], text) for each in EVERYDAY for text in each["texts"]],
)
def test_what_a_good_model_says_every_day_leaves(of_what: str, language: str, text: str) -> None:
    assert is_sound(text, (KNOWN.get(of_what) or CONTEXTS[of_what])(), language)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Orders of KES 5,000 and more are delivered free inside Nairobi.", True),
        ("Inside Nairobi orders of KES 5,000 and above are delivered for free.", True),
        ("Orders of KES 5,000 and more are delivered free outside Nairobi.", False),
        ("Orders of KES 4,000 and more are delivered free inside Nairobi.", False),
    ],
)
def test_what_is_delivered_rests_on_what_delivery_is(text: str, is_true: bool) -> None:
    assert is_sound(text, _library(DELIVERY, words="is delivery free?")) is is_true


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("sheng", "Delivery ya Umoja ni KES 300, na inafika next working day.", True),
        ("en", "Delivery to Kasarani is KES 300, on the next working day.", True),
        ("sw", "Kupeleka Umoja ni KES 300.", True),
        ("en", "Umoja is KES 600.", False),
        ("en", "To Umoja it is KES 200.", False),
        ("en", "To Umoja it takes 3 to 5 working days.", False),
        ("en", "Westlands is KES 300.", False),  # it has a row of its own
    ],
)
def test_a_part_of_a_town_is_of_the_row_of_its_rest(language: str, text: str, is_true: bool) -> None:
    evidence = _library(DELIVERY, words="niletee Umoja 1 kesho jioni, ama Kasarani. na Westlands?")
    assert is_sound(text, evidence, language) is is_true


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("en", "Delivery to Upper Hill is KES 200. With the shoe at KES 3,950 that makes KES 4,150.", True),
        ("en", "Delivery to Upper Hill is KES 200. So 3,950 plus 200 is KES 4,150.", True),
        ("sheng", "Delivery ya Upper Hill ni KES 200. So 3,950 plus 200 ni KES 4,150.", True),
        ("sw", "Usafirishaji hadi Upper Hill ni KES 200. Pamoja na kiatu cha KES 3,950 jumla ni KES 4,150.", True),
        ("en", "Delivery to Upper Hill is KES 200. With the shoe at KES 3,950 that makes KES 4,050.", False),
        ("en", "Delivery to Upper Hill is KES 200. With the gift wrap at KES 3,950 that makes KES 4,150.", False),
        ("en", "Delivery to Kisumu with the shoe at KES 3,950 makes KES 4,150.", False),
    ],
)
def test_a_fee_is_added_to_what_goods_cost(language: str, text: str, is_true: bool) -> None:
    shoe = item("duka", "Mtaa Runner Knit")
    evidence = _beside(shoe, words="deliver to Upper Hill, how much is it all?", cited=_cited(DELIVERY))
    assert is_sound(text, evidence, language) is is_true


@pytest.mark.parametrize(
    ("asked", "text", "is_true"),
    [
        ("we work from home, video calls the whole day", "For your video calls all day: Fibre Kazi 50 Mbps.", True),
        ("tunafanya kazi nyumbani, video calls siku nzima", "For your video calls all day: Fibre Kazi 50 Mbps.", True),
        ("we work from home the whole day", "Our support answers calls all day.", False),
        ("do you repair lines the whole day?", "We repair lines all day.", False),
    ],
)  # fmt: skip
def test_what_they_tell_of_their_own_day_may_be_said_again(asked: str, text: str, is_true: bool) -> None:
    assert is_sound(text, of(item("mtandao", "Fibre Kazi 50 Mbps"), words=(asked,), tenant="mtandao")) is is_true


@pytest.mark.parametrize(
    ("asked", "text", "is_true"),
    [
        ("our flight lands at 11.20, a taxi please", "Shall I add the transfer for your 11:20 landing?", True),
        ("our flight lands at 11.20, a taxi please", "Shall I add the transfer for your 12:20 landing?", False),
        ("a rope of 2.50 m please", "It is open until 2:50.", False),
    ],
)
def test_an_hour_with_a_dot_is_one(asked: str, text: str, is_true: bool) -> None:
    transfer = item("oasis", "Ukunda Airstrip Transfer")
    assert is_sound(text, of(transfer, words=(asked,), tenant="oasis")) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Keki tunayo: Birthday Cake One Kilo, ladha ya vanilla au passion; agizeni siku moja kabla.", True),
        ("Tunazo keki za siku ya kuzaliwa.", True),
        ("Tunazo baluni na mapambo ya maua.", False),
        ("Keki tunayo, na muziki wa bendi na zulia jekundu.", False),
    ],
)
def test_that_we_have_it_and_to_order_it_is_plain_swahili(text: str, is_true: bool) -> None:
    cake = item("oasis", "Birthday Cake One Kilo")
    assert is_sound(text, of(cake, words=("mna keki?",), tenant="oasis"), "sw") is is_true


def test_our_team_can_be_reached_today_and_a_parcel_does_not_arrive() -> None:
    ticket = CONTEXTS["ticket"]()
    assert is_sound("Utajibiwa leo, unaweza kufikia timu yetu hapa.", ticket, "sw")
    assert not is_sound("Mzigo utakufikia leo.", ticket, "sw")


@pytest.mark.parametrize(
    ("asked", "text", "is_true"),
    [
        ("tarehe 5 mpaka 8 January", "Usiku 3, kutoka tarehe 5 hadi 8, kwa half board ni KES 115,500.", True),
        ("from 5th to 8th January", "Kutoka 5 January hadi 8 January mko nasi.", True),
        ("tarehe 5 mpaka 8 January", "Kutoka tarehe 6 hadi 9, kwa half board.", False),
        ("tarehe 5 mpaka 8 January", "Kutoka 5 March hadi 8 March mko nasi.", False),
    ],
)
def test_both_days_of_their_span_are_theirs(asked: str, text: str, is_true: bool) -> None:
    suite = item("oasis", "Honeymoon Dhow Suite")
    assert is_sound(text, of(suite, words=(asked,), tenant="oasis"), "sw") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The kids' club Kobe is open 09:00-17:00, closed on Mondays.", True),
        ("The kids' club Kobe is open 09:00-17:00, but not on Mondays.", True),
        ("The kids' club Kobe is open from 09:00 to 17:00, on Tuesdays too.", True),
        ("The kids' club Kobe is open 09:00-17:00, also on Mondays.", False),
        ("The kids' club Kobe is open 09:00-17:00, Mondays too.", False),
        ("The kids' club Kobe is closed 09:00-17:00.", False),
    ],
)
def test_in_its_hours_it_is_open(text: str, is_true: bool) -> None:
    assert is_sound(text, CONTEXTS["amenities"]()) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The cheapest is the Refurbished Business Laptop, tested, with six months' warranty.", True),
        ("The 14-Inch Student Laptop has nine hours of battery and six months' warranty.", False),
        ("The Refurbished Business Laptop has two years' warranty.", False),
    ],
)
def test_the_name_of_an_item_makes_its_claim_no_other(text: str, is_true: bool) -> None:
    laptops = item("duka", "Refurbished Business Laptop"), item("duka", "14-Inch Student Laptop")
    assert is_sound(text, of(*laptops, words=("a laptop",))) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The Masika Raincoat comes with a hood.", True),
        ("The Masika Raincoat comes with an umbrella.", False),
        ("The Masika Raincoat comes with a free hood.", False),
    ],
)
def test_what_an_item_comes_with_is_no_gift(text: str, is_true: bool) -> None:
    assert is_sound(text, of(item("duka", "Masika Raincoat"), words=("a raincoat",))) is is_true


def of_the_board_game() -> Evidence:
    return of(item("duka", "Wooden Ajua Board Game"), words=("is it safe for a 2 year old? mtoto wa miaka 7?",))


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("en", "It is for ages 6 and up, so it is not meant for a 2-year-old.", True),
        ("en", "A 2-year-old is too young for it.", True),
        ("en", "It's made for children aged 6 and over, so I wouldn't give it to a 2 year old.", True),
        ("en", "Yes, a 7-year-old can play it.", True),
        ("en", "It's not suitable for children under 6.", True),
        ("en", "It has 72 seeds.", True),
        ("sw", "Mchezo huu ni wa watoto kuanzia miaka 6, kwa hivyo haumfai mtoto wa miaka 2.", True),
        ("sw", "Mtoto wa miaka 2 ni mdogo sana kwake.", True),
        ("en", "It suits a 2-year-old.", False),
        ("en", "It's not for a 7-year-old.", False),
        ("en", "A 7-year-old is too young for it.", False),
        ("en", "It has 27 seeds.", False),
        ("sw", "Ni salama kwa mtoto wa miaka 2.", False),
        ("sw", "Haifai mtoto wa miaka 7.", False),
    ],
)
def test_whom_an_item_is_for_follows_from_its_age(language: str, text: str, *, is_true: bool) -> None:
    assert is_sound(text, of_the_board_game(), language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Since a restart did not help, forget the network on the phone and connect again.", True),
        ("As you restarted the router already, forget the network on the phone and connect again.", True),
        ("Our documents do not say whether days without service are paid for.", True),
        ("They only say that no early termination charge is owed if the line was down for more than 10 days in a row.",
         True),
        ("The agreement says that a home fibre agreement has a minimum term of 12 months.", True),
        ("Since the fault is in our exchange, forget the network on the phone and connect again.", False),
        ("They only say that an early termination charge is owed if the line was down for more than 10 days in a row.",
         False),
        ("The agreement says that a home fibre agreement has a minimum term of 24 months.", False),
    ],
)  # fmt: skip
def test_who_says_it_and_what_they_told_themselves_takes_nothing_from_it(text: str, *, is_true: bool) -> None:
    pages = ("mtandao/library/01_home_wifi.md", "mtandao/library/11_service_agreement.md")
    told = "my internet drops every evening, already restarted the router. do i pay for the days without service?"
    assert is_sound(text, _library(*pages, words=told)) is is_true


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("en", "The ONT guide says moving the line costs KES 2,000, but the schedule of fees says KES 2,500.", True),
        ("en", "Our schedule of fees gives KES 2,500 for moving the line.", True),
        ("sw", "Mwongozo wa ONT unasema kuhamisha ni KES 2,000, lakini Schedule of fees inasema KES 2,500.", True),
        ("sw", "Pasipo na fibre tunatoa 5G home internet kwa bei ya kifurushi chako.", True),
        ("en", "The schedule of fees says KES 2,000 for moving the line.", False),
        ("en", "The ONT guide says moving the line costs KES 2,500.", False),
        ("sw", "Mwongozo wa ONT unasema kuhamisha ni KES 2,500, lakini Schedule of fees inasema KES 2,000.", False),
        ("sw", "Palipo na fibre tunatoa 5G home internet kwa bei ya kifurushi chako.", False),
    ],
)
def test_where_two_pages_differ_each_may_be_told_by_its_name(language: str, text: str, *, is_true: bool) -> None:
    names = ("03_ont_installation.md", "11_service_agreement.md", "12_schedule_of_fees.md")
    told = "nataka kuhamisha internet yangu, gharama ya kuhamisha ni ngapi? what does moving cost?"
    pages = (f"mtandao/library/{name}" for name in names)
    assert is_sound(text, _library(*pages, words=told), language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Check-in is from 14:00, so 10:00 is too early.", True),
        ("10:00 is too early, since check-in is from 14:00.", True),
        ("Check-out is until 10:30, so 13:00 is too late.", True),
        ("Check-in is from 14:00, so 10:00 is fine.", False),
        ("Check-in is from 14:00, so you can come at 10:00.", False),
        ("Check-in is from 14:00, so 10:00 is too late.", False),
        ("Check-out is until 10:30, so 13:00 is too early.", False),
        ("Check-in is from 09:00, so 10:00 is fine.", False),
    ],
)
def test_whether_their_own_hour_is_too_early_follows_from_the_one_that_is_told(text: str, *, is_true: bool) -> None:
    evidence = _library("oasis/library/property.json", words="can we check in at 10am and out at 13:00?")
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Our rider fetches it, which is free because we sent the wrong thing.", True),
        ("The delivery fee comes back too when the mistake was ours.", True),
        ("The delivery fee is paid back too, as the mistake was ours.", True),
        ("The delivery fee comes back too.", False),
        ("The delivery fee comes back too when you change your mind.", False),
        ("Our rider fetches it for free because you asked so kindly.", False),
        ("Fetching is free because you are a new customer.", False),
    ],
)
def test_a_condition_of_the_source_may_be_told_as_the_reason(text: str, *, is_true: bool) -> None:
    evidence = _library("duka/library/returns.md", words="what came is a blender, I want my money back on M-Pesa")
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_wrong"),
    [
        ("Expect an answer Monday by 08:30.", False),
        ("You will hear from us on Monday by 07:10.", False),
        ("Utajibiwa Jumatatu kabla ya saa 08:30.", False),
        ("We open on Monday at 05:30.", True),
        ("We answer the phone on Monday from 05:30.", True),
    ],
)
def test_when_somebody_answers_them_is_no_hour_of_opening(text: str, *, is_wrong: bool) -> None:
    hours = CONTEXTS["hours"]().hours
    assert hours
    assert bool(list(opening.wrong(text, hours))) is is_wrong


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Spa inafunguliwa kila siku, pia Jumapili, kuanzia saa 3 asubuhi hadi saa 2 usiku.", True),
        ("Spa inafunguliwa kuanzia saa tatu asubuhi hadi saa mbili usiku.", True),
        ("Huduma ya mwisho inaanza saa 1 usiku.", True),
        ("Mgahawa wa Jahazi Grill unafunguliwa saa 1 usiku hadi saa 4:30 usiku.", True),
        ("Spa inafunguliwa kuanzia saa 3 asubuhi hadi saa 3 usiku.", False),
        ("Huduma ya mwisho inaanza saa 2:30 usiku.", False),
        ("Spa inafunguliwa saa 1 asubuhi.", False),
    ],
)
def test_an_hour_in_digits_is_swahili_where_saa_stands_before_it(text: str, *, is_true: bool) -> None:
    asked = "spa na Jahazi Grill zinafunguliwa saa ngapi Jumapili?"
    cited = _cited("oasis/library/property.json", only=("Oasis Spa", "Jahazi"))
    assert is_sound(text, _beside(words=asked, cited=cited, tenant="oasis"), "sw") is is_true


def test_the_last_of_a_day_is_not_the_last_in_stock() -> None:
    evidence = _beside(
        item("oasis", "Deep Tissue Massage"), words="mna massage? hadi saa ngapi?",
        cited=_cited("oasis/library/property.json", only=("Spa",)), tenant="oasis",
    )  # fmt: skip
    assert is_sound("Massage ya mwisho inaanza saa 1 usiku.", evidence, "sw")
    assert is_sound("The last treatment starts at 19:00.", evidence)
    assert not is_sound("These are the last two massages left.", evidence)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The cheapest in stock is the 43-Inch 4K Smart TV at KES 31,500.", True),
        ("The 32-inch is sold out, so the cheapest available is the 43-Inch 4K Smart TV.", True),
        ("The 32-Inch Smart TV Frameless would be the cheapest, but it is sold out.", True),
        ("The cheapest in stock is the 55-Inch 4K Smart TV.", False),
        ("The cheapest of the three is the 43-Inch 4K Smart TV.", False),
    ],
)
def test_the_cheapest_in_stock_is_compared_with_what_is_in_stock(text: str, *, is_true: bool) -> None:
    titles = ("32-Inch Smart TV Frameless", "43-Inch 4K Smart TV", "55-Inch 4K Smart TV")
    evidence = of(*(item("duka", title) for title in titles), words=("which tv is cheaper, 32 or 43 inch?",))
    assert is_sound(text, evidence) is is_true
