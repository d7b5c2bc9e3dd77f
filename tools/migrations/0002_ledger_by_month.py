from django.db import migrations, models

from tenants.postgresql.by_month import ByMonth

# Every key of a table of months holds the column by which it is parted. The new ones are built beside the traffic; a
# try that was broken off leaves one that is not valid, and the next begins with taking it away.
_KEYS = {"tools_toolcall_pkey": "(id, request_id)", "tools_toolcall_in_tenant": "(tenant_id, id, request_id)"}
_NARROW = {"tools_toolcall_pkey": "(id)", "tools_toolcall_in_tenant": "(tenant_id, id)"}
_KINDS = {"tools_toolcall_pkey": "PRIMARY KEY", "tools_toolcall_in_tenant": "UNIQUE"}


def _build(keys: dict[str, str]) -> list[str]:
    return [
        statement
        for name, columns in keys.items()
        for statement in (
            f"DROP INDEX CONCURRENTLY IF EXISTS {name}_new",
            f"CREATE UNIQUE INDEX CONCURRENTLY {name}_new ON tools_toolcall {columns}",
        )
    ]


def _take() -> str:
    """In one statement: there is no moment without a key."""
    changes = [
        change
        for name, kind in _KINDS.items()
        for change in (f"DROP CONSTRAINT {name}", f"ADD CONSTRAINT {name} {kind} USING INDEX {name}_new")
    ]
    return f"ALTER TABLE tools_toolcall {', '.join(changes)}"


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('tools', '0001_initial'),
        ('tenants', '0005_months'),
    ]

    operations = [
        migrations.RunSQL(
            [*_build(_KEYS), _take()],
            [*_build(_NARROW), _take()],
            state_operations=[
                migrations.RemoveConstraint(model_name='toolcall', name='tools_toolcall_in_tenant'),
                migrations.AddConstraint(
                    model_name='toolcall',
                    constraint=models.UniqueConstraint(
                        fields=('tenant', 'id', 'request_id'), name='tools_toolcall_in_tenant'
                    ),
                ),
            ],
        ),
        ByMonth('ToolCall', key='request_id'),
    ]
