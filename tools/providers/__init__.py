"""What the house stands on when it asks anybody outside: a request made once, its log, one mask, failures by kind."""

from tools.providers.errors import Busy, NotSent, OutcomeUnknown, ProviderProblem, Refused, Unauthorised
from tools.providers.exchange import Exchange, Exchanges
from tools.providers.http import ProviderAnswer, Request, ask

__all__ = [
    "Busy",
    "Exchange",
    "Exchanges",
    "NotSent",
    "OutcomeUnknown",
    "ProviderAnswer",
    "ProviderProblem",
    "Refused",
    "Request",
    "Unauthorised",
    "ask",
]
