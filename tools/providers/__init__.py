"""What the house stands on when it asks anybody outside: a request made once, its log, one mask, failures by kind."""

from tools.providers.errors import Busy, NotSent, ProviderProblem, Refused, Unauthorised, Unknown
from tools.providers.exchange import Exchange, Exchanges
from tools.providers.http import Answer, Request, ask

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
