"""Counts in how many passages each word stands and lists where, some thousand passages at a time.

A search reads the words of passages that are not counted yet from the passages themselves. What is removed stays in the
lists, where it is looked up in vain, until there is enough of it to count all over again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection

from knowledge.models import Chunk, Register, Word
from knowledge.search.terms import words
from tenants.scope import tenant_scope

# A transaction of about a second, so that searches and uploads pass in between.
_BATCH = 5_000
# A small library is counted again for one passage that is gone; a large one when every fifth is.
_SMALL, _GONE = 2_000, 0.2
# Plan: the passages of a range of places (chunk_by_place), their words taken apart and grouped in memory, a batch at a
# time; each word's row found by word_once. Lists are appended to, so the rows of many words are written anew: see
# _BATCH.
# A sparse vector's text is "{place:weight,...}/dimensions".
_COUNT = """
INSERT INTO "knowledge_word" AS word (id, tenant_id, created_at, word, passages, places)
SELECT gen_random_uuid(), %(tenant)s, now(), split_part(entry, ':', 1)::integer - 1, count(*),
    string_agg(int4send(place) || float4send(split_part(entry, ':', 2)::real), ''::bytea)
FROM "knowledge_chunk", string_to_table(btrim(split_part(words::text, '/', 1), '{}'), ',') AS entry
WHERE tenant_id = %(tenant)s AND place >= %(first)s AND place < %(end)s AND words IS NOT NULL AND entry <> ''
GROUP BY 4
ON CONFLICT (tenant_id, word) DO UPDATE
SET passages = word.passages + excluded.passages, places = word.places || excluded.places
"""
# Whoever comes second leaves it to the first: counted twice would be wrong, and waiting helps nobody.
_ALONE = "SELECT pg_try_advisory_xact_lock(hashtextextended('knowledge.counting ' || %s, 0))"


def count(tenant_id: UUID) -> int:
    """Bring the lists up to date and say how many passages there are; call it outside any scope."""
    with _counting(tenant_id) as register:
        if register and _is_worn(register):
            _count_all(register)
    is_more = True
    while is_more:
        with _counting(tenant_id) as register:
            is_more = register is not None and register.counted < register.given
            if register and is_more:
                _list(register, end=min(register.counted + _BATCH, register.given))
                register.save(update_fields=["counted", "listed"])
    with tenant_scope(tenant_id):
        return Chunk.objects.count()


def count_anew(tenant_id: UUID) -> bool:
    """Read all lists again, for the passages' words have changed; False while somebody else counts."""
    with _counting(tenant_id) as register:
        if register:
            _count_all(register)
            Register.objects.filter(pk=register.pk).update(reading=words.READING)
    return register is not None


@contextmanager
def _counting(tenant_id: UUID) -> Iterator[Register | None]:
    """None when there is nothing to count or somebody else is at it."""
    with tenant_scope(tenant_id), connection.cursor() as cursor:
        cursor.execute(_ALONE, [str(tenant_id)])
        (is_mine,) = cursor.fetchone()
        yield Register.objects.first() if is_mine else None


def _is_worn(register: Register) -> bool:
    there = Chunk.objects.filter(place__lt=register.counted, words__isnull=False).count()
    gone = register.listed - there
    return gone > 0 and (there <= _SMALL or gone > _GONE * there)


def _count_all(register: Register) -> None:
    """In one transaction: until it is committed, a search reads the lists as they were.

    The register's row is written last, for whoever takes places meanwhile waits for it.
    """
    Word.objects.all().delete()
    end, register.counted, register.listed = register.counted, 0, 0
    while register.counted < end:
        _list(register, end=min(register.counted + _BATCH, end))
    register.save(update_fields=["counted", "listed"])


def _list(register: Register, *, end: int) -> None:
    """Passages up to this place; the register is left to be saved."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, {"tenant": register.tenant_id, "first": register.counted, "end": end})
    register.listed += Chunk.objects.filter(place__gte=register.counted, place__lt=end, words__isnull=False).count()
    register.counted = end
