"""The trained reader: errands stand in their order in the message, in words that it was not shown."""

from hypothesis import given, settings
from hypothesis import strategies as st

from journeys.reader.errands import MOST_WORDS, read
from journeys.reader.marked import ACTS, PARTS, examples

SHOWN = frozenset(example.text for some in examples().values() for example in some)


def no_business(word: str) -> bool:
    return False


def acts(text: str, *at: str) -> list[str]:
    assert text not in SHOWN
    return [errand.act for errand in read(text, at, no_business)]


HELD_OUT = [
    ("great, I'll have the green one. do you deliver to Voi?", "list", ["hello", "order", "ask"]),
    ("put in two more, and send the mpesa request to 0712 999 000", "cart", ["order", "pay"]),
    ("use the code MVUA7 and tell me the total", "cart", ["code", "total"]),
    ("niongezee kikombe kimoja, halafu nilete Embu kesho", "cart", ["order", "deliver"]),
    ("nitachukua hiyo ya pili, bei ya kutuma Voi ni ngapi", "list", ["order", "ask"]),
    ("weka moja ya black, nalipa na card", "item", ["order", "pay"]),
    ("toa hiyo blanket, alafu total ni ngapi", "cart", ["remove", "total"]),
    ("do you have desk lamps? and till what time are you open today", "new", ["find", "ask"]),
    ("is it dishwasher safe? and can I swap it if it leaks", "item", ["about", "ask"]),
    ("my kettle stopped heating after a week, what do I do", "new", ["trouble", "ask"]),
    ("asanteni sana, nitapita kesho", "paid", ["hello", "deliver"]),
    ("mna taa za mezani? na mnafunga saa ngapi leo", "new", ["find", "ask"]),
    ("hiyo jiko inatumia gesi gani? na ikiharibika mnarekebisha", "item", ["about", "ask"]),
    ("nipe kilo moja ya nyanya, na vitunguu kilo mbili", "new", ["order", "order"]),
    ("make it three instead, and drop the lid", "cart", ["change", "remove"]),
    ("where is my rider? I have been waiting an hour", "paid", ["status", "aside"]),
    ("pay with card please", "cart", ["pay"]),
    ("niaje, mko na taa za desk? bei ni ngapi", "new", ["hello", "find", "about"]),
    ("nirushie mbili za hiyo, alafu nipeleke Pipeline stage", "item", ["order", "deliver"]),
    ("cancel my booking for Sunday", "paid", ["cancel"]),
]
FEWEST_RIGHT = 14
"""Of these twenty, none of which was shown: what it reads of messages held out of its training is 7 of 10."""


def test_most_messages_that_were_not_shown_are_cut_into_their_errands() -> None:
    read_so = [(text, acts(text, at), expected) for text, at, expected in HELD_OUT]
    wrong = [f"{text}: {found}" for text, found, expected in read_so if found != expected]
    assert len(HELD_OUT) - len(wrong) >= FEWEST_RIGHT, "\n".join(wrong)


def test_parts_are_as_they_were_written() -> None:
    (errand,) = read("nipe soksi nyeupe saizi 40, pea tatu", ("list",), no_business)
    assert errand.act == "order"
    assert errand.part("thing").startswith("soksi")
    assert "40" in " ".join(errand.each_part("option"))
    assert "tatu" in errand.part("count")


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=400), st.sampled_from(["new", "list", "cart", "paying"]))
def test_whatever_is_written_errands_are_stretches_of_it_in_their_order(text: str, at: str) -> None:
    place = 0
    for errand in read(text, (at,), no_business):
        assert errand.act in ACTS
        assert 0 <= errand.sure <= 1 + 1e-9
        assert errand.start >= place
        assert text[errand.start :].startswith(errand.text.removesuffix("?"))
        place = errand.start + 1
        for name, words in errand.parts:
            assert name in PARTS
            assert words in errand.text


def test_a_letter_is_not_read() -> None:
    assert read("nipe moja " * MOST_WORDS, ("new",), no_business) == ()
    assert read(" \n ", ("new",), no_business) == ()
