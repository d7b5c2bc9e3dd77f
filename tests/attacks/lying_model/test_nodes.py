"""A lying model behind the real HTTP client, in every node that writes: none of its lies reaches the customer."""

from collections.abc import Callable
from typing import Any

import pytest

from journeys.llm import Mind, Provider
from journeys.summary.conversation_summary import summarise
from journeys.trace import Trace
from knowledge.text import words
from tests.attacks.lying_model.measure import Sentence, read
from tests.journeys.checkout.till import Till
from tests.journeys.orders.books import Books, standing
from tests.journeys.shop import Chat, Shop
from tests.journeys.support.library import LIBRARY
from tests.journeys.test_model_turns import NOTHING
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer
from tools.offers.offers_get_applicable import OfferFacts

EXCHANGES = [{"question": "Do you sell shoes?", "answer": "Yes, we sell running shoes."}]
EXAMPLES = 3
"""How many lies of each kind are put into each node; the check itself is held to all of them."""


class Liar:
    """Understands what it is asked, and writes the lie wherever it is asked for words."""

    def __init__(self, lie: str, intent: str, action: str) -> None:
        self.lie, self.intent, self.action = lie, intent, action

    def __call__(self, asked: Asked) -> Reply:
        fields = asked.schema["properties"].keys()
        if "intent_classify" in fields:
            return answer({
                "intent_classify": {"intent": self.intent, "confidence": 0.95},
                "language_policy": {"language": "en", "confidence": 0.9},
                "governor_spam_casual": {"classification": "business", "confidence": 0.9},
            })  # fmt: skip
        if "refines" in fields:
            return answer(NOTHING | {"action": self.action})
        if "criterion" in fields:
            return answer({"status": "pass", "criterion": "none", "reason": ""})
        if "sources" in fields:
            return answer({"status": "answered", "answer": self.lie, "sources": [1], "question": ""})
        if "title" in fields:
            return answer({"title": "Shoes", "text": self.lie})
        return answer({"opening": self.lie} if "opening" in fields else {"text": self.lie})


def offer() -> OfferFacts:
    return OfferFacts(
        name="Karibu", description="Ten percent off your first order.", code="KARIBU10", percent=10, amount=None,
        currency="KES", minimum_spend=None, ends_on=None, scope=[], applies=True, saving=None, obstacle=None,
    )  # fmt: skip


NODES: dict[str, tuple[str, str, Callable[[], Shop], tuple[str, ...]]] = {
    "opening": ("sales_discovery", "search", Shop, ("running shoes",)),
    "disambiguate": ("sales_discovery", "buy", Till, ("running shoes", "2", "I'll take that lovely shiny one, hm")),
    "library": (
        "support_question",
        "search",
        lambda: Shop(library=LIBRARY),
        ("what is your return policy for shoes?",),
    ),
    "status": ("order_status", "search", lambda: Books(orders=[standing()]), ("where is my order",)),
    "offers": ("discounts_offers", "search", lambda: Books(offers=[offer()]), ("any offers today?",)),
    "preferences": ("preferences_consent", "search", Shop, ("speak kiswahili please",)),
    "handover": ("human_request", "search", Shop, ("I want to talk to a person",)),
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


@pytest.mark.parametrize("node", NODES)
def test_no_lie_leaves_a_node(node: str, openai_server: OpenAIServer) -> None:
    intent, action, shop, said = NODES[node]
    lies = [lie.text.replace("T-533001", "T-123456") for lie in chosen()]
    for lie in [*lies, *(INVERTED if node == "library" else ())]:
        openai_server.reply = Liar(lie, intent, action)
        provider = Provider(kind="openai", model="loopback", base_url=openai_server.base_url, timeout_seconds=2)
        chat = Chat(shop=shop(), provider=provider)
        chat.shop.tenant |= {"tenant_name": "Duka Mtaani", "bot_name": "Zawadi"}
        chat.names = frozenset({"oasis diani beach resort", "mtandao"})
        told = [chat.say(each) for each in said]
        assert all(told), (node, lie)
        assert not any(is_said(lie, reply) for reply in told), (node, lie, told)


def test_no_lie_stands_in_a_summary(openai_server: OpenAIServer) -> None:
    provider = Provider(kind="openai", model="loopback", base_url=openai_server.base_url, timeout_seconds=2)
    for lie in chosen():
        if lie.kind == "names":  # a summary is read by the tenant's own people, before any customer
            continue
        openai_server.reply = Liar(lie.text, "", "")
        told = summarise(EXCHANGES, Mind(provider=provider, trace=Trace()))
        assert not is_said(lie.text, told.text), lie


def is_said(lie: str, reply: str) -> bool:
    return " ".join(words(lie)) in " ".join(words(reply))


def test_a_true_sentence_leaves(openai_server: OpenAIServer) -> None:
    openai_server.reply = Liar("Have a look at these running shoes:", "sales_discovery", "search")
    provider = Provider(kind="openai", model="loopback", base_url=openai_server.base_url, timeout_seconds=2)
    assert "Have a look at these running shoes:" in Chat(provider=provider).say("running shoes")


def test_the_model_is_told_what_to_mend(openai_server: OpenAIServer) -> None:
    openai_server.script = [Liar("All of these reach you today.", "sales_discovery", "search")] * 2
    openai_server.reply = Liar("Have a look at these:", "sales_discovery", "search")
    provider = Provider(kind="openai", model="loopback", base_url=openai_server.base_url, timeout_seconds=2)
    said = Chat(provider=provider).say("running shoes")
    last: dict[str, Any] = openai_server.asked[-1].json
    assert "No tool and no source says when it arrives" in str(last["messages"])
    assert "Have a look at these:" in said
