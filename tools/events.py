"""What the business tells a conversation: events, written with what caused them, and taken up by the mail room.

The mail room lies above the tools, so they cannot call it. They leave an event in the same transaction as the
change it tells of; the mail room moves it into the conversation's inbox, once, within seconds. It may ask to be
called when one was left: a hint after the commit, and nothing is lost with it.
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction

from tenants import scope
from tools.models import Event

Facts = dict[str, Any]
Listener = Callable[[Any, UUID], None]

_listeners: list[Listener] = []


def listen(listener: Listener) -> None:
    """Have this called with tenant and conversation after each commit that left an event."""
    if listener not in _listeners:
        _listeners.append(listener)


def record(*, name: str, key: str, conversation_id: UUID, customer_id: UUID, facts: Facts) -> bool:
    """Leave an event in the open tenant scope; False when one with this key was left before.

    `name` is past tense with its room in front ("payment.settled"); `key` is unique in the tenant and makes a
    repeat harmless; `facts` are plain JSON (money as a string with its currency beside it), and are all that a
    reply about it may state.
    """
    _, is_new = Event.objects.get_or_create(
        key=key,
        defaults={"name": name, "conversation_id": conversation_id, "customer_id": customer_id, "facts": facts},
    )
    if is_new:
        tell = partial(_tell, scope.current_tenant_id(), conversation_id)
        transaction.on_commit(tell, robust=True)  # whoever caused it has done his part, whatever becomes of the hint
    return is_new


def _tell(tenant_id: UUID | None, conversation_id: UUID) -> None:
    for listener in _listeners:
        listener(tenant_id, conversation_id)
