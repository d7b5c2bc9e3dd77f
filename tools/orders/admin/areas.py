"""What delivery costs where: an area's page with its places and categories one a line, and the list in its order."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.utils.text import Truncator
from unfold.widgets import UnfoldAdminTextareaWidget

from knowledge.text import words
from tenants.admin.scoped import ALL, ScopedAdmin, ScopedForm, display
from tools.catalog.models import Category
from tools.orders import delivery
from tools.orders.models import DeliveryArea


class LinesField(forms.CharField):
    """["Umoja", "Donholm"] as one a line."""

    def __init__(self, *, longest: int, rows: int, **options: Any) -> None:
        self.longest = longest
        super().__init__(widget=UnfoldAdminTextareaWidget(attrs={"rows": rows}), **options)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        lines = list(dict.fromkeys(line.strip() for line in (value or "").splitlines() if line.strip()))
        if long := next((line for line in lines if len(line) > self.longest), None):
            raise ValidationError(f"At most {self.longest} characters fit in a line: {long[:40]} ...")
        return lines

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))


class DeliveryAreaForm(ScopedForm):
    """An area with its places and categories one a line."""

    places = LinesField(longest=80, rows=12, help_text=DeliveryArea._meta.get_field("places").help_text)
    categories = LinesField(
        longest=200, rows=4, required=False, help_text=DeliveryArea._meta.get_field("categories").help_text
    )

    def clean_places(self) -> list[str]:
        places: list[str] = self.cleaned_data["places"]
        if wordless := next((place for place in places if not words(place)), None):
            raise ValidationError(f"There is no word in this: {wordless}")
        return places

    def clean_categories(self) -> list[str]:
        categories: list[str] = self.cleaned_data["categories"]
        known = list(Category.objects.values_list("path", flat=True)) if categories else []
        for category in categories:
            if not any(delivery.is_on(path, category) for path in known):
                raise ValidationError(f"There is no such category: {category}")
        return categories


@admin.register(DeliveryArea)
class DeliveryAreaAdmin(ScopedAdmin):
    """What delivery costs where: the fee of the first area that names a customer's place is in their order's total."""

    form = DeliveryAreaForm
    list_display = ("position", "name", "fee", "free_from", "shown_places", "shown_categories")
    list_display_links = ("name",)
    search_fields = ("name", "places")
    search_help_text = "Search by name or place"
    ordering = ("position", "name")
    for_admins = ALL
    fields = (("position", "name"), ("fee", "free_from"), "places", "categories")

    @display(description="Places")
    def shown_places(self, area: DeliveryArea) -> str:
        return Truncator(", ".join(area.places)).chars(80)

    @display(description="For")
    def shown_categories(self, area: DeliveryArea) -> str:
        return ", ".join(area.categories) or "All goods"
