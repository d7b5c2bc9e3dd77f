"""A payment account's page: keys that are written and never read, whether they work, and our addresses."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import display_for_value
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from unfold.forms import BaseDialogForm
from unfold.widgets import UnfoldAdminPasswordWidget, UnfoldAdminSelectWidget, UnfoldBooleanWidget

from tenants.admin.scoped import ScopedAdmin, ScopedForm, action, display
from tenants.admin.seat import get_seat, outside_scope
from tools.payments import addresses, connecting, registry
from tools.payments.models import PaymentAccount
from tools.providers.connection import ConnectionReport

SECRETS = ("consumer_key", "consumer_secret", "passkey", "security_credential")
NEW = "Kept encrypted and never shown again."
STORED = "Stored, and never shown. Leave empty to keep it."
FOR_WHAT = {
    "passkey": "For STK requests.",
    "security_credential": "The initiator's password, encrypted on Safaricom's page.",
}
RECONCILED = ("unconfirmed_limit", "initiator", "nominated_number")


def _secret(label: str) -> forms.CharField:
    widget = UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"})
    return forms.CharField(label=label, required=False, max_length=300, widget=widget)


class PaymentAccountForm(ScopedForm):
    """An account; what it is asked for depends on the provider."""

    consumer_key = _secret("Consumer key")
    consumer_secret = _secret("Consumer secret")
    passkey = _secret("Passkey")
    security_credential = _secret("Security credential")

    class Meta:
        labels = {
            "is_active": "Switched on",
            "kind": "Paybill or till",
            "short_code": "Paybill or store number",
            "unconfirmed_limit": "Believed before Safaricom confirms it (KES)",
            "initiator": "Initiator name",
            "nominated_number": "Nominated number",
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in set(SECRETS) & set(self.fields):
            hint = STORED if getattr(self.instance, f"sealed_{name}") else NEW
            self.fields[name].help_text = f"{FOR_WHAT.get(name, '')} {hint}".strip()
        if "unconfirmed_limit" in self.fields:
            self.fields["unconfirmed_limit"].required = False

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for name in SECRETS:
            cleaned[name] = cleaned.get(name, "").strip()
        for name in ("consumer_key", "consumer_secret"):
            if not cleaned[name] and not getattr(self.instance, f"sealed_{name}"):
                self.add_error(name, "Paste it from the provider's page.")
        if cleaned.get("unconfirmed_limit") is None:
            cleaned["unconfirmed_limit"] = self.instance.unconfirmed_limit
        for name, sentence in _required(cleaned.get("provider", self.instance.provider)).items():
            if not cleaned.get(name):
                self.add_error(name, sentence)
        if cleaned.get("is_active") and self._others(cleaned).exists():
            self.add_error("is_active", "Another account of this provider is in use. Take that one out of use first.")
        return cleaned

    def _others(self, cleaned: dict[str, Any]) -> Any:
        same = Q(provider=cleaned.get("provider", self.instance.provider), is_active=True)
        return PaymentAccount.objects.filter(same).exclude(pk=self.instance.pk)


class NewAddressesForm(BaseDialogForm):  # type: ignore[misc]
    """Which addresses, and how soon the earlier ones end."""

    purpose = forms.ChoiceField(
        label="What is reported there", choices=registry.purposes, widget=UnfoldAdminSelectWidget()
    )
    is_leaked = forms.BooleanField(
        label="It has leaked: end the earlier address at once",
        required=False,
        widget=UnfoldBooleanWidget(),
        help_text="Otherwise it is heard for a while: a week for paybill money, a day for cards, an hour for the rest.",
    )


NEW_ADDRESSES = {
    "title": "Make a new address",
    "description": "Each address has a secret in it. Whoever knows the one for paybill money can tell us of money that "
    "never came. After a new one for paybill money press Register addresses; Safaricom may have to delete the earlier "
    "ones in its portal first.",
    "form_class": NewAddressesForm,
    "form_submit_text": "Make a new address",
}


@admin.register(PaymentAccount)
class PaymentAccountAdmin(ScopedAdmin):
    """Nobody deletes an account, for its payments hang on it: it is switched off instead."""

    form = PaymentAccountForm
    list_display = ("provider", "customer_number", "environment", "is_on", "is_well")
    list_filter = ("provider", "is_active")
    ordering = ("provider", "-id")
    actions_detail = ("test_connection", "register_addresses", "new_addresses")
    readonly_fields = (
        "problem",
        "registered_at",
        "addresses",
        "earlier_addresses",
        "pull_registered_at",
        "pulled_until",
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return (*self.readonly_fields, "provider") if obj else self.readonly_fields

    def get_fieldsets(self, request: HttpRequest, obj: PaymentAccount | None = None) -> Sequence[Any]:
        may_write = self.has_change_permission(request)
        parts = {
            "Account": ("provider", "environment", "is_active"),
            "M-Pesa": ("kind", "short_code", "pay_to"),
            "Whether money has come": RECONCILED,
            "Cards": ("contact_email",),
            "Keys": SECRETS if may_write else (),
        }
        foreign = _foreign(obj)
        own = {title: tuple(name for name in names if name not in foreign) for title, names in parts.items()}
        sets = [(title, {"fields": names}) for title, names in own.items() if names]
        if obj is None:
            return sets
        trouble = [("Needs your attention", {"fields": ("problem",)})] if obj.problem else []
        ours = ("addresses", "earlier_addresses", "registered_at", "pull_registered_at", "pulled_until")
        shown = tuple(name for name in ours if name not in foreign)
        return [*trouble, *sets, ("Our addresses", {"fields": shown})]

    def save_model(self, request: HttpRequest, obj: PaymentAccount, form: PaymentAccountForm, change: bool) -> None:
        for name in SECRETS:
            if form.cleaned_data.get(name):
                setattr(obj, name, form.cleaned_data[name])
        if set(form.changed_data) & {"consumer_key", "environment"}:
            obj.ipn_id = ""  # names our address at another merchant account
        super().save_model(request, obj, form, change)

    @display(description="Switched on", ordering="is_active", boolean=True)
    def is_on(self, account: PaymentAccount) -> bool:
        return account.is_active

    @display(description="All well", boolean=True)
    def is_well(self, account: PaymentAccount) -> bool:
        return not account.problem

    @display(description="Customers pay to")
    def customer_number(self, account: PaymentAccount) -> str:
        return account.customer_number or "-"

    @display(description="Addresses")
    def addresses(self, account: PaymentAccount) -> str:
        listed = registry.get(account.provider).list_addresses(account)
        return render_to_string("payments/addresses.html", {"addresses": listed})

    @display(description="Earlier addresses")
    def earlier_addresses(self, account: PaymentAccount) -> str:
        """Those that are still heard for a while."""
        rows = account.tokens.filter(ends_at__gt=timezone.now()).order_by("ends_at")
        told = [f"{row}: heard until {display_for_value(row.ends_at, '-')}" for row in rows]
        return "; ".join(told) or "None is heard any more."

    @action(
        description="New addresses",
        icon="autorenew",
        permissions=["change"],
        url_path="new-addresses",
        dialog=NEW_ADDRESSES,
    )
    def new_addresses(self, request: HttpRequest, form: NewAddressesForm, object_id: str) -> HttpResponse:
        """Make new secrets for one purpose; the dialog's form has confirmed it."""
        account = self.get_object(request, object_id)
        if account is None:
            raise Http404
        name, is_leaked = form.cleaned_data["purpose"], form.cleaned_data["is_leaked"]
        provider = registry.get(account.provider)
        purpose = next((purpose for purpose in provider.purposes if purpose.name == name), None)
        if purpose is None:
            messages.error(request, "This provider does not report that.")
        else:
            ends_at = addresses.rotate(account, purpose, is_leaked=is_leaked, now=timezone.now())
            self.log_change(request, account, f"New addresses: {purpose.label}.")
            until = "at once" if is_leaked else f"on {display_for_value(ends_at, '-')}"
            messages.warning(request, f"{purpose.label}: the address is new, and the earlier one ends {until}.")
            if purpose.next_step:
                messages.warning(request, purpose.next_step)
        return HttpResponse(headers={"HX-Redirect": reverse("admin:payments_paymentaccount_change", args=[account.pk])})

    @outside_scope
    @action(description="Test connection", icon="wifi_tethering", permissions=["change"], url_path="test-connection")
    def test_connection(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Make a token with the stored keys, with no transaction open meanwhile."""
        return self._tried(request, object_id, connecting.test_connection)

    @outside_scope
    @action(description="Register addresses", icon="link", permissions=["change"], url_path="register-addresses")
    def register_addresses(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Name our addresses to the provider."""
        return self._tried(request, object_id, connecting.register_addresses)

    def _tried(
        self, request: HttpRequest, object_id: str, attempt: Callable[[PaymentAccount], ConnectionReport]
    ) -> HttpResponse:
        with get_seat(request).scope():
            account = self.get_object(request, object_id)
        if account is None:
            raise Http404
        report = attempt(account)
        messages.add_message(request, messages.SUCCESS if report.is_ok else messages.ERROR, report.sentence)
        return HttpResponseRedirect(reverse("admin:payments_paymentaccount_change", args=[account.pk]))


def _required(code: str) -> Mapping[str, str]:
    """What must not be empty of an account at this provider, with the sentence for whoever left it empty."""
    known = [provider for provider in registry.PROVIDERS if provider.code == code]
    return known[0].required if known else {}


def _foreign(account: PaymentAccount | None) -> set[str]:
    """Fields that are only other providers' affair; while none is chosen, none."""
    if account is None:
        return set()
    others = {name for provider in registry.PROVIDERS if provider.code != account.provider for name in provider.fields}
    return others - set(registry.get(account.provider).fields)
