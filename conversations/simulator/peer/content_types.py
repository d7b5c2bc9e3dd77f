"""Content types the peer knows: their limits, and how variables are filled in."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError, model_validator

PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z0-9_]+)\s*\}\}")
Id = Annotated[str, StringConstraints(min_length=1, max_length=200)]
ListLabel = Annotated[str, StringConstraints(min_length=1, max_length=24)]
ButtonLabel = Annotated[str, StringConstraints(min_length=1, max_length=20)]
ShortBody = Annotated[str, StringConstraints(min_length=1, max_length=1024)]


class Missing(ValueError):
    """A placeholder has neither a variable nor a default."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Text(_Strict):
    """twilio/text"""

    body: Annotated[str, StringConstraints(min_length=1, max_length=1600)]


class Row(_Strict):
    """A row of a list."""

    item: ListLabel
    id: Id
    description: Annotated[str, StringConstraints(max_length=72)] | None = None


class ListPicker(_Strict):
    """twilio/list-picker"""

    body: ShortBody
    button: ButtonLabel
    items: list[Row] = Field(min_length=1, max_length=10)

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        _refuse_doubles([row.id for row in self.items])
        return self


class Action(_Strict):
    """A reply button; WhatsApp takes no other kind within a conversation."""

    type: Literal["QUICK_REPLY"] = "QUICK_REPLY"
    title: ButtonLabel
    id: Id


class QuickReply(_Strict):
    """twilio/quick-reply, unapproved: three buttons at most."""

    body: ShortBody
    actions: list[Action] = Field(min_length=1, max_length=3)

    @model_validator(mode="after")
    def _ids_differ(self) -> Self:
        _refuse_doubles([action.id for action in self.actions])
        return self


KINDS: dict[str, type[BaseModel]] = {
    "twilio/list-picker": ListPicker,
    "twilio/quick-reply": QuickReply,
    "twilio/text": Text,
}


def _refuse_doubles(ids: list[str]) -> None:
    if len(set(ids)) < len(ids):
        raise ValueError("ids must differ")


def problem_of(types: Any) -> str:
    """Why the types may not be stored; a place for a variable counts as its name. Empty when they may."""
    if not isinstance(types, dict) or not types:
        return "types must name at least one content type"
    for kind, body in types.items():
        if kind not in KINDS:
            return f"{kind} is not a content type of this API"
        problem = limits_broken(kind, fill(body, {}, is_sample=True))
        if problem:
            return problem
    return ""


def limits_broken(kind: str, content: Any) -> str:
    """Which limit the content breaks, with the place; empty when none."""
    try:
        KINDS[kind].model_validate(content)
    except ValidationError as error:
        first = error.errors()[0]
        return f"{kind}: {'.'.join(map(str, first['loc']))}: {first['msg']}"
    return ""


def fill(content: Any, variables: Mapping[str, str], *, is_sample: bool = False) -> Any:
    """The content with every placeholder replaced; raises Missing when one has no value, save in a sample."""
    if isinstance(content, dict):
        return {key: fill(value, variables, is_sample=is_sample) for key, value in content.items()}
    if isinstance(content, list):
        return [fill(value, variables, is_sample=is_sample) for value in content]
    if isinstance(content, str):
        return PLACEHOLDER.sub(lambda match: _value(match[1], variables, is_sample), content)
    return content


def _value(name: str, variables: Mapping[str, str], is_sample: bool) -> str:
    value = variables.get(name, name if is_sample else None)
    if value is None:
        raise Missing(name)
    return value


def richest(types: Mapping[str, Any]) -> str:
    """The kind that WhatsApp shows: the first of KINDS that the template has."""
    return next(kind for kind in KINDS if kind in types)
