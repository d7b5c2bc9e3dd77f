"""A question about an item that the documents answer: its passages are named under it, and it is held to them."""

from typing import Any

import pytest

from journeys.check import Objection
from journeys.compose import node
from tests.journeys.shop import THINGS, Chat, Shop
from tests.journeys.support.library import LIBRARY, passage
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer

CARE = passage(
    "Wash Swift Runner Running Shoes by hand with cold water. They dry within 24 hours; no dryer.",
    title="Care", section="Running shoes", file_name="care.md",
)  # fmt: skip
NAMED = "Sources:\n• Care — Running shoes — care.md (2.1)"
SWIFT = THINGS[0]
QUESTION = "how do I wash the Swift Runner Running Shoes"
TRUE = "Wash them by hand with cold water; they dry within 24 hours."


def opened(**model: object) -> Chat:
    chat = Chat(shop=Shop(library=(*LIBRARY, CARE)), **model)  # type: ignore[arg-type]
    chat.say("running shoes")
    return chat


def test_what_is_quoted_for_an_item_names_its_source() -> None:
    chat = opened()
    chat.say("1")
    said = chat.say("can I wash it by hand or in the dryer?")
    assert "by hand with cold water" in said
    assert said.rstrip().endswith(NAMED)


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        (TRUE, True),
        ("You can wash them by hand, with cold water.", True),
        ("Wash them with hot water; they dry within 24 hours.", False),
        ("They dry within 48 hours.", False),
        ("Put them into the dryer after the wash.", False),
    ],
)
def test_a_models_answer_is_held_to_the_passages_that_it_names(
    openai_server: OpenAIServer, text: str, is_said: bool
) -> None:
    script = Script(give("ask_item", items=[SWIFT.title], question=QUESTION), text=text)
    script.sources = [1]
    openai_server.reply = Script(give("search", queries=["running shoes"]), text="Have a look:")
    chat = opened(provider=openai_server.provider)
    openai_server.reply = script
    said = chat.say(QUESTION)
    assert (text in said) is is_said
    assert said.rstrip().endswith(NAMED)


def test_a_passage_that_is_not_there_is_no_source(openai_server: OpenAIServer) -> None:
    script = Script(give("ask_item", items=[SWIFT.title], question=QUESTION), text=TRUE)
    script.sources = [7]
    openai_server.reply = Script(give("search", queries=["running shoes"]), text="Have a look:")
    chat = opened(provider=openai_server.provider)
    openai_server.reply = script
    assert TRUE not in chat.say(QUESTION)


def test_what_the_catalog_tells_has_no_source(openai_server: OpenAIServer) -> None:
    text = "The Swift Runner Running Shoes cost KES 4,500."
    openai_server.reply = Script(give("search", queries=["running shoes"]), text="Have a look:")
    chat = opened(provider=openai_server.provider)
    openai_server.reply = Script(give("ask_item", items=[SWIFT.title], question="what do they cost"), text=text)
    said = chat.say("what do the Swift Runner Running Shoes cost, hm?")
    assert text in said
    assert "Sources" not in said


class Parted(Script):
    """Words of its own for each kind of finding; those of the library name their passage."""

    def __init__(self, *commands: dict[str, Any], of: dict[str, str]) -> None:
        super().__init__(*commands)
        self.of = of

    def __call__(self, asked: Asked) -> Reply:
        if "commands" in asked.schema["properties"]:
            return super().__call__(asked)
        parts = [
            {
                "finding": each["finding"], "text": self.of[each["of"]], "status": "answered",
                "sources": [1] if each["of"] == "support_rag_answer" else [],
            }
            for each in asked.facts["findings"]
        ]  # fmt: skip
        return answer({"parts": parts, "look_again": []})


def test_a_finding_never_goes_without_an_answer(openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the words of one finding are refused beside those of another, code's own facts of it are told."""
    of_item, held = "They suit a short run on the track.", node.objections

    def refused(text: str, *known: Any, **more: Any) -> list[Objection]:
        return [Objection("value", "short", "No.")] if of_item in text else held(text, *known, **more)

    monkeypatch.setattr(node, "objections", refused)
    openai_server.reply = Script(give("search", queries=["running shoes"]), text="Have a look:")
    chat = opened(provider=openai_server.provider)
    openai_server.reply = Parted(
        give("ask_library", question=QUESTION, queries=[], goes_on=False),
        give("ask_item", items=[THINGS[1].title], question="what do they cost"),
        of={"support_rag_answer": TRUE, "item_answer": of_item},
    )
    said = chat.say(f"{QUESTION}, and what do the {THINGS[1].title} cost?")
    assert of_item not in said
    assert TRUE in said
    assert f"*{THINGS[1].title}*\nKES 3,200" in said
