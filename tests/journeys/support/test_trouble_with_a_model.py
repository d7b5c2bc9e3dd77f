"""A trouble step by step with a model: asked anew with what is seen now, whatever language its steps are told in."""

from typing import Any

import pytest

from tests.journeys.shop import Chat
from tests.journeys.support.library import chat, passage
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer

MEANING = passage(
    "# What the PON light means\n\nBlinking green: the box is registering with our network. Wait for up to 5 minutes.",
    title="Lights", section="Lights > What the PON light means", file_name="lights.md",
)  # fmt: skip
LONGER = passage(
    "# PON blinks for longer than five minutes\n\n1. Switch the ONT off for one minute and on again.\n"
    "2. Check that the green fibre plug is pushed in until it clicks.\n"
    "3. Make sure the thin fibre makes no bend tighter than a teacup.\n"
    "4. If PON still blinks after ten minutes, the ONT is not registered with us. Contact us with the serial number "
    "that begins with MTN4 on the label.",
    title="Lights", section="Lights > PON blinks for longer than five minutes", file_name="lights.md",
)  # fmt: skip
SLOW = passage("# Slow internet\n\n1. Measure with a cable.\n2. Close downloads.", title="Slow", file_name="slow.md")
POWER, PLUG, BEND, SERIAL = LONGER.text.split("\n\n")[1].splitlines()
ASK: dict[str, Any] = {
    "command": "ask_library", "question": "The PON light of my ONT blinks green: what do I do?", "goes_on": False,
    "confidence": 0.95,
}  # fmt: skip
WAIT = "The box is registering with our network: wait for up to 5 minutes."
TRIED: dict[str, Any] = {"command": "tried", "sees": "PON still blinks after half an hour", "confidence": 0.95}
NONE: dict[str, Any] = {"status": "insufficient", "text": "", "sources": []}


class Script:
    """What the model answers turn after turn: its command, and the words of what was found."""

    def __init__(self, *turns: tuple[dict[str, Any], dict[str, Any] | None], language: str = "en") -> None:
        self.turns, self.language = list(turns), language
        self.facts: list[dict[str, Any]] = []

    def __call__(self, asked: Asked) -> Reply:
        if "commands" in asked.schema["properties"]:
            return answer({
                "intent_classify": {"intent": "support_question", "confidence": 0.95},
                "language_policy": {"language": self.language, "confidence": 0.95},
                "governor_spam_casual": {"classification": "business", "confidence": 0.9},
                "commands": [self.turns[0][0]],
            })  # fmt: skip
        self.facts.append(asked.facts["findings"][0])
        _, words = self.turns.pop(0)
        part = {"finding": 1, "text": "", "status": "answered", "sources": []} | (words or {})
        return answer({"parts": [part], "look_again": []})

    def next(self, chatting: Chat, said: str) -> str:
        """What is said after a message; a turn that asked for no words is over too."""
        left = len(self.turns)
        told = chatting.say(said)
        del self.turns[: 1 - (left - len(self.turns))]
        return told


def numbers(chatting: Chat, text: str) -> list[int]:
    """The numbers of the passages that hold a text, as the model was told them."""
    found = chatting.trace.tool_calls[-1].result.snippets
    return [number for number, each in enumerate(found, 1) if text in each.text]


def talk(model: OpenAIServer, script: Script) -> Chat:
    model.reply = script
    made = chat(MEANING, LONGER, SLOW)
    made.provider = model.provider
    return made


def words(text: str, *sources: int) -> dict[str, Any]:
    return {"text": text, "sources": list(sources or (1, 2))}


def told(chatting: Chat) -> list[str]:
    assert chatting.state.support.trouble is not None
    return chatting.state.support.trouble.told


THREE = {
    "en": "1. Switch the ONT off for one minute and on again.\n2. Check that the green fibre plug is pushed in until "
    "it clicks.\n3. Make sure the thin fibre makes no bend tighter than a teacup.",
    "sw": "1. Zima ONT kwa dakika moja kisha uiwashe tena.\n2. Hakikisha plagi ya kijani ya fibre imesukumwa ndani "
    "hadi iseme klik.",
}


def test_the_steps_of_a_neighbouring_section_follow_and_none_is_told_twice(openai_server: OpenAIServer) -> None:
    serial = "The ONT is not registered with us: contact us with the serial number that begins with MTN4 on the label."
    script = Script((ASK, words(WAIT)), (TRIED, words(THREE["en"])), (TRIED, words(serial)))
    chatting = talk(openai_server, script)
    assert WAIT in script.next(chatting, "my internet is out, PON blinks green")
    said = script.next(chatting, "half an hour has passed and it still blinks. what now?")
    assert "tighter than a teacup" in said
    assert "all the steps" not in said
    assert [key[:6] for key in told(chatting)[-3:]] == ["Switch", "Check ", "Make s"]
    said = script.next(chatting, "i have done all of that, waited ten minutes, it still blinks")
    assert "MTN4" in said
    assert "Shall I pass it on" in said
    assert not chatting.shop.tickets
    seen = script.facts[-1]
    assert set(seen["told_before"]) >= {POWER[3:], PLUG[3:], BEND[3:]}
    assert seen["tried"][-1].startswith("i have done all")


def test_steps_told_in_another_language_are_known_again(openai_server: OpenAIServer) -> None:
    script = Script((ASK, words(WAIT)), (TRIED, words(THREE["sw"])), language="sw")
    chatting = talk(openai_server, script)
    script.next(chatting, "intaneti imekatika na taa ya PON inameta kijani")
    said = script.next(chatting, "imeshapita nusu saa na bado inameta. nifanye nini sasa")
    assert "Zima ONT kwa dakika moja" in said
    assert {POWER[3:], PLUG[3:]} <= set(told(chatting))
    assert BEND[3:] not in told(chatting)


def test_words_in_which_no_step_is_known_again_are_remembered_as_they_are(openai_server: OpenAIServer) -> None:
    script = Script((ASK, words("Kisanduku kinajisajili kwenye mtandao wetu: subiri hadi dakika 5.")), language="sw")
    chatting = talk(openai_server, script)
    said = script.next(chatting, "intaneti imekatika na taa ya PON inameta kijani")
    assert "subiri hadi dakika 5" in said
    assert told(chatting) == ["Kisanduku kinajisajili kwenye mtandao wetu: subiri hadi dakika 5."]


@pytest.mark.parametrize("said", ["still blinking", "that did not help"])
def test_where_no_step_is_left_a_person_is_offered(openai_server: OpenAIServer, said: str) -> None:
    script = Script((ASK, words(WAIT)), (TRIED, NONE))
    chatting = talk(openai_server, script)
    script.next(chatting, "my internet is out, PON blinks green")
    told = script.next(chatting, said)
    assert "all the steps that I have" in told
    assert "Shall I pass it on" in told
    assert not chatting.shop.tickets


def test_who_has_tried_everything_is_passed_on_where_no_step_is_left(openai_server: OpenAIServer) -> None:
    script = Script((ASK, words(WAIT)), (TRIED, NONE))
    chatting = talk(openai_server, script)
    script.next(chatting, "my internet is out, PON blinks green")
    assert "T-123456" in script.next(chatting, "tried everything, nothing works")


def test_after_the_offer_whoever_says_again_that_nothing_helps_gets_a_person(openai_server: OpenAIServer) -> None:
    script = Script((ASK, words(WAIT)), (TRIED, NONE), (TRIED, None))
    chatting = talk(openai_server, script)
    script.next(chatting, "my internet is out, PON blinks green")
    script.next(chatting, "still blinking")
    assert "T-123456" in script.next(chatting, "it is still blinking")


@pytest.mark.parametrize(
    "lie",
    [
        "Open the router and cut its antenna off.", "Switch the ONT off for twenty minutes and on again.",
        "I have registered your ONT again.", "Send us your PIN and we register the ONT.",
    ],
)  # fmt: skip
def test_a_step_that_no_passage_has_is_not_told(openai_server: OpenAIServer, lie: str) -> None:
    script = Script((ASK, words(WAIT)), (TRIED, words(lie, 1)))
    chatting = talk(openai_server, script)
    script.next(chatting, "my internet is out, PON blinks green")
    said = script.next(chatting, "half an hour has passed and it still blinks. what now?")
    assert lie not in said
    assert said.endswith("lights.md (2.1)") or "Shall I pass it on" in said


def test_what_is_mended_is_over(openai_server: OpenAIServer) -> None:
    script = Script((ASK, words(WAIT)), (TRIED | {"helped": True}, None))
    chatting = talk(openai_server, script)
    script.next(chatting, "my internet is out, PON blinks green")
    script.next(chatting, "it works now, thanks")
    assert chatting.state.support.trouble is None
