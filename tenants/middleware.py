"""Puts every admin request into the scope of the person who makes it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tenants.admin import seat

NEED_NO_SEAT = frozenset({"login", "logout", "jsi18n", "password_change", "password_change_done"})


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
        if getattr(view, "opens_own_scope", False):
            return None
        with taken.scope():
            response: HttpResponse = view(request, *args, **kwargs)
            if hasattr(response, "render"):
                response.render()
        return response
