"""The words of customers that have no meaning here yet, the most frequent first."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from tenants.admin.scoped import ReadOnlyAdmin
from tools.exemplars.models import UnknownWord

FEWEST = 3
"""What fewer messages held may be a name or a slip."""


@admin.register(UnknownWord)
class UnknownWordAdmin(ReadOnlyAdmin):
    """To look at: what a word means is taught with a sentence, or asked of whoever keeps the installation."""

    list_display = ("word", "times", "last_on")
    search_fields = ("word",)
    fields = readonly_fields = ("word", "times", "last_on")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request).filter(times__gte=FEWEST)
        return rows

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        return ("-times", "word")
