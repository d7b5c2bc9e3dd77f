"""Gives a file that a person has sent: to Twilio at its signed address, and to who has a seat at its tenant."""

from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import FileResponse, Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from conversations.models import OutboundFile
from conversations.outbox.files import kept
from tenants.admin import seat
from tenants.scope import tenant_scope

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cache-Control": "private, max-age=300",
}


@require_safe
def give(request: HttpRequest, token: str) -> HttpResponseBase:
    """To whoever has the address, as long as it is good."""
    named = kept.named_by(token)
    if named is None:
        raise Http404
    with tenant_scope(named[0]):
        return _answer(OutboundFile.objects.filter(pk=named[1]).first())


@require_safe
def show(request: HttpRequest, file_id: UUID) -> HttpResponseBase:
    """To a person of its business."""
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path(), reverse("admin:login"))
    taken = seat.take(request) if getattr(request.user, "is_staff", False) else None
    if taken is None:
        raise Http404
    with taken.scope():
        return _answer(OutboundFile.objects.filter(pk=file_id).first())


def _answer(file: OutboundFile | None) -> HttpResponseBase:
    if file is None:
        raise Http404
    try:
        opened = kept.path_of(file).open("rb")
    except FileNotFoundError as error:
        raise Http404 from error
    is_saved = not file.content_type.startswith("image/")
    return FileResponse(
        opened, as_attachment=is_saved, filename=file.name, content_type=file.content_type, headers=HEADERS
    )
