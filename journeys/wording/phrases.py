"""Fixed sentences in every language, with a variant where the tenant's tone asks for one.

The languages of a sentence stand side by side in its journey's file. One that comes later brings `sentences.toml` in
its own folder, name → words, and is lent the nearest language's words for what it does not say itself.
"""

import hashlib
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from journeys.language.registry import NEAR_MIXED, choices, codes, languages, nearest
from journeys.state import ConversationState

T = TypeVar("T")

LANGUAGES: Final = codes()
NAMES: Final = dict(choices())
FOLDER: Final = Path(__file__).with_name("sentences")
OF_JOURNEYS: Final = FOLDER.parent.parent
"""A journey that plugs in keeps its sentences in its own folder."""


@cache
def phrases() -> dict[str, dict[str, Any]]:
    """Every sentence: name → language → words; a tone is a table of its own under the name."""
    found: dict[str, dict[str, Any]] = {}
    for file in (*sorted(FOLDER.glob("*.toml")), *sorted(OF_JOURNEYS.glob("*/sentences.toml"))):
        sentences = tomllib.loads(file.read_text(encoding="utf-8"))
        if twice := found.keys() & sentences.keys():
            raise ValueError(f"{file.name} says again: {', '.join(sorted(twice))}")
        found |= sentences
    return found


def say(name: str, state: ConversationState, /, **values: object) -> str:
    """A sentence in the language of the reply and the tone of the tenant, its placeholders filled in."""
    return _words(name, state)[1].format(**values)


def version(name: str, state: ConversationState) -> str:
    """Which sentence a customer is told, in which language and in which form of words: the proof of a consent."""
    language, words = _words(name, state)
    return f"{name}/{language}/{hashlib.sha256(words.encode()).hexdigest()[:8]}"


def _words(name: str, state: ConversationState) -> tuple[str, str]:
    """A sentence as it stands, and its language: the reply's, else the nearest that has it."""
    variants = phrases()[_for_business(name, state)]
    toned: dict[str, str] = variants.get(state.tenant.tone_style, variants)
    for code in nearest(state.understood.response_language):
        own = toned.get(code) or variants.get(code) or languages()[code].sentences.get(name)
        if own:
            return code, own
    raise LookupError(f"No language has the sentence {name}.")


def _for_business(name: str, state: ConversationState) -> str:
    """Where nothing is paid in the chat, a sentence that would send the customer to pay has another form."""
    unpaid = f"{name}_unpaid"
    return unpaid if unpaid in phrases() and not any(state.tenant.payments_enabled.values()) else name


def spoken(language: str) -> str:
    """The language in which a sentence stands: who mixes languages is answered in Sheng."""
    return language if language in LANGUAGES else NEAR_MIXED[0]


def in_words_of(forms: Mapping[str, T], state: ConversationState) -> T:
    """What stands there by language, in the reply's or the nearest to it."""
    return next(forms[code] for code in nearest(state.understood.response_language) if code in forms)


def spoken_here(state: ConversationState) -> str:
    """The names of the languages that the tenant's customers may be answered in."""
    return ", ".join(NAMES[lang] for lang in NAMES if lang in state.tenant.allowed_languages)
