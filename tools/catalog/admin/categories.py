"""The shelves of the shop; a shelf that holds products cannot be removed."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from tenants.admin.scoped import ALL, ScopedAdmin, display
from tools.catalog.admin.changes import indexed
from tools.catalog.models import Category


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
