"""Customers: who they are, what they agreed to, and the trail of every change to it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from tenants import customers
from tenants.admin.fields import TagsField
from tenants.admin.scoped import LOOK, ScopedAdmin, ScopedForm, ScopedInline, display
from tenants.models import Customer, PreferenceChange

CONSENT = {True: "Agreed", False: "Refused", None: "Not asked"}
CONSENT_COLOURS = {"Agreed": "success", "Refused": "danger", "Not asked": "info"}
BY_HAND = ("language_preference", "marketing_opt_in")


class CustomerForm(ScopedForm):
    """What staff may correct by hand; the rest is told by the customer."""

    tags = TagsField(help_text="Words to find this customer by, with commas between them: vip, wholesale.")

    class Meta:
        labels = {
            "address": "WhatsApp address",
            "phone_e164": "Phone",
            "language_preference": "Language",
            "marketing_opt_in": "Marketing messages",
            "notification_prefs": "Notifications",
            "consent_flags": "Consent",
            "last_seen_at": "Last seen",
        }

    def clean_marketing_opt_in(self) -> bool | None:
        said: bool | None = self.cleaned_data["marketing_opt_in"]
        if said is None and self.instance.marketing_opt_in is not None:
            self.add_error("marketing_opt_in", "What a customer once said stays known: choose yes or no.")
        return said


class PreferenceChangeInline(ScopedInline):
    """The audit trail; nobody changes it."""

    model = PreferenceChange
    verbose_name_plural = "Changes of preferences and consent"
    fields = readonly_fields = ("created_at", "preference", "before", "after", "reason")
    ordering = ("-created_at",)
    for_admins = for_operators = LOOK
    per_page = 20


@admin.register(Customer)
class CustomerAdmin(ScopedAdmin):
    """Customers come with their first message; admins correct their language, marketing consent and tags."""

    form = CustomerForm
    list_display = (
        "shown_name",
        "shown_address",
        "language_preference",
        "consent",
        "shown_tags",
        "last_seen_at",
    )
    list_filter = ("language_preference", "marketing_opt_in")
    search_fields = ("name", "address", "phone_e164")
    search_help_text = "Search by name or number"
    ordering = ("-last_seen_at",)
    inlines = (PreferenceChangeInline,)
    fields = (
        "name",
        "address",
        "phone_e164",
        *BY_HAND,
        "tags",
        "notification_prefs",
        "consent_flags",
        "last_seen_at",
    )
    readonly_fields = ("name", "address", "phone_e164", "notification_prefs", "consent_flags", "last_seen_at")
    for_admins = LOOK | {"change"}
    for_operators = LOOK

    def save_model(self, request: HttpRequest, obj: Customer, form: CustomerForm, change: bool) -> None:
        """Preferences go through the audit trail; only the tags are plainly saved."""
        before = Customer.objects.get(pk=obj.pk)
        changes = {preference: getattr(obj, preference) for preference in BY_HAND}
        reason = f"{request.user.get_username()} in the admin"[:200]
        customers.update_preferences(before, changes, reason=reason, request_id=None)
        before.tags = obj.tags
        before.save(update_fields=["tags"])

    @display(description="Name", ordering="name")
    def shown_name(self, customer: Customer) -> str:
        return customer.name or "No name yet"

    @display(description="Number", ordering="address")
    def shown_address(self, customer: Customer) -> str:
        return customer.address.removeprefix("whatsapp:")

    @display(description="Marketing", ordering="marketing_opt_in", label=CONSENT_COLOURS)
    def consent(self, customer: Customer) -> str:
        return CONSENT[customer.marketing_opt_in]

    @display(description="Tags")
    def shown_tags(self, customer: Customer) -> Any:
        return ", ".join(map(str, customer.tags)) or "-"
