import tenants.tenancy
from django.db import migrations, models

from tenants.postgresql.by_month import ByMonth

# Every key of a table of months holds the column by which it is parted; Django goes on naming a row by its id.
_KEY = "ALTER TABLE tools_toolcall DROP CONSTRAINT tools_toolcall_pkey, ADD CONSTRAINT tools_toolcall_pkey PRIMARY KEY "


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='ToolCall',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('request_id', models.UUIDField(help_text='The turn that asked.')),
                ('conversation_id', models.UUIDField()),
                ('tool', models.CharField(max_length=60)),
                ('effect', models.CharField(max_length=5)),
                ('arguments', models.JSONField()),
                ('arguments_hash', models.CharField(max_length=64)),
                ('answer', models.JSONField()),
                ('outcome', models.CharField(help_text="ok, or the refusal's code.", max_length=60)),
                ('milliseconds', models.FloatField()),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'conversation_id', 'created_at'], name='tool_calls_in_order')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id', 'request_id'), name='tools_toolcall_in_tenant'), models.UniqueConstraint(condition=models.Q(('effect', 'read'), _negated=True), fields=('tenant', 'request_id', 'tool', 'arguments_hash'), name='tool_effect_once')],
            },
        ),
        migrations.RunSQL(f"{_KEY} (id, request_id)", f"{_KEY} (id)"),
        ByMonth('ToolCall', key='request_id'),
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('key', models.CharField(help_text='Unique in the tenant: the same happening is told once.', max_length=120)),
                ('name', models.CharField(help_text='What happened: "payment.settled".', max_length=60)),
                ('conversation_id', models.UUIDField()),
                ('customer_id', models.UUIDField()),
                ('facts', models.JSONField()),
                ('taken_at', models.DateTimeField(blank=True, help_text="When it entered the conversation's inbox.", null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('taken_at__isnull', True)), fields=['created_at'], name='events_waiting'), models.Index(fields=['tenant', 'customer_id'], name='events_of_customer')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tools_event_in_tenant'), models.UniqueConstraint(fields=('tenant', 'key'), name='event_once')],
            },
        ),
    ]
