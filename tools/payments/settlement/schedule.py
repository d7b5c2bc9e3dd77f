"""When the provider is asked about a payment: soon at first, then ever later, for a day."""

from datetime import datetime, timedelta

from tools.payments.models import Payment

# A PIN takes ten seconds at least, so nothing is known before; both providers allow a question every few seconds.
FIRST = timedelta(seconds=15)
# Between two questions about one payment, whoever asks: a provider bars who asks faster.
APART = timedelta(seconds=10)
# A callback told of it, or a customer asks: the provider bears a question now, but not one upon the other.
APART_WHEN_ASKED = timedelta(seconds=5)
STEPS = tuple(timedelta(seconds=seconds) for seconds in (10, 10, 15, 20, 30, 60, 120, 300, 600, 900))
# What no provider has settled within a day, a person looks at.
LIFE = timedelta(days=1)
# An STK request is open for a minute; after three nobody can type a PIN into it any more.
STK_LIFE = timedelta(minutes=3)
# Whoever sends a request needs seconds; after this its process has died.
SENDING_LIMIT = timedelta(minutes=1)
# For so long a query may say that a phone cannot be reached although its STK request is still open.
UNSURE_FOR = timedelta(minutes=2)


def next_at(payment: Payment, now: datetime) -> datetime | None:
    """When to ask again; None once a day is over."""
    if now - payment.created_at > LIFE:
        return None
    return now + STEPS[min(payment.asks, len(STEPS) - 1)]
