"""What a run writes to people, in the language of its question: English, German, Swahili or Sheng."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from journeys.local import language as heard

LANGUAGES: Final = ("en", "de", "sw", "sheng")
# One German word stands in other languages too.
FEWEST_GERMAN: Final = 2
_GERMAN: Final = re.compile(
    r"\b(?:der|die|das|den|dem|des|ein|eine|einen|und|oder|ist|sind|nicht|ich|wir|mein|meine|meinen|wie|was|wann|welche|"
    r"wenn|kann|darf|muss|für|über|vor|nach|bei|mit|zu|auf|im|vom|gilt|kosten|vertrag)\b",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(r"\b(?:the|is|are|my|what|when|how|and|for|of|ya|na|kwa|ni|je)\b", re.IGNORECASE)


@cache
def _sentences() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = tomllib.loads(
        Path(__file__).with_name("report.toml").read_text(encoding="utf-8")
    )
    return found


def write(name: str, language: str, /, **values: object) -> str:
    """A sentence of a run in its language, its placeholders filled in."""
    variants = _sentences()[name]
    return variants.get(language, variants["en"]).format(**values)


def is_german(text: str) -> bool:
    found = len(_GERMAN.findall(text)) + (1 if re.search(r"[äöüß]", text) else 0)
    return found >= FEWEST_GERMAN and found > len(_OTHERS.findall(text))


def language_of(text: str, usual: str) -> str:
    """The language of a question; `usual` where its words do not tell."""
    if is_german(text):
        return "de"
    guess = heard.detect(text)
    label = "sheng" if guess.label == "mixed" else guess.label
    return label if label in LANGUAGES and guess.confidence >= 0.5 else usual
