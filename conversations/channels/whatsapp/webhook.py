"""Twilio's webhooks: verify, parse, record, answer. No model call, no tool."""

import time

import structlog
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.views.decorators.csrf import csrf_exempt

from conversations import outbox, receiving, routing
from conversations.channels.whatsapp import envelope, wire
from tenants.models import Channel
from tenants.telemetry import metrics

log = structlog.get_logger(__name__)
EMPTY_TWIML = '<?xml version="1.0" encoding="UTF-8"?><Response />'


@csrf_exempt
def receive(request: HttpRequest, token: str) -> HttpResponse:
    """POST: one inbound message. 200 with empty TwiML; 404 unknown channel, 403 not signed, 400 or 413 malformed."""
    started = time.perf_counter()
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        channel, fields = _open(request, token)
        message = wire.inbound(fields, idempotency_token=request.headers.get(wire.IDEMPOTENCY_HEADER, ""))
    except envelope.WebhookRefused as refusal:
        return _refused(refusal.status, refusal.reason)
    except wire.Malformed as error:
        return _refused(400, str(error))
    receiving.receive(channel, message, started=started)
    return HttpResponse(EMPTY_TWIML, content_type="text/xml")


@csrf_exempt
def receive_status(request: HttpRequest, token: str) -> HttpResponse:
    """POST: where an outbound message got to. 204; refused like a message."""
    if request.method != "POST":
        return HttpResponseNotAllowed(["POST"])
    try:
        channel, fields = _open(request, token)
        told = wire.status(fields, own_id=request.GET.get("message", ""))
    except envelope.WebhookRefused as refusal:
        return _refused(refusal.status, refusal.reason)
    except wire.Malformed as error:
        return _refused(400, str(error))
    if told is not None:
        outbox.advance(channel, told)
    return HttpResponse(status=204)


def _open(request: HttpRequest, token: str) -> tuple[Channel, dict[str, str]]:
    """The channel that the address names and the fields that Twilio signed with its token; raises Refused."""
    envelope.screen(request)
    channel = routing.find_channel(token, "whatsapp")
    if channel is None:
        raise envelope.WebhookRefused(404, "unknown_channel")
    structlog.contextvars.bind_contextvars(tenant_id=str(channel.tenant_id))
    return channel, envelope.open_signed(request, channel.auth_token)


def _refused(status: int, reason: str) -> HttpResponse:
    metrics.WEBHOOK_REFUSALS.labels("twilio", str(status), metrics.bounded("reason", reason)).inc()
    log.warning("conversations.webhook.refused", status=status, reason=reason)
    return HttpResponse(status=status)
