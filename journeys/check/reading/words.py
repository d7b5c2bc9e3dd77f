"""The word lists of the evidence check, read once."""

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

_WORDS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
_TALK: dict[str, str] = tomllib.loads(Path(__file__).with_name("talk.toml").read_text(encoding="utf-8"))

TALK = " ".join(_TALK.values())
MONTHS = {name: int(number) for number, names in _WORDS["months"].items() for name in names}
CURRENCIES = {mark: name for name, marks in _WORDS["currencies"].items() for mark in marks}
BEFORE: dict[str, list[str]] = _WORDS["before"]
AFTER: dict[str, list[str]] = _WORDS["after"]
ADDRESSES: dict[str, list[str]] = _WORDS["addresses"]
UNITS = {word: name for name, words in _WORDS["units"].items() for word in words}
RESTRICTIONS: list[str] = _WORDS["restrictions"]["words"]
SYSTEM_TALK: list[str] = _WORDS["system_talk"]["words"]
OPPOSITES: list[tuple[str, str]] = [(one, other) for one, other in _WORDS["polarity"]["pairs"]]
CARRIED: dict[str, list[str]] = _WORDS["carried"]
PAYS_TO: dict[str, list[str]] = _WORDS["pays_to"]
MEANINGS: dict[str, str] = _WORDS["meanings"]
COLOURS: list[str] = _WORDS["colours"]["words"]
NAMES: list[str] = _WORDS["names"]["known"]
RUDE: list[str] = _WORDS["rude"]["words"]
RIVALS: list[str] = _WORDS["rivals"]["words"]
FEATURES: dict[str, list[str]] = _WORDS["features"]
PRICED: dict[str, list[str]] = _WORDS["priced"]
PHRASES: dict[str, str] = _WORDS["phrases"]
OPENING: dict[str, list[str]] = _WORDS["opening"]
DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAYS = [word for day in DAYS for word in OPENING[day]]
CLAUSES: dict[str, list[str]] = _WORDS["clauses"]
CLOCK: dict[str, Any] = _WORDS["clock"]
UNTOLD: dict[str, list[str]] = _WORDS["untold"]
FIELDS = {kind: frozenset(names) for kind, names in _WORDS["fields"].items()}


def either(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first."""
    escaped = (word.replace("$", r"\$").replace(".", r"\.") for word in sorted(words, key=len, reverse=True))
    return f"(?:{'|'.join(escaped)})"


def weekday_of(word: str) -> int:
    """The number of a day of the week by its name, 0 for Monday; `word` is one of WEEKDAYS."""
    return next(number for number, day in enumerate(DAYS) if re.fullmatch(either(OPENING[day]), word))
