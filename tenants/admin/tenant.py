"""A tenant's own page: who the assistant is, how it speaks, what it may spend and how the business is run."""

from collections.abc import Sequence
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import models
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.urls import URLPattern, path, reverse
from unfold.widgets import UnfoldAdminTextareaWidget

from tenants.admin import rules_file
from tenants.admin.fields import BusinessHoursField, JourneysField, LanguagesField, PaymentMethodsField
from tenants.admin.rules_field import RulesField
from tenants.admin.scoped import LOOK, ScopedAdmin, ScopedForm, action, display
from tenants.admin.seat import PICKED, find_seat, get_seat
from tenants.admin.site import own_tenant, pick
from tenants.models import Tenant
from tenants.rules import Escalation, Guardrails, Notices

FIELDSETS = (
    (
        "The business",
        {
            "fields": (
                "name",
                "slug",
                "is_active",
                "currency",
                "time_zone",
                "business_hours",
                "catalog_link_base",
            )
        },
    ),
    (
        "Persona",
        {
            "fields": ("bot_name", "bot_intro"),
            "description": "Who customers talk to, and what it says first.",
        },
    ),
    (
        "Languages and tone",
        {
            "fields": ("default_language", "allowed_languages", "tone_style", "max_chattiness_level"),
            "description": "The assistant answers in the customer's language when it is one of these.",
        },
    ),
    (
        "What the assistant does",
        {"fields": ("journeys_off",), "description": "Whatever is not ticked is left to your team."},
    ),
    (
        "Payments",
        {
            "fields": ("payments_enabled", "does_without_payments"),
            "description": "Only what is ticked is offered to customers.",
        },
    ),
    (
        "Limits",
        {
            "fields": (
                "messages_per_minute",
                "debounce_milliseconds",
                "retention_days",
                "books_years",
                "held_pieces_limit",
                "chat_model",
                "monthly_model_budget_usd",
            )
        },
    ),
    (
        "When a person takes over",
        {
            "fields": ("escalation_rules",),
            "description": "How customers reach you, and what is never left to the assistant.",
        },
    ),
    (
        "What is left alone, and how answers are given",
        {"fields": ("compliance",), "description": "Write each text in the languages your customers use."},
    ),
    (
        "After a day of silence",
        {
            "fields": ("templates",),
            "description": "Who has been silent for a day can be written to only with a template that WhatsApp has "
            "approved. Without one for an event, they are not told of it then.",
        },
    ),
    (
        "What customers read",
        {"fields": ("preview",), "description": "As the form above stands now, saved or not."},
    ),
)
KEPT_WHEN_EMPTY = ("books_years", "held_pieces_limit")
OF_THE_PLATFORM = ("is_active", "chat_model", "monthly_model_budget_usd")


class TenantForm(ScopedForm):
    """The settings, each JSON column with a field of its own."""

    allowed_languages = LanguagesField(help_text="Languages the assistant may switch to.")
    journeys_off = JourneysField(label="Abilities")
    payments_enabled = PaymentMethodsField(label="Ways to pay you")
    business_hours = BusinessHoursField(
        required=False, help_text="Leave a day empty when you are closed. Until 00:00 means until midnight."
    )
    escalation_rules = RulesField(Escalation, label="Hand-over")
    compliance = RulesField(Guardrails, label="Limits and answers")
    templates = RulesField(Notices, label="WhatsApp templates")

    class Meta:
        widgets = {"bot_intro": UnfoldAdminTextareaWidget(attrs={"rows": 3})}
        labels = {
            "is_active": "Switched on",
            "catalog_link_base": "Web catalog",
            "does_without_payments": "We take no payments here",
            "bot_name": "Assistant's name",
            "bot_intro": "Introduction",
            "tone_style": "Tone",
            "max_chattiness_level": "Small talk",
            "messages_per_minute": "Messages a minute",
            "debounce_milliseconds": "Longest pause for the rest of a burst (milliseconds)",
            "retention_days": "Days to keep messages",
            "books_years": "Years to keep the books",
            "held_pieces_limit": "Pieces set aside for one customer",
            "chat_model": "Language model",
            "monthly_model_budget_usd": "Model budget a month (USD)",
        }

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in set(KEPT_WHEN_EMPTY) & set(self.fields):
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for name in KEPT_WHEN_EMPTY:
            if cleaned.get(name) is None:
                cleaned[name] = getattr(self.instance, name)
        default, allowed = cleaned.get("default_language"), cleaned.get("allowed_languages")
        if default and allowed and default not in allowed:
            raise ValidationError({"default_language": "The default must be one of the allowed languages."})
        return cleaned


@admin.register(Tenant)
class TenantAdmin(ScopedAdmin):
    """A tenant's admin changes it; platform staff add it. Nobody deletes one: it is switched off instead."""

    form = TenantForm
    fieldsets = FIELDSETS
    ordering = ("name",)
    list_display = ("name", "slug", "bot_name", "default_language", "is_active")
    list_filter = ("is_active",)
    search_fields = ("name", "slug")
    for_admins = LOOK | {"change"}
    in_fleet = LOOK | {"add", "change"}
    actions_detail = ("export_rules", "import_rules")

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> Sequence[str]:
        seat = find_seat(request)
        fixed = ("preview",) if obj is None else ("slug", "preview")
        return fixed if seat is not None and seat.is_platform else (*fixed, *OF_THE_PLATFORM)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Sequence[str]]:
        return {"slug": ("name",)} if obj is None else {}

    def get_urls(self) -> list[URLPattern]:
        return [
            path("pick/", self.admin_site.admin_view(pick), name="pick_tenant"),
            path("own/", self.admin_site.admin_view(own_tenant), name="own_tenant"),
            path("without-payments/", self.admin_site.admin_view(self.go_without_payments), name="without_payments"),
            *super().get_urls(),
        ]

    def response_add(self, request: HttpRequest, obj: Tenant, post_url_continue: str | None = None) -> HttpResponse:
        """On to work in the new business, whose first page says what is to be done next."""
        request.session[PICKED] = str(obj.pk)
        messages.success(request, f"{obj.name} is added, and you work there now.")
        return HttpResponseRedirect(reverse("admin:index"))

    def go_without_payments(self, request: HttpRequest) -> HttpResponse:
        """Takes payments off the list of what is to be set up."""
        tenant = get_seat(request).tenant
        if tenant is None or request.method != "POST" or not self.has_change_permission(request, tenant):
            raise PermissionDenied
        Tenant.objects.filter(pk=tenant.pk).update(does_without_payments=True)
        self.log_change(request, tenant, "Goes without payments.")
        return HttpResponseRedirect(reverse("admin:index"))

    @display(description="Preview")
    def preview(self, tenant: Tenant) -> str:
        """The place on the page for a preview; the browser fills it in from what the form says."""
        return render_to_string("tenants/preview.html")

    @action(description="Export rules", icon="download", permissions=["change"], url_path="export-rules")
    def export_rules(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Hand-over, limits, answers and templates as a JSON file."""
        return rules_file.give(self._asked_for(request, object_id))

    @action(description="Import rules", icon="upload", permissions=["change"], url_path="import-rules")
    def import_rules(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Read hand-over, limits, answers and templates from a JSON file: all of it or nothing."""
        return rules_file.take(self, request, self._asked_for(request, object_id))

    def _asked_for(self, request: HttpRequest, object_id: str) -> Tenant:
        tenant: Tenant | None = self.get_object(request, object_id)
        if tenant is None:
            raise Http404
        return tenant
