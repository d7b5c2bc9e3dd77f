"""Gives a file that a person has sent: to Twilio at its signed address, and to who has a seat at its tenant."""

from uuid import UUID

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe

from conversations import served_files
from conversations.models import OutboundFile
from conversations.outbox import files
from tenants.scope import tenant_scope


@require_safe
def give(request: HttpRequest, token: str) -> HttpResponseBase:
    """Give the file to whoever has its address, as long as that is good."""
    named = files.named_by(token)
    if named is None:
        raise Http404
    with tenant_scope(named[0]):
        return _answer(named[1])


@served_files.for_staff
def show(request: HttpRequest, file_id: UUID) -> HttpResponseBase:
    """Show the file to a person of its business."""
    return _answer(file_id)


def _answer(file_id: UUID) -> HttpResponseBase:
    file = OutboundFile.objects.filter(pk=file_id).first()
    if file is None:
        raise Http404
    return served_files.give(
        files.path_of(file), name=file.name, content_type=file.content_type,
        is_shown=file.content_type.startswith("image/"),
    )  # fmt: skip
