"""Fixed sentences in English, Swahili and Sheng, with a variant where the tenant's tone asks for one."""

import hashlib
import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

from journeys.state import ConversationState

LANGUAGES: Final = ("en", "sw", "sheng")
NAMES: Final = {"en": "English", "sw": "Kiswahili", "sheng": "Sheng"}
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
    variants = phrases()[name]
    toned: dict[str, str] = variants.get(state.tenant.tone_style, variants)
    return toned[spoken(state.understood.response_language)].format(**values)


def version(name: str, state: ConversationState) -> str:
    """Which sentence a customer is told, in which language and in which form of words: the proof of a consent."""
    variants = phrases()[name]
    language = spoken(state.understood.response_language)
    words: str = variants.get(state.tenant.tone_style, variants)[language]
    return f"{name}/{language}/{hashlib.sha256(words.encode()).hexdigest()[:8]}"


def spoken(language: str) -> str:
    """The language in which a sentence stands: who mixes languages is answered in Sheng."""
    return language if language in LANGUAGES else "sheng"


def spoken_here(state: ConversationState) -> str:
    """The names of the languages that the tenant's customers may be answered in."""
    return ", ".join(NAMES[lang] for lang in NAMES if lang in state.tenant.allowed_languages)
