import django.core.validators
import django.db.models.functions.math
from django.db import migrations, models

import tools.catalog.units

UNITS = [
    ("piece", "Piece"), ("box", "Box"), ("bag", "Bag"), ("ticket", "Ticket"), ("person", "Person"),
    ("night", "Night"), ("day", "Day"), ("hour", "Hour"), ("kg", "Kilogram"), ("litre", "Litre"), ("metre", "Metre"),
]  # fmt: skip


class Migration(migrations.Migration):
    """Every variant has a unit, and its stock may be a part of one that is measured; all of today's are pieces."""

    dependencies = [("catalog", "0002_columns_of_a_draft")]

    operations = [
        migrations.AddField(
            model_name="variant",
            name="unit",
            field=models.CharField(
                choices=UNITS, default="piece", max_length=10,
                help_text="What the price is for and the stock counts: a piece, a night, a kilogram.",
            ),
        ),
        migrations.AlterField(
            model_name="variant",
            name="stock",
            field=tools.catalog.units.QuantityField(
                decimal_places=3, default=0, help_text="How much there is to sell, in its unit.", max_digits=13,
                validators=[django.core.validators.MinValueValidator(0)],
            ),
        ),
        migrations.AddConstraint(
            model_name="variant",
            constraint=models.CheckConstraint(
                condition=models.Q(("unit__in", [name for name, _ in UNITS])), name="variant_unit_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="variant",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("unit__in", ["kg", "litre", "metre"]),
                    ("stock", django.db.models.functions.math.Floor(models.F("stock"))),
                    _connector="OR",
                ),
                name="variant_stock_in_whole_units",
            ),
        ),
    ]  # fmt: skip
