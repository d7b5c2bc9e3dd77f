"""WhatsApp's line in the registry."""

from datetime import timedelta
from typing import Final

from conversations.channels.base import Capabilities, Kind
from conversations.channels.whatsapp import client, compile, diagnosis, errors, look_up, media, send
from tenants.models import Channel
from tools.providers.exchange import Exchanges

MESSAGE_SIDS = ("SM", "MM")


def _show_typing(channel: Channel, inbound_id: str, exchanges: Exchanges) -> None:
    """Under a message of the customer's: what came otherwise has no place on their phone."""
    if inbound_id.startswith(MESSAGE_SIDS):
        client.show_typing(channel, inbound_id=inbound_id, exchanges=exchanges)


WHATSAPP: Final = Kind(
    name="whatsapp",
    urls="conversations.channels.whatsapp.urls",
    admin="conversations.channels.whatsapp.admin",
    can=Capabilities(window=timedelta(hours=24), window_closed=errors.OUTSIDE_WINDOW, taps=compile.TAPS),
    compile=compile.pieces,
    send=send.send,
    look_up=look_up.look_up,
    problem_of=errors.problem_of,
    is_demo=lambda channel: channel.twilio_account in client.DEMO_ACCOUNTS,
    show_typing=_show_typing,
    media_access=media.media_access,
    diagnose=diagnosis.diagnose,
)
