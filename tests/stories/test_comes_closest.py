"""What the documents do not surely answer: the honest no, and what comes closest below it, if it is about that."""

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

CLOSEST = ("comes closest in our documents", "karibu zaidi katika hati zetu", "documents zetu hii ndio imekaribia")


def is_closest(told: str) -> bool:
    return any(words in told for words in CLOSEST)


def test_it_stands_below_what_is_not_told_with_its_source(telecom: Say) -> None:
    told = telecom("is the fibre cable dangerous for my dog")
    no, _, closest = told.partition("This comes closest in our documents:")
    assert "I do not want to guess" in no
    assert "The fibre from the wall goes into the green port marked PON" in closest
    assert "03_ont_installation.md" in closest


def test_what_customers_ask_so_is_answered_and_not_only_close(telecom: Say) -> None:
    told = telecom("can i plug in my own tplink instead of yours")
    assert not is_closest(told)
    assert "bridge" in told.casefold()


def test_a_table_of_other_things_is_not_close(telecom: Say) -> None:
    assert not is_closest(telecom("can I pause my fibre package for two months while I travel abroad?"))


def test_a_question_is_answered_beside_what_is_asked_back(telecom: Say) -> None:
    told = telecom("my line got damaged, what do i pay for the same number again")
    assert "50" in told


@pytest.mark.parametrize(
    "asked", ["nguo ya kuogelea iko?", "do you sell swimwear", "do you offer cable repairs at home"]
)
def test_of_goods_that_no_shelf_holds_no_page_is_shown(shop: Say, asked: str) -> None:
    assert not is_closest(shop(asked))


@pytest.mark.parametrize(
    "asked",
    ["fibre inafika Ngong", "does my line work in Tanzania", "Ninawezaje kulipia intaneti ya nyumbani"],
)  # fmt: skip
def test_another_place_or_paying_is_not_met_by_the_same_thing(telecom: Say, asked: str) -> None:
    assert not is_closest(telecom(asked))


@pytest.mark.parametrize(
    "asked",
    ["how far are you from diani shopping centre", "is it safe to wander out on the corals when the water goes down",
     "only got one free day and want to see elephants, what can we do", "who painted the ceiling of the chapel"],
)  # fmt: skip
def test_one_shared_word_of_many_brings_no_page(resort: Say, asked: str) -> None:
    assert not is_closest(resort(asked))


def test_what_is_brought_to_the_room_takes_a_person_and_no_page(resort: Say) -> None:
    assert not is_closest(resort("our shower is blocked, we're in room 22"))


@pytest.mark.parametrize("asked", ["what's on on thursday night", "whats happening on thursday"])
def test_a_question_that_sounds_like_chat_is_asked_of_the_library(resort: Say, asked: str) -> None:
    assert "Taarab" in resort(asked)


@pytest.mark.parametrize("asked", ["hi what's up with you today", "tell me a joke about cats", "are you a married man"])
def test_chat_stays_chat(resort: Say, asked: str) -> None:
    told = resort(asked)
    assert "Sources" not in told
    assert not is_closest(told)


@pytest.mark.parametrize(
    ("asked", "told"),
    sampled(
        [
            ("when will the room be ready for us", "14:00"),
            ("can we get into our room early?", "14:00"),
            ("saa ngapi tunaingia chumbani", "14:00"),
            ("until when do i bring my clothes washed the same day", "09:00"),
            ("from when can i lift weights", "06:00"),
            ("what if we can't make it", "first night"),
            ("may we leave our bags with you on the last day", "20:00"),
        ],
        quick=3,
    ),
)
def test_common_phrases_find_what_documents_call_otherwise(resort: Say, asked: str, told: str) -> None:
    assert told in resort(asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("what happens if i break my contract after 4 months", "charge"),
        ("nikitaka kurudisha modem yenu naipeleka wapi", "shop"),
        ("tea got into the box yesterday who pays for it", "4,500"),
        ("i typed the wrong pin and the sim is locked", "*544*8#"),
        ("can i use my own router instead", "bridge"),
    ],
)
def test_so_at_a_telecom(telecom: Say, asked: str, told: str) -> None:
    assert told.casefold() in telecom(asked).casefold()


def test_closing_an_account_asks_for_no_opening_hours(telecom: Say) -> None:
    assert "usiku na mchana" not in telecom("nataka kufunga akaunti yangu ya intaneti")
