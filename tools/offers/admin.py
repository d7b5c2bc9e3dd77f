"""An offer's page with what it is for, and the list with its state and its uses."""

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.widgets import UnfoldAdminTextInputWidget

from tenants.admin.scoped import ALL, ScopedAdmin, ScopedForm, ScopedInline, display
from tenants.admin.seat import get_seat
from tools.offers.models import CODE, Offer, OfferScope
from tools.orders.admin import money

STATE_COLOURS = {"Running": "success", "Not yet": "info", "Over": "danger", "Used up": "danger", "Off": "warning"}


class CodeField(forms.CharField):
    """A code as customers type it, kept in capitals."""

    def __init__(self, **options: Any) -> None:
        widget = UnfoldAdminTextInputWidget(attrs={"placeholder": "KARIBU10", "autocapitalize": "characters"})
        super().__init__(required=False, max_length=40, validators=[CODE], widget=widget, **options)

    def to_python(self, value: Any) -> str:
        return "".join(str(super().to_python(value) or "").upper().split())


class OfferForm(ScopedForm):
    """An offer; the rules it must keep are the model's own."""

    code = CodeField(help_text=Offer._meta.get_field("code").help_text)

    class Meta:
        labels = {"percent": "Percent off", "amount": "Amount off", "is_public": "Shown to customers who ask"}
        help_texts = {
            "is_public": "Switch off for a code that you hand out yourself.",
            "total_limit": "How often it may be used by all customers together. Empty: without limit.",
            "per_customer_limit": "How often one customer may use it. Empty: without limit.",
        }


class ScopeInline(ScopedInline):
    """Nothing here: the offer is for everything."""

    model = OfferScope
    verbose_name, verbose_name_plural = "product or category", "For which products (none: for everything)"
    fields = ("product", "category")
    autocomplete_fields = ("product", "category")
    for_admins = ALL


@admin.register(Offer)
class OfferAdmin(ScopedAdmin):
    """One that was used is better switched off than removed: its uses would no longer be counted."""

    form = OfferForm
    inlines = (ScopeInline,)
    list_display = ("name", "shown_code", "shown_saving", "state", "shown_uses", "ends_at")
    list_filter = ("is_active", "is_public", "is_stackable", "ends_at")
    search_fields = ("name", "code", "description")
    search_help_text = "Search by name or code"
    ordering = ("name",)
    for_admins = ALL
    readonly_fields = ("shown_uses", "state")
    fieldsets = (
        (None, {"fields": ("name", "description", "code", ("is_active", "is_public", "is_stackable"))}),
        ("What it takes off", {"fields": (("percent", "amount"), ("minimum_spend", "currency"))}),
        ("How long and how often", {"fields": (("starts_at", "ends_at"), ("total_limit", "per_customer_limit"))}),
    )

    def get_fieldsets(self, request: HttpRequest, obj: Offer | None = None) -> list[Any]:
        now = ("Now", {"fields": (("state", "shown_uses"),)})
        return [*self.fieldsets, *([now] if obj else [])]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Offer]:
        rows: QuerySet[Offer] = super().get_queryset(request).annotate(uses=Count("redemptions"))
        return rows

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        tenant = get_seat(request).tenant
        initial: dict[str, Any] = super().get_changeform_initial_data(request)
        return ({"currency": tenant.currency} if tenant else {}) | initial

    @display(description="Code", ordering="code")
    def shown_code(self, offer: Offer) -> str:
        return offer.code or "No code needed"

    @display(description="Takes off")
    def shown_saving(self, offer: Offer) -> str:
        if offer.amount is not None:
            return money(offer.currency, offer.amount)
        return f"{offer.percent.normalize():f}%" if offer.percent is not None else "-"

    @display(description="State", label=STATE_COLOURS)
    def state(self, offer: Any) -> str:
        return _state(offer, int(offer.uses), timezone.now())

    @display(description="Uses so far", ordering="uses")
    def shown_uses(self, offer: Any) -> str:
        return f"{offer.uses:,} of {offer.total_limit:,}" if offer.total_limit else f"{offer.uses:,}"


def _state(offer: Offer, uses: int, now: datetime) -> str:
    if not offer.is_active:
        return "Off"
    if offer.ends_at and offer.ends_at <= now:
        return "Over"
    if offer.total_limit is not None and uses >= offer.total_limit:
        return "Used up"
    return "Not yet" if offer.starts_at and offer.starts_at > now else "Running"
