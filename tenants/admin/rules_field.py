"""A form for a group of rules, made from their schema: titles, limits and rows are told there, once."""

import re
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Union, get_args, get_origin

from django import forms
from django.core.exceptions import ValidationError
from pydantic.fields import FieldInfo
from unfold.widgets import INPUT_CLASSES, SELECT_CLASSES, TEXTAREA_CLASSES

from tenants.choices import list_spoken
from tenants.rules import RuleProblem, Rules, read_rules, read_strictly
from tenants.rules.reading import SPOKEN_IN

LANGUAGE_NAMES = dict(list_spoken())
ANY_ROW = "__row__"
CLASSES = {
    "input": " ".join(INPUT_CLASSES).replace("max-w-2xl", "w-full"),
    "select": " ".join(SELECT_CLASSES),
    "area": " ".join(TEXTAREA_CLASSES),
}


class Typed(dict[str, Any]):
    """What somebody typed, in the schema's own shape, before it is checked."""


@dataclass(slots=True)
class Control:
    """One input, or a group or rows of them, as the template shows it."""

    kind: str
    name: str
    title: str = ""
    help: str = ""
    value: Any = None
    problem: str = ""
    limits: dict[str, int] = field(default_factory=dict)
    choices: Sequence[tuple[str, str]] = ()
    children: Sequence["Control"] = ()
    blank: "Control | None" = None
    is_folded: bool = False

    @property
    def is_wrong(self) -> bool:
        return bool(self.problem) or any(child.is_wrong for child in self.children)

    @property
    def name_of_row(self) -> str:
        """What a folded row is known by: its first field."""
        return str(self.children[0].value or "") if self.children else ""

    @property
    def id(self) -> str:
        return f"id_{self.name}"


@dataclass(frozen=True, slots=True)
class Setting:
    """A field of the schema, and the kind of input that it needs."""

    key: str
    info: FieldInfo
    kind: str
    rules: type[Rules] = Rules
    row: str = ""

    @property
    def extra(self) -> Mapping[str, Any]:
        extra = self.info.json_schema_extra
        return extra if isinstance(extra, dict) else {}

    @property
    def limits(self) -> dict[str, int]:
        """What the browser can hold a person to, by the names of HTML."""
        told: dict[str, int] = {}
        for limit in self.info.metadata:
            for ours, name in (("ge", "min"), ("le", "max"), ("max_length", "maxlength")):
                if (value := getattr(limit, ours, None)) is not None:
                    told[name] = value
        return told

    @property
    def choices(self) -> Sequence[tuple[str, str]]:
        words = self.extra.get("choices") or get_args(self.info.annotation)
        labels = self.extra.get("labels", {})
        return [(word, labels.get(word, word.replace("_", " ").capitalize())) for word in words]


def settings_of(rules: type[Rules]) -> Iterator[Setting]:
    """The settings that a form shows, in the schema's order."""
    for name, info in rules.model_fields.items():
        extra = info.json_schema_extra
        if not (isinstance(extra, dict) and extra.get("is_hidden")):
            yield _setting(info.alias or name, info)


def _setting(key: str, info: FieldInfo) -> Setting:
    annotation = _without_none(info.annotation)
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    if get_origin(annotation) is tuple:
        inner = _without_none(get_args(annotation)[0])
        if isinstance(inner, type) and issubclass(inner, Rules):
            return Setting(key, info, "rows", inner, "group")
        if _is_spoken(inner):
            return Setting(key, info, "rows", row="spoken")
        return Setting(key, info, "rows", row="choice") if "choices" in extra else Setting(key, info, "lines")
    if isinstance(annotation, type) and issubclass(annotation, Rules):
        return Setting(key, info, "group", annotation)
    if _is_spoken(annotation):
        return Setting(key, info, "spoken")
    if get_origin(annotation) is Literal:
        return Setting(key, info, "choice")
    if annotation is bool:
        return Setting(key, info, "tick")
    if annotation is int:
        return Setting(key, info, "number")
    return Setting(key, info, "long" if extra.get("is_long") else "text")


def _without_none(annotation: Any) -> Any:
    """The type itself, without "or nothing" and without what only checks it."""
    if get_origin(annotation) in (Union, types.UnionType):
        annotation = next(one for one in get_args(annotation) if one is not type(None))
    while hasattr(annotation, "__metadata__"):
        annotation = annotation.__origin__
    return annotation


def _is_spoken(annotation: Any) -> bool:
    return get_origin(annotation) is dict


def typed(rules: type[Rules], data: Mapping[str, Any], name: str) -> Typed:
    """What a posted form says, without what was left empty."""
    found = Typed()
    for setting in settings_of(rules):
        value = _typed(setting.kind, setting, data, f"{name}-{setting.key}")
        if value not in (None, "", [], {}) or (setting.info.is_required() and setting.kind != "group"):
            found[setting.key] = value
    return found


def _typed(kind: str, setting: Setting, data: Mapping[str, Any], name: str) -> Any:
    match kind:
        case "tick":
            return name in data
        case "lines":
            return [line.strip() for line in str(data.get(name, "")).splitlines() if line.strip()]
        case "spoken":
            said = {language: str(data.get(f"{name}-{language}", "")).strip() for language in SPOKEN_IN}
            return {language: words for language, words in said.items() if words}
        case "group":
            group = typed(setting.rules, data, name)
            return group if any(group.values()) or setting.info.default_factory else None
        case "rows":
            rows = (_typed(setting.row, setting, data, f"{name}-{place}") for place in _places(data, name))
            return [row for row in rows if row]
    return str(data.get(name, "")).strip()


def _places(data: Mapping[str, Any], name: str) -> list[int]:
    """The rows that were posted, in their order; taken away ones leave gaps."""
    pattern = re.compile(rf"{re.escape(name)}-(\d{{1,5}})(?:-|\Z)")
    return sorted({int(found[1]) for key in data if (found := pattern.match(key))})


def controls(
    rules: type[Rules], values: Mapping[str, Any], name: str, problems: Sequence[RuleProblem] = ()
) -> list[Control]:
    """The inputs of a group of rules, filled with these values."""
    return [
        _control(setting.kind, setting, values.get(setting.key), f"{name}-{setting.key}", _under(problems, setting.key))
        for setting in settings_of(rules)
    ]


def _control(kind: str, setting: Setting, value: Any, name: str, problems: Sequence[RuleProblem]) -> Control:
    own = " ".join(problem.sentence for problem in problems if not problem.at or kind in ("spoken", "lines"))
    control = Control(kind, name, setting.info.title or "", setting.info.description or "", value, own)
    match kind:
        case "group":
            control.children = controls(setting.rules, value or {}, name, problems)
            control.is_folded = setting.info.default_factory is None
        case "spoken":
            said = {"en": value} if isinstance(value, str) else value or {}
            control.children = [
                Control("long", f"{name}-{language}", LANGUAGE_NAMES[language], value=said.get(language, ""))
                for language in SPOKEN_IN
            ]
        case "rows":
            control.children = [
                _row(setting, row, f"{name}-{place}", _under(problems, place)) for place, row in enumerate(value or ())
            ]
            control.blank = _row(setting, None, f"{name}-{ANY_ROW}", ())
        case "lines":
            control.value = "\n".join(value or ())
        case "tick":
            control.value = setting.info.default if value is None else value
        case "choice":
            control.choices = setting.choices
            control.value = value or (None if setting.kind == "rows" else setting.info.default)
        case "number":
            control.value = setting.info.default if value is None else value
            control.limits = setting.limits
        case _:
            control.limits = setting.limits
    return control


def _row(setting: Setting, value: Any, name: str, problems: Sequence[RuleProblem]) -> Control:
    """One of the rows; what they are is told above them, once."""
    control = _control(setting.row, setting, value, name, problems)
    control.title = control.help = ""
    return control


def _under(problems: Sequence[RuleProblem], key: str | int) -> list[RuleProblem]:
    return [RuleProblem(problem.at[1:], problem.sentence) for problem in problems if problem.at[:1] == (key,)]


def in_words(rules: type[Rules], problem: RuleProblem) -> str:
    """Where a problem is and what it is, by the titles that the form shows."""
    titles, inside = [], rules
    for part in problem.at:
        if isinstance(part, int):
            titles.append(str(part + 1))
        elif part in LANGUAGE_NAMES:
            titles.append(LANGUAGE_NAMES[part])
        else:
            setting = next((one for one in settings_of(inside) if one.key == part), None)
            titles.append((setting.info.title if setting else None) or part)
            inside = setting.rules if setting else inside
    return f"{', '.join(titles)}: {problem.sentence}" if titles else problem.sentence


class RulesWidget(forms.Widget):
    """The schema as inputs; rows are added and taken away in the browser."""

    template_name = "tenants/rules.html"

    class Media:
        js: ClassVar[list[str]] = ["tenants/rules.js"]

    def __init__(self, rules: type[Rules]) -> None:
        super().__init__()
        self.rules = rules

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        values, problems = value, list[RuleProblem]()
        if isinstance(value, Typed):
            found = read_strictly(self.rules, dict(value))
            problems = found if isinstance(found, list) else []
        else:
            values = read_rules(self.rules, value).stored()
        shown = controls(self.rules, values, name, problems)
        context["widget"] |= {"controls": shown, "classes": CLASSES, "any_row": ANY_ROW}
        return context

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Typed:
        return typed(self.rules, data, name) if name in data else Typed()

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return name not in data

    def id_for_label(self, id_: str) -> str:
        return ""


class RulesField(forms.Field):
    """A JSON column with a schema, as a form; kept without what is as it always is."""

    def __init__(self, rules: type[Rules], **options: Any) -> None:
        super().__init__(required=False, widget=RulesWidget(rules), **options)
        self.rules = rules

    def to_python(self, value: Any) -> dict[str, Any]:
        found = read_strictly(self.rules, dict(value or {}))
        if isinstance(found, list):
            raise ValidationError([in_words(self.rules, problem) for problem in found])
        return found.stored()

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return read_rules(self.rules, initial).stored() != self.to_python(data)
        except ValidationError:
            return True
