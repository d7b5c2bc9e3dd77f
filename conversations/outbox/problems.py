"""What follows from a failure beyond its message: a customer who has opted out, a channel that an admin must repair."""

import structlog

from conversations.channels.outcomes import DeliveryProblem
from conversations.models import OutboundMessage
from tenants.consent import ledger
from tenants.consent.ledger import Proof
from tenants.consent.purposes import ConsentSource, Purpose
from tenants.models import Channel, Customer

log = structlog.get_logger(__name__)


def follow(problem: DeliveryProblem, message: OutboundMessage) -> None:
    """Draw the conclusion from a failed sending, such as a fault of the channel, in the transaction that is open."""
    if problem.kind == "opted_out":
        _opt_out(problem, message)
    if problem.kind == "configuration":
        told = f"{problem.sentence} (Error {problem.code})"[:300]
        Channel.objects.filter(pk=message.channel_id).update(problem=told)
        log.error("conversations.channel.misconfigured", code=problem.code, channel_id=str(message.channel_id))


def _opt_out(problem: DeliveryProblem, message: OutboundMessage) -> None:
    # The ledger of a customer is written in order: under their row.
    customer = Customer.objects.select_for_update().get(conversations=message.conversation_id)
    reason = f"Twilio refused a message with error {problem.code}: {problem.sentence}"
    proof = Proof(source=ConsentSource.PROVIDER, reason=reason, request_id=message.turn_id)
    ledger.record(customer.pk, {Purpose.SERVICE: False}, proof=proof)


def clear(channel: Channel) -> None:
    """A message has arrived: whatever was wrong with the channel is right again."""
    if channel.problem:
        Channel.objects.filter(pk=channel.pk).update(problem="")
        log.info("conversations.channel.repaired", channel_id=str(channel.pk))
