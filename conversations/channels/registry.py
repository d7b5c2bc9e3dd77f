"""Which kinds of channels there are: one line each."""

from typing import Final

from conversations.channels.base import Kind
from conversations.channels.web.channel import WEB
from conversations.channels.whatsapp.channel import WHATSAPP

KINDS: Final[tuple[Kind, ...]] = (WHATSAPP, WEB)


def of(name: str) -> Kind:
    """The kind of this name, as `Channel.kind` has it; KeyError for none."""
    return {kind.name: kind for kind in KINDS}[name]
