"""Questions in Swahili and Sheng over English pages, and those that are told like a story."""

import pytest

from knowledge.answer import FoundPassage, extract
from knowledge.search.terms import attributes, words
from knowledge.search.terms.glossary import borrowed, in_english, is_grammar
from tenants.models import Tenant
from tests.depth import sampled
from tests.knowledge.search.library import ask, write

POLICY = {
    "Areas and fees": "Nairobi: KES 200, same day. Thika and Ruiru: KES 400, 1 to 2 working days. Others: KES 600.",
    "Picking up": "You may pick up at the shop on Moi Avenue free of charge. Bring the order number and an ID.",
    "Large things": "Fridges, mattresses and cookers come by van, only in Nairobi and Machakos, for KES 1,200.",
    "When nobody is home": "If nobody is there when the rider comes, we try again on the next day without a fee.",
    "Warranty": "Bring the product to the shop with its receipt. Repair takes up to 14 days; we may replace it.",
    "Abroad": "We deliver in Kenya alone, and send nothing abroad.",
    "Ending it": "Whoever ends the agreement within 12 months owes a charge of half of the fees that are left.",
    "In an emergency": "A nurse is in the house from 08:00 to 20:00; at night a doctor comes within 25 minutes.",
    "Damage": "The warranty does not cover a broken screen, water or wear.",
    "Which currencies do you take?": "Kenya shillings and cards. Dollars are changed at the desk.",
    "Visitors": "Visitors sign in at the gate with an ID and leave by 22:00.",
    "Telephone": "Call the desk from the telephone in your room, and somebody comes at once.",
    "PIN": "After three wrong PINs the card asks for a PUK. Dial *100# for it.",
}


@pytest.fixture
def shop(db: None, make_tenant) -> Tenant:
    tenant = make_tenant()
    write(tenant.id, "Policy", POLICY, kind="policy", language="en")
    return tenant


@pytest.mark.parametrize(
    ("question", "section"),
    sampled(
        [
            ("mnaweza kuleta godoro mpaka Machakos, gharama yake?", "Large things"),
            ("friji mnaleta Machakos kwa shilingi ngapi", "Large things"),
            ("kama sipo nyumbani rider akija inakuwaje?", "When nobody is home"),
            ("dereva akija na sipo mlangoni itakuwaje", "When nobody is home"),
            ("mnadeliver Thika na ni how much", "Areas and fees"),
            ("i typed my pin wrong 3 times and now it wants some puk thing", "PIN"),
            ("do u deliver to Uganda", "Abroad"),
            ("mnaleta mpaka Kigali?", "Abroad"),
            ("penalty if i cancel at month 5", "Ending it"),
            ("nikivunja mkataba mapema kuna adhabu", "Ending it"),
            ("is there a medic at the hotel", "In an emergency"),
            ("do you have a physician", "In an emergency"),
            ("screen cracked after 3 weeks", "Damage"),
            ("mnakubali dola", "Which currencies do you take?"),
            ("mnapokea yuro", "Which currencies do you take?"),
            ("my husband put the wrong pin again and again, now someone says I need a puk", "PIN"),
        ],
        quick=3,
    ),
)
def test_the_page_that_tells_it_is_found(shop: Tenant, question: str, section: str) -> None:
    found = ask(shop.id, question)
    assert found.is_enough
    assert found.hits[0].section == section


@pytest.mark.parametrize(
    "question",
    [
        "unadhani nani atashinda uchaguzi?", "my brother says the weather in London is very nice today",
        "niimbie wimbo wa mapenzi",
    ],
)  # fmt: skip
def test_what_is_said_around_a_question_is_no_answer_to_it(shop: Tenant, question: str) -> None:
    assert not ask(shop.id, question).is_enough


def test_a_word_of_many_meanings_weighs_no_more_than_one_of_a_single_meaning() -> None:
    bringing = FoundPassage(
        title="Policy", section="Picking up", text="Bring the order number, and an ID to send.", score=0.9
    )
    place = FoundPassage(
        title="Policy", section="Large things", text="Mattresses come to Machakos for KES 1,200.", score=0.9
    )
    said = extract("mnaweza kuleta godoro mpaka Machakos", [bringing, place])
    assert said.cited[0] == 1


@pytest.mark.parametrize(
    ("word", "english"),
    [("nicancel", "cancel"), ("mnacharge", "charge"), ("inareset", "reset"), ("haiplay", "play"), ("nimelipa", "")],
)
def test_an_english_verb_in_swahili_grammar_is_known(word: str, english: str) -> None:
    assert borrowed(word) == english


def test_a_branch_in_a_town_is_asked_for_where_we_are() -> None:
    asked = ("do u have a branch in Mombasa", "mna tawi Kisumu", "mko na branch Nakuru", "how many outlets do you have")
    assert all(attributes.asks_where(question) for question in asked)
    assert "mombasa" not in attributes.without_where(asked[0])


@pytest.mark.parametrize("question", ["can I return it after 10 days", "imeharibika baada ya wiki 2", "at month 5"])
def test_after_how_long_is_no_number_to_look_for(question: str) -> None:
    assert not any(word.isdigit() for word in attributes.plainly(question).split())


def test_a_number_that_is_no_time_is_looked_for() -> None:
    assert "404" in attributes.plainly("error 404 on my router").split()


def test_of_two_blocks_the_one_under_the_heading_that_was_asked_for_is_quoted() -> None:
    rooms = FoundPassage(title="Guide", section="Telephone", text=POLICY["Telephone"], score=0.9)
    visitors = FoundPassage(title="Guide", section="House rules > Visitors", text=POLICY["Visitors"], score=0.9)
    assert extract("can visitors come to my room", [visitors, rooms]).cited[0] == 0


def test_how_long_is_answered_by_a_span() -> None:
    how = FoundPassage(title="Warranty", section="Use", text="Bring it for a repair, with the receipt.", score=0.9)
    span = FoundPassage(title="Warranty", section="Time", text="A repair takes up to 14 working days.", score=0.9)
    assert extract("how long is a repair", [how, span]).cited[0] == 1


def test_a_place_keeps_its_meaning_with_its_ending() -> None:
    assert in_english("dukani") == in_english("duka")
    assert in_english("mezani") == in_english("meza")


@pytest.mark.parametrize("word", ["mnaweza", "tungependa", "wanataka", "hawezi"])
def test_wishing_and_being_able_is_grammar(word: str) -> None:
    assert is_grammar(word)
    assert not words.of_question(f"{word} godoro")[1:]


def test_what_customers_say_around_it_may_be_lacking(shop: Tenant) -> None:
    assert [one.may_lack for one in words.of_question("brother router")] == [True, False]
    plain = ask(shop.id, "PUK after a wrong pin")
    told = ask(shop.id, "my brother guessed a lot and his friend typed again, PUK after a wrong pin")
    strange = ask(shop.id, "penguins volcano guitar orchestra marble lantern, PUK after a wrong pin")
    assert plain.hits[0].section == told.hits[0].section == "PIN"
    assert told.best_score > strange.best_score


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("what do i pay for delivery in Thika, and when do i get it", "Areas and fees"),
        ("Ruiru nitalipa ngapi", "Areas and fees"),
        ("mnacharge ngapi kuleta Nairobi", "Areas and fees"),
        ("duka lenu liko mtaa gani", "Picking up"),
        ("where is your shop?", "Picking up"),
    ],
)
def test_the_attribute_that_is_asked_for_counts(shop: Tenant, question: str, section: str) -> None:
    assert ask(shop.id, question).hits[0].section == section


@pytest.mark.parametrize("said", ["I pay for a shop", "the shop where I bought it", "nimelipa pesa", "uko poa"])
def test_neither_a_price_nor_a_place_is_asked_for(said: str) -> None:
    assert attributes.plainly(said) == said.casefold()
    assert not attributes.asks_where(said)
