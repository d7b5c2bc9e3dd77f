"""What Safaricom reports at our addresses: one for each purpose, so that none opens another's."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from tools.payments.contract import CallbackPurpose
from tools.payments.models import PaymentAccount

NOT_REGISTERED = "The address for paybill money is new. Register addresses, or Safaricom cannot tell of money any more."


def _to_register(account: PaymentAccount, is_leaked: bool) -> Mapping[str, Any]:
    """Money to a paybill that nobody tells us of would wait unseen: after a leak it is not offered meanwhile."""
    if not account.registered_at:
        return {}
    return {"problem": NOT_REGISTERED, **({"registered_at": None} if is_leaked else {})}


# An STK request and a question end within the hour; Safaricom takes days to forget a paybill's addresses.
STK = CallbackPurpose(name="prompt", label="How an STK request ended", lasts=timedelta(hours=1))
PAYBILL = CallbackPurpose(
    name="paybill",
    label="Paybill and till money",
    lasts=timedelta(days=7),
    on_new=_to_register,
    next_step="Register addresses now, or Safaricom goes on telling the earlier ones.",
)
RESULT = CallbackPurpose(name="result", label="Answers to our own questions", lasts=timedelta(hours=1))
