"""When something that beat asks for was last begun, so that two beats cause nothing twice."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("tenants", "0013_billing_off")]

    operations = [
        migrations.CreateModel(
            name="ScheduledJob",
            fields=[
                ("name", models.CharField(max_length=60, primary_key=True, serialize=False)),
                ("claimed_at", models.DateTimeField()),
            ],
        ),
    ]
