"""Matters that are a person's at once: somebody in danger, a secret given away, a booking or contract to be changed."""

import re
import tomllib
from functools import cache
from pathlib import Path

from journeys.local import circumstances
from journeys.local.clauses import may_only_come
from journeys.local.wordlists import plain


def is_urgent(text: str) -> bool:
    """Whether they are to call at once."""
    return is_danger(text) or gave_a_secret(text)


def is_danger(text: str) -> bool:
    """Whether somebody is hurt, or something burns, now: what may only come is a question."""
    said = plain(text)
    return not may_only_come(said) and _says("danger", said)


def gave_a_secret(text: str) -> bool:
    """Whether they gave a PIN or a code to somebody who asked for it."""
    said = plain(text)
    return not may_only_come(said) and _says("secret_given", said) and not _says("no_secret", said)


def is_outage(text: str) -> bool:
    """Whether those around them have no line either."""
    said = plain(text)
    return not may_only_come(said) and _says("line", said) and _says("off", said) and _says("all_around", said)


def ends_booking(text: str) -> bool:
    """Whether a booking of theirs shall be ended, whatever is asked besides: "need to cancel, what is the fee"."""
    said = plain(text)
    return not may_only_come(said) and _says("shall_end", said) and (_says("booking", said) or _says("arrives", said))


def changes_booking(text: str) -> bool:
    """Whether a booking of theirs shall be moved, or ended; "can we cancel" asks for the rule, "can we move it to the
    20th" does not."""
    said = plain(text)
    if ends_booking(text):
        return True
    is_change = _says("act", said) and (not _says("may", said) or circumstances.tells_time(said))
    is_end = _says("ends", said) and not _says("may", said)
    return _says("booking", said) and not _says("asks", said) and (is_change or is_end)


def asks_a_rule(text: str) -> bool:
    """Whether they ask what holds, such as what it costs."""
    return "?" in text or _says("asks", plain(text))


def changes_contract(text: str) -> bool:
    """Whether a line or contract of theirs shall be moved or ended."""
    said = plain(text)
    is_asked = _says("asks", said) or _says("may", said) or _says("by_themselves", said)
    return _says("contract", said) and not is_asked and (_says("act", said) or _says("ends", said))


def _says(name: str, said: str) -> bool:
    return _pattern(name).search(said) is not None


@cache
def _pattern(name: str) -> re.Pattern[str]:
    found, people = _read()[name], str(_read()["people"])
    lines = [found] if isinstance(found, str) else found
    return re.compile("|".join(f"(?:{line.replace('@', people)})" for line in lines))


@cache
def _read() -> dict[str, str | list[str]]:
    read: dict[str, str | list[str]] = tomllib.loads(
        Path(__file__).with_name("matters.toml").read_text(encoding="utf-8")
    )
    return read
