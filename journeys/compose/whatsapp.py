"""Makes a model's words fit for WhatsApp: its marks instead of Markdown's, and no walls of empty lines."""

import re

# A mark that is not closed takes the rest of its line, in which no other of its kind is closed either.
_BOLD, _STARS, _LINES = (
    re.compile(rf"(?<!\S)({mark})(?=\S)(?:(.+?)\1(?!\w)|.*)") for mark in (r"\*\*|__", r"\*\*", "__")
)
_HEADING = re.compile(r"^#{1,6} +(.+)$", re.MULTILINE)
# What begins like a link and is none is taken up to where another may begin.
_LINK = re.compile(r"\[([^\]]+)\]\((https?://[^)\s]+)\)|\[[^\]]*(?:\]\([^)\s]*\])?")
_BULLET = re.compile(r"^( *)[-*] +", re.MULTILINE)
_GAP = re.compile(r"\n{3,}")


def for_whatsapp(text: str) -> str:
    text = _LINK.sub(lambda match: f"{match[1]}: {match[2]}" if match[1] else match[0], text)
    text = _BOLD.sub(_bold, text)
    text = _BULLET.sub(r"\1• ", _HEADING.sub(r"*\1*", text))
    return _GAP.sub("\n\n", text).strip()


def _bold(match: re.Match[str]) -> str:
    if match[2]:
        return f"*{match[2]}*"
    other = _LINES if match[1] == "**" else _STARS
    return other.sub(lambda inner: f"*{inner[2]}*" if inner[2] else inner[0], match[0])
