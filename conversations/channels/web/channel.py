"""Web chat's line in the registry: what is sent lies in the outbox for the page, which is told that it is there."""

from typing import Final

from conversations.channels.base import Capabilities, Kind
from conversations.channels.outcomes import Accepted, DeliveryProblem, StatusReport
from conversations.models import OutboundMessage
from journeys.reply import Reply, Template, Text
from tools.providers.exchange import Exchanges

NAME: Final = "web"
# Public, as everything of the demo is; a real key is drawn by lot.
DEMO_KEYS: Final = frozenset({"web-oasis"})
SHOWN: Final = "sent"
# As was specified: then the visitor is asked to begin anew.
MOST_TURNS: Final = 40


def compile(reply: Reply) -> list[Reply]:
    """As it is: a page has room for every text, and shows what can be tapped. A template is its words."""
    if isinstance(reply, Template):
        return [Text(text=reply.text, is_notice=reply.is_notice, purpose=reply.purpose)]
    return [reply]


def send(message: OutboundMessage, exchanges: Exchanges, *, is_window_open: bool) -> Accepted:
    """Nobody is asked: the page finds it in the outbox."""
    return Accepted(provider_id=str(message.pk), status=SHOWN)


def look_up(message: OutboundMessage, exchanges: Exchanges) -> list[StatusReport]:
    """A worker died with it in hand: it lies there all the same."""
    return [StatusReport(own_id=message.pk, provider_id=str(message.pk), status=SHOWN)]


def problem_of(code: str, words: str) -> DeliveryProblem:
    return DeliveryProblem(code=code, kind="give_up", sentence=words or "The page could not be told.")


WEB: Final = Kind(
    name=NAME,
    urls="conversations.channels.web.urls",
    admin="conversations.channels.web.admin",
    can=Capabilities(answers_bursts=False, keeps_answers=True, spaces_messages=False, most_turns=MOST_TURNS),
    compile=compile,
    send=send,
    look_up=look_up,
    problem_of=problem_of,
    is_demo=lambda channel: channel.webhook_token in DEMO_KEYS,
)
