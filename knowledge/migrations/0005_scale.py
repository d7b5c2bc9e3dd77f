"""Measures a model's cosines between unlike pairs and answers; what was measured before counts again only once redone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("knowledge", "0004_register")]
    operations = [
        migrations.AddField(
            model_name="calibration",
            name="alike",
            field=models.FloatField(help_text="That of a question and its answer; unknown until measured anew.", null=True),
        ),
        migrations.AlterField(
            model_name="calibration",
            name="unlike",
            field=models.FloatField(
                help_text="The cosine of a question and a passage that has nothing to do with it."
            ),
        ),
    ]
