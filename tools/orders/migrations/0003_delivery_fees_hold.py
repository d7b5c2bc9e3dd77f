from django.contrib.postgres.operations import ValidateConstraint
from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('orders', '0002_delivery_fees'),
    ]

    operations = [
        ValidateConstraint(model_name='order', name='order_delivery_fee_not_negative'),
        ValidateConstraint(model_name='order', name='order_total_adds_up'),
    ]
