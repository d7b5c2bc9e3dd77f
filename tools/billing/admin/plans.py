"""Plans: what customers can be subscribed to."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest, HttpResponse

from tenants.admin.scoped import ALL, ScopedAdmin, action, display
from tools.billing.admin import import_page
from tools.billing.models import Plan, money


@admin.register(Plan)
class PlanAdmin(ScopedAdmin):
    """A plan that somebody is or was subscribed to cannot be removed."""

    list_display = ("code", "name", "shown_price", "shown_subscribed")
    search_fields = ("code", "name")
    search_help_text = "Search by code or name"
    ordering = ("code",)
    fields = ("code", "name", ("monthly_price", "currency"))
    actions_list = ("import_csv",)
    for_admins = ALL

    def get_queryset(self, request: HttpRequest) -> QuerySet[Plan]:
        rows: QuerySet[Plan] = super().get_queryset(request)
        return rows.annotate(subscribed=Count("subscriptions", filter=~Q(subscriptions__status="ended")))

    @display(description="A month", ordering="monthly_price")
    def shown_price(self, plan: Plan) -> str:
        return money(plan.currency, plan.monthly_price)

    @display(description="Subscribed", ordering="subscribed")
    def shown_subscribed(self, plan: Any) -> int:
        return int(plan.subscribed)

    @action(description="Import CSV", icon="upload_file", url_path="import", permissions=["add"])
    def import_csv(self, request: HttpRequest) -> HttpResponse:
        return import_page.respond(self, request, "plans")
