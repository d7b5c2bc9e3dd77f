import django.db.models.deletion
import tenants.tenancy
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(help_text='Which system uses it: web shop, accounting.', max_length=80)),
                ('digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('hint', models.CharField(editable=False, help_text='How it begins, so that it can be told apart.', max_length=16)),
                ('scopes', models.JSONField(default=list, help_text='What it may read and write.')),
                ('created_by', models.ForeignKey(db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('expires_at', models.DateTimeField(blank=True, help_text='Empty: it does not end by itself.', null=True)),
                ('revoked_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, editable=False, help_text='To the minute.', null=True)),
            ],
            options={
                'verbose_name': 'API token',
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', '-created_at'], name='api_tokens_newest')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='api_apitoken_in_tenant')],
            },
        ),
        migrations.CreateModel(
            name='ApiWrite',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('token', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='writes', to='api.apitoken')),
                ('key', models.CharField(help_text='Idempotency-Key, as it was sent.', max_length=255)),
                ('fingerprint', models.CharField(help_text='Of method, address and body.', max_length=64)),
                ('status', models.PositiveSmallIntegerField(default=0)),
                ('answer', models.JSONField(default=dict)),
                ('customer_id', models.UUIDField(help_text='Whom the answer is about.', null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('customer_id__isnull', False)), fields=['tenant', 'customer_id'], name='api_writes_about'), models.Index(fields=['tenant', 'created_at'], name='api_writes_by_age')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='api_apiwrite_in_tenant'), models.UniqueConstraint(fields=('tenant', 'token', 'key'), name='api_write_once')],
            },
        ),
        migrations.CreateModel(
            name='LibraryAnswer',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('token', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='asked', to='api.apitoken')),
                ('question', models.TextField()),
                ('document_ids', models.JSONField(default=list, help_text='The documents it was to be answered from; empty: all.')),
                ('answer', models.TextField(blank=True)),
                ('confidence', models.CharField(max_length=10)),
                ('decision', models.CharField(help_text='Why it was answered so.', max_length=30)),
                ('safety_flags', models.JSONField(default=list)),
                ('citations', models.JSONField(default=list)),
                ('passages', models.JSONField(default=list, help_text='What was found, with its score, whether it was used or not.')),
                ('milliseconds', models.FloatField(default=0)),
                ('customer_id', models.UUIDField(help_text='Whose question it was; it goes with them.', null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'created_at'], name='library_answers_by_age'), models.Index(condition=models.Q(('customer_id__isnull', False)), fields=['tenant', 'customer_id'], name='library_answers_of')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='api_libraryanswer_in_tenant')],
            },
        ),
    ]
