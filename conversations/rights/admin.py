"""The customer's page with their rights on it: a copy of all that is kept of them, and its end."""

from collections import Counter
from tempfile import TemporaryFile
from typing import Any
from uuid import UUID

from django.apps import apps
from django.contrib import admin, messages
from django.contrib.admin.models import CHANGE, DELETION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone

from conversations.rights import erasure, export, files
from tenants.admin.customer import CustomerAdmin
from tenants.admin.scoped import action
from tenants.admin.seat import get_seat, outside_scope
from tenants.models import Customer

admin.site.unregister(Customer)


@admin.register(Customer)
class CustomerWithRightsAdmin(CustomerAdmin):
    """Admins of the tenant export and erase; operators do not."""

    actions_detail = ("export_data", "erase_data")

    @outside_scope
    @action(description="Export their data", icon="download", permissions=["change"], url_path="export-data")
    def export_data(self, request: HttpRequest, object_id: str) -> HttpResponseBase:
        """GET says what is in it; POST downloads it."""
        seat = get_seat(request)
        with seat.scope():
            customer = self._get(request, object_id)
            if request.method != "POST":
                removed = erasure.preview(customer, now=timezone.now()).removed
                page = self._page(request, customer, "rights/export.html", "Export their data", removed, {})
                return page.render()
            self._note(request, customer.pk, CHANGE, object_repr=str(customer), message="Exported their data.")
        file = TemporaryFile()  # noqa: SIM115  the response closes it, and with that it is gone
        export.export(customer.tenant_id, customer.pk, file)
        file.seek(0)
        return FileResponse(file, as_attachment=True, filename=f"customer-{customer.pk}.zip")

    @action(description="Erase their data", icon="delete_forever", permissions=["change"], url_path="erase-data")
    def erase_data(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """GET asks; POST erases. While something is open, it must be ticked that one knows."""
        customer = self._get(request, object_id)
        if request.method != "POST":
            return self._question(request, customer)
        try:
            report = erasure.erase(
                customer.tenant_id,
                customer.pk,
                now=timezone.now(),
                despite_open=request.POST.get("despite_open") == "on",
            )
        except erasure.OrdersOpen:
            messages.error(request, "Nothing was erased: something is not finished with this customer. See below.")
            return self._question(request, customer)
        summary = ", ".join(f"{name.lower()}: {count}" for name, count in _counted(report))
        self._note(request, customer.pk, DELETION, object_repr=erasure.ERASED, message=f"Erased their data: {summary}.")
        messages.success(request, f"Their data is erased. Removed were {summary}.")
        return HttpResponseRedirect(reverse("admin:tenants_customer_changelist"))

    def _question(self, request: HttpRequest, customer: Customer) -> TemplateResponse:
        preview = erasure.preview(customer, now=timezone.now())
        more = {"stays": _table(preview.kept), "reasons": preview.reasons, "years": customer.tenant.books_years}
        return self._page(request, customer, "rights/erase.html", "Erase their data", preview.removed, more)

    def get_queryset(self, request: HttpRequest) -> Any:
        """Those who were erased stand under their orders only."""
        rows = super().get_queryset(request)
        is_list = (
            request.resolver_match is not None and request.resolver_match.url_name == "tenants_customer_changelist"
        )
        return rows.filter(erased_at=None) if is_list else rows

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """There is nothing left to change of whoever was erased."""
        return super().has_change_permission(request, obj) and not (isinstance(obj, Customer) and obj.erased_at)

    def get_actions_detail(self, request: HttpRequest, object_id: Any) -> list[Any]:
        customer = self.get_object(request, str(object_id))
        return [] if customer is None or customer.erased_at else super().get_actions_detail(request, object_id)

    def _get(self, request: HttpRequest, object_id: str) -> Customer:
        customer: Customer | None = self.get_object(request, object_id)
        if customer is None or customer.erased_at:
            raise Http404
        return customer

    def _page(
        self,
        request: HttpRequest,
        customer: Customer,
        template: str,
        title: str,
        rows: Counter[str],
        more: dict[str, Any],
    ) -> TemplateResponse:
        context = self.admin_site.each_context(request) | {
            "opts": self.model._meta,
            "title": title,
            "customer": customer,
            "kept": _table(rows),
            "back": reverse("admin:tenants_customer_change", args=[customer.pk]),
        }
        return TemplateResponse(request, template, context | more)

    def _note(self, request: HttpRequest, pk: UUID, flag: int, *, object_repr: str, message: str) -> None:
        """A line of the history; after an erasure it names nobody."""
        LogEntry.objects.create(
            user_id=str(request.user.pk), content_type=ContentType.objects.get_for_model(Customer), object_id=str(pk),
            object_repr=object_repr[:200], action_flag=flag, change_message=message,
        )  # fmt: skip


def _table(report: Counter[str]) -> dict[str, Any]:
    rows = [[name, f"{count:,}"] for name, count in _counted(report)]
    return {"headers": ["What", "How many"], "rows": rows} if rows else {}


def _counted(report: Counter[str]) -> list[tuple[str, int]]:
    """What there is of each, in words for people."""
    return [(_title(name), count) for name, count in report.items() if count]


def _title(name: str) -> Any:
    if name == files.FILES:
        return "Files"
    if name == erasure.ANONYMISED:
        return "Names in the history"
    if name == erasure.SUMMARIES:
        return "Summaries"
    if name.startswith(erasure.KEPT):
        return f"{_title(name.removeprefix(erasure.KEPT))} kept without their name"
    return str(apps.get_model(name)._meta.verbose_name_plural).capitalize()
