from django.db import migrations, models


class Migration(migrations.Migration):
    """The number that a customer has told stands beside the one that their channel tells."""

    dependencies = [("tenants", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="customer",
            name="told_phone",
            field=models.CharField(
                blank=True,
                help_text="As they told it: where to reach them, and no proof of who they are.",
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="customer",
            name="phone_e164",
            field=models.CharField(blank=True, help_text="As their channel tells it, so it is theirs.", max_length=16),
        ),
    ]
