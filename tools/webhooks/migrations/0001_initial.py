import django.db.models.deletion
import tenants.tenancy
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='WebhookEndpoint',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(help_text='Which system it is: warehouse, accounting.', max_length=80)),
                ('url', models.CharField(help_text='Where it listens: https://shop.example/tulia.', max_length=500, verbose_name='address')),
                ('events', models.JSONField(default=list, help_text='What it is told of.')),
                ('is_active', models.BooleanField(default=True, help_text='While it is off nothing is kept for it.', verbose_name='switched on')),
                ('sealed_secret', models.TextField(blank=True, editable=False)),
            ],
            options={
                'verbose_name': 'webhook',
                'ordering': ['name'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='webhooks_webhookendpoint_in_tenant'), models.UniqueConstraint(fields=('tenant', 'name'), name='webhook_name_once')],
            },
        ),
        migrations.CreateModel(
            name='WebhookDelivery',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('endpoint', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='webhooks.webhookendpoint')),
                ('event', models.CharField(max_length=40)),
                ('customer_id', models.UUIDField(help_text='Whom it is about.', null=True)),
                ('body', models.TextField(help_text='As it is sent and signed.')),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('delivered', 'Delivered'), ('dead', 'Given up')], default='waiting', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0, help_text='Fences a sending, as an epoch does.', verbose_name='tries')),
                ('due_at', models.DateTimeField(help_text='Not to be sent before; while it is being sent, when to give that up.')),
                ('tried_at', models.DateTimeField(help_text='When it was last tried.', null=True)),
                ('answered', models.PositiveSmallIntegerField(help_text='The status that came back.', null=True, verbose_name='answer')),
                ('problem', models.CharField(blank=True, help_text='Why it was not taken.', max_length=200)),
            ],
            options={
                'verbose_name': 'webhook delivery',
                'verbose_name_plural': 'webhook deliveries',
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'endpoint', '-created_at'], name='deliveries_of_endpoint'), models.Index(fields=['tenant', 'customer_id'], name='deliveries_about'), models.Index(condition=models.Q(('status', 'waiting')), fields=['due_at'], name='deliveries_due')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='webhooks_webhookdelivery_in_tenant')],
            },
        ),
    ]
