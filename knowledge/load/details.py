"""What a document says of itself in its front matter, and what can be guessed where it is silent."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from pathlib import PurePosixPath
from typing import Any

import yaml

from knowledge.load.structure import Details, Section
from knowledge.text import words

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
# A head of a document is a screen; what is longer is text between two rules.
_LONGEST_FRONT_MATTER = 10_000
_MALFORMED = "The front matter between the two --- lines cannot be read, and was taken as text."
_KINDS = (
    ("faq", re.compile(r"\b(faqs?|frequently asked|questions and answers|maswali)\b", re.IGNORECASE)),
    ("policy", re.compile(r"\b(polic(y|ies)|terms|warranty|returns?|refunds?|privacy|sera)\b", re.IGNORECASE)),
    ("sop", re.compile(r"\b(sops?|procedures?|runbook|standard operating|playbook)\b", re.IGNORECASE)),
)
KINDS = ("policy", "faq", "doc", "sop")
# Small words that a text of the language can hardly do without.
_SMALL_WORDS = {
    "en": "the and of to is in for you with your are not if this on be from that or it",
    "sw": "na ya wa kwa ni za la katika kama au hii hiyo yako yetu si cha vya ili lakini kila ndiyo hadi",
    "fr": "le la les des et est une pour dans vous que qui avec sur pas du",
    "pl": "i w na z do nie jest się oraz dla przez jak lub po od",
    "es": "el los las y es una para que con por del se no su en",
    "de": "der die das und ist nicht ein eine mit für auf von zu den sie",
}
_VERSION = re.compile(r"\bversion[ :]*v?(\d+(?:\.\d+){0,3})\b", re.IGNORECASE)


class _Plain(yaml.SafeLoader):
    """YAML without aliases, by which a few lines can grow to gigabytes."""

    def compose_node(self, parent: Any, index: Any) -> Any:
        if self.check_event(yaml.AliasEvent):
            raise yaml.YAMLError("an alias")
        return super().compose_node(parent, index)


def split_front_matter(text: str) -> tuple[Details, str, list[str]]:
    """The details, the text without them, and a note when they are malformed."""
    found = _FRONT_MATTER.match(text)
    if found is None:
        return Details(), text, []
    fields = _parsed(found[1])
    if fields is None:
        return Details(), text, [_MALFORMED]
    return declared(fields), text[found.end() :], []


def _parsed(source: str) -> Mapping[Any, Any] | None:
    if len(source) > _LONGEST_FRONT_MATTER:
        return None
    try:
        fields = yaml.load(source, Loader=_Plain)  # noqa: S506  a SafeLoader
    # A date such as 2025-13-45 is a ValueError of the standard library.
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    return fields if isinstance(fields, Mapping) else ({} if fields is None else None)


def declared(fields: Mapping[Any, Any]) -> Details:
    """Details from named values, of whatever types they are."""
    plain = {str(name).strip().lower().replace(" ", "_").replace("-", "_"): value for name, value in fields.items()}
    kind = _text(plain.get("kind") or plain.get("type"), 10).lower()
    return Details(
        title=_text(plain.get("title"), 200),
        version=_text(plain.get("version"), 40),
        last_updated=_day(plain.get("last_updated") or plain.get("updated") or plain.get("date")),
        audience=_text(plain.get("audience"), 40),
        language=_text(plain.get("language") or plain.get("lang"), 8).lower(),
        kind=kind if kind in KINDS else "",
        summary=_text(plain.get("summary") or plain.get("description"), 1000),
        tags=_tags(plain.get("tags") or plain.get("keywords")),
    )


def guess(name: str, sections: tuple[Section, ...]) -> Details:
    """Title, kind, version and language from the file's name and its first words."""
    stem = PurePosixPath(name.replace("\\", "/")).stem
    is_prose = not any(section.sheet or section.category for section in sections[:1]) and not name.endswith("sv")
    heading = next((section.path[0] for section in sections if section.path), "") if is_prose else ""
    # The words of a long document are not needed to tell its language.
    opening = "\n".join(section.text[:2_000] for section in sections[:20])[:20_000]
    version = _VERSION.search(opening[:2_000])
    return Details(
        title=(heading or readable(stem))[:200],
        kind=_kind(f"{stem.replace('_', ' ').replace('-', ' ')} {heading}"),
        version=version[1] if version else "",
        language=language(opening),
    )


def readable(stem: str) -> str:
    """A file's name as a title: router_reset-guide is Router reset guide."""
    plain = " ".join(re.sub(r"^\d+[_\- .]+", "", stem).replace("_", " ").replace("-", " ").split()) or stem
    return plain[:1].upper() + plain[1:]


def language(text: str) -> str:
    """The language whose small words are most frequent; empty when there is nothing to tell by."""
    found = words(text)
    counts = {name: sum(word in small.split() for word in found) for name, small in _SMALL_WORDS.items()}
    best = max(counts, key=lambda name: counts[name])
    rest = max(count for name, count in counts.items() if name != best)
    return best if counts[best] >= 3 and counts[best] > rest else ""


def _kind(text: str) -> str:
    return next((kind for kind, pattern in _KINDS if pattern.search(text)), "doc")


def _text(value: Any, longest: int) -> str:
    if value is None or isinstance(value, (Mapping, list, bytes)):
        return ""
    return " ".join(str(value).split())[:longest]


def _day(value: Any) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value)[:10]) if value else None
    except ValueError:
        return None


def _tags(value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else []
    return tuple(text for part in parts[:20] if (text := _text(part, 40)))
