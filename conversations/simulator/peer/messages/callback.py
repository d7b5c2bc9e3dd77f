"""The form of a status callback, field by field as Twilio sends it for WhatsApp."""

from conversations.simulator.models import SimulatedMessage

EVENTS = {SimulatedMessage.Status.DELIVERED: "DELIVERED", SimulatedMessage.Status.READ: "READ"}
MASKED_DIGITS = 4


def form(message: SimulatedMessage) -> dict[str, str]:
    """What is posted to StatusCallback for the message's present status."""
    channel, address = message.phone.channel, message.phone.address
    fields = {
        "SmsSid": message.sid,
        "SmsStatus": message.status,
        "MessageSid": message.sid,
        "MessageStatus": message.status,
        "AccountSid": channel.twilio_account,
        "ApiVersion": "2010-04-01",
        "From": channel.sender,
        "To": address,
        "ChannelPrefix": "whatsapp",
        "ChannelToAddress": address.removeprefix("whatsapp:")[:-MASKED_DIGITS] + "X" * MASKED_DIGITS,
        "ChannelInstallSid": f"XE{channel.id.hex}",
        "StructuredMessage": "false",
    }
    event = EVENTS.get(SimulatedMessage.Status(message.status))
    return fields | ({"EventType": event} if event else {}) | _failure(message)


def _failure(message: SimulatedMessage) -> dict[str, str]:
    if message.error_code is None:
        return {}
    return {
        "ErrorCode": str(message.error_code),
        "ErrorMessage": message.error_message,
        "ChannelStatusMessage": message.error_message,
    }
