"""Typed replies into what WhatsApp takes: nothing is cut, nothing is lost."""

import json

from hypothesis import given
from hypothesis import strategies as st

from conversations.channels.whatsapp import compile
from journeys.reply import MAX_TEXT, Buttons, ListReply, ReplyOption, Text

WORDS = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\x00"), min_size=1, max_size=4000)


def filled(content: compile.Content) -> str:
    """The resource with its variables put in, as Twilio would show it."""
    text = json.dumps(content.types, ensure_ascii=False)
    for number, word in content.variables.items():
        text = text.replace("{{" + number + "}}", word)
    return text


def test_a_list_that_fits_becomes_a_list_picker() -> None:
    options = tuple(ReplyOption(id=f"item:{n}", title=f"Shoe {n}", description="KES 4,500") for n in range(3))
    content = compile.content(ListReply(text="Three shoes", button="Choose", options=options))
    assert content is not None
    assert content.shape == "list-3"
    assert all(word in filled(content) for word in ("Three shoes", "Shoe 2", "item:1", "KES 4,500"))


def test_a_title_too_long_for_a_row_makes_the_list_a_text() -> None:
    options = (ReplyOption(id="a", title="x" * 25),)
    reply = ListReply(text="1. " + "x" * 25, button="Choose", options=options)
    assert compile.content(reply) is None
    assert compile.texts(reply) == (reply.text,)


def test_three_short_answers_become_buttons_and_a_long_one_does_not() -> None:
    short = Buttons(text="Sure?", options=(ReplyOption(id="y", title="Yes"), ReplyOption(id="n", title="No")))
    long = Buttons(text="Sure?", options=(ReplyOption(id="y", title="Yes, absolutely certain"),))
    assert compile.content(short) is not None
    assert compile.content(long) is None


def test_two_options_that_are_one_make_it_a_text() -> None:
    twice = (ReplyOption(id="item:1", title="Shoe"), ReplyOption(id="item:1", title="Shoe"))
    for reply in (ListReply(text="1. Shoe", button="Choose", options=twice), Buttons(text="Shoe?", options=twice)):
        assert compile.content(reply) is None
        assert compile.texts(reply) == (reply.text,)


def test_the_shape_does_not_depend_on_the_words() -> None:
    one, two = (compile.content(Buttons(text=word, options=(ReplyOption(id="y", title=word),))) for word in ("a", "b"))
    assert one is not None
    assert two is not None
    assert (one.shape, one.types) == (two.shape, two.types)
    assert one.variables != two.variables


@given(WORDS)
def test_splitting_loses_no_word_and_keeps_the_limit(text: str) -> None:
    pieces = compile.split(text)
    assert all(0 < len(piece) <= MAX_TEXT for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


def test_a_long_text_is_split_between_paragraphs() -> None:
    text = "\n\n".join(f"Paragraph {n}: " + "word " * 100 for n in range(6))
    assert all(piece.startswith("Paragraph") for piece in compile.texts(Text(text=text)))
