import django.contrib.postgres.fields
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.math
import pgvector.django.halfvec
import tenants.tenancy
import tenants.validators
import tools.catalog.models
import tools.catalog.units
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Category',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('path', models.CharField(help_text='From the widest to the narrowest: "Shoes > Running".', max_length=200)),
            ],
            options={
                'verbose_name_plural': 'categories',
                'ordering': ['path'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='catalog_category_in_tenant'), models.UniqueConstraint(fields=('tenant', 'path'), name='category_once')],
            },
        ),
        migrations.CreateModel(
            name='Product',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('key', models.CharField(help_text='Your own name for it, the same in every import.', max_length=80)),
                ('title', models.CharField(max_length=160)),
                ('description', models.TextField(blank=True)),
                ('category', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='products', to='catalog.category')),
                ('brand', models.CharField(blank=True, max_length=80)),
                ('attributes', models.JSONField(blank=True, default=dict, help_text='What holds for every variant: {"gender": "women", "material": "leather"}.', validators=[tenants.validators.validate_mapping, tools.catalog.models.validate_options])),
                ('aliases', models.JSONField(blank=True, default=list, help_text='Other names that customers use: ["raba", "kicks"].', validators=[tools.catalog.models.validate_texts])),
                ('image_url', models.URLField(blank=True, max_length=500)),
                ('is_active', models.BooleanField(default=True, help_text='An inactive product is neither found nor sold.')),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('kind_words', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, editable=False, size=None)),
                ('words', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, editable=False, size=None)),
                ('detail_words', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, editable=False, size=None)),
                ('facets', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, editable=False, size=None)),
                ('search_text', models.TextField(blank=True, editable=False)),
                ('search_hash', models.CharField(blank=True, editable=False, max_length=64)),
                ('embedding', pgvector.django.halfvec.HalfVectorField(dimensions=1536, editable=False, null=True)),
                ('embedding_model', models.CharField(blank=True, editable=False, max_length=120)),
                ('embedded_hash', models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                'ordering': ['title'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'category'], name='products_of_category'), models.Index(fields=['tenant', '-created_at'], name='products_newest')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='catalog_product_in_tenant'), models.UniqueConstraint(fields=('tenant', 'key'), name='product_key_once')],
            },
        ),
        migrations.CreateModel(
            name='Variant',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('product', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='variants', to='catalog.product')),
                ('sku', models.CharField(help_text='Your stock number.', max_length=64, verbose_name='SKU')),
                ('options', models.JSONField(blank=True, default=dict, help_text='What sets it apart: {"size": "42", "colour": "black"}.', validators=[tenants.validators.validate_mapping, tools.catalog.models.validate_options])),
                ('price', models.DecimalField(decimal_places=2, max_digits=12, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                ('currency', models.CharField(default='KES', max_length=3, validators=[django.core.validators.RegexValidator('^[A-Z]{3}$', 'A currency code such as KES.')])),
                ('unit', models.CharField(choices=[('piece', 'Piece'), ('box', 'Box'), ('bag', 'Bag'), ('ticket', 'Ticket'), ('person', 'Person'), ('night', 'Night'), ('day', 'Day'), ('hour', 'Hour'), ('kg', 'Kilogram'), ('litre', 'Litre'), ('metre', 'Metre')], default='piece', help_text='What the price is for and the stock counts: a piece, a night, a kilogram.', max_length=10)),
                ('stock', tools.catalog.units.QuantityField(decimal_places=3, default=0, help_text='How much there is to sell, in its unit.', max_digits=13, validators=[django.core.validators.MinValueValidator(0)])),
                ('facets', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, editable=False, size=None)),
            ],
            options={
                'ordering': ['id'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'product'], name='variants_of_product')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='catalog_variant_in_tenant'), models.UniqueConstraint(fields=('tenant', 'sku'), name='variant_sku_once'), models.CheckConstraint(condition=models.Q(('price__gt', 0)), name='variant_price_above_zero'), models.CheckConstraint(condition=models.Q(('stock__gte', 0)), name='variant_stock_not_negative'), models.CheckConstraint(condition=models.Q(('unit__in', ['piece', 'box', 'bag', 'ticket', 'person', 'night', 'day', 'hour', 'kg', 'litre', 'metre'])), name='variant_unit_known'), models.CheckConstraint(condition=models.Q(('unit__in', ['kg', 'litre', 'metre']), ('stock', django.db.models.functions.math.Floor(models.F('stock'))), _connector='OR'), name='variant_stock_in_whole_units')],
            },
        ),
        migrations.CreateModel(
            name='ImportDraft',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('uploaded_by', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('file_name', models.CharField(max_length=200)),
                ('content', models.BinaryField(help_text='The file, compressed.')),
                ('columns', models.JSONField(help_text='What its columns are, when somebody has said so.', null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='catalog_importdraft_in_tenant'), models.UniqueConstraint(fields=('tenant', 'uploaded_by'), name='import_draft_of_user')],
            },
        ),
        migrations.CreateModel(
            name='CatalogWord',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('text', models.TextField(db_collation='C')),
                ('products', models.PositiveIntegerField()),
            ],
            options={
                'db_table': 'catalog_word',
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='catalog_word_in_tenant'), models.UniqueConstraint(fields=('tenant', 'text'), name='catalog_word_once')],
            },
        ),
    ]
