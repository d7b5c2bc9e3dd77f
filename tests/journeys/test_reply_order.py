"""Several answers in one reply: in the order in which they were asked for, but that a question comes last."""

from journeys.command import written
from journeys.reply import Buttons, ListReply, ReplyOption, Text
from journeys.say import joined

HINT = "Answer with a number for details."
LISTED = ListReply(
    text=f"Here are kettles:\n\n1. *Kettle*\n\n{HINT}",
    button="Choose",
    options=(ReplyOption(id=written("open_item", item="kettle"), title="Kettle"),),
)
RULE = Text(text="The warranty is 12 months.")
OFFER_TO_BUY = Buttons(text="It is 1.8 L.", options=(ReplyOption(id=written("add", lines=[]), title="Buy this"),))
QUESTION = Buttons(
    text="Which colour?", options=(ReplyOption(id=written("choose", options=[], quantity=None), title="red"),)
)
LONG_QUESTION = ListReply(
    text="Which size?\n\nAny of these:", button="Choose",
    options=(ReplyOption(id=written("choose", options=[], quantity=None), title="42"),),
)  # fmt: skip


def test_a_list_keeps_its_place_and_how_to_choose_from_it_ends_the_reply() -> None:
    reply = joined([LISTED, RULE])
    assert isinstance(reply, ListReply)
    assert reply.text == f"Here are kettles:\n\n1. *Kettle*\n\n{RULE.text}\n\n{HINT}"


def test_what_but_offers_to_buy_keeps_its_place() -> None:
    reply = joined([OFFER_TO_BUY, RULE])
    assert reply is not None
    assert reply.text == f"{OFFER_TO_BUY.text}\n\n{RULE.text}"


def test_what_can_be_tapped_is_the_list_beside_a_thing_to_buy() -> None:
    for replies in ([LISTED, OFFER_TO_BUY], [OFFER_TO_BUY, LISTED]):
        reply = joined(replies)
        assert isinstance(reply, ListReply)
        assert reply.options == LISTED.options


def test_a_question_comes_last_with_its_buttons_whatever_stands_before() -> None:
    for question in (QUESTION, LONG_QUESTION):
        reply = joined([question, LISTED, RULE])
        assert isinstance(reply, Buttons | ListReply)
        assert reply.options == question.options
        assert reply.text.endswith(f"{RULE.text}\n\n{HINT}\n\n{question.text}")


def test_the_rows_of_two_lists_stand_in_their_order() -> None:
    second = LISTED.model_copy(update={"text": f"Here are pans:\n\n2. *Pan*\n\n{HINT}"})
    first = LISTED.model_copy(update={"text": "Here are kettles:\n\n1. *Kettle*"})
    reply = joined([first, second])
    assert reply is not None
    assert reply.text == f"{first.text}\n\nHere are pans:\n\n2. *Pan*\n\n{HINT}"
