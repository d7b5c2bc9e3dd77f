"""Billing is a new ability: off for every business that is there, until it is switched on."""

from django.db import migrations, models

import tenants.models
import tenants.validators

_OPEN = "ALTER TABLE tenants_tenant NO FORCE ROW LEVEL SECURITY"
_OFF = """UPDATE tenants_tenant SET journeys_off = journeys_off || '["billing"]' WHERE NOT journeys_off ? 'billing'"""
_CLOSED = "ALTER TABLE tenants_tenant FORCE ROW LEVEL SECURITY"


class Migration(migrations.Migration):

    dependencies = [("tenants", "0012_at_desk")]

    operations = [
        migrations.AlterField(
            model_name="tenant",
            name="journeys_off",
            field=models.JSONField(
                blank=True,
                default=tenants.models.off_at_first,
                help_text='Abilities that are switched off, by name, as a list: ["offers"].',
                validators=[tenants.validators.validate_names],
            ),
        ),
        migrations.RunSQL([_OPEN, _OFF, _CLOSED], migrations.RunSQL.noop),
    ]
