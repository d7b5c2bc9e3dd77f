"""Gives every passage its place when it comes, from a register, so that counting words writes no passage again."""

import tenants.tenancy
from django.db import migrations, models

# The owner sees rows of tenants only while the wall is not forced upon it; it is put up again after every migration.
_OPEN, _CLOSED = (
    [f'ALTER TABLE "{table}" {mode} ROW LEVEL SECURITY' for table in ("knowledge_chunk", "knowledge_register")]
    for mode in ("NO FORCE", "FORCE")
)
_REGISTER = """
INSERT INTO "knowledge_register" (id, tenant_id, created_at, given, counted, listed, indexed_for)
SELECT gen_random_uuid(), tenant_id, now(), count(*) + coalesce(max(place) + 1, 0) - count(place),
    coalesce(max(place) + 1, 0), count(place), ''
FROM "knowledge_chunk" GROUP BY tenant_id
"""
_PLACE = """
UPDATE "knowledge_chunk" AS chunk SET place = fresh.place
FROM (
    SELECT chunk.id, counted - 1 + row_number() OVER (PARTITION BY chunk.tenant_id ORDER BY chunk.id) AS place
    FROM "knowledge_chunk" AS chunk JOIN "knowledge_register" AS register USING (tenant_id) WHERE place IS NULL
) AS fresh
WHERE chunk.id = fresh.id
"""


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0003_quick_search"), ("tenants", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="Register",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("given", models.IntegerField(default=0, help_text="How many places were given.")),
                (
                    "counted",
                    models.IntegerField(default=0, help_text="Passages from this place on are in no list yet."),
                ),
                (
                    "listed",
                    models.IntegerField(
                        default=0, help_text="How many passages the lists speak of, with those now gone."
                    ),
                ),
                (
                    "indexed_for",
                    models.CharField(blank=True, help_text="The model whose vectors have an index.", max_length=120),
                ),
                ("tenant", tenants.tenancy.OwningTenant()),
            ],
            options={"abstract": False, "base_manager_name": "objects"},
        ),
        migrations.AddConstraint(
            "register", models.UniqueConstraint(fields=("tenant", "id"), name="knowledge_register_in_tenant")
        ),
        migrations.AddConstraint("register", models.UniqueConstraint(fields=("tenant",), name="register_once")),
        migrations.AddConstraint(
            "register",
            models.CheckConstraint(
                condition=models.Q(counted__gte=0, counted__lte=models.F("given")), name="counted_was_given"
            ),
        ),
        migrations.RunSQL([*_OPEN, _REGISTER, _PLACE, *_CLOSED], migrations.RunSQL.noop),
        migrations.RemoveIndex("chunk", "chunk_by_place"),
        migrations.AlterField(
            "chunk",
            "place",
            models.IntegerField(help_text="Its place in the lists of `Word`, taken from the `Register`."),
        ),
        migrations.AddConstraint(
            "chunk", models.UniqueConstraint(fields=("tenant", "place"), name="chunk_by_place")
        ),
    ]
