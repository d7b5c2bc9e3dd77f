"""Which languages there are: each is a folder here, and every choice of a language derives from this page."""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from journeys import language

MIXED: Final = "mixed"
"""What some customers write: no language of its own, so it has no folder, and is answered in what is near it."""
NEAR_MIXED: Final = ("sheng", "sw")


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """What `language.toml` of a folder says; `sentences.toml` beside it, if there is one, is what we say in it."""

    code: str
    place: int
    name: str
    described: str
    asked_for: tuple[str, ...]
    near: tuple[str, ...] = ()
    numbers: Mapping[str, str] = field(default_factory=dict)
    sentences: Mapping[str, str] = field(default_factory=dict)


@cache
def languages() -> Mapping[str, Language]:
    """Every language by its code, in the order in which they are offered."""
    found = [_language(file.parent) for place in language.__path__ for file in Path(place).glob("*/language.toml")]
    return {one.code: one for one in sorted(found, key=lambda one: (one.place, one.code))}


def _language(folder: Path) -> Language:
    said = _toml(folder / "language.toml")
    sentences = folder / "sentences.toml"
    own = _toml(sentences) if sentences.exists() else {}
    told = said | {name: tuple(said.get(name, ())) for name in ("asked_for", "near")}
    return Language(code=folder.name, sentences=own, **told)


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))


def codes() -> tuple[str, ...]:
    return tuple(languages())


def choices() -> list[tuple[str, str]]:
    """Codes and names, for forms and columns of the rooms below; settings.CUSTOMER_LANGUAGES names this function."""
    return [(one.code, one.name) for one in languages().values()]


def nearest(code: str) -> Iterator[str]:
    """In which languages something may be said to who speaks this one: itself, what is near it, then the first."""
    own = languages().get(code)
    near = (code, *own.near) if own else NEAR_MIXED
    yield from dict.fromkeys((*near, *codes()))


# A type can only be checked as what is written down: in the folders' own words it is for the running program.
if TYPE_CHECKING:
    Code = str
    Lang = str
else:
    Code = Literal[codes()]
    Lang = Literal[(*codes(), MIXED)]
