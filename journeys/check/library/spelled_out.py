"""What a sentence is said of, written out in it: "It is free" of the club that the sentence before names.

Of a sentence that says two things of one that a passage is headed by, each is said by itself: "Stay four, pay three is
valid until 15 December and not with other offers". What is written out says more exactly what was meant, never more.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from journeys.check.library.nearest import values_in
from journeys.check.library.units import Source
from knowledge.text import fold

_IT: Final = re.compile(
    r"\A(?:(?:and|but|na|lakini) )?(?:it|they|this|that|hiyo|hii|hicho|hilo|huyo|hapo|there)\b(?= [a-z])",
    re.IGNORECASE,
)
# "… until 01:00 on Friday, but it is for 18 and above": whatever the day is.
_BUT: Final = re.compile(r",? (?:but|lakini|ila) (?:it )?(?=[a-z])")
_AND: Final = re.compile(r",? (?:and|na) (?=[a-z\d])")
_STATES: Final = re.compile(
    r"(?:is|are|has|have|was|takes?|costs?|opens?|closes?|includes?|needs?|must|may|can(?:not)?|will|does|do"
    r"|ni|iko|ina|una|zina|ziko|ha(?:i|zi|wa)\w+|hu\w{4,}|in\w{4,}|zin\w{4,})\b"
)
LONGEST: Final = 3  # parts of one sentence


def with_its_name(sentence: str, before: str, sources: Sequence[Source]) -> str:
    """The sentence with the name for the word that stands for it; empty where it has none, or nobody was named."""
    found = _IT.match(sentence)
    name = name_in(before, sources) if found else ""
    return f"{name}{sentence[found.end() :]}" if found and name else ""


def in_parts(sentence: str, sources: Sequence[Source]) -> tuple[str, ...]:
    """The sentence in as many as it says things of what heads a passage; none where it does not begin with that."""
    name = name_in(sentence, sources)
    if not name:
        return ()
    head, _, rest = sentence.partition(name)
    besides = _BUT.split(rest)
    said = besides if len(besides) > 1 and all(map(_is_of_no_hour, besides[1:])) else _AND.split(rest)
    if not 1 < len(said) <= LONGEST or any("," in part for part in said[1:]):
        return ()
    return tuple(_parts(f"{head}{name}", name, said))


def _is_of_no_hour(part: str) -> bool:
    """Whether it tells more than at what hour something is, which may be so on the day alone that was told before."""
    return "," not in part and any(fact.kind != "time" for fact in values_in(part))


def name_in(text: str, sources: Sequence[Source]) -> str:
    """The name that heads a cited passage, as the text writes it; the first that it names."""
    names = (source.heading.rpartition(" > ")[2].rpartition(": ")[2] for source in sources)
    text = text.strip()
    plain = fold(text)
    found = sorted((plain.find(fold(name)), name) for name in names if name and fold(name) in plain)
    if not found or len(plain) != len(text):
        return ""
    at, name = found[0]
    return text[at : at + len(name)]


def _parts(head: str, name: str, said: Sequence[str]) -> Iterator[str]:
    yield f"{head}{said[0]}."
    for part in said[1:]:
        plain = part.rstrip(" .")
        yield f"{name} {plain}." if _STATES.match(plain) else f"{name} is {plain}."
