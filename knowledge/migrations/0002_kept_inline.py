"""Keeps what every search reads of a passage in its row: out of line, each vector would cost a lookup of its own."""

from django.db import migrations

_STORAGE = 'ALTER TABLE "knowledge_chunk" ALTER COLUMN embedding SET STORAGE {0}, ALTER COLUMN words SET STORAGE {0}'


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0001_initial")]
    operations = [migrations.RunSQL(_STORAGE.format("MAIN"), _STORAGE.format("EXTERNAL"))]
