"""What a run may never do more of: the limits against loops and runaway reading."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

# As was specified: the six limits of a run.
MOST_TASKS: Final = 15
# See above.
MOST_DEPTH: Final = 2
# See above.
MOST_ITERATIONS: Final = 3
# See above.
TOKENS_A_TASK: Final = 50_000
# See above.
SAME_DOCUMENT: Final = 3
# See above.
THRESHOLD: Final = 0.6
BACKFILL: Final = 1
"""How many of the passages that a reference leads to are taken where none reaches the threshold."""


@dataclass(slots=True)
class TaskGuard:
    """One task's: how much it has read, and how often each document has come up; the third time is the last.

    What the search finds and what references lead to are counted apart: else a document that the search likes could
    never be read where its own sections point.
    """

    tokens: int = 0
    documents: Counter[tuple[UUID, bool]] = field(default_factory=Counter)
    stopped_by: str = ""

    def takes(self, document_id: UUID, tokens: int, *, is_referred_to: bool = False) -> bool:
        """Whether a passage may still be read; it counts as read then."""
        if self.documents[document_id, is_referred_to] >= SAME_DOCUMENT:
            self.stopped_by = self.stopped_by or "same document"
            return False
        if self.tokens + tokens > TOKENS_A_TASK:
            self.stopped_by = "token budget"
            return False
        self.documents[document_id, is_referred_to] += 1
        self.tokens += tokens
        return True

    @property
    def is_spent(self) -> bool:
        return self.stopped_by == "token budget"
