"""The import of a CSV file: upload, what its columns are, a look at what would happen, confirmation.

The file is kept between the look and the confirmation, one for each person in each tenant.
"""

import zlib
from collections.abc import Sequence
from typing import Any
from uuid import UUID

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
from tools.catalog.importing import applying, columns, figures, planning, sheet
from tools.catalog.importing.applying import ImportReport
from tools.catalog.importing.columns import Columns
from tools.catalog.importing.planning import ImportPlan
from tools.catalog.importing.rows import COLUMNS
from tools.catalog.models import ImportDraft
from tools.catalog.tasks import embed_later

# Imported while a person waits; larger catalogs are loaded from the command line.
MOST_BYTES, MOST_ROWS = 10 * 1024 * 1024, 10_000
_TOO_LARGE = "This file is too large to upload. Ask your technical contact to run manage.py import_catalog."

KIND_NAMES = [
    ("", "Leave out"), ("title", "Name of the product"), ("price", "Price"), ("stock", "Stock: how much to sell"),
    ("sku", "SKU: your stock number"), ("product", "Product that lines belong to"), ("description", "Description"),
    ("category", "Category"), ("brand", "Brand"), ("image_url", "Picture's address"), ("option", "Option: size"),
    ("attribute", "Attribute: material"), ("currency", "Currency"), ("aliases", "Other names, a | b"),
    ("asked", "How customers ask, a | b"),
    ("unit", "Unit: piece, night, kg"),
    ("variant", "Options, size=42;colour=black"), ("attributes", "Attributes, gender=women;material=leather"),
]  # fmt: skip


class UploadForm(forms.Form):
    """The file to import."""

    file = forms.FileField(label="CSV file", widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".csv,text/csv"}))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise forms.ValidationError(_TOO_LARGE)
        return file


def respond(admin: Any, request: HttpRequest) -> HttpResponse:
    """The page of the step that the request asks for: upload, columns, look, or confirmation."""
    tenant = get_seat(request).tenant
    if tenant is None:
        return pick_first(request)
    if not isinstance(request.user, User):
        raise PermissionDenied
    draft = find(request.user, request.POST.get("draft") or request.GET.get("draft") or "")
    if request.method == "POST" and draft is None and "draft" in request.POST:
        messages.error(request, "This upload is gone. Choose the file again.")
        return HttpResponseRedirect(request.path)
    if request.method == "POST" and draft is not None:
        step = _confirm if "confirm" in request.POST else _say_columns
        return step(admin, request, tenant, draft)
    if request.method == "POST":
        return _upload(admin, request, request.user)
    if draft is not None:
        return _page(admin, request, _next(tenant, draft, asks_columns="columns" in request.GET))
    return _page(admin, request, {"form": UploadForm(), "columns": COLUMNS})


def _upload(admin: Any, request: HttpRequest, user: User) -> HttpResponse:
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(admin, request, {"form": form, "columns": COLUMNS})
    file = form.cleaned_data["file"]
    draft = keep(user, file_name=file.name or "catalog.csv", content=file.read())
    return HttpResponseRedirect(f"{request.path}?draft={draft.pk}")


def _next(tenant: Tenant, draft: ImportDraft, *, asks_columns: bool = False) -> dict[str, Any]:
    """What the columns are, while nobody has said so and their names do not; else what would happen."""
    if draft.columns is None or asks_columns:
        try:
            head = sheet.head(content_of(draft))
        except sheet.NotACatalog:
            return _preview(tenant, draft)
        if asks_columns or columns.exact(head.names) is None:
            told = columns_of(draft) or columns.exact(head.names) or columns.propose(head.names)
            return _mapping(tenant, draft, head, told)
    return _preview(tenant, draft)


def _mapping(
    tenant: Tenant, draft: ImportDraft, head: sheet.Head, told: Columns, problems: Sequence[str] = ()
) -> dict[str, Any]:
    rows = [
        {"name": name, "examples": examples, "kind": kind, "field": f"kind-{place}"}
        for place, (name, examples, kind) in enumerate(zip(head.names, head.examples, told.kinds, strict=True))
    ]
    foreign = told.currency if told.currency and told.currency != tenant.currency else ""
    return {"draft": draft, "rows": rows, "kinds": KIND_NAMES, "told": told, "problems": problems, "foreign": foreign}


def _say_columns(admin: Any, request: HttpRequest, tenant: Tenant, draft: ImportDraft) -> HttpResponse:
    try:
        head = sheet.head(content_of(draft))
    except sheet.NotACatalog:
        return _page(admin, request, _preview(tenant, draft))
    typed = [request.POST.get(f"kind-{place}", "") for place in range(len(head.names))]
    kinds = tuple(kind if kind in columns.KINDS else columns.LEFT_OUT for kind in typed)
    pieces = _pieces(request.POST.get("stock", "").strip())
    named = (columns.currency_in(name) for name, kind in zip(head.names, kinds, strict=True) if kind == "price")
    told = Columns(kinds, "" if "currency" in kinds else next(named, ""), pieces)
    if problems := told.problems():
        return _page(admin, request, _mapping(tenant, draft, head, told, problems))
    draft.columns = told.to_json()
    draft.save(update_fields=["columns"])
    return HttpResponseRedirect(f"{request.path}?draft={draft.pk}")


def _pieces(typed: str) -> int | None:
    """The stock of each line, when it is told for all; what is no number is refused as one below zero is."""
    try:
        return figures.pieces(typed) if typed else None
    except figures.NotAFigure:
        return -1


def _confirm(admin: Any, request: HttpRequest, tenant: Tenant, draft: ImportDraft) -> HttpResponse:
    plan = _plan(tenant, draft)
    if plan.errors:  # the catalog changed since the preview
        return _page(admin, request, _next(tenant, draft))
    report = applying.apply(plan, tenant.id)
    draft.delete()
    embed_later(tenant.id)
    messages.success(request, f"Imported: {_in_words(report)}. New products are embedded in the background.")
    return HttpResponseRedirect(reverse("admin:catalog_product_changelist"))


def _plan(tenant: Tenant, draft: ImportDraft) -> ImportPlan:
    content, told = content_of(draft), columns_of(draft)
    return planning.plan(content, currency=tenant.currency, told=told)


def _preview(tenant: Tenant, draft: ImportDraft) -> dict[str, Any]:
    plan = _plan(tenant, draft)
    if plan.rows > MOST_ROWS:
        return {"draft": draft, "plan": plan, "too_large": _TOO_LARGE}
    report = None if plan.errors else applying.apply(plan, tenant.id, dry_run=True)
    return {
        "draft": draft,
        "plan": plan,
        "report": report,
        "errors": _errors(plan),
        "counts": _counts(report),
        "currencies": sorted({row.currency for rows in plan.products.values() for row in rows}),
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


def keep(user: User, *, file_name: str, content: bytes) -> ImportDraft:
    """Keep an uploaded file between look and confirmation, in place of what the person uploaded before."""
    ImportDraft.objects.filter(uploaded_by=user).delete()
    draft: ImportDraft = ImportDraft.objects.create(
        uploaded_by=user, file_name=file_name[-200:], content=zlib.compress(content)
    )
    return draft


def find(user: User, draft_id: str) -> ImportDraft | None:
    """The person's own upload in the tenant in scope; None when it is gone or somebody else's."""
    try:
        wanted = UUID(draft_id)
    except ValueError:
        return None
    return ImportDraft.objects.filter(pk=wanted, uploaded_by=user).first()


def columns_of(draft: ImportDraft) -> Columns | None:
    """What somebody has said that the columns of this upload are; None when nobody has."""
    return Columns.from_json(draft.columns) if draft.columns else None


def content_of(draft: ImportDraft) -> bytes:
    return zlib.decompress(bytes(draft.content))
