"""What both providers' clients stand on: one HTTP client, failures by what may be done about them, a redacted log."""

from tools.payments.wire.errors import Busy, NotSent, ProviderProblem, Refused, Unauthorised, Unknown
from tools.payments.wire.exchange import Exchange, Exchanges
from tools.payments.wire.http import Answer, Request, ask

__all__ = [
    "Answer",
    "Busy",
    "Exchange",
    "Exchanges",
    "NotSent",
    "ProviderProblem",
    "Refused",
    "Request",
    "Unauthorised",
    "Unknown",
    "ask",
]
