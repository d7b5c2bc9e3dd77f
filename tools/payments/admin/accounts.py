"""A payment account's page: keys that are written and never read, whether they work, and our addresses."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import reverse
from unfold.widgets import UnfoldAdminPasswordWidget

from tenants.admin.scoped import ScopedAdmin, ScopedForm, action, display
from tenants.admin.seat import get_seat, outside_scope
from tools.payments.models import PaymentAccount
from tools.payments.office import connecting
from tools.payments.wire import hosts
from tools.payments.wire.told import ConnectionReport

SECRETS = ("consumer_key", "consumer_secret", "passkey")
KEPT = "Kept encrypted and never shown again. Leave empty to keep the one we have."


def _secret(label: str, hint: str = KEPT) -> forms.CharField:
    widget = UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"})
    return forms.CharField(label=label, required=False, max_length=300, widget=widget, help_text=hint)


class PaymentAccountForm(ScopedForm):
    """An account; what it is asked for depends on the provider."""

    consumer_key = _secret("Consumer key")
    consumer_secret = _secret("Consumer secret")
    passkey = _secret("Passkey", f"M-Pesa prompts only. {KEPT}")

    class Meta:
        labels = {"is_active": "Switched on"}

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for name in SECRETS:
            cleaned[name] = cleaned.get(name, "").strip()
        for name in ("consumer_key", "consumer_secret"):
            if not cleaned[name] and not getattr(self.instance, f"sealed_{name}"):
                self.add_error(name, "Paste it from the provider's page.")
        is_mpesa = cleaned.get("provider", self.instance.provider) == PaymentAccount.Provider.DARAJA
        if is_mpesa and not cleaned.get("short_code"):
            self.add_error("short_code", "M-Pesa needs the paybill or store number.")
        if cleaned.get("is_active") and self._others(cleaned).exists():
            raise ValidationError("Another account of this provider is in use. Switch it off first.")
        return cleaned

    def _others(self, cleaned: dict[str, Any]) -> Any:
        same = Q(provider=cleaned.get("provider", self.instance.provider), is_active=True)
        return PaymentAccount.objects.filter(same).exclude(pk=self.instance.pk)


@admin.register(PaymentAccount)
class PaymentAccountAdmin(ScopedAdmin):
    """Nobody deletes an account, for its payments hang on it: it is switched off instead."""

    form = PaymentAccountForm
    list_display = ("provider", "customer_number", "environment", "is_active", "is_well")
    list_filter = ("provider", "is_active")
    ordering = ("provider", "-id")
    actions_detail = ("test_connection", "register_addresses")
    readonly_fields = ("problem", "registered_at", "addresses")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Sequence[str]:
        return (*self.readonly_fields, "provider") if obj else self.readonly_fields

    def get_fieldsets(self, request: HttpRequest, obj: PaymentAccount | None = None) -> Sequence[Any]:
        own = ("provider", "environment", "kind", "short_code", "pay_to", "contact_email", "is_active")
        keys = SECRETS if self.has_change_permission(request) else ()
        sets = [("Account", {"fields": own}), *([("Keys", {"fields": keys})] if keys else [])]
        if obj is None:
            return sets
        trouble = [("Needs your attention", {"fields": ("problem",)})] if obj.problem else []
        return [*trouble, *sets, ("Our addresses", {"fields": ("addresses", "registered_at")})]

    def save_model(self, request: HttpRequest, obj: PaymentAccount, form: PaymentAccountForm, change: bool) -> None:
        for name in SECRETS:
            if form.cleaned_data.get(name):
                setattr(obj, name, form.cleaned_data[name])
        if set(form.changed_data) & {"consumer_key", "environment"}:
            obj.ipn_id = ""  # names our address at another merchant account
        super().save_model(request, obj, form, change)

    @display(description="Well", boolean=True)
    def is_well(self, account: PaymentAccount) -> bool:
        return not account.problem

    @display(description="Customers pay to")
    def customer_number(self, account: PaymentAccount) -> str:
        return account.customer_number

    @display(description="Addresses")
    def addresses(self, account: PaymentAccount) -> str:
        is_mpesa = account.provider == PaymentAccount.Provider.DARAJA
        kinds: tuple[Callable[[PaymentAccount], str], ...] = (
            (hosts.validation_hook, hosts.confirmation_hook) if is_mpesa else (hosts.card_hook,)
        )
        return render_to_string("payments/addresses.html", {"addresses": [kind(account) for kind in kinds]})

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
