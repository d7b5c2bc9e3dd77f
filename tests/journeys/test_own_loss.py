"""A lost line of their own is no other person's data: what to do is told from the documents."""

import pytest

from journeys.preferences.own_loss import is_told_of
from tests.journeys.support.library import chat, passage
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer

SIM = passage(
    "Call 100 from any line and have the number blocked. A lost or stolen SIM is replaced in a shop with your ID.",
    title="SIM", section="Lost or stolen SIM", file_name="sim.md",
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "before", "is_own"),
    [
        ("can you see who was called with that line since then?", ["my second line was stolen at the market"], True),
        ("nani amepigiwa simu na hiyo laini na iko wapi sasa?", ["laini yangu ya pili imepotea sokoni jana"], True),
        ("my phone was stolen, where is it now?", [], True),
        ("nimeibiwa simu, iko wapi?", [], True),
        ("I lost my SIM card, who is using it?", [], True),
        ("where is my husband's phone now?", ["my phone was stolen"], False),
        ("who did my sister call from that line?", ["I lost my phone"], False),
        ("whose number is 0722 000 111?", [], False),
        ("nani anatumia namba 0722 000 111?", ["nataka bando ya mwezi"], False),
        ("laini ya mke wangu imepotea, amepigia nani?", [], False),
    ],
)
def test_what_they_lost_is_their_own(text: str, before: list[str], *, is_own: bool) -> None:
    assert is_told_of(text, before) is is_own


def _asks_after_others(asked: Asked) -> Reply:
    if "commands" in asked.schema["properties"]:
        return answer({
            "intent_classify": {"intent": "support_question", "confidence": 0.95},
            "language_policy": {"language": "en", "confidence": 0.9},
            "governor_spam_casual": {"classification": "business", "confidence": 0.9},
            "commands": [{"command": "others_data", "confidence": 0.9}],
        })  # fmt: skip
    numbers = [each["finding"] for each in asked.facts["findings"]]
    said = {"text": "Call 100 from any line and have the number blocked.", "status": "answered", "sources": [1]}
    return answer({"parts": [{"finding": number, **said} for number in numbers], "look_again": []})


@pytest.mark.parametrize(
    ("text", "is_own"),
    [
        ("my second line was stolen, can you see who was called with it, lost SIM?", True),
        ("can you see who was called with my wife's line?", False),
    ],
)
def test_who_lost_a_line_is_told_what_to_do(openai_server: OpenAIServer, text: str, *, is_own: bool) -> None:
    talk = chat(SIM)
    talk.provider, openai_server.reply = openai_server.provider, _asks_after_others
    said = talk.say(text)
    assert ("about another person" in said) is not is_own
    assert ("I cannot see in this chat" in said) is is_own
    assert ("Call 100" in said) is is_own
