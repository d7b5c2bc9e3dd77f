"""How old somebody is, where an item comes in forms for so many years: a child of 7 is "child 4-12"."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from journeys.language.units import ages_in, joined
from journeys.local import circumstances
from journeys.local.wordlists import plain

Options = Mapping[str, Sequence[str]]
_AGED: Final = re.compile(
    r"\b(?:aged?|(?:kid|child|boy|girl|son|daughter|niece|nephew) of|mtoto wa) (\d{1,2})\b", re.IGNORECASE
)
_AT_THE_END: Final = re.compile(r"(?<=[a-z]) \d{1,2}-\d{1,2}$")
YEARS: Final = re.compile(r"(?<!\d)(\d{1,2}) ?[-\u2013] ?(\d{1,2})(?!\d)")


# "child 4-12", "2-3 years": no size of socks.
_BY_AGE: Final = re.compile(r"(?<=[a-z] )\d{1,2} ?[-\u2013] ?\d{1,2}$|\d ?(?:years?|yrs?|miaka)\b", re.IGNORECASE)


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


def held(
    options: Options, chosen: Mapping[str, str], told: Sequence[int], text: str
) -> tuple[dict[str, str], list[str]]:
    """What is chosen with the form of that age; and the ages that no form is for, whose form is not chosen."""
    fitting = of_age(options, told)
    of_ages = {name for name, values in options.items() if any(_is_by_age(value) for value in values)}
    if not told or fitting or not of_ages:
        return dict(chosen) | fitting, []
    left = {name: value for name, value in chosen.items() if name not in of_ages or not _is_by_age(value)}
    years = "miaka {}" if "miaka" in text.casefold() else "{} years"
    return left, [] if of_ages & left.keys() else [years.format(age) for age in dict.fromkeys(told)]


def without_ages(text: str, options: Options) -> str:
    """The message without how old the children are, where forms are for so many years: "mtoto 1 wa miaka 7" is one."""
    told = told_in(text)
    if told and of_age(options, told):
        return circumstances.without(plain(text), "age")
    if not told or not any(_is_by_age(value) for values in options.values() for value in values):
        return text
    in_figures = re.sub(r"\b(\d{1,2})year\b", r"\1 years", joined(text, frozenset({"year"})))
    return circumstances.without(plain(in_figures), "age")


def _is_by_age(value: str) -> bool:
    return bool(YEARS.search(value) and _BY_AGE.search(value))
