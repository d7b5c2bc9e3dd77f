"""Who may sit at the desk: members of a tenant, operators and admins, within that tenant's rows and its own time.

Platform staff have no seat here: a customer's talk is the tenant's. The tenant follows from the login, never from an
address.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from functools import wraps
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from tenants.admin.seat import PICKED
from tenants.choices import Role
from tenants.models import Membership, Tenant, User
from tenants.scope import fleet_scope, tenant_scope
from tools.handoff.handling import TicketUnknown

# Shorter than people count as being there, see tools.handoff.presence.
NOTED_EVERY: Final = timedelta(minutes=1)
View = Callable[..., HttpResponseBase]


@dataclass(frozen=True, slots=True)
class Desk:
    """A member at work."""

    tenant: Tenant
    user: User
    role: Role
    member: Membership

    @property
    def name(self) -> str:
        return self.user.first_name or self.user.get_username()

    @property
    def streams_url(self) -> str:
        """Where its pages hear what is new."""
        return str(settings.TULIA.streams_url)


def at_desk(view: View, *, prepare: Callable[..., Any] | None = None) -> View:
    """Give the view its desk, in the tenant's scope; everybody else is sent to the login, or away.

    What waits for a network is asked by `prepare` before, with no transaction open, and given to the view besides.
    """

    @wraps(view)
    def answer(request: HttpRequest, **named: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return _to_login(request)
        desk = _find(request)
        if desk is None:
            return render(request, "desk/no_seat.html", status=403)
        prepared = () if prepare is None else (prepare(desk, **named),)
        with tenant_scope(desk.tenant.id), timezone.override(desk.tenant.time_zone):
            _note_presence(desk.member)
            try:
                response = view(request, desk, *prepared, **named)
            except TicketUnknown as error:
                raise Http404 from error
        response.headers.setdefault("Cache-Control", "no-store")
        response.is_automatic = _is_automatic(request)  # type: ignore[attr-defined]
        return response

    return answer


def _note_presence(member: Membership) -> None:
    """Who has a page open is at the desk; written once a minute, by whichever part of a page asks then."""
    now = timezone.now()
    if member.at_desk_at is None or member.at_desk_at < now - NOTED_EVERY:
        Membership.objects.filter(pk=member.pk).update(at_desk_at=now)


def _is_automatic(request: HttpRequest) -> bool:
    """Whether an open page asks, and not a person."""
    return "HX-Request" in request.headers or request.path.startswith("/live/")


def _to_login(request: HttpRequest) -> HttpResponse:
    """A page that asks by itself is told to leave; one that was asked for comes back after the login."""
    if _is_automatic(request):
        return HttpResponse(status=401, headers={"HX-Redirect": reverse("desk-queue")})
    return redirect_to_login(request.get_full_path(), reverse("admin:login"))


def _find(request: HttpRequest) -> Desk | None:
    user: Any = request.user
    with fleet_scope():
        rows = Membership.objects.filter(user=user, tenant__is_active=True)
        members = list(rows.select_related("tenant").order_by("id"))
    picked = _picked(request)
    member = next((member for member in members if member.tenant_id == picked), members[0] if members else None)
    return Desk(member.tenant, user, Role(member.role), member) if member else None


def _picked(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.session.get(PICKED) or "")
    except ValueError:
        return None
