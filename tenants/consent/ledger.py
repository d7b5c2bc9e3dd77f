"""Adds to the consent ledger; and what becomes of a ledger when its customer is erased, and comes back."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.apps import apps
from django.db import connection

from tenants.consent import standing
from tenants.consent.entry import ConsentEntry
from tenants.consent.purposes import ConsentSource, way_of
from tenants.pseudonyms import pseudonym
from tenants.scope import current_tenant_id

# As wide as its column; enough to prove a wish.
LONGEST_WORDS: Final = 300
# As wide as its column.
LONGEST_REASON: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """From whom a consent or a refusal came, and by what it can be shown."""

    source: ConsentSource
    reason: str
    words: str = ""
    message_id: UUID | None = None
    wording: str = ""
    request_id: UUID | None = None


def record(customer_id: UUID, wishes: Mapping[Any, bool], *, proof: Proof) -> list[str]:
    """Add what differs from what stands; the purposes of it. The customer's row must be locked."""
    if not wishes:
        return []
    entries = ConsentEntry.objects.filter(customer_id=customer_id)
    last = entries.order_by("-place").values_list("place", flat=True).first() or 0
    address = apps.get_model("tenants", "Customer").objects.values_list("address", flat=True).get(pk=customer_id)
    known = standing.of(customer_id).known
    news = {purpose: wish for purpose, wish in wishes.items() if known.get(purpose) is not wish}
    ConsentEntry.objects.bulk_create(
        ConsentEntry(
            customer_id=customer_id, place=place, purpose=purpose, channel=way_of(address), is_granted=wish,
            source=proof.source, reason=proof.reason[:LONGEST_REASON], words=proof.words[:LONGEST_WORDS],
            message_id=proof.message_id, wording=proof.wording, request_id=proof.request_id,
        )
        for place, (purpose, wish) in enumerate(news.items(), last + 1)
    )  # fmt: skip
    return list(news)


def keep_refusals(customer_id: UUID, keys: Iterable[str]) -> int:
    """Write what this customer refuses under pseudonyms of their addresses, in place of what stood there; how many."""
    tenant_id = _tenant_id()
    names = {pseudonym(tenant_id, key): way_of(key) for key in keys}
    ConsentEntry.objects.filter(pseudonym__in=names).delete()
    refused = [purpose for purpose, stands in standing.of(customer_id).known.items() if not stands]
    kept = ConsentEntry.objects.bulk_create(
        ConsentEntry(
            pseudonym=name, channel=way, purpose=purpose, is_granted=False, source=ConsentSource.ERASURE,
            reason="Refused before their data was erased",
        )
        for name, way in names.items()
        for purpose in refused
    )  # fmt: skip
    return len(kept)


def recall(customer_id: UUID, keys: Iterable[str]) -> None:
    """Let the refusals stand again that were kept under these addresses when their customer was erased."""
    tenant_id = _tenant_id()
    kept = ConsentEntry.objects.filter(pseudonym__in=[pseudonym(tenant_id, key) for key in keys])
    refused = dict.fromkeys(kept.values_list("purpose", flat=True), False)
    if refused:
        reason = "Refused before their data was erased; the same address came back"
        record(customer_id, refused, proof=Proof(source=ConsentSource.CARRIED, reason=reason))


@contextmanager
def erasing() -> Iterator[None]:
    """Let entries be removed in the transaction that is open: for an erasure, and nothing else."""
    _set("on")
    yield
    _set("off")


def _set(value: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('tulia.erasing', %s, true)", [value])


def _tenant_id() -> UUID:
    tenant_id = current_tenant_id()
    if tenant_id is None:
        raise ValueError("A ledger is one tenant's.")
    return tenant_id
