"""A followed reference keeps the passages at its end, those too that were read before."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("research", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="followedreference",
            name="leads_to",
            field=models.JSONField(
                blank=True, default=list, help_text="The passages at its end, read before or not."
            ),
        ),
    ]
