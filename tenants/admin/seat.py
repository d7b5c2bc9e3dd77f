"""Where a person sits in the admin: for which tenant they work there, and what they may do."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone

from tenants.choices import Role
from tenants.models import Membership, Tenant, User
from tenants.scope import fleet_scope, tenant_scope

PICKED = "tulia_tenant"
View = TypeVar("View", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Seat:
    """A tenant and a role there; platform staff have no role, and no tenant while they look at them all."""

    tenant: Tenant | None
    role: Role | None
    can_pick: bool

    @property
    def is_platform(self) -> bool:
        return self.role is None

    @property
    def is_fleet(self) -> bool:
        return self.tenant is None

    @property
    def runs_tenant(self) -> bool:
        """Whether they may change this tenant's settings."""
        return self.tenant is not None and self.role in (None, Role.ADMIN)

    @property
    def title(self) -> str:
        if self.role is not None:
            return self.role.label
        return "All businesses" if self.is_fleet else "Platform staff"

    @contextmanager
    def scope(self) -> Iterator[None]:
        """The rows they may touch; a tenant's are shown in the tenant's own time."""
        if self.tenant is None:
            with fleet_scope():
                yield
        else:
            with tenant_scope(self.tenant.id), timezone.override(self.tenant.time_zone):
                yield


def take(request: HttpRequest) -> Seat | None:
    """The seat of the person who is logged in: their pick or their first membership; None without either."""
    user = request.user
    if not isinstance(user, User):
        return None
    picked = _picked(request)
    with fleet_scope():
        if user.is_superuser:
            return Seat(Tenant.objects.filter(pk=picked).first() if picked else None, None, can_pick=True)
        members = list(Membership.objects.filter(user=user).select_related("tenant").order_by("id"))
    return _seat_of_member(members, picked)


def _seat_of_member(members: Sequence[Membership], picked: UUID | None) -> Seat | None:
    if not members:
        return None
    member = next((member for member in members if member.tenant_id == picked), members[0])
    return Seat(member.tenant, Role(member.role), can_pick=len(members) > 1)


def _picked(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.session.get(PICKED) or "")
    except ValueError:
        return None


def give(request: HttpRequest, seat: Seat) -> None:
    request.seat = seat  # type: ignore[attr-defined]


def find_seat(request: HttpRequest) -> Seat | None:
    """The seat that the middleware gave; None on pages that need none, such as the login."""
    return getattr(request, "seat", None)


def get_seat(request: HttpRequest) -> Seat:
    seat = find_seat(request)
    if seat is None:
        raise PermissionDenied
    return seat


def pick_first(request: HttpRequest, *, owner: UUID | None = None) -> HttpResponse:
    """For a page of one business, when staff who look at all of them ask for it: choose one, and come back.

    `owner` is the business that the page belongs to, when only that one has it.
    """
    if not get_seat(request).is_fleet:
        raise PermissionDenied
    if request.method != "GET":
        messages.warning(request, "Nothing was saved: first choose the business, then do it again.")
    asked = {"next": request.get_full_path()} | ({"owner": str(owner)} if owner else {})
    return HttpResponseRedirect(f"{reverse('admin:pick_tenant')}?{urlencode(asked)}")


def outside_scope(view: View) -> View:
    """Mark an admin view that waits for a network: it has a seat but no transaction of its own."""
    view.opens_own_scope = True  # type: ignore[attr-defined]
    return view
