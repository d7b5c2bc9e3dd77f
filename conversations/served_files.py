"""Gives stored files to browsers: nothing in them runs, and our pages show them only to who works for the business."""

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from tenants.admin import seat

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, max-age=300",
}
View = Callable[..., HttpResponseBase]


def for_staff(view: View) -> View:
    """Call the view in the scope of its reader's seat: others are asked to sign in, or find nothing there."""

    @require_safe
    @wraps(view)
    def guarded(request: HttpRequest, **named: UUID) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path(), reverse("admin:login"))
        taken = seat.take(request) if getattr(request.user, "is_staff", False) else None
        if taken is None:
            raise Http404
        with taken.scope():
            answer = view(request, **named)
        answer.headers["Cross-Origin-Resource-Policy"] = "same-origin"
        return answer

    return guarded


def give(path: Path, *, name: str, content_type: str, is_shown: bool) -> FileResponse:
    """The file, in place when a browser shows it safely, otherwise to be saved; raises Http404 when it is gone."""
    try:
        file = path.open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
    return FileResponse(file, as_attachment=not is_shown, filename=name, content_type=content_type, headers=HEADERS)
