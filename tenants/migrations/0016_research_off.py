"""Research is a new ability: off for every business that is there, until it is switched on."""

from django.db import migrations

_OPEN = "ALTER TABLE tenants_tenant NO FORCE ROW LEVEL SECURITY"
_OFF = """UPDATE tenants_tenant SET journeys_off = journeys_off || '["research"]' WHERE NOT journeys_off ? 'research'"""
_CLOSED = "ALTER TABLE tenants_tenant FORCE ROW LEVEL SECURITY"


class Migration(migrations.Migration):

    dependencies = [("tenants", "0015_blocklist")]

    operations = [migrations.RunSQL([_OPEN, _OFF, _CLOSED], migrations.RunSQL.noop)]
