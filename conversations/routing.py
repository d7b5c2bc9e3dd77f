"""Which channel a webhook's token names: the only place where a tenant is found without knowing it."""

import time
from threading import Lock
from typing import Any, Final

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.db.models.signals import post_delete, post_save

from conversations.channels import registry
from tenants.models import Channel, Tenant
from tenants.scope import fleet_scope
from tools.webhooks.models import WebhookEndpoint
from tools.webhooks.names import MESSAGE_RECEIVED

# A channel that was switched off, or a token that was changed, is believed for so long by other processes.
REMEMBERED_SECONDS: Final = 2.0
# Channels that a process remembers, a few hundred bytes each.
MOST: Final = 10_000

_known: dict[str, tuple[float, Channel]] = {}
_lock = Lock()


def find_channel(token: str, kind: str) -> Channel | None:
    """The active channel of this kind and of an active tenant, with its tenant; a demo's only while the demo is on."""
    if (remembered := _recall(token)) is not None:
        return _unless_off(remembered, kind)
    channel = _look_up(token)
    if channel is not None:
        with _lock:
            if len(_known) >= MOST:
                _known.clear()
            _known[token] = time.monotonic() + REMEMBERED_SECONDS, channel
    return _unless_off(channel, kind)


def recall_channel(token: str, kind: str) -> Channel | None:
    """The same, if it was found a moment ago; nothing is asked of the database."""
    return _unless_off(_recall(token), kind)


def _recall(token: str) -> Channel | None:
    found = _known.get(token)
    return found[1] if found is not None and time.monotonic() < found[0] else None


def _look_up(token: str) -> Channel | None:
    with fleet_scope():
        wanting = WebhookEndpoint.objects.filter(
            tenant_id=OuterRef("tenant_id"), is_active=True, events__contains=[MESSAGE_RECEIVED]
        )
        active = Channel.objects.select_related("tenant").filter(is_active=True, tenant__is_active=True)
        active = active.annotate(tells_of_messages=Exists(wanting))
        return active.filter(webhook_token=token).first()


def _unless_off(channel: Channel | None, kind: str) -> Channel | None:
    """A demo tenant's token and secret are public: without the demo they open nothing."""
    if channel is None or channel.kind != kind:
        return None
    return None if registry.of(kind).is_demo(channel) and not settings.TULIA.demo else channel


def forget(**_: Any) -> None:
    """Look everything up anew: a channel, a tenant or a webhook was changed."""
    with _lock:
        _known.clear()


for _signal in (post_save, post_delete):
    for _model in (Channel, Tenant, WebhookEndpoint):
        _signal.connect(forget, sender=_model, dispatch_uid=f"routing {_model.__name__}")
