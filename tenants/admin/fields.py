"""Form fields for JSON columns: tick boxes, seven rows of hours, words between commas."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from unfold.widgets import (
    INPUT_CLASSES,
    UnfoldAdminCheckboxSelectMultipleWidget,
    UnfoldAdminTextInputWidget,
)

from tenants.choices import list_languages
from tenants.validators import DAYS

DAY_NAMES = dict(zip(DAYS, ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"), strict=True))
# Each with the journeys that go with it; what every business needs (a person, preferences) cannot be switched off.
JOURNEYS = (
    ("sales", "Sell: find products, take orders and payments", ("sales", "checkout")),
    ("offers", "Tell offers and take coupons", ("offers",)),
    ("orders", "Tell how orders and payments stand, change and cancel them", ("orders",)),
    ("billing", "Tell plans, balances and invoices, and take wishes for refunds", ("billing",)),
    ("research", "Research questions in your documents over several messages, and report", ("research",)),
    ("support", "Answer questions from your documents", ("support",)),
)
METHOD_NAMES = (
    ("mpesa_stk", "M-Pesa STK request to the phone"),
    ("mpesa_c2b", "M-Pesa to a paybill or till"),
    ("card", "Card"),
)


class LanguagesField(forms.MultipleChoiceField):
    """Languages as tick boxes, kept as a list."""

    def __init__(self, **options: Any) -> None:
        widget = UnfoldAdminCheckboxSelectMultipleWidget()
        super().__init__(choices=list_languages, widget=widget, **options)
        self.error_messages["required"] = "Tick at least one language."


class PaymentMethodsField(forms.MultipleChoiceField):
    """Payment methods as tick boxes, kept as a mapping of each method to true or false."""

    def __init__(self, **options: Any) -> None:
        options |= {"required": False, "choices": METHOD_NAMES}
        super().__init__(widget=UnfoldAdminCheckboxSelectMultipleWidget(), **options)

    def prepare_value(self, value: Any) -> Any:
        return [method for method, is_on in value.items() if is_on] if isinstance(value, Mapping) else value

    def clean(self, value: Any) -> Any:
        ticked = super().clean(value)
        return {method: method in ticked for method, _ in METHOD_NAMES}

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class Ticked(list[str]):
    """What was ticked in a form that is shown again, apart from what is stored: the names that are off."""


class JourneysField(forms.MultipleChoiceField):
    """What the assistant does as tick boxes, kept as the names of the journeys that are off."""

    def __init__(self, **options: Any) -> None:
        options |= {"required": False, "choices": [(name, label) for name, label, _ in JOURNEYS]}
        super().__init__(widget=UnfoldAdminCheckboxSelectMultipleWidget(), **options)

    def bound_data(self, data: Any, initial: Any) -> Ticked:
        return Ticked(data or [])

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, Ticked) else [name for name, *_ in JOURNEYS if name not in (value or [])]

    def clean(self, value: Any) -> list[str]:
        ticked = super().clean(value)
        return [off for name, _, offs in JOURNEYS if name not in ticked for off in offs]

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class HoursWidget(forms.Widget):
    """One row a day: open from, until; an empty row is a closed day."""

    template_name = "tenants/business_hours.html"

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        context = super().get_context(name, value, attrs)
        hours = value if isinstance(value, Mapping) else {}
        rows = [{"day": day, "label": DAY_NAMES[day], "times": _times(hours.get(day))} for day in DAYS]
        context["widget"] |= {"rows": rows, "classes": " ".join(INPUT_CLASSES)}
        return context

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> dict[str, Sequence[str]]:
        ends = ("from", "until")
        return {day: tuple(data.get(f"{name}_{day}_{end}", "") for end in ends) for day in DAYS}

    def value_omitted_from_data(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        return not any(f"{name}_{day}_from" in data for day in DAYS)

    def id_for_label(self, id_: str) -> str:
        return f"{id_}_{DAYS[0]}_from"


def _times(hours: Any) -> Sequence[str]:
    """Two times for the row's inputs, from '08:00-18:00' or from what was just typed."""
    if isinstance(hours, str) and "-" in hours:
        opens, _, closes = hours.partition("-")
        return opens, "00:00" if closes == "24:00" else closes
    return hours if isinstance(hours, tuple) else ("", "")


class BusinessHoursField(forms.Field):
    """Hours by day, kept as {"mon": "08:00-18:00", "sun": "closed"}; until 00:00 means until midnight."""

    widget = HoursWidget

    def to_python(self, value: Any) -> dict[str, str]:
        problems, hours = [], {}
        for day, (opens, closes) in value.items():
            opens, closes = opens.strip()[:5], closes.strip()[:5]
            if bool(opens) is not bool(closes):
                problems.append(f"{DAY_NAMES[day]}: give both times, or neither for a closed day.")
            elif opens and opens == closes:
                problems.append(f"{DAY_NAMES[day]}: opening and closing time are the same.")
            else:
                hours[day] = f"{opens}-{'24:00' if closes == '00:00' else closes}" if opens else "closed"
        if problems:
            raise ValidationError(problems)
        return hours

    def has_changed(self, initial: Any, data: Any) -> bool:
        closed = dict.fromkeys(DAYS, "closed")
        try:
            return closed | (initial or {}) != closed | self.to_python(data)
        except ValidationError:
            return True


class TagsField(forms.CharField):
    """Words between commas, kept as a list."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, widget=UnfoldAdminTextInputWidget(), max_length=500, **options)

    def prepare_value(self, value: Any) -> Any:
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        words = (word.strip() for word in super().clean(value).split(","))
        return list(dict.fromkeys(word for word in words if word))

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))
