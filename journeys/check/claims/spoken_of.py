"""Which items a claim is made of."""

import re
from typing import Final

from journeys.check.claims.made import Claim
from journeys.check.evidence import Evidence
from journeys.check.reading.clauses import expanded

_PARTS: Final = re.compile(r"; |, (?:and|na|but|lakini) ")
_ALL: Final = re.compile(r"(?:and |na )?(?:both|all (?:of them|two|three)|zote(?: mbili)?|vyote)\b")


def titles_of(claim: Claim, evidence: Evidence) -> frozenset[str]:
    """Those that its part of the sentence names, else those of the whole: "one is unlimited; the other has a cap"."""
    part = next((each for each in _PARTS.split(claim.sentence) if claim.words in expanded(each)), "")
    spoken_of = evidence.named_in(part) or evidence.named_in(claim.sentence)
    if not spoken_of and _ALL.match(claim.clause):
        return frozenset(evidence.titles)
    return frozenset(title for each in spoken_of for title in each.titles)
