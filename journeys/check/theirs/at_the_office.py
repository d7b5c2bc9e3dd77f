"""A parcel that goes to a courier's office comes to nobody's door: "it ends at the office, so it reaches the house"."""

import re
from collections.abc import Iterator
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.reading.clauses import clauses_of, expanded, sentences
from journeys.check.reading.terms import terms_of
from knowledge.search.terms.glossary import is_place
from knowledge.text import words

_OFFICE: Final = re.compile(
    r"\b(?:to|at|as far as) (?:the|a) (?:couriers?|parcel|bus) (?:office|stage)\b|\bofisi ya (?:kuria|courier)\b"
)
_COMES: Final = re.compile(
    r"\b(?:reach(?:es)?|arrives?|comes?|brought|delivered|bring|deliver"
    r"|tuta(?:u|i|ki|vi|zi)?leta|\w{2,6}fik(?:a|ia|ishwa)|\w{2,6}letwa)\b"
)
_HOME: Final = re.compile(
    r"\b(?:(?:h[a-z]{2}|your|their|the|my) (?:grandfather'?s? |grandma'?s? )?(?:house|home|door(?:step)?|gate)"
    r"|nyumbani|mlangoni|getini)\b"
)


def wrong(text: str, evidence: Evidence) -> Iterator[str]:
    """Each clause by which something comes home, where the sentence or their town's line says otherwise."""
    units = [unit for each in evidence.sources for unit in each.units]
    if not any(_OFFICE.search(expanded(unit.text)) for unit in units):
        return
    rows = frozenset[str]().union(*(unit.key for unit in units if not _OFFICE.search(expanded(unit.text))))
    theirs = {word for said in (*evidence.said.texts, *evidence.said.words) for word in words(said) if is_place(word)}
    is_elsewhere = bool(theirs) and all(terms_of(place).isdisjoint(rows) for place in theirs)
    for sentence in sentences(text):
        named = {word for word in words(sentence) if is_place(word)}
        is_of_the_office = is_elsewhere if not named else all(terms_of(place).isdisjoint(rows) for place in named)
        for clause in clauses_of(sentence):
            home = _HOME.search(clause.text) if _COMES.search(clause.text) and not clause.asks else None
            if home and not clause.denies(home.start()) and (is_of_the_office or _OFFICE.search(expanded(sentence))):
                yield clause.text
