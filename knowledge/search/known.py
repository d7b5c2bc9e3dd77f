"""What the library knows before it looks: its bars, how far it is counted, and where the question's words stand."""

from dataclasses import dataclass, field

from django.db import connection

from knowledge.search.question import Question
from tenants.scope import current_tenant_id

# In a larger library, a word of every second passage tells no more than "the" does, and its list is long: not read.
_LARGE, _COMMON = 2_000, 0.5
# Written out, for every search asks it: one statement, one round trip.
_KNOWN = """
SELECT bars.passages, bars.unlike, bars.threshold, bars.threshold_by_words, bars.strong,
    register.given, register.counted, register.indexed_for, word.word, word.passages, word.places
FROM (SELECT 1) AS one
LEFT JOIN "knowledge_calibration" AS bars ON bars.tenant_id = %(tenant)s AND bars.model = %(model)s
LEFT JOIN "knowledge_register" AS register ON register.tenant_id = %(tenant)s
LEFT JOIN LATERAL (
    SELECT word, passages,
        CASE WHEN passages <= greatest(%(large)s, %(common)s * bars.passages) THEN places END AS places
    FROM "knowledge_word" WHERE tenant_id = %(tenant)s AND word = ANY(%(words)s::integer[])
) AS word ON true
"""


@dataclass(frozen=True, slots=True)
class Bars:
    """The figures of a calibration that a search needs; the defaults serve until there is one."""

    passages: int = 0
    unlike: float = 0.1
    threshold: float = 0.18
    threshold_by_words: float = 0.25
    strong: float = 0.35


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """`words`: in how many passages each stands, and its list. `counted`: passages from this place on are in none."""

    bars: Bars = Bars()
    given: int = 0
    counted: int = 0
    indexed_for: str = ""
    words: dict[int, tuple[int, bytes]] = field(default_factory=dict)

    @property
    def has_uncounted(self) -> bool:
        return self.given > self.counted


def read(question: Question) -> Known:
    """Of the tenant in scope."""
    keys = {key for one in question.asked for key in (one.word, *one.others, one.meaning) if key is not None}
    asked = {
        "tenant": current_tenant_id(), "model": question.model, "words": "{" + ",".join(map(str, keys)) + "}",
        "large": _LARGE, "common": _COMMON,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, asked)
        rows = cursor.fetchall()
    *bars, given, counted, indexed_for = rows[0][:8]
    return Known(
        bars=Bars(*bars) if bars[0] is not None else Bars(),
        given=given or 0,
        counted=counted or 0,
        indexed_for=indexed_for or "",
        words={word: (passages, bytes(places or b"")) for *_, word, passages, places in rows if word is not None},
    )
