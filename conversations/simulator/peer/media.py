"""Pictures a customer sent: behind Basic auth, by way of a signed address as Twilio's own store has it."""

from uuid import UUID

from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from conversations.simulator.models import SimulatedPicture
from conversations.simulator.peer.account import Account, endpoint
from conversations.simulator.peer.errors import Refused
from tenants.scope import tenant_scope

SALT = "simulator.media"
# Long enough for one download.
VALID_SECONDS = 300


@endpoint("GET", "DELETE")
def one(http: HttpRequest, account: Account, message_sid: str, sid: str) -> HttpResponse:
    """GET leads to the bytes with a 307, DELETE forgets them."""
    with tenant_scope(account.tenant_id):
        pictures = SimulatedPicture.objects.filter(sid=sid, message__sid=message_sid)
        if not pictures.exists():
            raise Refused(20404)
        if http.method == "DELETE":
            pictures.delete()
            return HttpResponse(status=204)
    ticket = signing.dumps([str(account.tenant_id), sid], salt=SALT)
    location = http.build_absolute_uri(reverse("simulator:stored-media", kwargs={"ticket": ticket}))
    return HttpResponse(status=307, headers={"Location": location})


def stored(http: HttpRequest, ticket: str) -> HttpResponse:
    """The bytes, for five minutes and without a password."""
    try:
        tenant_id, sid = signing.loads(ticket, salt=SALT, max_age=VALID_SECONDS)
    except signing.BadSignature as error:
        raise Http404 from error
    with tenant_scope(UUID(tenant_id)):
        picture = SimulatedPicture.objects.filter(sid=sid).first()
    if picture is None:
        raise Http404
    return as_response(picture)


def as_response(picture: SimulatedPicture) -> HttpResponse:
    headers = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
    return HttpResponse(bytes(picture.bytes), content_type=picture.content_type, headers=headers)
