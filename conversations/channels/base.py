"""What a kind of channel is: how it says a reply, and what it makes of failures.

A folder beside this file is a kind; its line in `registry` switches it on. What comes in is the folder's own: its
addresses check who asks, make an `Inbound` of it and give that to `conversations.receiving`. The rest of the mail
room knows this file and no folder.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Protocol

from conversations.channels.outcomes import Accepted, DeliveryProblem, StatusReport
from journeys.reply import Reply
from tenants.diagnosis import Diagnosis
from tenants.models import Channel, Tenant
from tools.providers.exchange import Exchanges

if TYPE_CHECKING:  # the models know a channel's tables
    from conversations.models import OutboundMessage


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A picture or file as it is announced."""

    url: str
    content_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """A message as it came, before it has a row; `address` is how its sender is known on this channel."""

    provider_id: str
    address: str
    other_addresses: tuple[str, ...] = ()
    kind: str
    body: str = ""
    tapped_id: str = ""
    profile_name: str = ""
    attachments: tuple[Attachment, ...] = ()
    payload: Mapping[str, Any] = field(default_factory=dict)


class MediaAccess(Protocol):
    """What fetching a channel's media takes: where to ask, and to whom its password may be shown."""

    def locate(self, url: str) -> str: ...
    def is_stand_in(self, url: str) -> bool: ...
    def credentials_for(self, url: str) -> tuple[str, str] | None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Taps:
    """How many characters the words around and on what can be tapped may have."""

    body: int = 4000
    button: int = 60
    row: int = 60
    description: int = 200
    opener: int = 60
    """What opens a list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What differs between kinds beside the words."""

    window: timedelta | None = None
    """How long after a customer's message free words are taken; None: at any time."""
    window_closed: str = ""
    """The code under which a message fails that came too late for it."""
    answers_bursts: bool = True
    """Whether people write in bursts, whose end is waited for."""
    most_turns: int | None = None
    """After so many turns a talk is asked to begin anew; None where it never ends, as with a phone number."""
    keeps_answers: bool = False
    """Whether an answer in the outbox is with its customer, so that nothing has to be sent."""
    spaces_messages: bool = True
    """Whether many messages to one person at once are frowned on."""
    taps: Taps = Taps()
    """A list or buttons with longer words go out as plain text."""

    def takes_words(self, *, heard_at: datetime | None, now: datetime) -> bool:
        """Whether free words may go to a customer who wrote last at that time."""
        return self.window is None or (heard_at is not None and now <= heard_at + self.window)

    def words_end(self, *, heard_at: datetime | None, now: datetime) -> datetime | None:
        """Until when they may, if that is still to come; None also where they always may."""
        ends = heard_at + self.window if heard_at and self.window else None
        return ends if ends and ends > now else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of channel. `send` and `look_up` raise NotSent, OutcomeUnknown or Refused, and note each exchange."""

    name: str
    urls: str
    """The module with its addresses."""
    admin: str
    """The module with its page in the admin."""
    webhook: str = ""
    """The module whose USUAL is a `channels.webhook.UsualWebhook`; without one all that comes takes its view's way."""
    can: Capabilities
    compile: Callable[[Reply], list[Reply]]
    """The reply as it can be sent: whole when the channel takes it so, otherwise as pieces that say the same."""
    send: Callable[..., Accepted]  # (message, exchanges, *, is_window_open)
    look_up: Callable[["OutboundMessage", Exchanges], list[StatusReport]]
    """What the provider lists that may be this message, the newest first."""
    problem_of: Callable[[str, str], DeliveryProblem]
    is_demo: Callable[[Channel], bool]
    """Whether its secrets are public, so that it is served only where the demo is on."""
    show_typing: Callable[[Channel, str, Exchanges], None] = lambda channel, inbound_id, exchanges: None
    media_access: Callable[[Channel], MediaAccess] | None = None
    diagnose: Callable[[Channel, Tenant], Iterable[Diagnosis]] = lambda channel, tenant: ()
    """What only the provider can tell is wrong; asks it, while no transaction is open."""
