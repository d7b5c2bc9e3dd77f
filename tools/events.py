"""What the business tells a conversation: events, written with what caused them, and taken up by the mail room.

The mail room lies above the tools, so they cannot call it. They leave an event in the same transaction as the
change it tells of; the mail room moves it into the conversation's inbox, once, within seconds.
"""

from typing import Any
from uuid import UUID

from tools.models import Event

Facts = dict[str, Any]


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
    return is_new
