"""Reads rules leniently for a turn, and strictly for the person who writes them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Final, TypeVar, cast

import structlog
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    StringConstraints,
    ValidationError,
    ValidationInfo,
)

from tenants.choices import list_spoken

log = structlog.get_logger(__name__)
R = TypeVar("R", bound="Rules")
STRICT: Final = {"is_strict": True}
SPOKEN_IN: Final = tuple(code for code, _ in list_spoken())
# A paragraph; rules go into each prompt, which has to pay for them.
LONGEST_TEXT: Final = 2_000

_NO_NUMBER, _NO_OBJECT, _NO_LIST = "Write a whole number.", "This must be a JSON object.", "This must be a list."
SENTENCES: Final = {
    "missing": "This must not be empty.",
    "string_too_short": "This must not be empty.",
    "string_too_long": "At most {max_length:,} characters.",
    "string_type": "This must be a text.",
    "too_long": "At most {max_length:,} of them.",
    "greater_than_equal": "At least {ge:,}.",
    "less_than_equal": "At most {le:,}.",
    "literal_error": "Choose one of {expected}.",
    "extra_forbidden": "There is no such setting.",
    "int_type": _NO_NUMBER,
    "int_parsing": _NO_NUMBER,
    "int_parsing_size": _NO_NUMBER,
    "int_from_float": _NO_NUMBER,
    "dict_type": _NO_OBJECT,
    "model_type": _NO_OBJECT,
    "tuple_type": _NO_LIST,
}


_NOT_KEPT: Final = re.compile("[\0\ud800-\udfff]")


def _storable(text: str) -> str:
    """No database keeps a NUL character or half of a surrogate pair."""
    if _NOT_KEPT.search(text):
        raise ValueError("This has a character that cannot be kept.")
    if len(text) > LONGEST_TEXT:
        raise ValueError(f"At most {LONGEST_TEXT:,} characters.")
    return text


Text = Annotated[str, StringConstraints(strip_whitespace=True), AfterValidator(_storable)]


def _by_language(value: Any) -> Any:
    """A text that stands alone is the one for every language."""
    return {"en": value} if isinstance(value, str) else value


def _known_languages(said: dict[str, str], info: ValidationInfo) -> dict[str, str]:
    unknown = [language for language in said if language not in SPOKEN_IN]
    if unknown and info.context == STRICT:
        raise ValueError(f"{', '.join(unknown)[:40]} is not a language. Use {', '.join(SPOKEN_IN)}.")
    return {language: text for language, text in said.items() if text and language in SPOKEN_IN}


# What a customer reads, by language; languages left out are served by another.
Spoken = Annotated[dict[str, Text], BeforeValidator(_by_language), AfterValidator(_known_languages)]


def in_language(spoken: Mapping[str, str], language: str) -> str:
    """A business's text in a language: its own, else English, else the one there is."""
    return spoken.get(language) or spoken.get("en") or next(iter(spoken.values()), "")


class Rules(BaseModel):
    """A group of settings, each with its title and description: what a form shows, and what a turn obeys."""

    model_config = ConfigDict(extra="ignore", frozen=True, populate_by_name=True)

    def stored(self) -> dict[str, Any]:
        """The rules as the database keeps them: without what is as it always is."""
        return self.model_dump(mode="json", exclude_defaults=True, by_alias=True)


@dataclass(frozen=True, slots=True)
class RuleProblem:
    """What is wrong with a setting, and where it stands: names, and the places of rows."""

    at: tuple[str | int, ...]
    sentence: str


def read_rules(rules: type[R], stored: Mapping[str, Any] | None) -> R:
    """The rules as they are stored; a setting that cannot be read counts as not set, and breaks no turn."""
    known = dict(stored) if isinstance(stored, Mapping) else {}
    while True:
        try:
            return cast(R, _read(rules, json.dumps(known)))
        except ValidationError as error:
            wrong = {str(problem["loc"][0]) for problem in error.errors() if problem["loc"]} & set(known)
            log.warning("tenants.rules.unreadable", rules=rules.__name__, settings=sorted(wrong))
            if not wrong:
                return rules()
            known = {name: value for name, value in known.items() if name not in wrong}


# A turn reads a business's rules four times over, and they seldom change.
@lru_cache(maxsize=500)
def _read(rules: type[Rules], written: str) -> Rules:
    return rules.model_validate(json.loads(written))


def read_strictly(rules: type[R], written: Any) -> R | list[RuleProblem]:
    """The rules that somebody wrote, in a form or a file; or all that is wrong with them."""
    try:
        return rules.model_validate(written, extra="forbid", context=STRICT)
    except ValidationError as error:
        return [RuleProblem(problem["loc"], _sentence(problem)) for problem in error.errors(include_url=False)]


def problem_in(rules: type[Rules], written: Any) -> str | None:
    """The first thing that is wrong with these rules, as a sentence for who wrote them."""
    found = read_strictly(rules, written)
    if isinstance(found, Rules):
        return None
    place = " → ".join(str(part + 1 if isinstance(part, int) else part) for part in found[0].at)
    return f"{place}: {found[0].sentence}" if place else found[0].sentence


def _sentence(problem: Any) -> str:
    """Pydantic's finding in the words of somebody who fills in a form."""
    if problem["type"] == "value_error":
        return str(problem["ctx"]["error"])
    plain = SENTENCES.get(problem["type"])
    return plain.format(**problem.get("ctx", {})).replace("'", "") if plain else f"{problem['msg']}."
