"""A business chooses how references are found in what research reads."""

from django.db import migrations, models

METHODS = [("regex", "Patterns"), ("llm", "The model"), ("hybrid", "Patterns, then the model")]


class Migration(migrations.Migration):

    dependencies = [("research", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="researchrules",
            name="reference_method",
            field=models.CharField(
                "References are found by", max_length=8, choices=METHODS, default="hybrid",
                help_text="Without a model patterns find them, whatever is chosen.",
            ),
        ),
        migrations.AddConstraint(
            model_name="researchrules",
            constraint=models.CheckConstraint(
                condition=models.Q(("reference_method__in", ["regex", "llm", "hybrid"])),
                name="research_reference_method_known",
            ),
        ),
    ]
