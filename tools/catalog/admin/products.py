"""A product's page with its variants; the list with its filters, the import and the embedding's state; the shelves.

Attributes and aliases are typed as in the CSV file, instead of JSON.
"""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Count, Max, Min, QuerySet, Sum
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.contrib.filters.admin import RelatedDropdownFilter
from unfold.widgets import UnfoldAdminTextareaWidget, UnfoldAdminTextInputWidget, UnfoldAdminURLInputWidget

from knowledge import embed
from tenants.admin.scoped import ALL, ScopedAdmin, ScopedForm, ScopedInline, action, display
from tenants.admin.seat import get_seat
from tools.catalog import embedding
from tools.catalog.admin import import_page
from tools.catalog.importing.rows import aliases_of, asked_of, pairs_of
from tools.catalog.indexing import refresh
from tools.catalog.models import Category, Product, Variant
from tools.catalog.tasks import embed_later, indexed
from tools.catalog.units import figure


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


class AskedField(forms.CharField):
    """["natafuta pasi"] as lines."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, widget=UnfoldAdminTextareaWidget(attrs={"rows": 6}), **options)

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        try:
            return asked_of("|".join((value or "").splitlines()))
        except ValueError as error:
            raise ValidationError(str(error)) from error

    def has_changed(self, initial: Any, data: Any) -> bool:
        return super().has_changed(self.prepare_value(initial), data)


class ProductForm(ScopedForm):
    """A product; attributes and aliases are written as in the CSV file."""

    attributes = PairsField(help_text="What holds for every variant: gender=women; material=leather.")
    aliases = AliasesField(help_text="Other names that customers use: raba | kicks.")
    asked = AskedField(
        label="How customers ask",
        help_text="A line for each way in which they ask for it, in their words and languages: “something to iron "
        "with”. Ten or more teach the assistant to know it by others too, within a minute.",
    )
    image_url = forms.URLField(
        label="Image address",
        required=False,
        max_length=500,
        assume_scheme="https",
        widget=UnfoldAdminURLInputWidget,
    )


class VariantForm(ScopedForm):
    """A variant; its options are written as in the CSV file."""

    options = PairsField()


class VariantInline(ScopedInline):
    """What can be bought, at which price, and how much is left."""

    model = Variant
    form = VariantForm
    fields = ("sku", "options", "price", "currency", "unit", "stock")
    for_admins = ALL


class StockFilter(admin.SimpleListFilter):
    """Products with something left, or with nothing."""

    title = "stock"
    parameter_name = "stock"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [("in", "In stock"), ("out", "Sold out")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "in":
            return queryset.filter(stock__gt=0)
        return queryset.exclude(stock__gt=0) if self.value() == "out" else queryset


@admin.register(Product)
class ProductAdmin(ScopedAdmin):
    """Every change is found at once by its words, and soon by its meaning."""

    form = ProductForm
    inlines = (VariantInline,)
    list_display = ("title", "category", "brand", "shown_price", "shown_stock", "is_active")
    list_filter = (("category", RelatedDropdownFilter), StockFilter, "is_active")
    list_filter_submit = True
    list_select_related = ("category",)
    list_before_template = "catalog/embedding_state.html"
    search_fields = ("title", "key", "brand", "variants__sku")
    search_help_text = "Search by title, key, brand or SKU"
    ordering = ("title",)
    autocomplete_fields = ("category",)
    actions_list = ("import_csv", "embed_now")
    fields = (
        "title", "key", "is_active", "category", "brand", "description", "attributes", "aliases", "asked",
        "image_url",
    )  # fmt: skip
    for_admins = ALL

    def get_queryset(self, request: HttpRequest) -> QuerySet[Product]:
        rows: QuerySet[Product] = super().get_queryset(request).defer("embedding")
        return rows.annotate(
            stock=Sum("variants__stock"), price_low=Min("variants__price"), price_high=Max("variants__price"),
            currency=Min("variants__currency"), variant_count=Count("variants"),
        )  # fmt: skip

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        product = Product.objects.select_related("category").defer("embedding").get(pk=form.instance.pk)
        indexed(product.tenant.id, [product])
        if not product.variants.exists():
            words = "No customer finds it yet: add a variant, which is what can be bought, and at which price."
            messages.warning(request, words)

    def delete_model(self, request: HttpRequest, obj: Product) -> None:
        super().delete_model(request, obj)
        refresh.rebuild_vocabulary(obj.tenant.id)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Product]) -> None:
        super().delete_queryset(request, Product.objects.filter(pk__in=[product.pk for product in queryset]))
        if tenant := get_seat(request).tenant:
            refresh.rebuild_vocabulary(tenant.id)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        is_fleet = get_seat(request).is_fleet
        state = None if is_fleet else embedding.state(embed.from_settings().model.key)
        return super().changelist_view(request, (extra_context or {}) | {"embedding": state})

    @action(description="Import CSV", icon="upload_file", permissions=["add"], url_path="import-csv")
    def import_csv(self, request: HttpRequest) -> HttpResponse:
        """Upload, look at what would happen, confirm."""
        return import_page.respond(self, request)

    @action(description="Embed now", icon="hub", permissions=["change"], url_path="embed-now")
    def embed_now(self, request: HttpRequest) -> HttpResponse:
        """Ask the background worker for the vectors that are missing."""
        tenant = get_seat(request).tenant
        if tenant is not None:
            embed_later(tenant.id)
            messages.info(request, "The missing products are embedded in the background.")
        return HttpResponseRedirect(reverse("admin:catalog_product_changelist"))

    @display(description="Price", ordering="price_low")
    def shown_price(self, product: Any) -> str:
        if product.price_low is None:
            return "No variant"
        prices = sorted({product.price_low, product.price_high})
        return f"{product.currency} {' to '.join(f'{price:,.2f}'.removesuffix('.00') for price in prices)}"

    @display(description="Stock", ordering="stock", label={"Sold out": "danger", "No variant": "warning"})
    def shown_stock(self, product: Any) -> str:
        if not product.variant_count:
            return "No variant"
        return figure(product.stock) if product.stock else "Sold out"


@admin.register(Category)
class CategoryAdmin(ScopedAdmin):
    """Renaming a shelf changes what its products are found by."""

    list_display = ("path", "shown_products")
    search_fields = ("path",)
    ordering = ("path",)
    for_admins = ALL

    def get_queryset(self, request: HttpRequest) -> QuerySet[Category]:
        rows: QuerySet[Category] = super().get_queryset(request).annotate(product_count=Count("products"))
        return rows

    def save_model(self, request: HttpRequest, obj: Category, form: Any, change: bool) -> None:
        obj.path = " > ".join(shelf.strip() for shelf in obj.path.split(">") if shelf.strip())
        super().save_model(request, obj, form, change)
        if change:
            indexed(obj.tenant.id, obj.products.select_related("category"))

    @display(description="Products", ordering="product_count")
    def shown_products(self, category: Any) -> int:
        return int(category.product_count)
