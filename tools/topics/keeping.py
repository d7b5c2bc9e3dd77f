"""Keeps what was learned beside what the business has written: learns anew what has changed, and hands it to a turn."""

import hashlib
import json
from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime, timedelta
from threading import Lock
from typing import Final, NamedTuple
from uuid import UUID

import structlog
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Coalesce, Greatest

from knowledge.models import Document
from knowledge.own_words import remembered
from tenants.allowance import spend
from tenants.scope import tenant_scope
from tools.catalog.models import Product
from tools.topics import examples, learning
from tools.topics.learning import Learned, Likely
from tools.topics.models import LearnedTopics

log = structlog.get_logger(__name__)

LOOKED_AT_EVERY: Final = timedelta(seconds=20)
"""A process that has read what was learned believes it so long."""
MOST_KEPT: Final = 32
"""As many tenants' weights, of half a megabyte to five each, stay in a process."""


MOST_A_MINUTE: Final = 1
"""Every process asks for what is not learned yet: the worker need not look for each."""


class _Kept(NamedTuple):
    looked_at: datetime
    learned_at: datetime | None
    learned: Learned | None


_kept: OrderedDict[UUID, _Kept] = OrderedDict()
_turn: Final = Lock()


def learn_anew(tenant_id: UUID, *, now: datetime) -> bool:
    """Learn a tenant's topics, unless their examples are those they were learned from; whether anything was learned.

    Call it outside any scope: it may take seconds."""
    with tenant_scope(tenant_id):
        told, left_out = examples.of_tenant()
        mark = fingerprint(told)
        before = LearnedTopics.objects.filter(fingerprint=mark).update(learned_at=now)
        if not (told or before):  # nothing is learned then, and not looked for again until something is written
            LearnedTopics.objects.update_or_create(
                defaults={"weights": b"", "fingerprint": mark, "examples": 0, "learned_at": now}
            )
    _forget(tenant_id)
    if before or not told:
        return False
    weights = learning.learn(told).written()
    with tenant_scope(tenant_id):
        LearnedTopics.objects.update_or_create(
            defaults={"weights": weights, "fingerprint": mark, "examples": len(told), "learned_at": now}
        )
    _forget(tenant_id)
    log.info("topics.learned", tenant_id=str(tenant_id), examples=len(told), left_out=left_out, size=len(weights))
    return True


def fingerprint(told: Sequence[examples.TopicExample]) -> str:
    """What the examples are, whoever wrote them, and what is learned from such."""
    return hashlib.sha256(json.dumps([learning.AS_LEARNED, told], ensure_ascii=False).encode()).hexdigest()


def learned(tenant_id: UUID, *, now: datetime) -> Learned | None:
    """What is learned of the tenant's topics; None where nothing is. What has changed since is learned after this
    turn. Call it outside any scope."""
    with _turn:
        known = _kept.get(tenant_id)
    if known is not None and abs(now - known.looked_at) < LOOKED_AT_EVERY:
        return known.learned
    with tenant_scope(tenant_id):
        kept = LearnedTopics.objects.values_list("learned_at", "examples").first()
        learned_at, examples_then = kept or (None, 0)
        is_read = known is not None and known.learned is not None and known.learned_at == learned_at
        row = None if is_read or not examples_then else LearnedTopics.objects.values_list("weights", flat=True).first()
        changed_at = _changed_at(was_learned=learned_at is not None)
    is_due = changed_at is not None and (learned_at is None or changed_at > learned_at)
    found = known.learned if known is not None and is_read else Learned.read(bytes(row)) if row else None
    with _turn:
        _kept[tenant_id] = _Kept(now, learned_at, found)
        _kept.move_to_end(tenant_id)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    if is_due or (found is not None and not found.is_current):
        learn_later(tenant_id)
    return found


def likely(tenant_id: UUID, text: str, *, now: datetime) -> tuple[Likely, ...]:
    """The topics of which a text may be, likeliest first; none where nothing is learned. Call it outside any scope."""
    found = learned(tenant_id, now=now)
    return _likely(found, text) if found is not None else ()


@remembered(200)
def _likely(found: Learned, text: str) -> tuple[Likely, ...]:
    """A turn asks for a text and its parts many times."""
    return found.likely(text)


def learn_later(tenant_id: UUID) -> None:
    """Ask the worker to learn anew, after the commit, unless that was asked this minute. When the broker is down, a
    later turn asks again."""
    from tools.topics.tasks import learn_topics  # noqa: PLC0415  the task learns by this module

    def ask() -> None:
        if spend(tenant_id, "learn_topics", MOST_A_MINUTE) is None:
            learn_topics.delay(tenant_id=str(tenant_id))

    transaction.on_commit(ask, robust=True)


def _changed_at(*, was_learned: bool) -> datetime | None:
    """When what is asked of a section or a product was changed last, in the tenant's scope; where it was learned, also
    when it was taken away, or a document was read. What an older release had kept counts from the reading of its
    document."""
    asked = Document.objects.exclude(questions={}, asked_at=None)
    told = Document.objects.all() if was_learned else asked
    documents = told.aggregate(
        at=Max(Greatest("asked_at", "read_at") if was_learned else Coalesce("asked_at", "read_at"))
    )
    products = Product.objects.all() if was_learned else Product.objects.exclude(asked=[])
    return max(filter(None, (documents["at"], products.aggregate(at=Max("updated_at"))["at"])), default=None)


def forget_all() -> None:
    """Read anew what was learned of every tenant, as a process does that has just started."""
    with _turn:
        _kept.clear()


def _forget(tenant_id: UUID) -> None:
    with _turn:
        _kept.pop(tenant_id, None)
