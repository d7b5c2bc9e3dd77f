import django.core.validators
import django.db.models.deletion
import tenants.tenancy
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('catalog', '0001_initial'),
        ('orders', '0001_initial'),
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Offer',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(help_text='As customers read it on their bill.', max_length=120)),
                ('description', models.CharField(blank=True, help_text='One sentence for customers who ask.', max_length=300)),
                ('code', models.CharField(blank=True, help_text='What a customer has to say, such as KARIBU10. Empty: it applies by itself.', max_length=40, validators=[django.core.validators.RegexValidator('^[A-Z0-9][A-Z0-9-]*$', 'Letters, digits and hyphens, such as KARIBU10.')])),
                ('percent', models.DecimalField(blank=True, decimal_places=2, help_text='Percent off what it is for. Give this or an amount, not both.', max_digits=5, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01')), django.core.validators.MaxValueValidator(Decimal('100'))])),
                ('amount', models.DecimalField(blank=True, decimal_places=2, help_text='A sum off, never more than what it is for costs.', max_digits=12, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                ('currency', models.CharField(default='KES', help_text='Of the amount and of the minimum.', max_length=3, validators=[django.core.validators.RegexValidator('^[A-Z]{3}$', 'A currency code such as KES.')])),
                ('starts_at', models.DateTimeField(blank=True, help_text='Empty: at once.', null=True, verbose_name='Starts')),
                ('ends_at', models.DateTimeField(blank=True, help_text='Empty: it stays until switched off.', null=True, verbose_name='Ends')),
                ('minimum_spend', models.DecimalField(blank=True, decimal_places=2, help_text='The least that the whole order must come to.', max_digits=12, null=True, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                ('total_limit', models.PositiveIntegerField(blank=True, help_text='Empty: without limit.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='Uses in all')),
                ('per_customer_limit', models.PositiveIntegerField(blank=True, help_text='Empty: without limit.', null=True, validators=[django.core.validators.MinValueValidator(1)], verbose_name='Uses a customer')),
                ('is_stackable', models.BooleanField(default=False, help_text='May be combined with other offers that allow it too.', verbose_name='Together with others')),
                ('is_public', models.BooleanField(default=True, help_text='Untick for a code that you hand out yourself.', verbose_name='Told to anyone')),
                ('is_active', models.BooleanField(default=True, verbose_name='Switched on')),
            ],
            options={
                'ordering': ['name'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='offers_offer_in_tenant'), models.UniqueConstraint(condition=models.Q(('code', ''), _negated=True), fields=('tenant', 'code'), name='offer_code_once', violation_error_message='Another offer has this code.'), models.CheckConstraint(condition=models.Q(models.Q(('amount__gt', 0), ('amount__isnull', False), ('percent__isnull', True)), models.Q(('amount__isnull', True), ('percent__gt', 0), ('percent__isnull', False), ('percent__lte', 100)), _connector='OR'), name='offer_percent_or_amount', violation_error_message='Give a percentage or an amount: one of the two.'), models.CheckConstraint(condition=models.Q(('starts_at', None), ('ends_at', None), ('ends_at__gt', models.F('starts_at')), _connector='OR'), name='offer_ends_later'), models.CheckConstraint(condition=models.Q(('minimum_spend', None), ('minimum_spend__gt', 0), _connector='OR'), name='offer_minimum_above_zero'), models.CheckConstraint(condition=models.Q(('total_limit', None), ('total_limit__gte', 1), _connector='OR'), name='offer_limit_1_up'), models.CheckConstraint(condition=models.Q(('per_customer_limit', None), ('per_customer_limit__gte', 1), _connector='OR'), name='offer_customer_limit_1_up')],
            },
        ),
        migrations.CreateModel(
            name='OfferScope',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('offer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='scope', to='offers.offer')),
                ('product', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='catalog.product')),
                ('category', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='offers', to='catalog.category')),
            ],
            options={
                'verbose_name': 'product or shelf',
                'verbose_name_plural': 'for which products',
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'offer'], name='scope_of_offer'), models.Index(fields=['tenant', 'product'], name='offers_of_product'), models.Index(fields=['tenant', 'category'], name='offers_of_category')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='offers_offerscope_in_tenant'), models.CheckConstraint(condition=models.Q(('product__isnull', False), ('category__isnull', False), _connector='OR'), name='offer_scope_is_something', violation_error_message='Choose a product or a shelf: one of the two.')],
            },
        ),
        migrations.CreateModel(
            name='Redemption',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('offer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='redemptions', to='offers.offer')),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='redemptions', to='tenants.customer')),
                ('discount', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='redemptions', to='orders.orderdiscount')),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'offer', 'customer'], name='redemptions_of_offer'), models.Index(fields=['tenant', 'customer'], name='redemptions_of_customer')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='offers_redemption_in_tenant'), models.UniqueConstraint(fields=('tenant', 'discount'), name='redemption_of_discount')],
            },
        ),
    ]
