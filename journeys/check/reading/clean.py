"""A text as it reads: digits and spaces folded, hidden characters and marks gone, list numbers set aside."""

import re
import unicodedata
from dataclasses import dataclass

from journeys.check.reading.addresses import dotted, unmasked

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
    r"(?:https?://|www\.)[^\s<>\"]+|(?<![\w.+-])[\w.+-]+@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}", re.IGNORECASE
)
USSD = re.compile(r"\*\d{2,5}(?:\*\w{1,12}){0,6}#|\*#\d{2,4}#")
DISGUISED = "disguised "
# WhatsApp's rows of a list.
MOST_OPTIONS = 10


@dataclass(frozen=True, slots=True)
class Clean:
    """The words without links, dialled codes and list numbers; those; and how many options the text lists."""

    words: str
    links: tuple[str, ...]
    dialled: tuple[str, ...]
    options: int


def clean(text: str) -> Clean:
    """Set aside what is read by other rules than words are."""
    raw, text = text, unmasked(text if text.isascii() else _folded(text))
    dialled = tuple(match.group() for match in USSD.finditer(text))
    text, links = _without_links(USSD.sub(" ", text))
    plain, links = text, tuple(link if link in raw else f"{DISGUISED}{link}" for link in links)
    text = KEYCAPS.sub(lambda match: _keycap(match, plain), plain).translate(MARKS)
    ordinals = {int(match.group(1)) for match in ORDINAL.finditer(text)}
    listed = {number for number in ordinals if number <= MOST_OPTIONS or number - 1 in ordinals}
    words = ORDINAL.sub(lambda match: " " if int(match.group(1)) in listed else match.group(), text)
    return Clean(words=words, links=links, dialled=dialled, options=len(listed))


def _without_links(text: str) -> tuple[str, tuple[str, ...]]:
    links: list[str] = []
    for matches in (LINK.finditer, dotted):
        for match in reversed(list(matches(text))):
            links.append(_trimmed(match.group()))
            text = f"{text[: match.start()]} {text[match.end() :]}"
    return text, tuple(dict.fromkeys(reversed(links)))


def link_key(link: str) -> str:
    """A link for comparing: the scheme does not matter, nor the case of the host, nor a last slash."""
    bare = re.sub(r"^https?://", "", _trimmed(link), flags=re.IGNORECASE)
    host, slash, path = bare.partition("/")
    return f"{host.casefold()}{slash}{path}".rstrip("/")


def _folded(text: str) -> str:
    text = unicodedata.normalize("NFKD", HIDDEN.sub("", text))
    text = unicodedata.normalize("NFKC", "".join(char for char in text if not unicodedata.combining(char)))
    return "".join(str(unicodedata.decimal(char)) if char.isdecimal() and not char.isascii() else char for char in text)


def _keycap(match: re.Match[str], text: str) -> str:
    digits = re.sub(r"[^0-9]", "", match.group())
    return f"{digits}." if len(digits) == 1 else digits


def _trimmed(link: str) -> str:
    return link.rstrip(".,;:!?)]}*_~'\"")
