"""The word lists beside the code, and the one way every local classifier cuts a message into words."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from knowledge.text import fold

LONGEST = 1600  # WhatsApp's own limit; what is longer is judged by its beginning
_TOKEN = re.compile(r"[^\W_]+")


@cache
def wordlist(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{name}.toml").read_text(encoding="utf-8"))


@cache
def word_set(name: str, *path: str) -> frozenset[str]:
    found: Any = wordlist(name)
    for key in path:
        found = found[key]
    return frozenset(found.split())


@cache
def any_of(name: str, *path: str) -> re.Pattern[str]:
    """Return one pattern that finds any of the listed phrases as whole words."""
    found: Any = wordlist(name)
    for key in path:
        found = found[key]
    return re.compile(r"(?<!\w)(?:" + "|".join(sorted(found, key=len, reverse=True)) + r")(?!\w)")


def plain(text: str) -> str:
    """Fold a message and drop its apostrophes, so that "don't", "dont" and "ng'ombe" read one way."""
    return fold(text[:LONGEST]).replace("'", "")


def tokens(text: str) -> list[str]:
    return _TOKEN.findall(plain(text))
