"""What a model says of a hand-over arrives with the customer's own matter, and what is not so with none of it."""

import pytest

from journeys.state import last_words
from journeys.state.slices import LONGEST_SAID, MOST_CHARACTERS, TranscriptMessage
from tests.journeys.shop import Chat
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer

BAR = "jana nilichargiwa 2,200 mara mbili kwa order moja. nani ananisort?"


@pytest.mark.parametrize(
    ("text", "arrives"),
    [
        ("Pole kwa kuchargiwa 2,200 mara mbili. Nimelipeleka kwa timu yetu: tiketi yako ni T-123456. Mtu atakujibu "
         "ndani ya dakika 15.", True),
        ("Suala la kuchargiwa 2,200 mara mbili nimelipeleka kwa timu yetu: tiketi yako ni T-123456. Mtu atakujibu "
         "ndani ya dakika 15.", True),
        ("Suala la kuchargiwa 2,200 mara mbili nimelipeleka kwa timu yetu na limekubaliwa: tiketi yako ni T-123456.",
         False),
        ("Suala la kuchargiwa 2,200 mara tatu nimelipeleka kwa timu yetu: tiketi yako ni T-123456.", False),
    ],
)  # fmt: skip
def test_a_dispute_is_said_back(openai_server: OpenAIServer, text: str, *, arrives: bool) -> None:
    openai_server.reply = Script(
        give("hand_over", reason="dispute", about=BAR), text=text, language={"language": "sw", "confidence": 0.9}
    )
    said = Chat(provider=openai_server.provider).say(BAR)
    assert (text in said) is arrives
    assert "T-123456" in said


def test_who_they_are_outlasts_our_long_answers() -> None:
    said = [TranscriptMessage(who="customer", text="I teach at a school in Voi.")]
    for number in range(5):
        said += [
            TranscriptMessage(who="us", text=f"{number}".ljust(LONGEST_SAID, ".")),
            TranscriptMessage(who="customer", text=f"And number {number}?"),
        ]
    kept = last_words(said)
    assert kept[0] == said[0]
    assert [each.text[0] for each in kept if each.who == "us"] == ["1", "2", "3", "4"]
    assert sum(len(each.text) for each in kept) <= MOST_CHARACTERS


def test_our_last_two_answers_stand_however_much_they_write() -> None:
    said = [TranscriptMessage(who=who, text=who[0] * LONGEST_SAID) for who in ("customer", "us") * 6]
    kept = last_words(said)
    assert [each.who for each in kept][-4:] == ["customer", "us", "customer", "us"]
    assert sum(len(each.text) for each in kept) <= MOST_CHARACTERS
