import django.db.models.functions.math
from django.db import migrations, models

import tools.catalog.units

UNITS = [
    ("piece", "Piece"), ("box", "Box"), ("bag", "Bag"), ("ticket", "Ticket"), ("person", "Person"),
    ("night", "Night"), ("day", "Day"), ("hour", "Hour"), ("kg", "Kilogram"), ("litre", "Litre"), ("metre", "Metre"),
]  # fmt: skip


class Migration(migrations.Migration):
    """A line keeps the unit that it was ordered in, and may be a part of one that is measured."""

    dependencies = [("orders", "0003_delivery"), ("catalog", "0003_units")]

    operations = [
        migrations.RemoveConstraint(model_name="orderline", name="order_line_has_pieces"),
        migrations.RemoveConstraint(model_name="orderline", name="order_line_holds_its_own"),
        migrations.AddField(
            model_name="orderline",
            name="unit",
            field=models.CharField(choices=UNITS, default="piece", max_length=10),
        ),
        migrations.AlterField(
            model_name="orderline",
            name="quantity",
            field=tools.catalog.units.QuantityField(
                decimal_places=3, help_text="How much of it, in its unit.", max_digits=13
            ),
        ),
        migrations.AlterField(
            model_name="orderline",
            name="held",
            field=tools.catalog.units.QuantityField(
                decimal_places=3, default=0, max_digits=13,
                help_text="What was taken out of the stock for it: all, or none.",
            ),
        ),
        migrations.AddConstraint(
            model_name="orderline",
            constraint=models.CheckConstraint(condition=models.Q(("quantity__gt", 0)), name="order_line_has_pieces"),
        ),
        migrations.AddConstraint(
            model_name="orderline",
            constraint=models.CheckConstraint(
                condition=models.Q(("unit__in", [name for name, _ in UNITS])), name="order_line_unit_known"
            ),
        ),
        migrations.AddConstraint(
            model_name="orderline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("unit__in", ["kg", "litre", "metre"]),
                    ("quantity", django.db.models.functions.math.Floor(models.F("quantity"))),
                    _connector="OR",
                ),
                name="order_line_in_whole_units",
            ),
        ),
        migrations.AddConstraint(
            model_name="orderline",
            constraint=models.CheckConstraint(
                condition=models.Q(("held__gte", 0), ("held__lte", models.F("quantity"))),
                name="order_line_holds_its_own",
            ),
        ),
    ]  # fmt: skip
