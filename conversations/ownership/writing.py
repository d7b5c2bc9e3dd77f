"""What a person writes to a customer: through the outbox as everything else, and only by who has the conversation."""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.utils import IntegrityError

from conversations import outbox
from conversations.channels import registry
from conversations.models import Conversation, OutboundMessage
from conversations.owner import Owner
from journeys.reply import Reply, Template
from tenants import live
from tenants.consent import standing
from tenants.consent.purposes import ANSWER


class NotTheirs(Exception):
    """Somebody else has the conversation."""


class WindowClosed(Exception):
    """The customer has not written for a day: their channel takes nothing but a template."""


class OptedOut(Exception):
    """The customer does not want such a message, and has asked nothing that this would answer."""


def write(conversation_id: UUID, reply: Reply, *, operator_id: UUID, key: UUID, now: datetime) -> bool:
    """Queue their words, in the tenant's scope that is open; False when this `key` was written before.

    Raises NotTheirs, WindowClosed or OptedOut. Who writes has answered: the promise to the customer is kept.
    """
    # Nobody takes it over, and the window does not close, between the look and the words.
    rows = Conversation.objects.select_for_update(of=("self",)).select_related("customer", "channel")
    row = rows.get(pk=conversation_id)
    if row.owner != Owner.OPERATOR or row.operator_id != operator_id:
        raise NotTheirs
    is_template = isinstance(reply, Template)
    if (why := refusal(row, is_template=is_template, purpose=reply.purpose, now=now)) is not None:
        raise why
    try:
        with transaction.atomic():
            outbox.enqueue(
                [reply], channel_id=row.channel_id, channel_kind=row.channel.kind, conversation_id=row.pk,
                turn_id=None, first_id=key,
                owner_epoch=row.owner_epoch, operator_id=operator_id, now=now,
            )  # fmt: skip
    except IntegrityError:
        if not OutboundMessage.objects.filter(pk=key, conversation=row).exists():
            raise
        return False
    live.changed(row.tenant_id, row.pk)
    Conversation.objects.filter(pk=row.pk).update(answer_due_at=None, is_away_told=False, updated_at=now)
    return True


def send(conversation_id: UUID, reply: Reply, *, key: UUID, now: datetime) -> None:
    """Queue what a system of the business's own tells a customer unasked, in the tenant's scope that is open.

    Raises NotTheirs while a person has the conversation or is awaited in it, WindowClosed or OptedOut. It goes in the
    assistant's place: a person who takes over before it has left withdraws it.
    """
    # As above: whoever takes it over afterwards withdraws what is queued here.
    rows = Conversation.objects.select_for_update(of=("self",)).select_related("customer", "channel")
    row = rows.get(pk=conversation_id)
    if not row.is_assistants:
        raise NotTheirs
    why = refusal(row, is_template=isinstance(reply, Template), purpose=reply.purpose, now=now)
    if why is not None:
        raise why
    outbox.enqueue(
        [reply], channel_id=row.channel_id, channel_kind=row.channel.kind, conversation_id=row.pk, turn_id=None,
        owner_epoch=row.owner_epoch, now=now, first_id=key,
    )  # fmt: skip
    live.changed(row.tenant_id, row.pk)


def refusal(
    row: Conversation, *, is_template: bool, purpose: str = ANSWER, now: datetime
) -> WindowClosed | OptedOut | None:
    """Why nothing may be written now; None when it may. The outbox's door asks for consent once more."""
    refused = standing.of(row.customer_id).refusal(purpose) if purpose != ANSWER else None
    if refused is not None:
        return OptedOut(refused.sentence)
    if is_template:
        return None
    can = registry.of(row.channel.kind).can
    return None if can.takes_words(heard_at=row.last_inbound_at, now=now) else WindowClosed()
