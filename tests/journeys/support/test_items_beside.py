"""An item that a question of the library bears the name of: what it costs is told beside the passages."""

from typing import Any

import pytest

from tests.journeys.shop import Chat
from tests.journeys.support.library import chat, passage
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer

POT = passage(
    "A cooking pot or a running shoe can be returned within 14 days, unused and in its box.",
    title="Returns", file_name="returns.md",
)  # fmt: skip


class Asking:
    """Asks the library, and keeps the findings that are given to be worded."""

    def __init__(self, question: str, *queries: str) -> None:
        self.command = {
            "command": "ask_library", "question": question, "queries": list(queries), "goes_on": False,
            "confidence": 0.95,
        }  # fmt: skip
        self.findings: list[dict[str, Any]] = []
        self.text, self.sources = "You may return it within 14 days.", [1]

    def __call__(self, asked: Asked) -> Reply:
        if "commands" in asked.schema["properties"]:
            return answer({
                "intent_classify": {"intent": "support_question", "confidence": 0.95},
                "language_policy": {"language": "en", "confidence": 0.9},
                "governor_spam_casual": {"classification": "business", "confidence": 0.9},
                "commands": [self.command],
            })  # fmt: skip
        self.findings = asked.facts["findings"]
        parts = [{"finding": 1, "text": self.text, "status": "answered", "sources": self.sources}]
        return answer({"parts": parts, "look_again": []})


def told(model: OpenAIServer, question: str, *queries: str, talk: Chat | None = None) -> list[str]:
    """The titles of the items that are told beside the passages."""
    talk = talk or chat(POT)
    talk.provider, model.reply = model.provider, (asking := Asking(question, *queries))
    talk.say(question)
    assert len(talk.trace.model_calls) == 2
    return [each["title"] for each in asking.findings[0].get("items", [])]


@pytest.mark.parametrize(
    ("question", "queries", "items"),
    [
        ("Can I return the Clay Cooking Pot within 14 days?", ("cooking pot",), ["Clay Cooking Pot"]),
        ("Can I return the cooking pot within 14 days?", ("cooking pot",), ["Clay Cooking Pot"]),
        ("Can I return it unused, in its box, within 14 days?", ("return within 14 days",), []),
        ("Can I return a handbag within 14 days, unused?", ("return handbag",), []),
    ],
)
def test_a_named_item_is_told_beside_the_passages(
    openai_server: OpenAIServer, question: str, queries: tuple[str, ...], items: list[str]
) -> None:
    assert told(openai_server, question, *queries) == items


def test_no_more_than_two_are_told(openai_server: OpenAIServer) -> None:
    question = "Can I return running shoes within 14 days, unused and in their box?"
    assert len(told(openai_server, question, "running shoes")) == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Delivery to Clay Bay is KES 300.", "KES 300"),
        ("Delivery to Clay Bay is KES 700.", "Fee: KES 300"),
    ],
)
def test_what_names_no_passage_rests_on_the_one_that_carries_it(
    openai_server: OpenAIServer, text: str, told: str
) -> None:
    """And not on an item that shares a word with it."""
    question = "How much is delivery of the Clay Cooking Pot to Clay Bay?"
    areas = "Area: Clay Bay; Fee: KES 300\nArea: Cooking Hill; Fee: KES 400"
    talk, asking = chat(passage(areas, title="Delivery", file_name="delivery.md")), Asking(question, "cooking pot")
    asking.text, asking.sources = text, []
    talk.provider, openai_server.reply = openai_server.provider, asking
    said = talk.say(question)
    assert asking.findings[0]["items"]
    assert told in said
    assert "delivery.md" in said
