"""Plans, accounts with their subscription, and invoices; all come from the business's own system as CSV."""

from collections import defaultdict
from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Count, F, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from unfold.widgets import UnfoldAdminTextInputWidget

from tenants.admin.scoped import ALL, ScopedAdmin, ScopedForm, ScopedInline, action, display
from tools.billing.admin import import_page
from tools.billing.importing import phone_of
from tools.billing.models import Account, Invoice, Plan, Subscription, money


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


class PhoneField(forms.CharField):
    """A phone number, kept as the WhatsApp address that messages come from."""

    def __init__(self, **options: Any) -> None:
        widget = UnfoldAdminTextInputWidget(attrs={"placeholder": "+254712000011", "inputmode": "tel"})
        super().__init__(required=False, max_length=30, widget=widget, **options)

    def to_python(self, value: Any) -> str:
        try:
            return phone_of(str(value or ""))
        except ValueError as error:
            raise ValidationError(str(error)) from error


class AccountForm(ScopedForm):
    """An account; the answer is written and never shown again."""

    phone = PhoneField(label="WhatsApp number", help_text=Account._meta.get_field("address").help_text)
    answer = forms.CharField(
        required=False, max_length=200, strip=True, label="Answer to your question",
        widget=UnfoldAdminTextInputWidget(attrs={"autocomplete": "off"}),
        help_text="What the holder answers to the question under Billing rules. It is kept so that nobody can read it; "
        "leave this empty to keep the one there is.",
    )  # fmt: skip

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.initial["phone"] = self.instance.address.removeprefix("whatsapp:")

    def save(self, commit: bool = True) -> Any:
        self.instance.address = self.cleaned_data["phone"]
        if self.cleaned_data.get("answer"):
            self.instance.keep_answer(self.cleaned_data["answer"])
        return super().save(commit)


class SubscriptionInline(ScopedInline):
    """One that is not ended, and those before."""

    model = Subscription
    fields = ("plan", "status", "start_date")
    autocomplete_fields = ("plan",)
    for_admins = ALL


@admin.register(Account)
class AccountAdmin(ScopedAdmin):
    """Whom an account is shown to: who writes from its number, or answers your question."""

    form = AccountForm
    inlines = (SubscriptionInline,)
    list_display = ("number", "name", "shown_phone", "shown_owed", "has_answer")
    search_fields = ("number", "name", "address")
    search_help_text = "Search by account number, holder or phone"
    ordering = ("number",)
    fields = ("number", "name", "phone", "answer")
    actions_list = ("import_csv",)
    for_admins = ALL

    def get_queryset(self, request: HttpRequest) -> QuerySet[Account]:
        rows: QuerySet[Account] = super().get_queryset(request)
        return rows.annotate(owed=Sum(F("invoices__amount") - F("invoices__paid"))).prefetch_related("invoices")

    @display(description="WhatsApp number", ordering="address")
    def shown_phone(self, account: Account) -> str:
        return account.address.removeprefix("whatsapp:") or "None: everybody is asked"

    @display(description="Owed", ordering="owed")
    def shown_owed(self, account: Account) -> str:
        owed: defaultdict[str, Decimal] = defaultdict(Decimal)
        for invoice in account.invoices.all():
            owed[invoice.currency] += invoice.owed
        return " + ".join(money(currency, sum_) for currency, sum_ in sorted(owed.items()) if sum_) or "Nothing"

    @display(description="Has an answer", boolean=True)
    def has_answer(self, account: Account) -> bool:
        return bool(account.answer_digest)

    @action(description="Import CSV", icon="upload_file", url_path="import", permissions=["add"])
    def import_csv(self, request: HttpRequest) -> HttpResponse:
        return import_page.respond(self, request, "accounts")


@admin.register(Invoice)
class InvoiceAdmin(ScopedAdmin):
    """What customers are told they owe is what is not paid of these."""

    list_display = ("number", "account", "issued_on", "due_on", "shown_amount", "shown_owed")
    list_filter = ("issued_on",)
    list_select_related = ("account",)
    search_fields = ("number", "account__number", "account__name")
    search_help_text = "Search by invoice, account or holder"
    ordering = ("-issued_on", "-number")
    autocomplete_fields = ("account",)
    fields = ("number", "account", ("issued_on", "due_on"), ("amount", "paid", "currency"))
    actions_list = ("import_csv",)
    for_admins = ALL

    @display(description="Amount", ordering="amount")
    def shown_amount(self, invoice: Invoice) -> str:
        return money(invoice.currency, invoice.amount)

    @display(description="Owed")
    def shown_owed(self, invoice: Invoice) -> str:
        return money(invoice.currency, invoice.owed) if invoice.owed else "Paid"

    @action(description="Import CSV", icon="upload_file", url_path="import", permissions=["add"])
    def import_csv(self, request: HttpRequest) -> HttpResponse:
        return import_page.respond(self, request, "invoices")
