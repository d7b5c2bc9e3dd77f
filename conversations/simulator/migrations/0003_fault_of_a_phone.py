"""A planned fault belongs to one phone; those that were planned for a whole tenant are dropped."""

import django.db.models.deletion
from django.db import migrations, models

import tenants.tenancy


class Migration(migrations.Migration):
    dependencies = [("simulator", "0002_initial"), ("tenants", "0001_initial")]

    operations = [
        migrations.RemoveIndex(model_name="simulatedfault", name="simulated_faults"),
        migrations.RunSQL("DELETE FROM simulator_simulatedfault", migrations.RunSQL.noop),
        migrations.AddField(
            model_name="simulatedfault",
            name="phone",
            field=tenants.tenancy.TenantForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="faults", to="simulator.simulatedphone"
            ),
        ),
        migrations.AddIndex(
            model_name="simulatedfault",
            index=models.Index(fields=["tenant", "phone", "created_at"], name="simulated_faults"),
        ),
    ]
