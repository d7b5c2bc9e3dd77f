"""What the library knows before it looks: its bars, how far it is counted, and where the question's words stand."""

from dataclasses import dataclass, field

from django.db import connection

from knowledge.embed import LOCAL
from knowledge.search.question import SearchQuestion
from tenants.postgresql.planned import Planned
from tenants.scope import current_tenant_id

# In a larger library, a word of every second passage tells no more than "the" does, and its list is long: not read.
_LARGE, _COMMON = 2_000, 0.5
# A model that finds everything alike must not divide by zero.
LEAST_SPAN = 0.02
# Plan: three look-ups by tenant, the words by word_once; the lists of common words stay in their rows, unread.
# Written out, for every search asks it: one statement, one round trip.
# Without figures of this model's those of the one before tell how far words alone go.
_KNOWN = Planned("""
SELECT bars.passages, bars.unlike, bars.alike, bars.threshold, bars.threshold_by_words, bars.strong,
    bars.model = %(model)s, register.given, register.counted, register.indexed_for, word.word,
    word.passages, word.places
FROM (SELECT 1) AS one
LEFT JOIN LATERAL (
    SELECT * FROM "knowledge_calibration" WHERE tenant_id = %(tenant)s AND alike IS NOT NULL
    ORDER BY model = %(model)s DESC, calculated_at DESC LIMIT 1
) AS bars ON true
LEFT JOIN "knowledge_register" AS register ON register.tenant_id = %(tenant)s
LEFT JOIN LATERAL (
    SELECT word, passages,
        CASE WHEN passages <= greatest(%(large)s, %(common)s::numeric * bars.passages) THEN places END AS places
    FROM "knowledge_word" WHERE tenant_id = %(tenant)s AND word = ANY(%(words)s::integer[])
) AS word ON true
""")


@dataclass(frozen=True, slots=True)
class Bars:
    """The figures of a calibration that a search needs; the defaults are those of the built-in model."""

    passages: int = 0
    unlike: float = 0.02
    alike: float = 0.5
    threshold: float = 0.25
    threshold_by_words: float = 0.25
    strong: float = 0.5

    @property
    def span(self) -> float:
        """How far cosines reach, from unlike texts to a question and its answer."""
        return max(self.alike - self.unlike, LEAST_SPAN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """`words`: in how many passages each stands, and its list. `counted`: passages from this place on are in none.

    `has_scale`: whether likenesses by the question's model mean anything yet.
    """

    bars: Bars = Bars()
    has_scale: bool = True
    given: int = 0
    counted: int = 0
    indexed_for: str = ""
    words: dict[int, tuple[int, bytes]] = field(default_factory=dict)

    @property
    def has_uncounted(self) -> bool:
        return self.given > self.counted


def look_up(question: SearchQuestion) -> Known:
    """What the library of the tenant in scope knows of this question."""
    keys = {key for one in question.asked for key in one.keys}
    asked = {
        "tenant": current_tenant_id(), "model": question.model, "words": "{" + ",".join(map(str, keys)) + "}",
        "large": _LARGE, "common": _COMMON,
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_KNOWN, asked)
        rows = cursor.fetchall()
    *bars, is_of_model, given, counted, indexed_for = rows[0][:10]
    return Known(
        bars=Bars(*bars) if bars[0] is not None else Bars(),
        has_scale=bool(is_of_model) or question.model == LOCAL.key,
        given=given or 0,
        counted=counted or 0,
        indexed_for=indexed_for or "",
        words={word: (passages, bytes(places or b"")) for *_, word, passages, places in rows if word is not None},
    )
