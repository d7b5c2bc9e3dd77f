"""Counts in how many passages each word stands, in one statement inside the database."""

from django.db import connection

from knowledge.models import Chunk, Word
from tenants.scope import current_tenant_id

# A sparse vector's text is "{place:weight,...}/dimensions".
_COUNT = """
INSERT INTO "knowledge_word" (id, tenant_id, created_at, word, passages)
SELECT gen_random_uuid(), %s, now(), split_part(entry, ':', 1)::integer - 1, count(*)
FROM "knowledge_chunk", string_to_table(btrim(split_part(words::text, '/', 1), '{}'), ',') AS entry
WHERE tenant_id = %s AND words IS NOT NULL AND entry <> ''
GROUP BY 4
"""


def recount() -> int:
    """Of the tenant in scope; how many passages it has."""
    tenant_id = current_tenant_id()
    Word.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(_COUNT, [tenant_id, tenant_id])
    return Chunk.objects.count()
