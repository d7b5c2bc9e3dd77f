"""What messages are sent for, by which way, and from whom a consent or a refusal came."""

from django.db import models


class Purpose(models.TextChoices):
    """What a customer agrees to or refuses. SERVICE is all that is sent unasked; the others are kinds of it."""

    SERVICE = "service", "Messages unasked"
    MARKETING = "marketing", "Offers and news"
    ORDER_UPDATES = "order_updates", "Order updates"
    PAYMENT_UPDATES = "payment_updates", "Payment updates"


NOTIFICATIONS = (Purpose.ORDER_UPDATES, Purpose.PAYMENT_UPDATES)
ANSWER = "answer"
"""What answers a customer needs nobody's consent."""
OF_MESSAGES = ((ANSWER, "Answer"), *Purpose.choices)


class MessageWay(models.TextChoices):
    """The way that messages take: who refuses one has not refused another."""

    WHATSAPP = "whatsapp", "WhatsApp"
    WEB = "web", "Web chat"


def way_of(address: str) -> MessageWay:
    """By which way messages reach this address, or whatever it was made a key of."""
    return MessageWay.WEB if address.startswith(f"{MessageWay.WEB}:") else MessageWay.WHATSAPP


class ConsentSource(models.TextChoices):
    CUSTOMER = "customer", "Customer"
    STAFF = "staff", "Staff"
    PROVIDER = "provider", "WhatsApp"
    ERASURE = "erasure", "Erasure"
    CARRIED = "carried", "Carried over"
