"""Makes a model's words fit for WhatsApp: its marks instead of Markdown's, and no walls of empty lines."""

import re

_BOLD = re.compile(r"(?<!\S)\*\*(\S.*?)\*\*(?!\w)|(?<!\S)__(\S.*?)__(?!\w)")
_HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
_LINK = re.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)")
_BULLET = re.compile(r"^( *)[-*] +", re.MULTILINE)
_GAP = re.compile(r"\n{3,}")


def for_whatsapp(text: str) -> str:
    text = _LINK.sub(r"\1: \2", text)
    text = _BOLD.sub(lambda match: f"*{match[1] or match[2]}*", text)
    text = _BULLET.sub(r"\1• ", _HEADING.sub(r"*\1*", text))
    return _GAP.sub("\n\n", text).strip()
