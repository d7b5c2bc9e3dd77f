"""Where a person is logged in, and how each of it is ended: by themselves, or by platform staff for somebody."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.utils import timezone

from tenants import sessions
from tenants.admin.seat import find_seat
from tenants.models import Session, User

SYSTEMS = (
    ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"), ("Linux", "Linux"),
)  # fmt: skip
BROWSERS = (
    ("Edg/", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip


def page(request: HttpRequest, user_id: UUID | None = None) -> HttpResponse:
    """One's own sessions; platform staff see and end those of the person they name."""
    seat = find_seat(request)
    is_own = user_id is None or user_id == request.user.pk
    if not is_own and (seat is None or not seat.is_platform):
        raise PermissionDenied
    whose = get_object_or_404(User, pk=request.user.pk if is_own else user_id)
    if request.method == "POST":
        return _end(request, whose)
    found = sessions.list_of(whose.pk, now=timezone.now())
    rows = [_row(session, request) for session in found]
    title = "Where you are logged in" if is_own else f"Where {whose} is logged in"
    context = {"title": title, "content_title": title, "rows": rows, "is_own": is_own}
    return TemplateResponse(request, "tenants/sessions.html", admin.site.each_context(request) | context)


def _end(request: HttpRequest, whose: User) -> HttpResponse:
    chosen = request.POST.get("session")
    ended = sessions.end(whose.pk, chosen=[chosen] if chosen else None, but=request.session.session_key)
    words = "Nothing was open there any more." if not ended else f"Logged out in {ended} place{'s' * (ended > 1)}."
    messages.success(request, words)
    return HttpResponseRedirect(request.path)


def _row(session: Session, request: HttpRequest) -> dict[str, Any]:
    return {
        "id": sessions.public_id(session),
        "browser": describe(session.browser),
        "session": session,
        "is_this": session.session_key == request.session.session_key,
    }


def describe(agent: str) -> str:
    """A browser in two words, from what it says of itself."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "A browser")
    system = next((name for mark, name in SYSTEMS if mark in agent), "")
    return f"{browser} on {system}" if system else browser
