"""What makes a search quick: lists of where each word stands, and the signs of a vector in an index of the tenant's.

The lists are kept as they are, for unpacking them would cost more; the signs are in the index itself, so that looking
for the nearest reads no row.
"""

from django.db import migrations, models

_SIGNS = """
ALTER TABLE "knowledge_chunk" ADD COLUMN signs bit(1536)
    GENERATED ALWAYS AS (binary_quantize(embedding)::bit(1536)) STORED;
CREATE INDEX chunk_by_signs ON "knowledge_chunk" (tenant_id) INCLUDE (id, document_id, signs)
"""
_NO_SIGNS = 'DROP INDEX chunk_by_signs; ALTER TABLE "knowledge_chunk" DROP COLUMN signs'
_STORAGE = 'ALTER TABLE "knowledge_word" ALTER COLUMN places SET STORAGE {}'


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0002_kept_inline")]
    operations = [
        migrations.AddField(
            "chunk",
            "place",
            models.IntegerField(null=True, help_text="Its place in the lists of `Word`; none until words are counted."),
        ),
        migrations.AddIndex("chunk", models.Index(fields=["tenant", "place"], name="chunk_by_place")),
        migrations.AddField(
            "word",
            "places",
            models.BinaryField(default=bytes, help_text="Where, and what it is worth there: `search.postings.ENTRY`."),
        ),
        migrations.RunSQL(_STORAGE.format("EXTERNAL"), _STORAGE.format("EXTENDED")),
        migrations.RunSQL(_SIGNS, _NO_SIGNS),
    ]
