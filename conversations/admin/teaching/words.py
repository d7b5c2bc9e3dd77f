"""What the admin reads of commands and their fields; what the list does not tell is told by their own names."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from journeys.command import Command
from journeys.understand.node import NOT_FOR_MODELS
from tenants.admin.fields import JOURNEYS

USUAL: Mapping[str, str] = {"": "Not said", "yes": "Yes", "no": "No"}
GROUPS: Mapping[str, str] = {name: label.split(":")[0] for _, label, names in JOURNEYS for name in names}


def title(name: str) -> str:
    return str(_told(name).get("title") or _in_letters(name))


def help_text(kind: type[Command]) -> str:
    return str(_told(kind.name).get("help") or (kind.__doc__ or "").strip().split("\n")[0])


def group(journey: str) -> str:
    """Under which heading a journey's commands stand."""
    return GROUPS.get(journey, "Always" if journey in ("prefs", "handoff") else _in_letters(journey))


def hidden(name: str) -> frozenset[str]:
    """Fields that a form does not show, because another customer has another value."""
    return frozenset(_told(name).get("hidden", ()))


def field(name: str, of: str) -> tuple[str, str]:
    """A field's title, and what is to be written there."""
    told = _told(name).get(of, [_in_letters(of), ""])
    return told[0], told[1]


def labels(name: str, of: str) -> Mapping[str, str]:
    named: Mapping[str, str] = _told(name).get(f"{of}_labels", {})
    return {**USUAL, **named}


def in_words(command: Command) -> str:
    """A command in words: its title, and each value that is not as usual."""
    said = command.model_dump(mode="json", exclude_defaults=True, exclude=set(NOT_FOR_MODELS))
    values = [f"{field(command.name, of)[0]} = {_value(command.name, of, value)}" for of, value in said.items()]
    return f"{title(command.name)}: {'; '.join(values)}" if values else title(command.name)


def _value(name: str, of: str, value: Any) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case list():
            return ", ".join(_value(name, of, each) for each in value)
        case dict():
            return " ".join(_value(name, of, each) for each in value.values())
    return labels(name, of).get(str(value)) or str(value).replace("_", " ")


def _in_letters(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _told(name: str) -> Mapping[str, Any]:
    told: Mapping[str, Any] = _list().get(name, {})
    return told


@cache
def _list() -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name("commands.toml").read_text(encoding="utf-8"))
