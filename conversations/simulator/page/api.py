"""What the page asks for while it is open: news, sending, read marks, new phones, faults and explanations."""

from datetime import datetime

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from conversations.simulator.customer import handset, phones
from conversations.simulator.models import SimulatedFault, SimulatedPhone, SimulatedPicture
from conversations.simulator.page import forms, news, upload, views, why
from conversations.simulator.page.reach import of_line, of_phone, problem
from conversations.simulator.peer import media
from conversations.simulator.peer.messages import delivery
from tenants.models import Channel
from tenants.scope import tenant_scope

MAX_SEEN = 100


@never_cache
@require_GET
@of_phone
def updates(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> JsonResponse:
    """GET ?after=cursor: what changed since."""
    now = timezone.now()
    return JsonResponse(news.since(phone, _moment(request.GET.get("after", "")), slug=channel.tenant.slug, now=now))


@require_POST
@of_phone
def send(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> JsonResponse:
    """POST a message; it answers when the webhook has."""
    try:
        said = upload.parse(request)
    except upload.Unsendable as error:
        return problem(str(error), 400)
    return JsonResponse(news.of_one(handset.send(channel, phone, said), channel.tenant.slug))


@require_POST
@of_phone
def seen(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> HttpResponse:
    """POST sid…: these messages are on the screen."""
    delivery.show(phone, request.POST.getlist("sid")[:MAX_SEEN])
    return HttpResponse(status=204)


@require_POST
@of_line
def add_phone(request: HttpRequest, channel: Channel) -> JsonResponse:
    """POST name, address: another customer."""
    try:
        told = forms.validated(forms.NewPhone, request)
    except forms.Unfit as unfit:
        return problem(str(unfit), 400)
    return JsonResponse(views.card(phones.add(channel, **told)), status=201)


@require_POST
@of_phone
def add_fault(request: HttpRequest, channel: Channel, phone: SimulatedPhone) -> HttpResponse:
    """POST kind: this goes wrong with the next message to this phone."""
    try:
        told = forms.validated(forms.NewFault, request)
    except forms.Unfit as unfit:
        return problem(str(unfit), 400)
    with tenant_scope(channel.tenant_id):
        SimulatedFault.objects.create(phone=phone, **told)
    return HttpResponse(status=204)


@never_cache
@require_GET
@of_line
def explanation(request: HttpRequest, channel: Channel, sid: str) -> JsonResponse:
    """GET: the trace behind a message."""
    known = why.of(channel, sid)
    return JsonResponse(known) if known else problem("There is no such message.", 404)


@require_GET
@of_line
def picture(request: HttpRequest, channel: Channel, sid: str) -> HttpResponse:
    """GET: a picture the customer sent, for their own screen."""
    with tenant_scope(channel.tenant_id):
        found = SimulatedPicture.objects.filter(sid=sid, message__phone__channel=channel).first()
    return media.as_response(found) if found else problem("There is no such picture.", 404)


def _moment(text: str) -> datetime | None:
    """A cursor of ours; anything else starts from the beginning."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        return None
    return moment if moment and moment.tzinfo else None
