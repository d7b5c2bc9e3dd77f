"""Whom a request is from: a session that is used lasts, a second factor is passed, and the seat gives the scope."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from tenants import replica, second_factor, sessions
from tenants.admin import seat
from tenants.admin.logins import refused
from tenants.admin.scoped import BySeat
from tenants.scope import fleet_scope
from tenants.tenancy import TenantModel

# Pages for whoever is not logged in yet, or works for no business.
NEED_NO_SEAT = frozenset(
    {"login", "login_code", "logout", "jsi18n", "password_change", "password_change_done", "choose_password",
     "forgotten", "second_factor", "sessions", "invitation"}
)  # fmt: skip


class VerifiedLogin:
    """After django-otp's middleware: who has not given the second factor that is asked of them is nobody yet.

    It holds for every view that reads request.user, also when the factor came to be asked for after the login.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.user = SimpleLazyObject(partial(_verified, request.user))  # type: ignore[assignment]
        response = self._get_response(request)
        if not getattr(response, "is_automatic", False):  # a page that is only left open is not used
            sessions.renew(request, now=timezone.now())
        return response


def _verified(user: Any) -> Any:
    if not user.is_authenticated or user.is_verified() or not second_factor.is_asked_of(user):
        return user
    nobody: Any = AnonymousUser()
    nobody.otp_device, nobody.is_verified = None, lambda: False
    return nobody


class AdminScope:
    """Runs an admin view, and the rendering of its page, in the scope of the seat; an error rolls it back.

    It calls the view itself instead of wrapping get_response: there Django has already turned an exception
    into a page, and half of what the view wrote would be committed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
    ) -> HttpResponse | None:
        match = request.resolver_match
        if match is None or "admin" not in match.namespaces or not getattr(request.user, "is_staff", False):
            return None
        taken = seat.take(request)
        if taken is None:
            is_open = match.url_name in NEED_NO_SEAT
            return None if is_open else render(request, "tenants/no_membership.html", status=403)
        seat.give(request, taken)
        if request.method == "POST":
            replica.note_write(request.session)
        if getattr(view, "opens_own_scope", False):
            return None
        try:
            with taken.scope():
                response: HttpResponse = view(request, *args, **kwargs)
                if hasattr(response, "render"):
                    response.render()
        except refused.LoginRefused as error:
            return refused.answer(request, error)
        except PermissionDenied as denied:
            if (led := self._led(request, denied)) is None:
                raise
            return led
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Turn an exception of a view that this middleware does not call itself into the same answer."""
        return refused.answer(request, error) if isinstance(error, refused.LoginRefused) else self._led(request, error)

    def _led(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Staff who look at all businesses choose one first, where that is all that keeps them from the page."""
        seat_taken, match = seat.find_seat(request), request.resolver_match
        is_led = isinstance(exception, PermissionDenied) and seat_taken is not None and seat_taken.is_fleet
        page = getattr(match.func, "model_admin", None) if match is not None else None
        if not is_led or match is None or not isinstance(page, BySeat) or not page.is_for_admins(match.url_name or ""):
            return None
        return seat.pick_first(request, owner=_owner(page, match.kwargs.get("object_id")))


def _owner(page: Any, object_id: str | None) -> UUID | None:
    """Whose row the page is about."""
    if object_id is None or not issubclass(page.model, TenantModel):
        return None
    try:
        with fleet_scope():
            row = page.model.objects.filter(pk=UUID(object_id)).first()
            return None if row is None else row.tenant_id
    except ValueError:
        return None
