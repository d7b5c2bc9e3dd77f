"""Exemplars in the admin: the list of what was taught, and the form that teaches.

The form begins with the message or question that was not understood, and shows what the local mind makes of a sentence
now, and what it would make of it with the exemplar.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils import timezone
from django.views.decorators.http import require_POST
from pydantic import ValidationError

from conversations.admin.teaching import words
from conversations.admin.teaching.command_form import read_form, teachable
from conversations.admin.teaching.form import ExemplarForm
from conversations.explain import explain
from conversations.models import Turn
from journeys.registry import ALL, CommandUnknown
from journeys.understand.alone import Reading, read_alone
from journeys.understand.taught import is_teachable
from journeys.unknown.commands import Unclear
from knowledge.models import UnansweredQuestion
from knowledge.redact import without_personal_data
from tenants.admin.scoped import ALL as ALL_POWERS
from tenants.admin.scoped import EDIT, ReadOnlyAdmin, ScopedAdmin, display
from tenants.admin.seat import find_seat, get_seat
from tenants.models import Tenant
from tools.exemplars.models import LONGEST, Exemplar, UnknownWord, key_of
from tools.exemplars.selectors import Taught, list_taught

FEWEST = 3
"""What fewer messages held may be a name or a slip."""

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
        page = self.admin_site.admin_view(show_understood)
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
        return prefilled(request.GET.get("turn"), request.GET.get("question"))

    @display(description="What it means")
    def meaning(self, exemplar: Exemplar) -> str:
        try:
            return words.in_words(ALL.commands[exemplar.command].model_validate(exemplar.arguments))
        except (KeyError, ValidationError):
            return words.title(exemplar.command)

    @display(description="State", label=STATES)
    def state(self, exemplar: Exemplar) -> str:
        """Whether a turn may obey the exemplar: its ability may be switched off, or a newer version may not know it."""
        if exemplar.command not in teachable(()):
            return "Out of date"
        return "Counts" if exemplar.command in teachable(exemplar.tenant.journeys_off) else "Switched off"

    @display(description="Preview")
    def preview(self, exemplar: models.Model) -> str:
        """Filled in by the browser, from what the form says."""
        return render_to_string("conversations/teaching_preview.html")


def prefilled(turn: str | None, question: str | None) -> dict[str, Any]:
    """What the form begins with, by a turn's or a question's id in the open scope; nothing for an unknown one."""
    if (turn_id := _id(turn)) and (found := _turn(turn_id)):
        return found
    if (question_id := _id(question)) and (row := UnansweredQuestion.objects.filter(pk=question_id).first()):
        return {"sentence": row.question[:LONGEST], "command": "ask_library"}
    return {}


def _turn(turn_id: UUID) -> dict[str, Any]:
    """The words, the language they were heard in, and the command they were taken for."""
    row = Turn.objects.select_related("conversation__customer").filter(pk=turn_id).first()
    if row is None:
        return {}
    told = explain(row)
    said = without_personal_data(told["said"], [row.conversation.customer.name])
    return {"sentence": said[:LONGEST], "language": told["route"].get("language") or "en"} | _taken_for(told["notes"])


def _taken_for(notes: dict[str, Any]) -> dict[str, Any]:
    written = notes.get("understood", {}).get("commands", [])
    try:
        command = ALL.decoded(str(written[0])) if written else None
    except CommandUnknown:
        command = None
    if command is None or not is_teachable(type(command)):
        return {}
    return {"command": command.name, "arguments": command.model_dump(mode="json", exclude_defaults=True)}


def _id(text: str | None) -> UUID | None:
    try:
        return UUID(text or "")
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Compared:
    """A sentence, and how it is understood without and with what is taught."""

    sentence: str
    before: str
    after: str
    is_taught: bool

    @property
    def is_changed(self) -> bool:
        return self.before != self.after


@require_POST
def show_understood(request: HttpRequest) -> HttpResponse:
    """Answer with a fragment of the form's page; nothing is stored, and nothing is done."""
    tenant = get_seat(request).tenant
    if tenant is None:
        raise PermissionDenied
    typed = [request.POST.get(name, "").replace("\0", "").strip()[:LONGEST] for name in ("sentence", "also")]
    exemplar = _exemplar(request, typed[0], tenant)
    compared = [_compared(text, exemplar, tenant) for text in typed if text] if exemplar is not None else []
    return render(request, "conversations/understood.html", {"compared": compared})


def _exemplar(request: HttpRequest, sentence: str, tenant: Tenant) -> Taught | None:
    """What the form says; None while something is missing or wrong."""
    kind = teachable(tenant.journeys_off).get(request.POST.get("command", ""))
    if kind is None or not sentence:
        return None
    arguments = read_form(kind, request.POST, f"arguments-{kind.name}")
    return None if isinstance(arguments, list) else Taught(sentence, kind.name, arguments)


def _compared(text: str, exemplar: Taught, tenant: Tenant) -> Compared:
    others = [taught for taught in list_taught(tenant.pk) if key_of(taught.sentence) != key_of(exemplar.sentence)]
    before, after = _reading(text, others, tenant), _reading(text, [exemplar, *others], tenant)
    return Compared(text, in_words(before), in_words(after), after.is_taught)


def _reading(text: str, taught: Sequence[Taught], tenant: Tenant) -> Reading:
    return read_alone(text, tenant.pk, taught, timezone.now())


def in_words(reading: Reading) -> str:
    if reading.fixed:
        return f"Answered in fixed words: {reading.fixed}"
    if not reading.commands:
        return "Not answered."
    return "\n".join(_told(command) for command in reading.commands)


def _told(command: object) -> str:
    if isinstance(command, Unclear):
        return "Not understood. Documents and catalog are searched for it; else the customer is asked what they mean."
    return words.in_words(command)  # type: ignore[arg-type]


@admin.register(UnknownWord)
class UnknownWordAdmin(ReadOnlyAdmin):
    """To look at: what a word means is taught with a sentence, or asked of whoever keeps the installation."""

    list_display = ("word", "times", "last_on")
    search_fields = ("word",)
    fields = readonly_fields = ("word", "times", "last_on")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request).filter(times__gte=FEWEST)
        return rows

    def get_ordering(self, request: HttpRequest) -> Sequence[str]:
        return ("-times", "word")
