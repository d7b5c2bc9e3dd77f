"""The form of an exemplar: the sentence, and under the chosen command the fields of that command."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminTextInputWidget

from conversations.admin.teaching import words
from conversations.admin.teaching.command_form import fields_of, read_form, teachable
from journeys.registry import ALL
from knowledge.redact import without_personal_data
from tenants.admin.rules_field import ANY_ROW, CLASSES
from tenants.admin.scoped import ScopedForm
from tools.exemplars.models import LONGEST, Exemplar, key_of
from tools.exemplars.selectors import MOST


class Posted(dict[str, Any]):
    """What was posted for all commands, before the chosen one's part is read."""


def choices(journeys_off: Collection[str]) -> list[tuple[str, Any]]:
    """The commands under the headings of their journeys."""
    headings: dict[str, list[tuple[str, str]]] = {}
    for name in teachable(journeys_off):
        headings.setdefault(words.group(ALL.owners[name].name), []).append((name, words.title(name)))
    return [("", "Choose what it means"), *headings.items()]


class CommandFields(forms.Widget):
    """The fields of every command; the browser shows those of the chosen one."""

    template_name = "conversations/command_fields.html"
    journeys_off: Collection[str] = ()
    chosen = ""

    class Media:
        js: ClassVar[list[str]] = ["tenants/rules.js", "conversations/teaching.js"]

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        posted = value if isinstance(value, Posted) else None
        shown = [
            {
                "name": command,
                "title": words.title(command),
                "help": words.help_text(kind),
                "is_chosen": command == self.chosen,
                "controls": fields_of(
                    kind, f"{name}-{command}", posted=posted if command == self.chosen else None,
                    arguments=value if command == self.chosen and posted is None and value else {},
                ),
            }
            for command, kind in teachable(self.journeys_off).items()
        ]  # fmt: skip
        context["widget"] |= {"commands": shown, "classes": CLASSES, "any_row": ANY_ROW}
        return context

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Posted:
        self.chosen = str(data.get("command", ""))
        return Posted({key: data[key] for key in data if key.startswith(f"{name}-")})

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return False

    def id_for_label(self, id_: str) -> str:
        return ""


class CommandField(forms.Field):
    """The arguments of the chosen command."""

    widget: CommandFields

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, widget=CommandFields(), **options)

    def clean(self, value: Posted) -> dict[str, Any]:
        kind = teachable(self.widget.journeys_off).get(self.widget.chosen)
        if kind is None:
            return {}
        found = read_form(kind, value, f"arguments-{kind.name}")
        if isinstance(found, list):
            raise ValidationError(found)
        return found

    def has_changed(self, initial: Any, data: Any) -> bool:
        return True


class ExemplarForm(ScopedForm):
    """Typed whole: nobody writes JSON here."""

    journeys_off: ClassVar[Collection[str]] = ()

    command = forms.ChoiceField(label="It means", widget=UnfoldAdminSelectWidget())
    arguments = CommandField(label="In detail")
    also = forms.CharField(
        label="Try other words", required=False, max_length=LONGEST, widget=UnfoldAdminTextInputWidget(),
        help_text="Another way to say it, or something that shall mean what it always meant. It is not kept.",
    )  # fmt: skip

    class Meta:
        model = Exemplar
        fields = ("sentence", "language", "command", "arguments")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if "command" not in self.fields:  # who may only look has no inputs
            return
        self.fields["command"].choices = choices(self.journeys_off)  # type: ignore[attr-defined]
        widget: Any = self.fields["arguments"].widget
        widget.journeys_off, widget.chosen = self.journeys_off, self.initial.get("command", "")

    def clean_sentence(self) -> str:
        """Without what would tell who wrote it: the sentence stays when the customer is forgotten."""
        sentence: str = self.cleaned_data["sentence"].strip()
        if sentence != without_personal_data(sentence) or "[" in sentence:
            raise ValidationError("Leave out what belongs to one customer: names, phone numbers, order numbers, codes.")
        alike = Exemplar.objects.filter(key=key_of(sentence)).exclude(pk=self.instance.pk)
        if alike.exists():
            raise ValidationError("This sentence is taught already. Change what it means there.")
        return sentence

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.instance._state.adding and Exemplar.objects.count() >= MOST:
            raise ValidationError(f"There are {MOST} sentences, and more cannot be taught. Delete what nobody says.")
        return cleaned
