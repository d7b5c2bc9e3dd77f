from django.db import migrations

# Where the partitions lie. The roles that Tulia works as may not use it: a partition is reached through its table
# alone, before which the wall stands. What they need to have made there these functions make, as the owner.
_SCHEMA = "CREATE SCHEMA months"
_FIRST_KEY = """
CREATE FUNCTION tenants_first_key(month date) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
    SELECT (lpad(to_hex(extract(epoch FROM month)::bigint * 1000), 12, '0') || repeat('0', 20))::uuid
$$
"""
# Rows of the month that are in the partition of the others move; who writes waits for it, and nobody who reads.
_MAKE = """
CREATE FUNCTION tenants_make_month(parted text, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
    month date := date_trunc('month', moment AT TIME ZONE 'UTC');
    first uuid := public.tenants_first_key(month);
    past uuid := public.tenants_first_key((month + interval '1 month')::date);
    made text := parted || to_char(month, '_YYYY_MM');
    key text := (SELECT attname FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid
                   JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
                  WHERE relname = parted AND relnamespace = 'public'::regnamespace);
BEGIN
    IF key IS NULL THEN
        RAISE EXCEPTION 'No table of months: %', parted;
    END IF;
    IF EXISTS (SELECT FROM public.tenants_list_months() WHERE "table" = parted AND (begins IS NULL OR begins < past) AND ends > first)
    THEN
        RETURN false;
    END IF;
    EXECUTE format('LOCK TABLE public.%I IN SHARE ROW EXCLUSIVE MODE', parted);
    EXECUTE format('CREATE TABLE months.%I (LIKE public.%I INCLUDING ALL)', made, parted);
    EXECUTE format(
        'WITH moved AS (DELETE FROM months.%I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO months.%I SELECT * FROM moved',
        parted || '_others', key, first, key, past, made);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION months.%I FOR VALUES FROM (%L) TO (%L)',
                   parted, made, first, past);
    EXECUTE format('ALTER TABLE months.%I ENABLE ROW LEVEL SECURITY', made);
    RETURN true;
END
$$
"""
_DROP = """
CREATE FUNCTION tenants_drop_month(parted text, partition text, now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM public.tenants_list_months() WHERE "table" = parted AND name = partition
                      AND ends <= public.tenants_first_key(date_trunc('month', now AT TIME ZONE 'UTC')::date))
    THEN
        RAISE EXCEPTION 'No month of % that is over: %', parted, partition;
    END IF;
    EXECUTE format('DROP TABLE months.%I', partition);
END
$$
"""
# With their keys: from the first of the month to that of the next. What lay there before has no beginning.
_LIST_ALL = """
CREATE FUNCTION tenants_list_months() RETURNS TABLE ("table" text, name text, begins uuid, ends uuid)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT whole.relname::text, part.relname::text,
           substring(pg_get_expr(part.relpartbound, part.oid) FROM 'FROM \\(''([0-9a-f-]{36})')::uuid,
           substring(pg_get_expr(part.relpartbound, part.oid) FROM 'TO \\(''([0-9a-f-]{36})')::uuid
      FROM pg_inherits JOIN pg_class whole ON whole.oid = inhparent JOIN pg_class part ON part.oid = inhrelid
     WHERE whole.relkind = 'p' AND whole.relnamespace = 'public'::regnamespace
       AND part.relnamespace = 'months'::regnamespace AND pg_get_expr(part.relpartbound, part.oid) <> 'DEFAULT'
$$
"""
# What lies in the partition of the others, by the month of its key; a key that holds no time of ours has none.
_LIST_OTHERS = """
CREATE FUNCTION tenants_list_others(parted text) RETURNS TABLE (month date, rows_of_it bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    key text := (SELECT attname FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid
                   JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
                  WHERE relname = parted AND relnamespace = 'public'::regnamespace);
BEGIN
    RETURN QUERY EXECUTE format(
        $_$ SELECT CASE WHEN at BETWEEN '2020-01-01' AND '2200-01-01'
                        THEN date_trunc('month', at AT TIME ZONE 'UTC')::date END, count(*)
              FROM (SELECT to_timestamp(('x0000' || left(replace(%I::text, '-', ''), 12))::bit(64)::bigint / 1000.0) AS at
                      FROM months.%I) AS others GROUP BY 1 $_$,
        key, parted || '_others');
END
$$
"""
_ALL = (
    ("tenants_first_key(date)", _FIRST_KEY), ("tenants_list_months()", _LIST_ALL), ("tenants_make_month(text, timestamptz)", _MAKE),
    ("tenants_drop_month(text, text, timestamptz)", _DROP), ("tenants_list_others(text)", _LIST_OTHERS),
)
# What tells nothing but names and times.
_ANYBODY = ("tenants_first_key(date)", "tenants_list_months()")


class Migration(migrations.Migration):
    dependencies = [
        ('tenants', '0004_moving'),
    ]

    operations = [
        migrations.RunSQL(_SCHEMA, "DROP SCHEMA months"),
        *(migrations.RunSQL(made, f"DROP FUNCTION {name}") for name, made in _ALL),
        migrations.RunSQL(
            [f"REVOKE ALL ON FUNCTION {name} FROM PUBLIC" for name, _ in _ALL if name not in _ANYBODY], migrations.RunSQL.noop
        ),
    ]
