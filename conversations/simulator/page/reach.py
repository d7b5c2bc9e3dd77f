"""Whom the page may ask about: demo tenants and their phones, and nobody else's."""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse

from conversations.simulator import accounts
from conversations.simulator.models import SimulatedPhone
from tenants.models import Channel
from tenants.scope import tenant_scope

View = Callable[..., HttpResponse]


def of_line(view: View) -> View:
    """Hands the view a demo tenant's channel; 404 for every other tenant."""

    @wraps(view)
    def found(request: HttpRequest, slug: str, **path: str) -> HttpResponse:
        channel = accounts.find_channel(slug)
        return view(request, channel, **path) if channel else problem("There is no such demo tenant.", 404)

    return found


def of_phone(view: View) -> View:
    """Hands the view one of the channel's phones as well."""

    @wraps(view)
    def found(request: HttpRequest, channel: Channel, phone_id: UUID) -> HttpResponse:
        with tenant_scope(channel.tenant_id):
            phone = SimulatedPhone.objects.filter(channel=channel, pk=phone_id).first()
        return view(request, channel, phone) if phone else problem("There is no such phone.", 404)

    return of_line(found)


def problem(sentence: str, status: int) -> JsonResponse:
    return JsonResponse({"problem": sentence}, status=status)
