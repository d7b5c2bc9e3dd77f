"""Whether a report that scored low is written once more, and what the second try shall mend.

Without a model it is, once, when what is missing has a name; the second try then takes sentences that share less.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from journeys.llm import Mind
from journeys.research.node import ResearchNode
from journeys.research.nodes.quality_check import total

ENOUGH: Final = 400
"""Of 500: a report that reaches it is accepted."""
# As was specified: written once more and no more.
MOST_RETRIES: Final = 1
PROMPT: Final = """\
A report that answers `question` has these `scores` (0 to 100 each) and `issues`.
action  retry only if writing it anew from the same findings can mend the issues; else accept
focus   for retry: what the second try shall do otherwise, at most 40 words; else empty"""


class QualityRemediation(BaseModel):
    """Accept, or write it once more."""

    model_config = ConfigDict(extra="forbid")

    action: Literal["accept", "retry"]
    focus: str


NODE: Final = ResearchNode(name="quality_remediation", prompt=PROMPT, schema=QualityRemediation)


def focus_for(question: str, scores: Mapping[str, int], issues: Sequence[str], mind: Mind) -> str:
    """What the second try shall mend; empty when the report is accepted."""
    if total(scores) >= ENOUGH:
        return ""
    answer = NODE.asked(mind, {"question": question, "scores": dict(scores), "issues": list(issues)})
    if answer is not None:
        return answer.focus.strip()[:500] if answer.action == "retry" else ""
    return "; ".join(issues)[:500]
