"""Whether all is said to be well of what a source calls a trouble: "when LOS is red the line is healthy"."""

import re
from collections.abc import Sequence
from typing import Final

from journeys.check.clauses import Clause, expanded
from journeys.check.units import SourceUnit
from journeys.check.words import CARRIED, either

_IS_WELL: Final = re.compile(
    r"\b(?:is|are|be|ni|(?:i|u|ki|zi|li|vi|ya|ha|ku)ko) (?:all |just |perfectly |quite |tu )?"
    rf"(?P<how>{either(CARRIED['well'])})\b"
)
# What the customer has told: "since the neighbour is fine".
_IS_GIVEN: Final = re.compile(r"(?:since|because|as|if|kwa sababu|kwa kuwa|kwa vile|kama)\b")
_TROUBLE: Final = re.compile(rf"\b{either(CARRIED['trouble'])}\b")


def not_well(clause: Clause, rested: Sequence[tuple[Clause, SourceUnit]]) -> str:
    """Why it is not so; `rested` are the clauses of the sentence with the units that they rest on."""
    well = None if clause.asks or _IS_GIVEN.match(clause.text) else _IS_WELL.search(clause.text)
    if well is None or clause.denies(well.start()):
        return ""
    units = [unit for _, unit in rested]
    is_trouble = any(_TROUBLE.search(expanded(unit.text)) for unit in units)
    is_told = any(re.search(rf"\b{re.escape(well['how'])}\b", expanded(unit.text)) for unit in units)
    return "the source does not say that it is well" if is_trouble and not is_told else ""
