"""Customers: who they are, what they agreed to with its proof, and the trail of every change."""

import csv
from typing import Any

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from unfold.widgets import UnfoldAdminSelectWidget

from tenants import customers, validators
from tenants.admin.fields import TagsField
from tenants.admin.scoped import LOOK, ScopedAdmin, ScopedForm, ScopedInline, action, display
from tenants.consent import ledger, standing
from tenants.consent.ledger import Proof
from tenants.consent.purposes import NOTIFICATIONS, ConsentSource, Purpose
from tenants.customers import search
from tenants.models import ConsentEntry, Customer, PreferenceChange

CONSENT = {True: "Agreed", False: "Refused", None: "Not asked"}
CONSENT_COLOURS = {"Agreed": "success", "Refused": "danger", "Not asked": "info"}
MARKETING = (("", "Not asked"), ("yes", "Agreed"), ("no", "Refused"))
HISTORY = (
    "created_at", "customer", "place", "purpose", "channel", "granted", "source", "reason", "words", "message_id",
    "wording", "request_id",
)  # fmt: skip
# A spreadsheet takes what begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


class CustomerForm(ScopedForm):
    """What staff may correct by hand; the rest is told by the customer."""

    tags = TagsField(help_text="Words to find this customer by, with commas between them: vip, wholesale.")
    marketing = forms.ChoiceField(
        choices=MARKETING, required=False, label="Offers and news", widget=UnfoldAdminSelectWidget,
        help_text="Choose what the customer has told you; it goes into the consent ledger under your name.",
    )  # fmt: skip

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.stands = standing.of(self.instance.pk).known.get(Purpose.MARKETING)
        self.initial["marketing"] = {True: "yes", False: "no"}.get(self.stands, "") if self.stands is not None else ""

    class Meta:
        labels = {
            "address": "Address",
            "phone_e164": "Phone",
            "told_phone": "Phone they told",
            "language_preference": "Language",
            "last_seen_at": "Last seen",
        }

    def clean_marketing(self) -> bool | None:
        said = {"yes": True, "no": False}.get(self.cleaned_data["marketing"])
        if said is None and self.stands is not None and "marketing" in self.data:
            self.add_error("marketing", "What a customer once said stays known: choose agreed or refused.")
        return said


class ConsentInline(ScopedInline):
    """The consent ledger; nobody changes it."""

    model = ConsentEntry
    verbose_name_plural = "Consent"
    fields = readonly_fields = ("created_at", "purpose", "is_granted", "source", "reason", "words", "wording")
    ordering = ("-place",)
    for_admins = for_operators = LOOK
    per_page = 20


class PreferenceChangeInline(ScopedInline):
    """The audit trail; nobody changes it."""

    model = PreferenceChange
    verbose_name_plural = "Changes of preferences"
    fields = readonly_fields = ("created_at", "preference", "before", "after", "reason")
    ordering = ("-created_at",)
    for_admins = for_operators = LOOK
    per_page = 20


class MarketingFilter(admin.SimpleListFilter):
    title = "offers and news"
    parameter_name = "marketing"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Any:
        return [("yes", "Agreed"), ("no", "Refused"), ("unasked", "Not asked")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        match self.value():
            case "yes":
                return queryset.filter(consents__marketing=True)
            case "no":
                return queryset.filter(consents__marketing=False)
            case "unasked":
                return queryset.exclude(consents__has_key="marketing")
        return queryset


@admin.register(Customer)
class CustomerAdmin(ScopedAdmin):
    """Customers come with their first message; admins correct their language, marketing consent and tags."""

    form = CustomerForm
    list_display = (
        "shown_name",
        "shown_address",
        "language_preference",
        "consent",
        "messages_wanted",
        "shown_tags",
        "last_seen_at",
    )
    list_filter = ("language_preference", MarketingFilter)
    search_fields = ("name",)  # shows the field; what it finds is `get_search_results`
    search_help_text = f"Search by {search.HELP}"
    ordering = ("-last_seen_at",)
    inlines = (ConsentInline, PreferenceChangeInline)
    actions = ("export_consent",)
    fields = (
        "name",
        "called",
        "address",
        "phone_e164",
        "told_phone",
        "language_preference",
        "marketing",
        "tags",
        "messages_wanted",
        "notifications",
        "last_seen_at",
    )
    readonly_fields = (
        "name", "called", "address", "phone_e164", "told_phone", "messages_wanted", "notifications", "last_seen_at",
    )  # fmt: skip
    for_admins = LOOK | {"change"}
    for_operators = LOOK

    def get_queryset(self, request: HttpRequest) -> Any:
        return super().get_queryset(request).annotate(consents=standing.known_of("pk"))

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> Any:
        return (search.found(queryset, search_term) if search_term else queryset), False

    def save_model(self, request: HttpRequest, obj: Customer, form: CustomerForm, change: bool) -> None:
        """A preference goes through its trail, a consent into the ledger; only the tags are plainly saved."""
        # What is written to the trail as "before" must be what the change finds.
        before = Customer.objects.select_for_update().get(pk=obj.pk)
        reason = f"{request.user.get_username()} in the admin"[:200]
        language = {"language_preference": obj.language_preference}
        customers.update_preferences(before, language, reason=reason, request_id=None)
        marketing = form.cleaned_data["marketing"]
        if marketing is not None:
            proof = Proof(source=ConsentSource.STAFF, reason=reason)
            ledger.record(before.pk, {Purpose.MARKETING: marketing}, proof=proof)
        before.tags = obj.tags
        before.save(update_fields=["tags"])

    @action(description="Export their consent history as CSV", permissions=["view"])
    def export_consent(self, request: HttpRequest, queryset: QuerySet[Customer]) -> HttpResponse:
        """Every line of the ledger of the customers that are ticked."""
        response = HttpResponse(content_type="text/csv; charset=utf-8")
        response["Content-Disposition"] = 'attachment; filename="consent-history.csv"'
        writer = csv.writer(response)
        writer.writerow(HISTORY)
        entries = ConsentEntry.objects.filter(customer__in=queryset.values("pk")).select_related("customer")
        for entry in entries.order_by("customer_id", "place").iterator(chunk_size=1000):
            writer.writerow(map(_cell, (
                entry.created_at.isoformat(), str(entry.customer), entry.place, entry.purpose, entry.channel,
                "yes" if entry.is_granted else "no", entry.source, entry.reason, entry.words, entry.message_id or "",
                entry.wording, entry.request_id or "",
            )))  # fmt: skip
        return response

    @display(description="Name", ordering="name")
    def shown_name(self, customer: Customer) -> str:
        return customer.name or "No name yet"

    @display(description="Number", ordering="address")
    def shown_address(self, customer: Customer) -> str:
        return validators.shown(customer.address)

    @display(description="Marketing", label=CONSENT_COLOURS)
    def consent(self, customer: Any) -> str:
        return CONSENT[(customer.consents or {}).get(Purpose.MARKETING)]

    @display(description="Messages", label={"Wanted": "success", "Answers only": "danger"})
    def messages_wanted(self, customer: Any) -> str:
        return "Answers only" if (customer.consents or {}).get(Purpose.SERVICE) is False else "Wanted"

    @display(description="Notifications")
    def notifications(self, customer: Any) -> str:
        known = customer.consents or {}
        return ", ".join(f"{kind.label}: {'off' if known.get(kind) is False else 'on'}" for kind in NOTIFICATIONS)

    @display(description="Tags")
    def shown_tags(self, customer: Customer) -> Any:
        return ", ".join(map(str, customer.tags)) or "-"


def _cell(value: Any) -> str:
    words = str(value)
    return f"'{words}" if words.startswith(FORMULA) else words
