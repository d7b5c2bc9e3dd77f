"""Exemplars in the admin: the list of what was taught, and the form that teaches."""

from typing import Any

from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from pydantic import ValidationError

from conversations.admin.teaching import prefill, understood, words
from conversations.admin.teaching.command_form import teachable
from conversations.admin.teaching.form import ExemplarForm
from journeys.registry import ALL
from tenants.admin.scoped import ALL as ALL_POWERS
from tenants.admin.scoped import EDIT, ScopedAdmin, display
from tenants.admin.seat import find_seat
from tools.exemplars.models import Exemplar

STATES = {"Counts": "success", "Switched off": "warning", "Out of date": "danger"}
FIELDSETS = (
    (
        "The sentence",
        {
            "fields": ("sentence", "language"),
            "description": "It counts from the moment it is saved, for your customers alone.",
        },
    ),
    (
        "What it means",
        {
            "fields": ("command", "arguments"),
            "description": "When a customer names another thing or number than the sentence does, theirs counts.",
        },
    ),
    (
        "What would be understood",
        {
            "fields": ("also", "preview"),
            "description": "By the built-in mind, at the beginning of a conversation. A language model is shown the "
            "sentences that come nearest, as examples. STOP, a tap and an answer to a question always mean themselves.",
        },
    ),
)
TO_LOOK_AT = ((None, {"fields": ("sentence", "language", "meaning")}),)


@admin.register(Exemplar)
class ExemplarAdmin(ScopedAdmin):
    """Operators teach too, for they see what was not understood."""

    form = ExemplarForm
    for_admins = ALL_POWERS
    for_operators = EDIT
    list_display = ("sentence", "meaning", "language", "state", "created_at")
    list_filter = ("language", "command")
    search_fields = ("sentence",)
    list_before_template = "conversations/teaching_intro.html"
    readonly_fields = ("preview", "meaning")

    def get_urls(self) -> list[URLPattern]:
        page = self.admin_site.admin_view(understood.show)
        return [path("understood/", page, name="exemplars_exemplar_understood"), *super().get_urls()]

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        may = self.has_add_permission(request) if obj is None else self.has_change_permission(request, obj)
        return FIELDSETS if may else TO_LOOK_AT

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **options: Any) -> Any:
        """The form for the journeys that this business has on."""
        seat = find_seat(request)
        journeys_off = seat.tenant.journeys_off if seat is not None and seat.tenant is not None else ()
        options["form"] = type("ExemplarForm", (ExemplarForm,), {"journeys_off": tuple(journeys_off)})
        return super().get_form(request, obj, change=change, **options)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        return prefill.initial(request.GET.get("turn"), request.GET.get("question"))

    @display(description="What it means")
    def meaning(self, exemplar: Exemplar) -> str:
        try:
            return words.in_words(ALL.commands[exemplar.command].model_validate(exemplar.arguments))
        except (KeyError, ValidationError):
            return words.title(exemplar.command)

    @display(description="State", label=STATES)
    def state(self, exemplar: Exemplar) -> str:
        """Whether a turn may obey it: its ability may be switched off, or a newer version may not know it."""
        if exemplar.command not in teachable(()):
            return "Out of date"
        return "Counts" if exemplar.command in teachable(exemplar.tenant.journeys_off) else "Switched off"

    @display(description="Preview")
    def preview(self, exemplar: models.Model) -> str:
        """Filled in by the browser, from what the form says."""
        return render_to_string("conversations/teaching_preview.html")
