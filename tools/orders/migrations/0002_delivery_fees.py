import django.contrib.postgres.fields
import django.core.validators
import django.db.models.expressions
import django.db.models.functions.comparison
import tenants.tenancy
from decimal import Decimal
from django.contrib.postgres.operations import AddConstraintNotValid
from django.db import migrations, models


class Migration(migrations.Migration):
    # The orders that are there are looked through afterwards, by the next migration: this one holds nobody up.

    dependencies = [
        ('orders', '0001_initial'),
        ('tenants', '0002_customer_words'),
    ]

    operations = [
        migrations.CreateModel(
            name='DeliveryArea',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('position', models.PositiveSmallIntegerField(default=0, help_text='The lowest number is tried first, where a place stands in several areas.')),
                ('name', models.CharField(help_text='As your own people read it: Nairobi, large things by van.', max_length=80)),
                ('places', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=80), help_text='One a line, as customers write them: towns, estates, roads. Capitals and accents do not matter.', size=None)),
                ('categories', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=200), blank=True, default=list, help_text='One a line: only for orders with something of these categories, such as Home > Furniture, and such orders go to no other area. Empty: for all goods.', size=None)),
                ('fee', models.DecimalField(decimal_places=2, max_digits=12, validators=[django.core.validators.MinValueValidator(Decimal('0.00'))])),
                ('free_from', models.DecimalField(blank=True, decimal_places=2, help_text='The value of the goods, less discounts, from which delivery is free. Empty: never.', max_digits=12, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
            ],
            options={
                'verbose_name': 'delivery fee',
                'verbose_name_plural': 'delivery fees',
                'ordering': ['position', 'name'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='orders_deliveryarea_in_tenant'), models.UniqueConstraint(fields=('tenant', 'name'), name='delivery_area_once', violation_error_message='Another area has this name.'), models.CheckConstraint(condition=models.Q(('places__len__gt', 0)), name='delivery_area_has_places'), models.CheckConstraint(condition=models.Q(('fee__gte', 0)), name='delivery_fee_not_negative'), models.CheckConstraint(condition=models.Q(('free_from', None), ('free_from__gt', 0), _connector='OR'), name='delivery_free_above_zero')],
            },
        ),
        migrations.RemoveConstraint(
            model_name='order',
            name='order_total_adds_up',
        ),
        migrations.AddField(
            model_name='order',
            name='delivery_area',
            field=models.CharField(blank=True, db_default='', default='', help_text='The delivery area whose fee it is.', max_length=80),
        ),
        migrations.AddField(
            model_name='order',
            name='delivery_fee',
            field=models.DecimalField(blank=True, decimal_places=2, help_text='It is in the total; empty when it is not known, and when the customer comes for the order.', max_digits=18, null=True),
        ),
        AddConstraintNotValid(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('delivery_fee', None), ('delivery_fee__gte', 0), _connector='OR'), name='order_delivery_fee_not_negative'),
        ),
        AddConstraintNotValid(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('total', django.db.models.expressions.CombinedExpression(django.db.models.expressions.CombinedExpression(models.F('subtotal'), '-', models.F('discount_total')), '+', django.db.models.functions.comparison.Coalesce('delivery_fee', Decimal('0.00'))))), name='order_total_adds_up'),
        ),
    ]
