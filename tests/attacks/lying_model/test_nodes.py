"""A lying model behind the real HTTP client, in every node that writes: none of its lies reaches the customer."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from journeys.conversation_summary import summarise
from journeys.llm import Mind
from journeys.trace import Trace
from knowledge.text import words
from tests.attacks.lying_model.measure import Sentence, read
from tests.depth import rounds, sampled
from tests.journeys.checkout.till import Till
from tests.journeys.orders.books import Books, standing
from tests.journeys.shop import Chat, Shop
from tests.journeys.support.library import LIBRARY
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer
from tools.offers.offers_get_applicable import OfferFacts

EXCHANGES = [{"question": "Do you sell shoes?", "answer": "Yes, we sell running shoes."}]
EXAMPLES = rounds(1, deep=3)
"""How many lies of each kind are put into each node; the check itself is held to all of them."""
# Each lie is put into every so many-th node, so that each node hears another half of them and all are heard.
APART = rounds(2, deep=1)


class Liar:
    """Understands what it is told to, and writes the lie wherever it is asked for words."""

    def __init__(self, lie: str, *commands: dict[str, Any]) -> None:
        self.lie, self.script = lie, Script(*commands, text=lie)

    def __call__(self, asked: Asked) -> Reply:
        fields = asked.schema["properties"].keys()
        if "title" in fields:
            return answer({"title": "Shoes", "text": self.lie})
        if "parts" in fields:
            sourced = any(finding["of"] == "support_rag_answer" for finding in asked.facts["findings"])
            self.script.sources = [1] if sourced else []
        return self.script(asked)


def offer(ends_on: date | None = None) -> OfferFacts:
    return OfferFacts(
        name="Karibu", description="Ten percent off your first order.", code="KARIBU10", percent=10, amount=None,
        currency="KES", minimum_spend=None, ends_on=ends_on, scope=[], applies=True, saving=None, obstacle=None,
    )  # fmt: skip


# It is Monday; an offer that ends on Wednesday does not last the week.
WEDNESDAY, SUNDAY = date(2026, 3, 4), date(2026, 3, 8)
SHOES = give("search", queries=["running shoes"])
TWO = ("running shoes", "2")
NODES: dict[str, tuple[dict[str, Any], Callable[[], Shop], tuple[str, ...]]] = {
    "catalog_present_options": (SHOES, Shop, ("running shoes",)),
    "item_answer": (give("ask_item", items=["opened"], question="is it light?"), Shop, (*TWO, "is it light, hm?")),
    "product_disambiguate": (
        give("add", lines=[{"item": "opened", "options": [{"name": "size", "value": "49"}], "quantity": 1}]),
        Till,
        (*TWO, "I'll take that lovely shiny one, hm"),
    ),
    "support_rag_answer": (
        give("ask_library", question="what is your return policy for shoes?", goes_on=False),
        lambda: Shop(library=LIBRARY),
        ("what is your return policy for shoes?",),
    ),
    "order_status_response": (give("order_status"), lambda: Books(orders=[standing()]), ("where is my order",)),
    "offers_answer": (give("ask_offers"), lambda: Books(offers=[offer(WEDNESDAY)]), ("any offers today?",)),
    "prefs_consent_response": (
        give("set_preferences", language="sw", marketing=None, order_updates=None, payment_updates=None),
        Shop,
        ("my mother reads these too, so from today write to us in Kiswahili",),
    ),
    "handoff_message": (give("hand_over"), Shop, ("I want to talk to a person",)),
}


def chosen() -> list[Sentence]:
    """Some lies of each kind; of those against a source, the ones against the little library's own."""
    by_kind: dict[str, list[Sentence]] = {}
    for lie in read("lies"):
        is_true_here = "40 in red" in lie.text  # the little shop has that size and colour
        if not lie.is_set_aside and lie.kind != "inverted" and not is_true_here:
            by_kind.setdefault(lie.kind, []).append(lie)
    return [lie for lies in by_kind.values() for lie in lies[:EXAMPLES]]


INVERTED = ("You can return shoes after 14 days without the receipt.", "Refunds never take 5 working days.")


@pytest.mark.parametrize("node", sampled(NODES, quick=2))
def test_no_lie_leaves_a_node(node: str, openai_server: OpenAIServer) -> None:
    command, shop, said = NODES[node]
    lies = [lie.text.replace("T-533001", "T-123456") for lie in chosen()[[*NODES].index(node) % APART :: APART]]
    for lie in [*lies, *(INVERTED if node == "support_rag_answer" else ())]:
        openai_server.reply = Liar(lie)
        chat = Chat(shop=shop(), provider=openai_server.provider)
        chat.shop.tenant |= {"tenant_name": "Duka Mtaani", "bot_name": "Zawadi"}
        chat.names = frozenset({"oasis diani beach resort", "mtandao"})
        told = [chat.say(each) for each in said[:-1]]
        openai_server.reply = Liar(lie, command)
        told.append(chat.say(said[-1]))
        assert node in {name for call in chat.trace.model_calls for name in call.nodes}, (node, lie, told)
        assert all(told), (node, lie)
        assert not any(is_said_in(lie, reply) for reply in told), (node, lie, told)


@pytest.mark.parametrize(("ends_on", "is_said"), [(None, True), (SUNDAY, True), (WEDNESDAY, False)])
def test_what_lasts_the_week_is_told_by_the_offers_own_end(
    ends_on: date | None, is_said: bool, openai_server: OpenAIServer
) -> None:
    text = "These shoes are on sale this week."
    openai_server.reply = Liar(text, give("ask_offers"))
    chat = Chat(shop=Books(offers=[offer(ends_on)]), provider=openai_server.provider)
    said = chat.say("any offers today?")
    assert is_said_in(text, said) is is_said


def test_no_lie_stands_in_a_summary(openai_server: OpenAIServer) -> None:
    provider = openai_server.provider
    for lie in chosen():
        if lie.kind == "names":  # a summary is read by the tenant's own people, before any customer
            continue
        openai_server.reply = Liar(lie.text)
        told = summarise(EXCHANGES, Mind(provider=provider, trace=Trace()))
        assert not is_said_in(lie.text, told.text), lie


def is_said_in(lie: str, reply: str) -> bool:
    return " ".join(words(lie)) in " ".join(words(reply))


def test_a_true_sentence_leaves(openai_server: OpenAIServer) -> None:
    openai_server.reply = Liar("Have a look at these running shoes:")
    assert "Have a look at these running shoes:" in Chat(provider=openai_server.provider).say("running shoes")


def test_where_code_has_words_of_its_own_the_model_is_not_asked_again(openai_server: OpenAIServer) -> None:
    openai_server.reply = Liar("All of these reach you today.")
    chat = Chat(provider=openai_server.provider)
    said = chat.say("running shoes")
    assert "Here is what I found for running shoes:" in said
    assert "reach you today" not in said
    assert len(chat.trace.model_calls) == 2


def test_in_the_place_of_a_lie_stand_the_lines_of_the_source(openai_server: OpenAIServer) -> None:
    command, shop, (question,) = NODES["support_rag_answer"]
    lie = "You can return shoes within 90 days with the receipt."
    openai_server.reply = Liar(lie, command)
    chat = Chat(shop=shop(), provider=openai_server.provider)
    said = chat.say(question)
    assert "You can return unworn shoes within 14 days with the receipt." in said
    assert "90 days" not in said
    assert len(chat.trace.model_calls) == 2
    assert "90 days" in str(chat.trace.notes["objections"])


def test_of_an_item_its_facts_stand_in_the_place_of_a_lie(openai_server: OpenAIServer) -> None:
    command, _, (*before, question) = NODES["item_answer"]
    chat = Chat(provider=openai_server.provider)
    openai_server.reply = Liar("Have a look at these:")
    for said in before:
        chat.say(said)
    openai_server.reply = Liar("All of these reach you today.", command)
    said = chat.say(question)
    assert "*Savanna Running Shoes* — KES 3,200" in said
    assert "reach you today" not in said
    assert len(chat.trace.model_calls) == 2


def test_the_model_is_told_what_to_mend_where_nothing_else_answers(openai_server: OpenAIServer) -> None:
    command = give("ask_library", question="do you mend grandfather clocks?", goes_on=False)
    chat = Chat(shop=Shop(library=LIBRARY), provider=openai_server.provider)
    openai_server.script = [Liar("We mend any clock in an hour.", command)] * 2
    openai_server.reply = Liar("")
    chat.say("do you mend grandfather clocks?")
    last: dict[str, Any] = openai_server.asked[-1].json
    assert [call.outcome for call in chat.trace.model_calls[:3]] == ["ok", "check_failed", "check_failed"]
    assert "There is no passage number 1" in str(last["messages"])
