from django.db import migrations

# What a customer is looked for by, kept by the database itself: the words of their names and addresses, and of a number
# its last nine digits, as it is dialled within most countries, and its last four, by which people tell it apart. The
# models do not know of the column: only `tenants.customers.search` reads it. Who looks at all businesses finds by the
# index; within one, whose wall lets no index answer `@@`, its customers are read by their key.
_WORDS = r"""
ALTER TABLE tenants_customer ADD COLUMN IF NOT EXISTS words tsvector GENERATED ALWAYS AS (
    to_tsvector('simple', regexp_replace(
        name || ' ' || called || ' ' || address || ' ' || phone_e164 || ' ' || told_phone || ' '
        || right(phone_e164, 9) || ' ' || right(told_phone, 9) || ' '
        || right(phone_e164, 4) || ' ' || right(told_phone, 4),
        '\W+', ' ', 'g'))) STORED
"""
_INDEX = "CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_words ON tenants_customer USING gin (words)"


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.RunSQL(_WORDS, "ALTER TABLE tenants_customer DROP COLUMN words"),
        migrations.RunSQL(_INDEX, "DROP INDEX CONCURRENTLY IF EXISTS customer_words"),
        migrations.RunSQL("ANALYZE tenants_customer", migrations.RunSQL.noop),
    ]
