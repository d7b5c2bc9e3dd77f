"""What a sentence claims of an order or a payment, held against the books: "paid" is said only of what is paid."""

import re
from typing import Final

from journeys.local.wordlists import plain
from tools.payments.order_get_status import OrderStatus

NOT: Final = r"(?<!not )(?<!not yet )(?<!not been )(?<!not yet been )(?<!to be )(?<!un)"
# A claim's words, and the statuses of order or payment under which it is true.
CLAIMS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    (
        rf"{NOT}(?:\bpaid|\bsettled|\bcompleted|gone through|went through|successful)"
        r"|have received|has been received|has arrived|tumepokea|tumepata"
        r"|\b(?:ime|ume|yame|lime|zime)(?:lipwa|lipa|ingia|pokelewa|kamilika)",
        frozenset({"paid", "overpaid", "part_paid", "refund_asked"}),
    ),
    (
        rf"{NOT}(?:\bshipped|\bdispatched|on (?:its|the) way|left (?:our|the) (?:shop|store))"
        r"|njiani|imetumwa|limetumwa",
        frozenset({"shipped", "delivered"}),
    ),
    (rf"{NOT}\bdelivered|imefika|limefika|imeletwa|umefika", frozenset({"delivered"})),
    (
        rf"{NOT}\bcancell?ed|\b(?:ime|lime|ume)(?:ghairiwa|futwa|batilishwa)",
        frozenset({"cancelled", "expired"}),
    ),
    (r"\brefund|money back|\b(?:ime|zime|ita|zita)rudishwa", frozenset({"refund_asked", "reversed"})),
)


def unfounded(text: str, status: OrderStatus) -> str | None:
    """Why the sentence may not be said, in words that a model can mend; a payment's reason counts as a status."""
    said = plain(text)
    true = {status.order.status, status.payment_status, *(str(payment.reason) for payment in status.payments)}
    false = [found.group() for pattern, allowed in CLAIMS if not allowed & true and (found := re.search(pattern, said))]
    return f"The books do not say this: {', '.join(false)}" if false else None
