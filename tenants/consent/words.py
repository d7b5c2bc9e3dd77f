"""The words that begin and end messages: the house's by kind and language, and a tenant's own beside them."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, cast

Kind = Literal["stop", "start", "stop_marketing", "help"]
ByLanguage = Mapping[str, Sequence[str]]


@cache
def house_words() -> Mapping[Kind, ByLanguage]:
    """Kind → language → words."""
    found: Any = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return cast(Mapping[Kind, ByLanguage], found)


def always(kind: Kind, language: str) -> str:
    """What is obeyed whatever a tenant adds, as a form tells it."""
    return ", ".join(word.upper() for word in house_words()[kind].get(language, ()))
