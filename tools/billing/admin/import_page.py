"""The import of plans, accounts or invoices from a CSV file: all of it, or none and what is wrong with each line."""

from typing import Any, Final

from django import forms
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.widgets import UnfoldAdminFileFieldWidget

from tenants.admin.frame import frame
from tenants.admin.seat import get_seat, pick_first
from tools.billing import importing
from tools.billing.importing import Kind, Report

# 20,000 lines of invoices fit twice.
MOST_BYTES: Final = 10 * 1024 * 1024
STEPS: Final[dict[Kind, tuple[str, ...]]] = {
    "plans": ("One line for each plan, known by its code.", "Prices are in your business's own currency."),
    "accounts": (
        "One line for each account, known by its number, with the code of its plan and since when.",
        "phone is the WhatsApp number that is shown the account: +254712000011.",
        "answer is what the holder answers to the question under Billing rules. It is kept so that nobody can read it.",
        "An account that has another plan now keeps the earlier one as ended.",
    ),
    "invoices": (
        "One line for each invoice, known by its number, with the number of an account that you have.",
        "Dates as 2026-10-31. paid is what has come in of it; empty is nothing.",
    ),
}


class BillingUploadForm(forms.Form):
    """The file to import."""

    file = forms.FileField(label="CSV file", widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,text/csv"}))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError("This file is larger than 10 MB. Split it.")
        return file


def respond(admin: Any, request: HttpRequest, kind: Kind) -> HttpResponse:
    """The page, or what became of the file."""
    tenant = get_seat(request).tenant
    if tenant is None:
        return pick_first(request)
    form = BillingUploadForm(request.POST or None, request.FILES or None)
    report = None
    if request.method == "POST" and form.is_valid():
        with transaction.atomic():
            report = importing.load(form.cleaned_data["file"].read(), kind, currency=tenant.currency)
        if not report.errors:
            messages.success(request, f"Imported: {report.created} new, {report.updated} as the file says now.")
            return HttpResponseRedirect(_list(admin))
    context = {
        "form": form, "kind": kind, "columns": importing.columns(kind), "steps": STEPS[kind], "back": _list(admin),
        "errors": _errors(report), "wrong": len(report.errors) if report else 0,
    }  # fmt: skip
    return TemplateResponse(
        request, "billing/import.html", frame(request, admin.model, f"Import {kind} from a file") | context
    )


def _list(admin: Any) -> str:
    return reverse(f"admin:billing_{admin.model._meta.model_name}_changelist")


def _errors(report: Report | None) -> dict[str, Any] | None:
    if report is None:
        return None
    rows = [[error.line, error.column or "whole line", error.sentence] for error in report.errors]
    return {"headers": ["Line", "Column", "What is wrong"], "rows": rows}
