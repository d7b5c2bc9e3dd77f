"""Shows a stored picture or file to a person whose seat in the admin is at its tenant; to others it does not exist."""

from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import FileResponse, Http404, HttpRequest, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.urls import reverse

from conversations.inbox import media
from conversations.inbox.media import types
from conversations.models import InboundMedia
from tenants.admin import seat

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "private, max-age=300",
}


def show(request: HttpRequest, media_id: UUID) -> HttpResponseBase:
    """GET: the file, in place when a browser shows it safely, otherwise to be saved."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path(), reverse("admin:login"))
    found = _find(request, media_id)
    if found is None:
        raise Http404
    try:
        file = media.path_of(found).open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
    name = media.path_of(found).name
    is_saved = not types.is_shown(found.content_type)
    return FileResponse(file, as_attachment=is_saved, filename=name, content_type=found.content_type, headers=HEADERS)


def _find(request: HttpRequest, media_id: UUID) -> InboundMedia | None:
    taken = seat.take(request) if getattr(request.user, "is_staff", False) else None
    if taken is None:
        return None
    with taken.scope():
        stored = InboundMedia.objects.filter(status=InboundMedia.Status.STORED)
        return stored.filter(pk=media_id).first()
