"""How old somebody is, where an item comes in forms for so many years: a child of 7 is "child 4-12"."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from journeys.language.units import ages_in, joined, units_in
from journeys.local import circumstances
from journeys.local.purchase.numbers import words
from journeys.local.wordlists import plain
from knowledge import own_words

Options = Mapping[str, Sequence[str]]
_AT_THE_END: Final = re.compile(r"(?<=[a-z]) \d{1,2}-\d{1,2}$")
YEARS: Final = re.compile(r"(?<!\d)(\d{1,2}) ?[-\u2013] ?(\d{1,2})(?!\d)")


# "child 4-12", "2-3 years": no size of socks.
_BY_AGE: Final = re.compile(r"(?<=[a-z] )\d{1,2} ?[-\u2013] ?\d{1,2}$|\d ?(?:years?|yrs?|miaka)\b", re.IGNORECASE)


_CHILDREN: Final = re.compile(r"\b(?:kids?|child(?:ren)?|boys?|girls?|watoto|mtoto|watoi|mtoi)\b", re.IGNORECASE)
_YEAR: Final = frozenset({"year"})
_IN_WORDS: Final = re.compile(r"\bmiaka [a-z]")
# "Kids under 12": no sum of money and no measure.
_BOUND: Final = re.compile(
    r"\b(?:(?P<below>under|below|younger than|less than|chini ya)|over|above|older than|more than|zaidi ya|juu ya)"
    r"(?: miaka| age)?[ -](?P<age>1[0-7]|[1-9])(?P<s>s?)\b(?![.,]\d)"
    r"(?! ?(?:k|bob|shs?|ksh|kes|thousand|hundred|grand|gb|mb|kg)\b)"
    r"(?: ?(?:years?|yrs?|miaka)\b)?(?: old\b| of age\b)?",
    re.IGNORECASE,
)


# Somebody who is named by an age alone: "a 9 yr old", "na mwenye miaka 9".
_NAMED_BY_AGE: Final = re.compile(
    rf"\b(?P<age>\d{{1,2}}|{'|'.join(words())})[ -]?(?:yrs?|years?|y/?o)(?:[ -]olds?)?\b"
    r"(?! (?:kid|child|boy|girl|son|daughter|brother|sister|warranty|guarantee|contract))"
    rf"|\b(?:mwenye|wenye|wa) miaka (?P<miaka>\d{{1,2}}|{'|'.join(words())})\b",
    re.IGNORECASE,
)


def told_in(text: str) -> Sequence[int]:
    """Years of age: "miaka saba", "aged 7"; who is under 12 is 11 at most."""
    return _read(text)[0]


@own_words.remembered(2_000)
def _read(text: str) -> tuple[tuple[int, ...], str]:
    """The ages that are told, and the text without them, but for years that may be of anything."""
    bounds = bounds_in(text)
    told = [int(each["age"]) + (-1 if each["below"] else 1) for each in bounds]
    left = _in_figures(plain(_BOUND.sub(" ", text) if bounds else text))
    told += circumstances.ages(left)
    left = circumstances.without(left, "age")
    return (*told, *ages_in(left)), left


def bounds_in(text: str) -> list[re.Match[str]]:
    """Where it is told that children are under or over an age."""
    return [each for each in _BOUND.finditer(text) if each["s"] or _CHILDREN.search(text)]


def _in_figures(said: str) -> str:
    """With years in words as figures: "miaka kumi na tano" is "miaka 15"."""
    return re.sub(r"\b(\d{1,2})year\b", r"miaka \1", joined(said, _YEAR)) if _IN_WORDS.search(said) else said


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


def held(options: Options, chosen: Mapping[str, str], told: Sequence[int]) -> tuple[dict[str, str], list[str]]:
    """What is chosen with the form of that age; and the ages that no form is for, whose form is not chosen."""
    fitting = of_age(options, told)
    of_ages = {name for name, values in options.items() if any(_is_by_age(value) for value in values)}
    if not told or fitting or not of_ages:
        return dict(chosen) | fitting, []
    left = {name: value for name, value in chosen.items() if name not in of_ages or not _is_by_age(value)}
    return left, [] if of_ages & left.keys() else [f"{age} years" for age in dict.fromkeys(told)]


def without_ages(text: str, options: Options) -> str:
    """The message without how old the children are: "mtoto 1 wa miaka 7" is one.

    Who is named by an age alone is named by their form. What comes for so many years keeps them, unless these are of an
    age: "a warranty of 2 years"."""
    text = _by_their_form(text, options)
    told, left = _read(text)
    values = [value for each in options.values() for value in each]
    if not told or of_age(options, told):
        return left if told else text
    if any(map(_is_by_age, values)):
        in_figures = re.sub(r"\b(\d{1,2})year\b", r"\1 years", joined(left, _YEAR))
        return circumstances.without(in_figures, "age")
    return text if "year" in units_in(values) or left == plain(text) else left


def _by_their_form(text: str, options: Options) -> str:
    """The form for somebody in place of the age that alone names them: of "2 adults and a 9 yr old" the child."""
    if _CHILDREN.search(text):
        return text
    return _NAMED_BY_AGE.sub(lambda found: _form_of(found, options), text)


def _form_of(found: re.Match[str], options: Options) -> str:
    told = (found["age"] or found["miaka"]).casefold()
    age = int(told) if told.isdecimal() else words()[told]
    value = next(iter(of_age(options, [age]).values()), "")
    return without_years(value) if value and _is_by_age(value) else found[0]


def _is_by_age(value: str) -> bool:
    return bool(YEARS.search(value) and _BY_AGE.search(value))
