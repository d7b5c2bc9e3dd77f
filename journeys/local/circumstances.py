"""What people tell of themselves beside the thing they want: how many they are, how old a child is, when they come.

None of it is a thing to search for; how many they are tells which rooms and boats are large enough.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from journeys.language.numbers import units as number_words
from journeys.local.wordlists import plain, tokens, wordlist
from knowledge import lexicon, own_words

# More people are a number of something else.
MOST_IN_A_PARTY: Final = 99
# Up to which hotels and shops speak of children.
LAST_AGE_OF_A_CHILD: Final = 12
# "For four: my wife and I, and two kids" says how many they are and then who; "two adults and two kids" are four.
FEWEST_OF_A_SUM: Final = 3
# With them a child comes along, and is not the one for whom a thing is sought.
_ADULTS: Final = re.compile(r"\b(?:adults?|grown ?ups?|watu wazima|mtu mzima|wakubwa)\b")
_CHILDREN: Final = re.compile(r"\b(?:(?:the|my|our) )?(?:kids|children|watoto)\b(?: wetu| wangu)?")
PARTY: Final = ("family", "party", "all_of_them")
KINDS: Final = ("age", "couple", *PARTY, "one_more", "stay", "since", "when", "books")


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What was told; `rest` is the message without it."""

    rest: str
    guests: int | None = None
    is_for_a_child: bool = False


@own_words.remembered(2_000)
def parse(said: str) -> Circumstances:
    """Read a message that was folded and freed of apostrophes."""
    has_adults, has_ages = _ADULTS.search(said) is not None, tells_age(said)
    told: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for kind in _that_may_be(KINDS, said):
        for pattern in _patterns(kind):
            told[kind] += [_number(match) or 0 for match in pattern.finditer(said)]
            said = pattern.sub(" ", said)
    guests = _guests(told, has_adults=has_adults or bool(told["couple"]))
    if guests is not None and has_ages:
        said = _CHILDREN.sub(" ", said)  # they are of the party, and no word for what is sought
    is_for_a_child = any(0 < age <= LAST_AGE_OF_A_CHILD for age in told["age"])
    return Circumstances(said, guests, is_for_a_child and not (has_adults or told["couple"]))


def _guests(told: Mapping[str, Sequence[int]], *, has_adults: bool) -> int | None:
    """How many they are; None for one, and for more than come anywhere together."""
    counts = [*(2 for _ in told["couple"]), *told["party"]]
    if told["family"]:
        counts = list(told["family"][-1:])
    elif told["all_of_them"]:
        whole = told["all_of_them"][-1]
        counts = [whole] if has_adults and whole >= sum(counts) else [*counts, *told["all_of_them"]]
    counts += [1 if counts or at else 2 for at, _ in enumerate(told["one_more"])]
    guests = sum(counts)
    if len(counts) >= FEWEST_OF_A_SUM and guests == 2 * max(counts):
        guests = max(counts)
    return guests if 1 < guests <= MOST_IN_A_PARTY else None


def tells_time(said: str) -> bool:
    """Whether a day or an hour is spoken of."""
    return any(pattern.search(said) for pattern in _patterns("when"))


def time_in(text: str) -> tuple[int, int] | None:
    """Where a message first names a day or an hour, both where they stand together; None when it names none."""
    said = text.lower()
    if len(said) != len(text):
        return None
    found = sorted(match.span() for pattern in _patterns("when") for match in pattern.finditer(said))
    if not found:
        return None
    start, end = min(found, key=lambda span: (span[0], -span[1]))
    for first, last in found:
        if end <= first and said[end:first].strip(" ,") in ("", "at"):
            end = last
    return start, end


def tells_age(said: str) -> bool:
    """Whether it is told how old somebody is."""
    return any(pattern.search(said) for pattern in _patterns("age"))


def spans(said: str, kind: str) -> list[tuple[int, int]]:
    """Where it is told, none of them within another: "for 8", "7 people"."""
    found: list[tuple[int, int]] = []
    for each in PARTY if kind == "party" else (kind,):
        for pattern in _patterns(each):
            found += (match.span() for match in pattern.finditer(said))
            said = pattern.sub(lambda match: "\n" * len(match[0]), said)
    return found


def ages(said: str) -> list[int]:
    """How old those are of whom it is told: 7 and 9 of "watoto wa miaka 7 na 9"."""
    told: list[int] = []
    for pattern in _patterns("age"):
        for match in pattern.finditer(said):
            told += map(int, re.findall(r"\d{1,2}", match[0])) if re.search(r"\d", match[0]) else [_number(match) or 0]
        said = pattern.sub(" ", said)
    return told


def tells_couple(text: str) -> bool:
    """Whether two grown-ups come together: "me and my wife"."""
    said = plain(text)
    return any(pattern.search(said) for pattern in _patterns("couple"))


def without(said: str, *kinds: str, unless: Collection[str] = ()) -> str:
    """The message without what is told of these kinds, such as `when`; what has one of the words stays."""
    return _without(said, kinds, frozenset(unless))


@own_words.remembered(2_000)
def _without(said: str, kinds: Sequence[str], unless: frozenset[str]) -> str:
    def rest(match: re.Match[str]) -> str:
        return match[0] if not set(tokens(match[0])).isdisjoint(unless) else " "

    told = [each for kind in kinds for each in (PARTY if kind == "party" else (kind,))]
    for pattern in (pattern for kind in _that_may_be(told, said) for pattern in _patterns(kind)):
        said = pattern.sub(rest, said)
    return said


def _that_may_be(kinds: Sequence[str], said: str) -> list[str]:
    """Nobody stays in a bundle: "for one night" tells how long it lasts, and is looked for."""
    lasts = any(lexicon.kind(meaning) == "telecom" for meaning in lexicon.concepts(said))
    return [kind for kind in kinds if not (lasts and kind == "stay")]


@cache
def audiences() -> Mapping[str, str]:
    """For whom a thing is, by the word for them: wife is women."""
    listed = wordlist("circumstances")["for_whom"]
    return {
        form: audience for audience, words in listed.items() for word in words.split() for form in (word, f"{word}s")
    }


def is_somebody(word: str) -> bool:
    """Whether a word names people: a wife, the kids, guests."""
    return word in audiences() or word in wordlist("circumstances")["somebody"].split() or _is_audience(word)


def _is_audience(word: str) -> bool:
    return lexicon.listed_kind(lexicon.listed(word) or "") == "audience"


def _number(match: re.Match[str]) -> int | None:
    said = match.groupdict().get("number")
    if said is None:
        return None
    return int(said) if said.isdecimal() else int(number_words()[said])


@cache
def _patterns(kind: str) -> tuple[re.Pattern[str], ...]:
    spelled = "|".join(sorted(number_words(), key=len, reverse=True))
    number = rf"(?P<number>(?<![\w.,-])\d{{1,3}}(?!\d|[.,/]\d)|(?<!\w)(?:{spelled})(?!\w))"
    month = rf"(?:{wordlist('circumstances')['months']})\b"
    phrases = (phrase.replace("@", month) for phrase in wordlist("circumstances")[kind])
    return tuple(re.compile(rf"(?<!\w)(?:{re.sub('N', lambda _: number, phrase)})(?!\w)") for phrase in phrases)
