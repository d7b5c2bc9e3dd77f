"""The fixed sentences: complete in every language and tone, with the same placeholders, and no figures of their own."""

from collections.abc import Iterator
from string import Formatter

import pytest

from journeys.state import begin
from journeys.unknown.journey import TOPICS
from journeys.wording.phrases import LANGUAGES, phrases, say
from tenants.choices import Tone, list_languages
from tests.journeys.shop import SPACE

STATE = begin(tenant_id=str(SPACE), conversation_id=str(SPACE), request_id=str(SPACE))


Words = dict[str, str]


def variants() -> Iterator[tuple[str, Words, Words]]:
    """Each sentence and each of its tones, beside the words that are usual."""
    for name, table in phrases().items():
        tones = {tone: words for tone, words in table.items() if isinstance(words, dict)}
        usual = {language: words for language, words in table.items() if isinstance(words, str)}
        yield name, usual, usual
        for tone, words in tones.items():
            assert tone in Tone.values
            yield f"{name}.{tone}", words, usual


def placeholders(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field is not None}


def test_every_sentence_stands_in_every_language() -> None:
    assert [name for name, words, usual in variants() if not is_whole(words, usual)] == []


def test_nobody_is_sent_to_pay_where_nothing_is_paid() -> None:
    assert "order" in say("reminder_cart_kept", STATE)
    assert "pay" not in say("reminder_cart_kept", STATE)
    paid = STATE.having(payments_enabled={"mpesa_stk": True})
    assert "pay" in say("reminder_cart_kept", paid)


def is_whole(words: Words, usual: Words) -> bool:
    held = {frozenset(placeholders(sentence)) for sentence in words.values()}
    return (
        set(words) == set(LANGUAGES)
        and held == {frozenset(placeholders(usual["en"]))}
        and not any(character.isdigit() for sentence in words.values() for character in sentence)
        and all(sentence.strip() for sentence in words.values())
    )


def test_what_is_not_whole_is_known() -> None:
    whole = dict.fromkeys(LANGUAGES, "Pay {amount} now")
    assert is_whole(whole, whole)
    for words in ({"en": whole["en"]}, whole | {"sw": "Lipa"}, whole | {"sw": "Lipa {amount} 2"}, whole | {"sw": " "}):
        assert not is_whole(words, whole)


@pytest.mark.parametrize("language", [code for code, _ in list_languages()])
@pytest.mark.parametrize("tone", Tone.values)
def test_any_language_and_tone_of_a_tenant_can_speak(language: str, tone: str) -> None:
    state = STATE.having(response_language=language, tone_style=tone)
    assert all(say(name, state, **dict.fromkeys(_fields(name), "x")) for name in phrases())


def _fields(name: str) -> set[str]:
    return placeholders(phrases()[name]["en"])


def test_who_mixes_languages_is_answered_in_sheng() -> None:
    assert say("choose", STATE.having(response_language="mixed")) == phrases()["choose"]["sheng"]


def test_what_a_placeholder_holds_is_not_read_as_a_template() -> None:
    assert "{link}" in say("options_found", STATE, wish="{link}", business="Duka")


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_whatsapps_buttons(language: str) -> None:
    labels = [phrases()[f"topic_{topic}"][language] for topic in TOPICS] + [phrases()["choose"][language]]
    assert all(len(label) <= 20 for label in labels)
