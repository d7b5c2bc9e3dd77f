"""Plain text in any usual encoding: one section of paragraphs."""

import re

from knowledge.load import encoding
from knowledge.load.limits import Meter
from knowledge.load.structure import Loaded, Section, blocks_of


def read(content: bytes, meter: Meter) -> Loaded:
    """Paragraphs stand between empty lines."""
    text, notes = encoding.decode(content)
    paragraphs = re.split(r"\n[ \t]*\n\s*", meter.text(text).replace("\f", "\n\n"))
    blocks = blocks_of(re.sub(r"(?<![ \t])[ \t]+$", "", part, flags=re.MULTILINE) for part in paragraphs)
    return Loaded(sections=(Section(blocks=blocks),) if blocks else (), notes=tuple(notes))
