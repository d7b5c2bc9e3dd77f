"""A text as it reads: digits and spaces folded, hidden characters and marks gone, list numbers set aside."""

import re
import unicodedata
from dataclasses import dataclass

HIDDEN = re.compile(r"[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
KEYCAPS = re.compile(r"(?:[0-9]\ufe0f?\u20e3)+")
MARKS = str.maketrans(
    {
        "*": "",
        "~": "",
        "`": "",
        "_": " ",
        "\ufe0f": "",
        "\u066b": ".",
        "\u066c": ",",
        "\u2010": "-",
        "\u2212": "-",
    }
)
ORDINAL = re.compile("^[ \\t>\u2022(\\[-]*(\\d{1,2})(?:[.):\\]]+|[ \\t]?[-\u2013\u2014])(?=[ \\t])", re.MULTILINE)
LINK = re.compile(
    r"(?:https?://|www\.)[^\s<>\"]+"
    r"|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}"
    r"|(?<![\w@.])(?:[a-z0-9-]{1,63}\.){1,4}(?:"
    r"(?:com|org|net|ke|tz|ug|rw|za|ng|africa|shop|store|app|biz|info)\b(?:/[^\s<>\"]*)?|[a-z]{2,10}/[^\s<>\"]+)",
    re.IGNORECASE,
)
MOST_OPTIONS = 10


@dataclass(frozen=True, slots=True)
class Clean:
    """The words without links and list numbers, the links, and how many options the text lists."""

    words: str
    links: tuple[str, ...]
    options: int


def clean(text: str) -> Clean:
    """Set aside what is read by other rules than words are."""
    text = text if text.isascii() else _folded(text)
    links = tuple(_trimmed(match.group()) for match in LINK.finditer(text))
    text = KEYCAPS.sub(lambda match: _keycap(match, text), LINK.sub(" ", text)).translate(MARKS)
    ordinals = {int(match.group(1)) for match in ORDINAL.finditer(text)}
    listed = {number for number in ordinals if number <= MOST_OPTIONS or number - 1 in ordinals}
    words = ORDINAL.sub(lambda match: " " if int(match.group(1)) in listed else match.group(), text)
    return Clean(words=words, links=links, options=len(listed))


def link_key(link: str) -> str:
    """A link for comparing: the scheme does not matter, nor the case of the host, nor a last slash."""
    bare = re.sub(r"^https?://", "", _trimmed(link), flags=re.IGNORECASE)
    host, slash, path = bare.partition("/")
    return f"{host.casefold()}{slash}{path}".rstrip("/")


def _folded(text: str) -> str:
    text = unicodedata.normalize("NFKC", HIDDEN.sub("", text))
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() and not char.isascii() else char for char in text)


def _keycap(match: re.Match[str], text: str) -> str:
    digits = re.sub(r"[^0-9]", "", match.group())
    return f"{digits}." if len(digits) == 1 else digits


def _trimmed(link: str) -> str:
    return link.rstrip(".,;:!?)]}*_~'\"")
