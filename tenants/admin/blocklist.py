"""The blocklist: numbers and words that a business does not answer; who put them down stands beside them."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tenants.admin.scoped import ALL, LOOK, ScopedAdmin
from tenants.blocklist.entry import BlockEntry


@admin.register(BlockEntry)
class BlockEntryAdmin(ScopedAdmin):
    """Admins write it; operators look at it, and block a customer from the desk. Each change is in its history."""

    for_admins = ALL
    for_operators = LOOK
    list_display = ("pattern", "kind", "outcome", "note", "added_by", "created_at")
    list_filter = ("kind", "outcome")
    list_select_related = ("added_by",)
    search_fields = ("pattern", "note")
    fields = ("kind", "pattern", "outcome", "note")

    def save_model(self, request: HttpRequest, obj: BlockEntry, form: Any, change: bool) -> None:
        if not change:
            obj.added_by_id = request.user.pk
        super().save_model(request, obj, form, change)
