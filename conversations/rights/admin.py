"""The customer's page with her rights on it: a copy of all that is kept of her, and its end."""

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
    @action(description="Export her data", icon="download", permissions=["change"], url_path="export-data")
    def export_data(self, request: HttpRequest, object_id: str) -> HttpResponseBase:
        """GET says what is in it; POST downloads it."""
        seat = get_seat(request)
        with seat.scope():
            customer = self._get(request, object_id)
            if request.method != "POST":
                return self._page(request, customer, "rights/export.html", "Export her data").render()
            self._note(request, customer.pk, CHANGE, object_repr=str(customer), message="Exported her data.")
        file = TemporaryFile()  # noqa: SIM115  the response closes it, and with that it is gone
        export.export(customer.tenant_id, customer.pk, file)
        file.seek(0)
        return FileResponse(file, as_attachment=True, filename=f"customer-{customer.pk}.zip")

    @action(description="Erase her data", icon="delete_forever", permissions=["change"], url_path="erase-data")
    def erase_data(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """GET asks; POST erases and says what was removed."""
        customer = self._get(request, object_id)
        if request.method != "POST":
            return self._page(request, customer, "rights/erase.html", "Erase her data")
        report = erasure.erase(customer.tenant_id, customer.pk)
        summary = ", ".join(f"{name.lower()}: {count}" for name, count in _counted(report))
        self._note(request, customer.pk, DELETION, object_repr=erasure.ERASED, message=f"Erased her data: {summary}.")
        messages.success(request, f"Her data is erased. Removed were {summary}.")
        return HttpResponseRedirect(reverse("admin:tenants_customer_changelist"))

    def _get(self, request: HttpRequest, object_id: str) -> Customer:
        customer: Customer | None = self.get_object(request, object_id)
        if customer is None:
            raise Http404
        return customer

    def _page(self, request: HttpRequest, customer: Customer, template: str, title: str) -> TemplateResponse:
        rows = [[name, f"{count:,}"] for name, count in _counted(erasure.preview(customer))]
        context = self.admin_site.each_context(request) | {
            "opts": self.model._meta,
            "title": title,
            "customer": customer,
            "kept": {"headers": ["What", "How many"], "rows": rows},
            "back": reverse("admin:tenants_customer_change", args=[customer.pk]),
        }
        return TemplateResponse(request, template, context)

    def _note(self, request: HttpRequest, pk: UUID, flag: int, *, object_repr: str, message: str) -> None:
        """A line of the history; after an erasure it names nobody."""
        LogEntry.objects.create(
            user_id=str(request.user.pk), content_type=ContentType.objects.get_for_model(Customer), object_id=str(pk),
            object_repr=object_repr[:200], action_flag=flag, change_message=message,
        )  # fmt: skip


def _counted(report: Counter[str]) -> list[tuple[str, int]]:
    """What there is of each, in words for people."""
    return [(_title(name), count) for name, count in report.items() if count]


def _title(name: str) -> Any:
    if name == files.FILES:
        return "Files"
    if name == erasure.ANONYMISED:
        return "Names in the history"
    return str(apps.get_model(name)._meta.verbose_name_plural).capitalize()
