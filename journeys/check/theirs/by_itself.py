"""What goes by itself needs nobody: "it connects by itself, so no technician has to come"."""

import re
from typing import Final

from journeys.check.evidence import Evidence
from journeys.check.reading.terms import terms_of

_BY_ITSELF: Final = re.compile(
    r"\b(?:by (?:itself|themselves)|automatically|on (?:its|their) own|(?:y|z|v|w|l)enyewe|chenyewe)\b"
)
_NOBODY_IS_NEEDED: Final = re.compile(
    r"\A\W{0,3}(?:there is )?(?:no (?:need (?:of|for) )?(?:a |an )?(?P<who>[a-z]{3,14})"
    r"(?: (?:is|are) needed| (?:need|has|have)s? to come| visit is needed)?"
    r"|(?:a |the )?(?P<come>[a-z]{3,14}) (?:does not|doesn't|need not|needn't) (?:have to |need to )?(?:come|be sent)"
    r"|you (?:do not|don't|won't|will not) need (?:a |an |the |any )?(?P<have>[a-z]{3,14})"
    r"|(?P<fundi>[a-z]{3,14}) ha(?:hitajiki|na haja ya)(?: [a-z]{3,8})?"
    r"|(?:huhitaji|hakuna haja ya|hamhitaji) (?P<haja>[a-z]{3,14}))\W{0,3}\Z"
)


def is_so(meaning: str, rule: str, evidence: Evidence) -> bool | None:
    """Whether it is of somebody the customer has spoken of; None where it says no such thing. Both are folded."""
    nobody = _NOBODY_IS_NEEDED.match(meaning) if _BY_ITSELF.search(rule) else None
    if nobody is None:
        return None
    spoken_of = terms_of(" ".join((*evidence.said.texts, *evidence.said.words)))
    return not spoken_of.isdisjoint(terms_of(" ".join(filter(None, nobody.groups()))))
