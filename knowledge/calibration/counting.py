"""Counts in how many passages each word stands and lists where, in two statements inside the database.

A passage gets its place in the library once; until then a search reads its words from the passage itself.
"""

from django.db import connection

from knowledge.models import Chunk, Word
from tenants.scope import current_tenant_id

# Two at once would give the same places.
_ALONE = "SELECT pg_advisory_xact_lock(hashtextextended('knowledge.counting ' || %s, 0))"
_PLACE = """
UPDATE "knowledge_chunk" AS chunk SET place = fresh.place
FROM (
    SELECT id, row_number() OVER (ORDER BY id) - 1
        + coalesce((SELECT max(place) + 1 FROM "knowledge_chunk" WHERE tenant_id = %(tenant)s), 0) AS place
    FROM "knowledge_chunk" WHERE tenant_id = %(tenant)s AND place IS NULL
) AS fresh
WHERE chunk.id = fresh.id AND chunk.tenant_id = %(tenant)s
"""
# A sparse vector's text is "{place:weight,...}/dimensions".
_COUNT = """
INSERT INTO "knowledge_word" (id, tenant_id, created_at, word, passages, places)
SELECT gen_random_uuid(), %(tenant)s, now(), split_part(entry, ':', 1)::integer - 1, count(*),
    string_agg(int4send(place) || float4send(split_part(entry, ':', 2)::real), ''::bytea)
FROM "knowledge_chunk", string_to_table(btrim(split_part(words::text, '/', 1), '{}'), ',') AS entry
WHERE tenant_id = %(tenant)s AND place IS NOT NULL AND words IS NOT NULL AND entry <> ''
GROUP BY 4
"""


def recount() -> int:
    """Of the tenant in scope; how many passages it has."""
    tenant_id = current_tenant_id()
    with connection.cursor() as cursor:
        cursor.execute(_ALONE, [str(tenant_id)])
        Word.objects.all().delete()
        cursor.execute(_PLACE, {"tenant": tenant_id})
        cursor.execute(_COUNT, {"tenant": tenant_id})
    return Chunk.objects.count()
