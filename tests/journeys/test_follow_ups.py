"""What is said after a list, an answer or a ticket is about these; what is told of themselves is no word to look up."""

import pytest

from journeys.checkout.commands import Deliver
from journeys.checkout.reading import continues
from journeys.sales import settling
from journeys.sales.commands import AskItem, Compare, Search
from journeys.sales.reading import read
from journeys.state import Pick
from journeys.support.question import complete, kinds
from journeys.understand import parts
from tests.journeys.shop import Chat, Shop, Thing

FLASKS = (
    Thing("Chai Flask", 1350, category="Kitchen > Tableware", sizes=("1 L", "3 L")),
    Thing("Uji Flask", 950, category="Kitchen > Tableware", sizes=("1 L",)),
)


def test_what_is_asked_stands_by_itself_before_all_else_that_is_told() -> None:
    assert complete.parts_of("What time can we check in? We land at 7am.")[0] == "What time can we check in"


def shown(*things: Thing) -> Chat:
    chat = Chat(shop=Shop(things=things))
    chat.say("show me flasks")
    assert len(chat.state.sales.last_catalog_results) == len(things)
    return chat


@pytest.mark.parametrize(
    "text", ["which one holds more", "which is bigger?", "how many litres do they hold", "ya ukubwa gani"]
)
def test_a_measure_is_asked_of_those_on_the_list(text: str) -> None:
    chat = shown(*FLASKS)
    (command,) = read(text, chat.state, chat.context(text))
    assert isinstance(command, Compare)
    assert len(command.items) in (0, 2)  # none named are those on the list


@pytest.mark.parametrize("text", ["whats the price again", "ziko na warranty?", "is it heavy"])
def test_a_question_after_the_only_item_shown_is_about_it(text: str) -> None:
    chat = shown(FLASKS[0])
    (command,) = read(text, chat.state, chat.context(text))
    assert isinstance(command, AskItem)


def test_so_many_of_what_was_opened_are_no_place_on_the_list() -> None:
    chat = shown(*FLASKS)
    chat.say("the first one")
    assert "Chai Flask" in chat.say("niletee mbili")
    assert chat.state.purchase.choosing is not None
    assert chat.state.purchase.choosing.quantity == 2


def test_a_number_picks_a_value_by_its_place_where_no_value_is_a_number() -> None:
    chat = shown(Thing("Chai Flask", 1350, category="Kitchen > Tableware", sizes=("S", "M", "L")))
    assert "S, M, L" in chat.say("nataka moja")
    asked = chat.state.controls.asked
    assert isinstance(asked, Pick)
    assert settling.answers(asked, "2", chat.state) == asked.choices[1].command


def test_narrowing_a_list_loses_nothing_when_nothing_fits() -> None:
    chat = shown(*FLASKS)
    chat.say("black?")
    assert {item.title for item in chat.state.sales.last_catalog_results} <= {"Chai Flask", "Uji Flask"}
    assert chat.state.sales.last_catalog_results


@pytest.mark.parametrize("text", ["mug or kettle?", "do you have a mug or a kettle", "ninahitaji kikombe au birika"])
def test_two_things_are_both_looked_for(text: str) -> None:
    chat = Chat(shop=Shop(things=FLASKS))
    commands = read(text, chat.state, chat.context(text))
    assert [type(command) for command in commands] == [Search, Search]


def test_a_question_is_read_without_what_only_tells_why_it_is_asked() -> None:
    assert parts.asked_alone("late checkout possible? our flight is at 9pm") == "late checkout possible?"
    kept = "we are 4 people. do you have a cottage?"
    assert parts.asked_alone(kept) == kept


def test_another_thing_is_another_wish() -> None:
    chat = shown(FLASKS[0])
    (command,) = read("how much is a handbag?", chat.state, chat.context("how much is a handbag?"))
    assert not isinstance(command, AskItem)


@pytest.mark.parametrize("text", ["ok buy it for my sister 0711223344", "i'll take it for my wife"])
def test_for_whom_it_is_bought_names_no_other_thing(text: str) -> None:
    assert "number" in shown(*FLASKS).say(text)  # which of them?


@pytest.mark.parametrize("text", ["niletee Rongai", "ok send to Nakuru", "poa, deliver to Thika please"])
def test_a_town_alone_is_where_it_is_brought(text: str) -> None:
    found = continues(text, shown(*FLASKS).state)
    assert isinstance(found, Deliver)


@pytest.mark.parametrize("text", ["do you deliver to Nakuru?", "send me the list", "niletee picha ya Nakuru"])
def test_a_question_or_another_wish_is_no_place(text: str) -> None:
    assert not isinstance(continues(text, shown(*FLASKS).state), Deliver)


def test_who_asks_how_long_it_takes_is_told_when_an_answer_is_expected() -> None:
    chat = Chat()
    chat.say("i want to talk to a person")
    number = chat.state.handoff.handoff_ticket_number
    assert number
    assert number in chat.say("how long will it take?")


@pytest.mark.parametrize(
    ("question", "core"),
    [
        ("can my 10 year old use the gym", "can use the gym age"),
        ("is the bar open for 4 people at 9pm", "is the bar open"),
        ("what does the tour cost from 20th to 23rd december", "what does the tour cost"),
    ],
)
def test_what_they_tell_of_themselves_is_not_looked_up(question: str, core: str) -> None:
    assert " ".join(complete.core_of(question).split()) == core


@pytest.mark.parametrize(
    ("text", "is_of_rules"),
    [
        ("do i need to book a table", True),
        ("must we wear shoes at dinner", True),
        ("na kifungua kinywa kimo?", True),
        ("is breakfast included", True),
        ("can my son use the pool", True),
        ("does the sofa come with cushions", False),
        ("is the massage included in the villa", False),
        ("do you have tables", False),
    ],
)
def test_what_is_required_allowed_or_included_is_a_question_of_rules(text: str, is_of_rules: bool) -> None:
    assert kinds.asks_of_rules(text) is is_of_rules


@pytest.mark.parametrize(
    ("text", "is_named"), [("do you have a flask or a tent", True), ("do you have a flask or wjinga xyzzy", False)]
)
def test_of_two_things_the_missing_one_is_named_only_in_words_that_we_know(text: str, is_named: bool) -> None:
    said = Chat(shop=Shop(things=FLASKS)).say(text)
    assert ("nothing for" in said) is is_named
    assert "xyzzy" not in said
