"""What a payment refuses before any provider is asked, and what it answers when the provider did not take it."""

from tools.contract import Refusal
from tools.orders.refusals import OrderRefused


class AlreadyPaid(OrderRefused):
    """Nothing is due."""

    code, reason = "already_paid", "Nothing is due on this order."


class MethodDisabled(OrderRefused):
    """The tenant does not take this order's money in this way."""

    code, reason = "method_disabled", "This order cannot be paid in this way."


class NotConfirmed(OrderRefused):
    """The customer has not said yes to the amount."""

    code, reason = "not_confirmed", "The customer has not said yes to this order and amount."


class QuoteChanged(OrderRefused):
    """What they said yes to is no longer what the order is; facts: total, due, currency."""

    code, reason = "quote_changed", "The order is no longer what the customer said yes to."


class PhoneInvalid(OrderRefused):
    """Not a number that M-Pesa can charge."""

    code, reason = "phone_invalid", "This is no Kenyan mobile number."


class PaymentPending(OrderRefused):
    """An STK request may still be on a phone."""

    code, reason = "payment_pending", "An STK request for this order is still open."


class TooSoon(OrderRefused):
    """M-Pesa would refuse another STK request now; facts: seconds."""

    code, reason = "too_soon", "M-Pesa takes no further STK request to this phone yet."


PROVIDER_DOWN = Refusal(code="provider_down", reason="The payment provider cannot be reached now.")
PROVIDER_REFUSED = Refusal(code="provider_refused", reason="The payment provider did not take the request.")
ORDER_UNKNOWN = Refusal(code="order_unknown", reason="There is no such order of this customer.")
