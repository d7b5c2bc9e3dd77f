"""Topics that a tenant leaves alone: known by lists of ours where the topic is a common one, and by its own words."""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from journeys.local.wordlists import stems
from knowledge.text import fold
from tenants.rules import Guardrails, Topic


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    lists = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {name: re.compile("|".join(f"(?:{line})" for line in lines)) for name, lines in lists.items()}


# "There is no casino", right before the word: of what there is not nobody advises.
_IS_NONE: Final = re.compile(r"\b(?:no|hakuna|hamna|hatuna|(?:do|does) not (?:have|offer|allow)(?: any| a)?) \Z")


def topic_in(text: str, rules: Guardrails) -> Topic | None:
    """The restricted topic that a message asks about."""
    said, roots = fold(text), stems(text)
    return next((topic for topic in rules.topics if _is_about(topic, said, roots)), None)


def advises(text: str, rules: Guardrails) -> bool:
    """Whether an answer of ours goes into a topic that is left alone."""
    said = fold(text)
    patterns = filter(None, map(_known, rules.topics))
    return any(not _IS_NONE.search(said[: found.start()]) for pattern in patterns for found in pattern.finditer(said))


def _is_about(topic: Topic, said: str, roots: set[str]) -> bool:
    pattern = _known(topic)
    if pattern is not None and pattern.search(said):
        return True
    if any(re.search(rf"(?<!\w){re.escape(fold(word))}(?!\w)", said) for word in topic.words):
        return True
    named = stems(topic.topic)
    return pattern is None and bool(named) and named <= roots


def _known(topic: Topic) -> re.Pattern[str] | None:
    name = fold(topic.topic)
    return next((pattern for known, pattern in _patterns().items() if known in name), None)
