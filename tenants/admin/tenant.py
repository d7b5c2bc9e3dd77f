"""A tenant's own page: who the assistant is, how it speaks, what it may spend and how the business is run."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db import models
from django.http import HttpRequest
from django.urls import URLPattern, path
from unfold.widgets import UnfoldAdminTextareaWidget

from tenants.admin.fields import BusinessHoursField, JsonField, LanguagesField, PaymentMethodsField
from tenants.admin.scoped import LOOK, ScopedAdmin, ScopedForm
from tenants.admin.seat import find_seat
from tenants.admin.site import own_tenant, pick
from tenants.models import Tenant
from tenants.rules import Escalation, Guardrails, notices, problem_in

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
        "Payments",
        {"fields": ("payments_enabled",), "description": "Only what is ticked is offered to customers."},
    ),
    (
        "Notices",
        {
            "fields": ("templates",),
            "description": "What reaches a customer who has been silent for a day; JSON, for your technical contact.",
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
        "Compliance and hand-over",
        {
            "fields": ("compliance", "escalation_rules"),
            "description": "For your technical contact: both are JSON.",
        },
    ),
)
ESCALATION_HELP = (
    "When a person takes over, and how they are reached: phone, email, address; reply_within_minutes (counted in your "
    "opening hours); max_clarifications and max_tool_errors before a hand-over; topics that are always a person's "
    '(["refund", "outage"]); escalate_unanswered: false to leave what your documents do not say without a ticket.'
)
COMPLIANCE_HELP = (
    "What the assistant leaves alone, and how it answers. restricted: a list of topics, each with topic, words, reply "
    '(one text, or {"en": ..., "sw": ...}) and helplines. answers: style (concise, detailed or bullet), details to '
    "ask for when a question is too vague, audience (only documents for it), reviewed_by_model (a second look at each "
    "answer, for a third call of the model) and disclaimer (false: not said with times and prices). data_notice."
)
KEPT_WHEN_EMPTY = ("books_years", "held_pieces_limit")
OF_THE_PLATFORM = ("is_active", "chat_model", "monthly_model_budget_usd")


class TenantForm(ScopedForm):
    """The settings, each JSON column with a field of its own."""

    allowed_languages = LanguagesField(help_text="Languages the assistant may switch to.")
    payments_enabled = PaymentMethodsField(label="Ways to pay you")
    business_hours = BusinessHoursField(
        required=False, help_text="Leave a day empty when you are closed. Until 00:00 means until midnight."
    )
    escalation_rules = JsonField(help_text=ESCALATION_HELP)
    compliance = JsonField(help_text=COMPLIANCE_HELP)
    templates = JsonField(label="WhatsApp templates", help_text=notices.HELP)

    class Meta:
        widgets = {"bot_intro": UnfoldAdminTextareaWidget(attrs={"rows": 3})}
        labels = {
            "is_active": "Switched on",
            "catalog_link_base": "Web catalog",
            "bot_name": "Assistant's name",
            "bot_intro": "Introduction",
            "tone_style": "Tone",
            "max_chattiness_level": "Small talk",
            "messages_per_minute": "Messages a minute",
            "debounce_milliseconds": "Pause before an answer (milliseconds)",
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

    def clean_escalation_rules(self) -> Any:
        return _readable(Escalation, self.cleaned_data["escalation_rules"])

    def clean_compliance(self) -> Any:
        return _readable(Guardrails, self.cleaned_data["compliance"])


def _readable(rules: type[Escalation | Guardrails], typed: Any) -> Any:
    problem = problem_in(rules, typed) if isinstance(typed, Mapping) else None
    if problem:
        raise ValidationError(problem)
    return typed


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

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> Sequence[str]:
        seat = find_seat(request)
        fixed = () if obj is None else ("slug",)
        return fixed if seat is not None and seat.is_platform else (*fixed, *OF_THE_PLATFORM)

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> dict[str, Sequence[str]]:
        return {"slug": ("name",)} if obj is None else {}

    def get_urls(self) -> list[URLPattern]:
        return [
            path("pick/", self.admin_site.admin_view(pick), name="pick_tenant"),
            path("own/", self.admin_site.admin_view(own_tenant), name="own_tenant"),
            *super().get_urls(),
        ]
