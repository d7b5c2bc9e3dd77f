import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.math
import tenants.tenancy
import tools.catalog.units
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalog', '0001_initial'),
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Order',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('number', models.CharField(help_text='As the customer sees it and quotes it when they pay.', max_length=12)),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('placed', 'Placed'), ('paid', 'Paid'), ('preparing', 'Being prepared'), ('shipped', 'Shipped'), ('delivered', 'Delivered'), ('cancelled', 'Cancelled'), ('expired', 'Expired')], default='draft', max_length=10)),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='orders', to='tenants.customer')),
                ('conversation_id', models.UUIDField(help_text='Where it was ordered, and where news of it are told.')),
                ('currency', models.CharField(max_length=3)),
                ('subtotal', models.DecimalField(decimal_places=2, default=Decimal('0.00'), max_digits=18)),
                ('discount_total', models.DecimalField(decimal_places=2, default=Decimal('0.00'), max_digits=18, verbose_name='Discounts')),
                ('total', models.DecimalField(decimal_places=2, default=Decimal('0.00'), max_digits=18)),
                ('paid_total', models.DecimalField(decimal_places=2, default=Decimal('0.00'), help_text='All money that came for it.', max_digits=18, verbose_name='Paid')),
                ('reserved_until', models.DateTimeField(blank=True, help_text='Until when its pieces are set aside; empty when they are not.', null=True)),
                ('first_held_at', models.DateTimeField(blank=True, help_text='When its pieces were first set aside.', null=True)),
                ('late_holds', models.PositiveSmallIntegerField(default=0, help_text='How often they were set aside for a moment after that, at a yes to pay.')),
                ('paying_until', models.DateTimeField(blank=True, help_text='An STK request may be on the phone until then: the order cannot be changed.', null=True)),
                ('delivery', models.JSONField(blank=True, default=dict, help_text='Who gets it, where, when, and a note, as the customer said it.')),
                ('expires_at', models.DateTimeField(help_text='When it is given up, unless it is paid or changed before.')),
                ('placed_at', models.DateTimeField(blank=True, null=True)),
                ('paid_at', models.DateTimeField(blank=True, null=True)),
                ('erased_at', models.DateTimeField(blank=True, help_text='When its customer was erased; it stays in the books without them.', null=True)),
            ],
            options={
                'ordering': ['-id'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'customer'], name='orders_of_customer'), models.Index(fields=['tenant', 'conversation_id'], name='orders_of_conversation'), models.Index(fields=['tenant', '-created_at'], name='orders_newest'), models.Index(condition=models.Q(('erased_at__isnull', False)), fields=['tenant', 'created_at'], name='orders_erased'), models.Index(condition=models.Q(('reserved_until__isnull', False)), fields=['reserved_until'], name='orders_reserved'), models.Index(condition=models.Q(('status__in', ['draft', 'placed'])), fields=['expires_at'], name='orders_open')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='orders_order_in_tenant'), models.UniqueConstraint(fields=('tenant', 'number'), name='order_number_once'), models.UniqueConstraint(condition=models.Q(('status', 'draft')), fields=('tenant', 'conversation_id'), name='one_draft_order'), models.CheckConstraint(condition=models.Q(('paid_total__gte', 0), ('total__gte', 0)), name='order_totals_not_negative'), models.CheckConstraint(condition=models.Q(('total', django.db.models.expressions.CombinedExpression(models.F('subtotal'), '-', models.F('discount_total')))), name='order_total_adds_up')],
            },
        ),
        migrations.CreateModel(
            name='OrderLine',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('order', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='orders.order')),
                ('position', models.PositiveSmallIntegerField(help_text='Its place in the order.')),
                ('variant', tenants.tenancy.TenantForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='order_lines', to='catalog.variant')),
                ('sku', models.CharField(max_length=64, verbose_name='SKU')),
                ('item_id', models.UUIDField(help_text='The product.')),
                ('title', models.CharField(max_length=160)),
                ('options', models.JSONField(default=dict)),
                ('unit_price', models.DecimalField(decimal_places=2, max_digits=18)),
                ('unit', models.CharField(choices=[('piece', 'Piece'), ('box', 'Box'), ('bag', 'Bag'), ('ticket', 'Ticket'), ('person', 'Person'), ('night', 'Night'), ('day', 'Day'), ('hour', 'Hour'), ('kg', 'Kilogram'), ('litre', 'Litre'), ('metre', 'Metre')], default='piece', max_length=10)),
                ('quantity', tools.catalog.units.QuantityField(decimal_places=3, help_text='How much of it, in its unit.', max_digits=13)),
                ('line_total', models.DecimalField(decimal_places=2, max_digits=18)),
                ('held', tools.catalog.units.QuantityField(decimal_places=3, default=0, help_text='What was taken out of the stock for it: all, or none.', max_digits=13)),
            ],
            options={
                'ordering': ['position'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'variant'], name='order_lines_of_variant')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='orders_orderline_in_tenant'), models.UniqueConstraint(fields=('tenant', 'order', 'position'), name='order_line_in_place'), models.CheckConstraint(condition=models.Q(('quantity__gt', 0)), name='order_line_has_pieces'), models.CheckConstraint(condition=models.Q(('unit__in', ['piece', 'box', 'bag', 'ticket', 'person', 'night', 'day', 'hour', 'kg', 'litre', 'metre'])), name='order_line_unit_known'), models.CheckConstraint(condition=models.Q(('unit__in', ['kg', 'litre', 'metre']), ('quantity', django.db.models.functions.math.Floor(models.F('quantity'))), _connector='OR'), name='order_line_in_whole_units'), models.CheckConstraint(condition=models.Q(('held__gte', 0), ('held__lte', models.F('quantity'))), name='order_line_holds_its_own')],
            },
        ),
        migrations.CreateModel(
            name='OrderDiscount',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('order', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='discounts', to='orders.order')),
                ('name', models.CharField(max_length=120)),
                ('code', models.CharField(blank=True, max_length=40)),
                ('source', models.CharField(choices=[('coupon', 'Coupon'), ('automatic', 'By itself')], max_length=10)),
                ('amount', models.DecimalField(decimal_places=2, max_digits=18)),
            ],
            options={
                'ordering': ['id'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'order'], name='discounts_of_order')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='orders_orderdiscount_in_tenant'), models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='order_discount_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='OrderEvent',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('order', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='timeline', to='orders.order')),
                ('at', models.DateTimeField()),
                ('what', models.CharField(max_length=200)),
                ('by', models.CharField(help_text='The customer, the system, or the person who did it.', max_length=150)),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('placed', 'Placed'), ('paid', 'Paid'), ('preparing', 'Being prepared'), ('shipped', 'Shipped'), ('delivered', 'Delivered'), ('cancelled', 'Cancelled'), ('expired', 'Expired')], help_text="The order's after it.", max_length=10)),
            ],
            options={
                'ordering': ['id'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'order'], name='order_timeline')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='orders_orderevent_in_tenant')],
            },
        ),
    ]
