"""The import of a CSV file in three steps: upload, a look at what would happen, confirmation."""

from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.widgets import UnfoldAdminFileFieldWidget

from tenants.admin.frame import frame
from tenants.admin.seat import get_seat, pick_first
from tenants.models import Tenant, User
from tools.catalog.admin.changes import embed_later
from tools.catalog.importing import applying, drafts, planning
from tools.catalog.importing.applying import ImportReport
from tools.catalog.importing.planning import ImportPlan
from tools.catalog.importing.rows import COLUMNS
from tools.catalog.models import ImportDraft

MOST_BYTES, MOST_ROWS = 10 * 1024 * 1024, 10_000
_TOO_LARGE = "This file is too large to upload. Ask your technical contact to run manage.py import_catalog."


class UploadForm(forms.Form):
    """The file to import."""

    file = forms.FileField(label="CSV file", widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,text/csv"}))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_TOO_LARGE)
        return file


def respond(admin: Any, request: HttpRequest) -> HttpResponse:
    """The step that the request asks for."""
    tenant = get_seat(request).tenant
    if tenant is None:
        return pick_first(request)
    if not isinstance(request.user, User):
        raise PermissionDenied
    draft = drafts.find(request.user, request.POST.get("draft") or request.GET.get("draft") or "")
    if request.method == "POST" and "confirm" in request.POST:
        return _confirm(admin, request, tenant, draft)
    if request.method == "POST":
        return _upload(admin, request, request.user)
    if draft is not None:
        return _page(admin, request, _preview(tenant, draft))
    return _page(admin, request, {"form": UploadForm(), "columns": COLUMNS})


def _upload(admin: Any, request: HttpRequest, user: User) -> HttpResponse:
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(admin, request, {"form": form, "columns": COLUMNS})
    file = form.cleaned_data["file"]
    draft = drafts.keep(user, file_name=file.name or "catalog.csv", content=file.read())
    return HttpResponseRedirect(f"{request.path}?draft={draft.pk}")


def _confirm(admin: Any, request: HttpRequest, tenant: Tenant, draft: ImportDraft | None) -> HttpResponse:
    if draft is None:
        messages.error(request, "This upload is gone. Choose the file again.")
        return HttpResponseRedirect(request.path)
    plan = planning.plan(drafts.content_of(draft), currency=tenant.currency)
    if plan.errors:  # the catalog changed since the preview
        return _page(admin, request, _preview(tenant, draft))
    report = applying.apply(plan, tenant.id)
    draft.delete()
    embed_later(tenant.id)
    messages.success(request, f"Imported: {_in_words(report)}. New products are embedded in the background.")
    return HttpResponseRedirect(reverse("admin:catalog_product_changelist"))


def _preview(tenant: Tenant, draft: ImportDraft) -> dict[str, Any]:
    plan = planning.plan(drafts.content_of(draft), currency=tenant.currency)
    if plan.rows > MOST_ROWS:
        return {"draft": draft, "plan": plan, "too_large": _TOO_LARGE}
    report = None if plan.errors else applying.apply(plan, tenant.id, dry_run=True)
    return {
        "draft": draft,
        "plan": plan,
        "report": report,
        "errors": _errors(plan),
        "counts": _counts(report),
    }


def _errors(plan: ImportPlan) -> dict[str, Any]:
    rows = [[error.line, error.column or "whole line", error.sentence] for error in plan.errors]
    return {"headers": ["Line", "Column", "What is wrong"], "rows": rows}


def _counts(report: ImportReport | None) -> dict[str, Any] | None:
    if report is None:
        return None
    kinds = (("Products", report.products), ("Variants", report.variants))
    rows = [[name, counts.created, counts.updated, counts.unchanged] for name, counts in kinds]
    return {"headers": ["", "New", "Changed", "As they are"], "rows": rows}


def _in_words(report: ImportReport) -> str:
    return (
        f"{report.products.created} products new, {report.products.updated} changed, "
        f"{report.variants.created} variants new, {report.variants.updated} changed"
    )


def _page(admin: Any, request: HttpRequest, context: dict[str, Any]) -> HttpResponse:
    around = frame(request, admin.model, "Import a catalog") | {"path": request.path}
    return TemplateResponse(request, "catalog/import.html", around | context)
