"""Form fields that take attributes and aliases as the CSV file does, instead of JSON."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from unfold.widgets import UnfoldAdminTextInputWidget

from tools.catalog.importing.rows import aliases_of, pairs_of


class PairsField(forms.CharField):
    """{"size": "42", "colour": "black"} as size=42; colour=black."""

    def __init__(self, **options: Any) -> None:
        placeholder = {"placeholder": "size=42; colour=black"}
        super().__init__(required=False, widget=UnfoldAdminTextInputWidget(attrs=placeholder), **options)

    def prepare_value(self, value: Any) -> Any:
        return "; ".join(f"{name}={one}" for name, one in value.items()) if isinstance(value, Mapping) else value

    def to_python(self, value: Any) -> Any:
        try:
            return pairs_of(value or "")
        except ValueError as error:
            raise ValidationError(str(error)) from error

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class AliasesField(forms.CharField):
    """["raba", "kicks"] as raba | kicks."""

    def __init__(self, **options: Any) -> None:
        placeholder = {"placeholder": "raba | kicks"}
        super().__init__(required=False, widget=UnfoldAdminTextInputWidget(attrs=placeholder), **options)

    def prepare_value(self, value: Any) -> Any:
        return " | ".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        try:
            return aliases_of(value or "")
        except ValueError as error:
            raise ValidationError(str(error)) from error

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)
