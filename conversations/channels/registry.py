"""Which kinds of channels there are: one line each."""

from typing import Final

from conversations.channels.base import Kind
from conversations.channels.whatsapp.channel import WHATSAPP

KINDS: Final[tuple[Kind, ...]] = (WHATSAPP,)


def of(name: str) -> Kind:
    """The kind of this name, as `Channel.kind` has it; KeyError for none."""
    return {kind.name: kind for kind in KINDS}[name]
