"""Several questions of one message, worded by a model: they share their passages, and the amounts that they tell."""

from collections.abc import Sequence

import pytest

from tests.journeys.shop import Chat
from tests.journeys.support.library import chat, passage
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer

LINE = passage("Fibre Familia costs KES 2,999 a month.", title="Packages", file_name="packages.md", score=0.95)
SETUP = passage("Installation without a minimum term costs KES 4,500.", title="Fees", file_name="fees.md", score=0.93)
ROUTER = passage("A second router costs KES 3,000.", title="Routers", file_name="routers.md", score=0.91)
PACKAGES, FEES, ROUTERS = 1, 2, 3
QUESTIONS = (
    "What does Fibre Familia cost a month, its installation, a second router?",
    "What is the fee of an installation, of Fibre Familia, of a second router?",
)
Part = tuple[str, int]


def said(model: OpenAIServer, *parts: Part) -> tuple[str, Chat]:
    """What the customer gets of these parts, each resting on one passage, and the chat."""
    talk = chat(LINE, SETUP, ROUTER)
    talk.provider = model.provider
    model.reply = _script(parts)
    return talk.say("what does Familia cost for three months, and what with the installation?"), talk


def _script(parts: Sequence[Part]) -> object:
    def reply(asked: Asked) -> Reply:
        if "commands" in asked.schema["properties"]:
            questions = [
                {"command": "ask_library", "question": question, "goes_on": False, "confidence": 0.95}
                for question in QUESTIONS[: len(parts)]
            ]
            return answer({
                "intent_classify": {"intent": "support_question", "confidence": 0.95},
                "language_policy": {"language": "en", "confidence": 0.9},
                "governor_spam_casual": {"classification": "business", "confidence": 0.9},
                "commands": questions,
            })  # fmt: skip
        worded = [
            {"finding": at, "text": text, "status": "answered", "sources": [source]}
            for at, (text, source) in enumerate(parts, 1)
        ]
        return answer({"parts": worded, "look_again": []})

    return reply


MONTHS: Part = ("3 months of Fibre Familia at KES 2,999 are KES 8,997.", PACKAGES)


@pytest.mark.parametrize(
    "text",
    [
        "Installation costs KES 4,500, so KES 8,997 and KES 4,500 are KES 13,497.",
        "Installation without a minimum term costs KES 4,500. In total that is KES 13,497.",
        "Installation costs KES 4,500, while Fibre Familia costs KES 2,999 a month.",
    ],
)
def test_a_sentence_may_rest_on_what_another_part_tells(openai_server: OpenAIServer, text: str) -> None:
    told, talk = said(openai_server, MONTHS, (text, FEES))
    assert text in told, talk.trace.notes.get("objections")
    assert len(talk.trace.model_calls) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Installation costs KES 4,500. In total that is KES 13,997.",
        "Installation costs KES 4,500, while Fibre Familia costs KES 4,500 a month.",
        "Installation costs KES 4,500 and a second router KES 2,999.",
        # Nobody named the router's fee: what it adds up to with that is not theirs to pay.
        "Installation costs KES 4,500. In total that is KES 16,497.",
    ],
)
def test_nor_more_than_that(openai_server: OpenAIServer, text: str) -> None:
    told, _ = said(openai_server, MONTHS, (text, FEES))
    assert text not in told
    assert MONTHS[0] in told


def test_a_sum_in_one_part_is_not_founded_by_a_lie_in_another(openai_server: OpenAIServer) -> None:
    lie = ("3 months of Fibre Familia are KES 6,000.", PACKAGES)
    told, _ = said(openai_server, lie, ("Installation costs KES 4,500. In total that is KES 10,500.", FEES))
    assert "10,500" not in told
    assert "6,000" not in told
