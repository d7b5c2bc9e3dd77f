from django.db import migrations

# A message's words, kept by the database itself. What is no letter or digit parts them, so that T-123456 has two. The
# models do not know of the column: only the desk's search reads it, and a turn that loads a message must not carry it
# along. No index is on it: see conversations.desk.search.
TABLES = ("conversations_inboundmessage", "conversations_outboundmessage")
ADD = [
    f"ALTER TABLE {table} ADD COLUMN words tsvector"
    r" GENERATED ALWAYS AS (to_tsvector('simple', regexp_replace(left(body, 4000), '\W+', ' ', 'g'))) STORED"
    for table in TABLES
]
DROP = [f"ALTER TABLE {table} DROP COLUMN words" for table in TABLES]


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0008_rehearsed'),
    ]

    operations = [migrations.RunSQL(ADD, DROP)]
