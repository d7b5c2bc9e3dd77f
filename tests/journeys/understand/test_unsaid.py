"""A field that a command may go without: a model may leave it empty in any way that the schema it is given allows."""

import json
from decimal import Decimal
from typing import Any

import pytest

from journeys.command import Command
from journeys.registry import ALL
from journeys.sales.commands import ChangeCart, Search
from journeys.understand import node

OUR_OWN = {"command", "confidence"}
NOTHING: dict[str, Any] = {
    "queries": ["pan"], "category": "", "price_min": None, "price_max": None, "options": [], "sort": "relevance",
    "in_stock_only": False, "refines": False, "everything": False,
}  # fmt: skip
FOR_MODELS = [command for command in ALL.commands.values() if command.for_model]
SCHEMA: dict[str, Any] = node._form(ALL).response_format["json_schema"]["schema"]


def of_the_schema(command: str) -> dict[str, Any]:
    """The fields of a command as the model is shown them."""
    shown = (part["properties"] for name, part in SCHEMA["$defs"].items() if name == f"Give_{command}")
    return next(shown)


def emptied(field: dict[str, Any]) -> Any:
    """Empty text wherever the schema allows it, else nothing at all."""
    kinds = field.get("anyOf", [field])
    if any(kind.get("type") == "string" and "enum" not in kind and "const" not in kind for kind in kinds):
        return ""
    if any(kind.get("type") == "null" for kind in kinds):
        return None
    kind = SCHEMA["$defs"][kinds[0]["$ref"].rsplit("/", 1)[-1]] if "$ref" in kinds[0] else kinds[0]
    return kind["enum"][0] if "enum" in kind else {"array": [], "boolean": False}[kind["type"]]


def answered(command: str, fields: dict[str, Any]) -> Any:
    """A model's answer, read as strictly as it is in a turn."""
    given = {
        "intent_classify": {"intent": "sales_discovery", "confidence": 0.9},
        "language_policy": {"language": "en", "confidence": 0.9},
        "governor_spam_casual": {"classification": "business", "confidence": 0.9},
        "commands": [{"command": command, "confidence": 0.9} | fields],
    }
    return node._form(ALL).schema.model_validate_json(json.dumps(given), strict=True)


def understood(command: str, fields: dict[str, Any]) -> Command | None:
    """The command that is made of a model's answer."""
    return node._command(answered(command, fields).commands[0], ALL)


@pytest.mark.parametrize("kind", FOR_MODELS, ids=lambda kind: kind.name)
def test_empty_text_in_a_field_that_may_be_left_out_says_nothing(kind: type[Command]) -> None:
    optional = {name for name, info in kind.model_fields.items() if not info.is_required()}
    fields = {
        name: emptied(shown) if name in optional else (shown.get("enum") or ["x"])[0]
        for name, shown in of_the_schema(kind.name).items()
        if name not in OUR_OWN
    }
    command = understood(kind.name, fields)
    unsaid = {name for name in optional if fields.get(name) == ""}
    assert command is not None
    assert all(getattr(command, name) == kind.model_fields[name].default for name in unsaid)


@pytest.mark.parametrize("quantity", [2, 1.5])
def test_what_is_said_beside_it_is_read_as_before(quantity: float) -> None:
    fields = {"change": "set", "line": "", "options": [{"name": "size", "value": "42"}], "quantity": quantity}
    command = understood("change_cart", fields)
    assert isinstance(command, ChangeCart)
    assert (command.quantity, command.options[0].value) == (Decimal(str(quantity)), "42")
    assert understood("search", {**NOTHING, "price_max": 5000}) == Search(queries=("pan",), price_max=5000)


@pytest.mark.parametrize(("phone", "fault"), [("0722000111", "set_preferences.phone"), ("+254722000111", "None")])
def test_a_value_that_its_command_cannot_take_is_told_to_the_model(phone: str, fault: str) -> None:
    fields = {name: emptied(shown) for name, shown in of_the_schema("set_preferences").items() if name not in OUR_OWN}
    answer = answered("set_preferences", fields | {"phone": phone})
    assert str(node._objection(answer, {}, ALL)).startswith(fault)
