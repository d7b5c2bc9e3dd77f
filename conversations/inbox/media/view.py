"""Shows a picture or file that a customer has sent to who has a seat at its tenant; to others it does not exist."""

from uuid import UUID

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from conversations import served_files
from conversations.inbox import media
from conversations.inbox.media import types
from conversations.models import InboundMedia


@served_files.for_staff
def show(request: HttpRequest, media_id: UUID) -> HttpResponseBase:
    found = InboundMedia.objects.filter(status=InboundMedia.Status.STORED, pk=media_id).first()
    if found is None:
        raise Http404
    path, content_type = media.path_of(found), found.content_type
    return served_files.give(path, name=path.name, content_type=content_type, is_shown=types.is_shown(content_type))
