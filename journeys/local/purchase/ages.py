"""How old somebody is, where an item comes in forms for so many years: a child of 7 is "child 4-12"."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from journeys.language.units import ages_in
from journeys.local import circumstances
from journeys.local.wordlists import plain

Options = Mapping[str, Sequence[str]]
_AGED: Final = re.compile(
    r"\b(?:aged?|(?:kid|child|boy|girl|son|daughter|niece|nephew) of|mtoto wa) (\d{1,2})\b", re.IGNORECASE
)
_AT_THE_END: Final = re.compile(r"(?<=[a-z]) \d{1,2}-\d{1,2}$")
YEARS: Final = re.compile(r"(?<!\d)(\d{1,2}) ?[-\u2013] ?(\d{1,2})(?!\d)")


def told_in(text: str) -> list[int]:
    """Years of age: "miaka saba", "aged 7"."""
    return [*ages_in(text), *(int(age) for age in _AGED.findall(text))]


def without_years(value: str) -> str:
    """A form as it is spoken of: a child is named without its ages, "child" of "child 4-12"."""
    return _AT_THE_END.sub("", value)


def of_age(options: Options, told: Sequence[int]) -> dict[str, str]:
    """The value whose years hold the age that was told: a child of 7 is "child 4-12"."""
    return {
        name: value
        for name, values in options.items()
        for value in values
        if (years := YEARS.search(value)) and any(int(years[1]) <= age <= int(years[2]) for age in told)
    }


def without_ages(text: str, options: Options) -> str:
    """The message without how old the children are, where a form holds those years: "mtoto 1 wa miaka 7" is one."""
    told = told_in(text)
    is_held = bool(told) and bool(of_age(options, told))
    return circumstances.without(plain(text), "age") if is_held else text
