"""What the local mind makes of a sentence now, and what it would make of it with the exemplar in the form."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from conversations.admin.teaching import words
from conversations.admin.teaching.command_form import read_form, teachable
from journeys.understand.alone import Reading, read_alone
from journeys.unknown.commands import Unclear
from tenants.admin.seat import get_seat
from tenants.models import Tenant
from tools.exemplars.models import LONGEST, key_of
from tools.exemplars.selectors import Taught, list_taught


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
def show(request: HttpRequest) -> HttpResponse:
    """A fragment of the form's page; nothing is stored, and nothing is done."""
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
