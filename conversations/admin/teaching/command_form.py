"""A command as form fields, made from its declaration: a journey that is added has its form with it."""

import types
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import AfterValidator, BaseModel, Field, ValidationError, create_model
from pydantic.fields import FieldInfo

from conversations.admin.teaching import words
from journeys.command import Command, Option
from journeys.registry import ALL
from journeys.understand.node import NOT_FOR_MODELS
from journeys.understand.taught import is_teachable
from tenants.admin.rules_field import Control, controls, in_words, typed
from tenants.rules import Rules, read_strictly

YES_NO: Final = ("yes", "no")
FOR_CODE: Final = frozenset({"words"})
"""A choice that only code fills in: words to be read against an item's options."""
Shape = Literal["options", "models", "yes or no", "choice", "plain"]


def teachable(journeys_off: Collection[str]) -> dict[str, type[Command]]:
    """The commands that a sentence may stand for."""
    commands = ALL.without(journeys_off).commands
    return {name: kind for name, kind in commands.items() if is_teachable(kind)}


def fields_of(
    kind: type[Command], prefix: str, *, arguments: Mapping[str, Any], posted: Mapping[str, Any] | None = None
) -> Sequence[Control]:
    """The inputs of a command, filled with its arguments, or with what was posted and is shown again."""
    rules = rules_of(kind, kind.name)
    if posted is None:
        return controls(rules, _for_form(kind, arguments), prefix)
    again = typed(rules, posted, prefix)
    found = read_strictly(rules, dict(again))
    return controls(rules, again, prefix, found if isinstance(found, list) else [])


def read_form(kind: type[Command], posted: Mapping[str, Any], prefix: str) -> dict[str, Any] | list[str]:
    """The arguments that a posted form says; or what is wrong with them, as sentences."""
    rules = rules_of(kind, kind.name)
    found = read_strictly(rules, dict(typed(rules, posted, prefix)))
    if isinstance(found, list):
        return [in_words(rules, problem) for problem in found]
    try:
        command = kind.model_validate(_from_form(kind, found.stored()))
    except ValidationError as error:
        return [str(problem["msg"]) for problem in error.errors()]
    return command.model_dump(mode="json", exclude_defaults=True)


def _option(line: str) -> str:
    name, colon, value = line.partition(":")
    if not (colon and name.strip() and value.strip()):
        raise ValueError("Write it as size: 42, one a line.")
    return line


@cache
def rules_of(kind: type[BaseModel], name: str) -> type[Rules]:
    """A command's fields as settings with titles and help; those that only code fills are left out."""
    hidden = NOT_FOR_MODELS | words.hidden(name)
    shown = {field: info for field, info in kind.model_fields.items() if field not in hidden}
    fields: dict[str, Any] = {field: _setting(name, field, info) for field, info in shown.items()}
    return create_model(f"FormOf{kind.__name__}", __base__=Rules, **fields)


def _setting(name: str, field: str, info: FieldInfo) -> tuple[Any, FieldInfo]:
    title, described = words.field(name, field)
    extra: dict[str, Any] = {}
    annotation: Any = info.annotation
    match shape_of(info):
        case "options":
            annotation = tuple[Annotated[str, AfterValidator(_option)], ...]
        case "models":
            inner: Any = rules_of(_model_in(info), name)
            annotation = tuple[inner, ...]
        case "yes or no" | "choice" as shape:
            named = YES_NO if shape == "yes or no" else get_args(_inner(annotation))
            kept = tuple(word for word in named if word not in FOR_CODE)
            is_open = info.default is None
            annotation = Literal[kept] | None if is_open else Literal[kept]
            extra = {"choices": [""] * is_open + list(kept), "labels": words.labels(name, field)}
        case _ if info.is_required():
            annotation = Annotated[annotation, Field(min_length=1)]
    told = FieldInfo(annotation=annotation, title=title, description=described, json_schema_extra=extra)
    return annotation, FieldInfo.merge_field_infos(info, told, annotation=annotation)


def shape_of(info: FieldInfo) -> Shape:
    inner = _inner(info.annotation)
    if model := _model_in(info):
        return "options" if model is Option else "models"
    if inner is bool and info.default is None:
        return "yes or no"
    return "choice" if get_origin(inner) is Literal else "plain"


def _inner(annotation: Any) -> Any:
    """The type itself, without "or nothing"."""
    if get_origin(annotation) in (Union, types.UnionType):
        return next(one for one in get_args(annotation) if one is not type(None))
    return annotation


def _model_in(info: FieldInfo) -> Any:
    """The model of which there may be several, such as lines of a cart."""
    inner = get_args(info.annotation)[0] if get_origin(info.annotation) is tuple else None
    return inner if isinstance(inner, type) and issubclass(inner, BaseModel) else None


def _for_form(kind: type[BaseModel], arguments: Mapping[str, Any]) -> dict[str, Any]:
    """As the inputs hold them."""
    held: dict[str, Any] = {}
    for name, value in arguments.items():
        if (info := kind.model_fields.get(name)) is None or value is None:
            continue
        match shape_of(info):
            case "options":
                held[name] = [f"{option['name']}: {option['value']}" for option in value]
            case "models":
                held[name] = [_for_form(_model_in(info), each) for each in value]
            case "yes or no":
                held[name] = "yes" if value else "no"
            case _:
                held[name] = value
    return held


def _from_form(kind: type[BaseModel], held: Mapping[str, Any]) -> dict[str, Any]:
    """As the command has them."""
    arguments: dict[str, Any] = {}
    for name, value in held.items():
        match shape_of(info := kind.model_fields[name]):
            case "options":
                parts = (line.partition(":") for line in value)
                arguments[name] = [{"name": left.strip(), "value": right.strip()} for left, _, right in parts]
            case "models":
                arguments[name] = [_from_form(_model_in(info), each) for each in value]
            case "yes or no":
                arguments[name] = value == "yes"
            case _:
                arguments[name] = value
    return arguments
