"""The wall in the database: row-level security and in-tenant references, built after every migration, checked at start.

The runtime role owns nothing and cannot bypass it. Under it a row is visible when its tenant is the one that
`tenants.scope` has set for the transaction; with nothing set there are no rows and no writes.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import connections, models

from tenants.tenancy import TenantForeignKey, TenantModel

TENANT_IN_SCOPE = "nullif(current_setting('tulia.tenant_id', true), '')::uuid"

# A scope's beginning. All that the transaction of a frozen tenant tries to write is refused by PostgreSQL itself, and
# of one that has moved nothing is shown either: what stands here is old.
ENTER = """
CREATE OR REPLACE FUNCTION tulia_enter(tenant uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    home record;
BEGIN
    PERFORM set_config('tulia.tenant_id', tenant::text, true);
    SELECT moved_to INTO home FROM tenants_tenant WHERE id = tenant AND frozen_at IS NOT NULL;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    IF home.moved_to <> '' THEN
        RAISE EXCEPTION 'The tenant has moved to %.', home.moved_to USING ERRCODE = 'TUL01';
    END IF;
    PERFORM set_config('transaction_read_only', 'on', true);
END
$$
"""
# What is made and dropped by whoever owns the tables, in the name of the fleet: `tenants.postgresql.months`.
OF_THE_OWNER = (
    "tenants_make_month(text, timestamptz)",
    "tenants_drop_month(text, text, timestamptz)",
    "tenants_list_others(text)",
)


class WallBreached(RuntimeError):
    """The database would let one tenant see another; the process must not start."""


def walled_models() -> list[type[models.Model]]:
    """Every model whose rows belong to a tenant, the tenant itself first."""
    tenant = apps.get_model("tenants", "Tenant")
    own = (model for model in apps.get_models() if issubclass(model, TenantModel) and not model._meta.proxy)
    return [tenant, *own]


def build(*, using: str, runtime_role: str, fleet_role: str) -> None:
    """Put up what is missing of the wall; run by the owner, safe to repeat."""
    with connections[using].cursor() as cursor:
        for model in walled_models():
            for statement in _statements(model._meta.db_table):
                cursor.execute(statement)
            for name, statement in _references(model):
                table = model._meta.db_table
                cursor.execute(
                    "SELECT 1 FROM pg_constraint WHERE conname = %s AND conrelid = %s::regclass", [name, table]
                )
                if cursor.fetchone() is None:
                    cursor.execute(statement)
        for statement in (ENTER, *_grants(runtime_role, fleet_role)):
            cursor.execute(statement)


def put_before(cursor: Any, table: str) -> None:
    """The wall of one table that takes the place of another, in the transaction in which it does."""
    for role in (settings.DATABASES["default"]["USER"], settings.TULIA.fleet_role):
        cursor.execute(f'GRANT SELECT, INSERT, UPDATE, DELETE ON "{table}" TO "{role}"')
    for statement in _statements(table):
        cursor.execute(statement)


def _statements(table: str) -> Iterator[str]:
    key = "id" if table == "tenants_tenant" else "tenant_id"
    tenants_own = f"{key} = {TENANT_IN_SCOPE}"
    yield f'ALTER TABLE "{table}" ENABLE ROW LEVEL SECURITY'
    yield f'ALTER TABLE "{table}" FORCE ROW LEVEL SECURITY'
    yield f'DROP POLICY IF EXISTS tenant_wall ON "{table}"'
    yield f'CREATE POLICY tenant_wall ON "{table}" USING ({tenants_own}) WITH CHECK ({tenants_own})'
    yield f'DROP POLICY IF EXISTS fleet_door ON "{table}"'
    yield (f'CREATE POLICY fleet_door ON "{table}" TO "{settings.TULIA.fleet_role}" USING (true) WITH CHECK (true)')


def _references(model: type[models.Model]) -> Iterator[tuple[str, str]]:
    table = model._meta.db_table
    for field in model._meta.local_fields:
        if isinstance(field, TenantForeignKey):
            name = f"wall_{table}_{field.column}"[:63]
            target: Any = field.related_model
            yield (
                name,
                f'ALTER TABLE "{table}" ADD CONSTRAINT "{name}" FOREIGN KEY (tenant_id, "{field.column}") '
                f'REFERENCES "{target._meta.db_table}" (tenant_id, id) DEFERRABLE INITIALLY DEFERRED',
            )


def _grants(runtime_role: str, fleet_role: str) -> Iterator[str]:
    for role in (runtime_role, fleet_role):
        yield f'GRANT USAGE ON SCHEMA public TO "{role}"'
        yield f'GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO "{role}"'
        yield f'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO "{role}"'
    for function in OF_THE_OWNER:
        yield f'GRANT EXECUTE ON FUNCTION {function} TO "{fleet_role}"'


def verify(using: str = "default") -> None:
    """Raise WallBreached with one sentence unless the wall stands for this connection's role."""
    breaches = list(list_breaches(using))
    connections[using].close()
    if breaches:
        raise WallBreached(" ".join(breaches))


def list_breaches(using: str) -> Iterable[str]:
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT rolname, rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user")
        role, is_superuser, bypasses = cursor.fetchone()
        if is_superuser or bypasses:
            yield f"DATABASE_URL logs in as {role}, who bypasses row-level security; use a plain role."
        fleet = settings.TULIA.fleet_role
        cursor.execute("SELECT pg_has_role(current_user, oid, 'USAGE') FROM pg_roles WHERE rolname = %s", [fleet])
        if cursor.fetchone() != (False,):
            yield f"{role} inherits the fleet role {fleet}, or it does not exist; grant it to a NOINHERIT role."
        cursor.execute(
            "SELECT count(*) FROM pg_class WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace"
            " AND pg_has_role(current_user, relowner, 'USAGE')"
        )
        if cursor.fetchone()[0]:
            yield f"DATABASE_URL logs in as {role}, who owns tables; migrate as DATABASE_OWNER_URL instead."
        cursor.execute(
            "SELECT relname FROM pg_class JOIN pg_policy ON polrelid = pg_class.oid"
            " WHERE relrowsecurity AND relforcerowsecurity AND polname = 'tenant_wall'"
        )
        standing = {row[0] for row in cursor.fetchall()}
        missing = sorted(model._meta.db_table for model in walled_models() if model._meta.db_table not in standing)
        if missing:
            yield f"Tables without their wall: {', '.join(missing)}. Run the migrations."
        # The wall of a table of months is asked where the table is named; a partition by its own name has none to ask.
        cursor.execute(
            "SELECT rolname FROM pg_roles WHERE rolname = ANY(%s) AND NOT rolsuper"
            " AND has_schema_privilege(oid, to_regnamespace('months'), 'USAGE')",
            [[role, fleet]],
        )
        for (name,) in cursor.fetchall():
            yield f"{name} may use the schema months: REVOKE ALL ON SCHEMA months FROM PUBLIC, {name};"
