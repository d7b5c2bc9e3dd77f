import django.db.models.deletion
import tenants.tenancy
from django.conf import settings
from django.db import migrations, models

from tenants.postgresql.by_month import ByMonth

# A message's words, kept by the database itself. What is no letter or digit parts them, so that T-123456 has two. The
# models do not know of the column: only the desk's search reads it, and a turn that loads a message must not carry it
# along. No index is on it: see conversations.desk.search.
_TABLES = ("conversations_inboundmessage", "conversations_outboundmessage")
_WORDS = [
    f"ALTER TABLE {table} ADD COLUMN words tsvector"
    r" GENERATED ALWAYS AS (to_tsvector('simple', regexp_replace(left(body, 4000), '\W+', ' ', 'g'))) STORED"
    for table in _TABLES
]
_NO_WORDS = [f"ALTER TABLE {table} DROP COLUMN words" for table in _TABLES]


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='WebChannel',
            fields=[
            ],
            options={
                'verbose_name': 'web chat',
                'proxy': True,
            },
            bases=('tenants.channel',),
        ),
        migrations.CreateModel(
            name='ContentTemplate',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('channel', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='content_templates', to='tenants.channel')),
                ('shape', models.CharField(help_text='What it looks like: list-4, buttons-2.', max_length=40)),
                ('provider_id', models.CharField(max_length=34)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_contenttemplate_in_tenant'), models.UniqueConstraint(fields=('tenant', 'channel', 'shape'), name='content_template_once')],
            },
        ),
        migrations.CreateModel(
            name='ChannelPace',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('channel', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pace', to='tenants.channel')),
                ('free_at', models.DateTimeField()),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_channelpace_in_tenant'), models.UniqueConstraint(fields=('tenant', 'channel'), name='channel_pace_once')],
            },
        ),
        migrations.CreateModel(
            name='Conversation',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('owner', models.CharField(choices=[('assistant', 'Assistant'), ('operator', 'Operator'), ('nobody', 'Nobody')], default='assistant', max_length=10)),
                ('owner_epoch', models.PositiveBigIntegerField(default=0, help_text='A reply queued by the assistant under an earlier one is not sent.')),
                ('operator', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('owned_since', models.DateTimeField(blank=True, null=True)),
                ('answer_due_at', models.DateTimeField(blank=True, help_text="When the customer was promised a person's answer; empty once it came.", null=True)),
                ('is_away_told', models.BooleanField(default=False, help_text='The customer was told that the person who has this stays away.')),
                ('channel', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conversations', to='tenants.channel')),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conversations', to='tenants.customer')),
                ('state', models.JSONField(blank=True, default=dict)),
                ('is_active', models.BooleanField(default=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('last_inbound_at', models.DateTimeField(blank=True, help_text='Opens the 24 h service window.', null=True)),
                ('waiting_since', models.DateTimeField(blank=True, help_text='When the first unanswered message came; empty when none waits.', null=True)),
                ('due_at', models.DateTimeField(blank=True, help_text='When the waiting messages shall be answered: the end of the burst.', null=True)),
                ('inbound_count', models.PositiveBigIntegerField(default=0, help_text='Messages and events received so far; tells a turn whether newer ones came.')),
                ('lease_epoch', models.PositiveBigIntegerField(default=0)),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('owner', 'operator')), fields=['operator'], name='conversations_in_hands'), models.Index(condition=models.Q(('answer_due_at__isnull', False), ('is_away_told', False), models.Q(('owner', 'assistant'), _negated=True)), fields=['answer_due_at'], name='conversation_answer_due'), models.Index(fields=['tenant', '-updated_at'], name='conversation_recent'), models.Index(condition=models.Q(('due_at__isnull', False)), fields=['due_at'], name='conversation_due'), models.Index(fields=['tenant', 'customer'], name='conversations_of_customer')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_conversation_in_tenant'), models.UniqueConstraint(fields=('tenant', 'channel', 'customer'), name='conversation_once'), models.CheckConstraint(condition=models.Q(('owner', 'operator'), ('operator__isnull', True), _connector='OR'), name='operator_only_of_an_owner')],
            },
        ),
        migrations.CreateModel(
            name='Turn',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('conversation', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='turns', to='conversations.conversation')),
                ('status', models.CharField(choices=[('running', 'Running'), ('committed', 'Committed'), ('parked', 'Parked'), ('rehearsed', 'Rehearsed')], default='running', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=1)),
                ('errors', models.PositiveSmallIntegerField(default=0, help_text='Tries that ended in an error; the other ended ones were deaths of a worker.')),
                ('epoch', models.PositiveBigIntegerField(help_text='The lease under which it was last run.')),
                ('started_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('trace', models.JSONField(default=dict, help_text='Route, nodes, tools, model calls, sources and timings.')),
                ('tokens_in', models.PositiveIntegerField(default=0)),
                ('tokens_out', models.PositiveIntegerField(default=0)),
                ('cost_usd', models.DecimalField(decimal_places=6, default=0, max_digits=12)),
                ('problem', models.TextField(blank=True, help_text='What went wrong the last time it failed.')),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'conversation', '-started_at'], name='turns_in_order')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_turn_in_tenant'), models.UniqueConstraint(condition=models.Q(('status', 'running')), fields=('tenant', 'conversation'), name='one_running_turn')],
            },
        ),
        migrations.CreateModel(
            name='InboundMessage',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('channel', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='inbox', to='tenants.channel')),
                ('conversation', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='inbox', to='conversations.conversation')),
                ('turn', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='messages', to='conversations.turn')),
                ('provider_id', models.CharField(help_text="Twilio's MessageSid, or an event's own id.", max_length=64)),
                ('kind', models.CharField(choices=[('text', 'Text'), ('tap', 'Button or list tap'), ('media', 'Media'), ('location', 'Location'), ('other', 'Other'), ('event', 'Event')], max_length=10)),
                ('status', models.CharField(choices=[('pending', 'Waiting'), ('answered', 'Answered'), ('ignored', 'Ignored'), ('parked', 'Parked')], default='pending', max_length=10)),
                ('body', models.TextField(blank=True)),
                ('tapped_id', models.CharField(blank=True, help_text='The id of the tapped button or row.', max_length=200)),
                ('payload', models.JSONField(default=dict, help_text='Everything Twilio sent with it.')),
                ('received_at', models.DateTimeField()),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'conversation', 'received_at'], name='inbound_in_order'), models.Index(condition=models.Q(('status', 'pending')), fields=['tenant', 'conversation'], name='inbound_pending')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_inboundmessage_in_tenant'), models.UniqueConstraint(fields=('tenant', 'channel', 'provider_id'), name='inbound_once')],
            },
        ),
        migrations.CreateModel(
            name='InboundMedia',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('message', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='media', to='conversations.inboundmessage')),
                ('position', models.PositiveSmallIntegerField(help_text="Its place among its message's media.")),
                ('provider_url', models.TextField()),
                ('content_type', models.CharField(blank=True, help_text='As announced, then as fetched.', max_length=100)),
                ('status', models.CharField(choices=[('pending', 'Being fetched'), ('stored', 'Stored'), ('refused', 'Refused'), ('failed', 'Failed')], default='pending', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField(help_text='Not to be fetched before.')),
                ('size', models.PositiveIntegerField(blank=True, help_text='In bytes.', null=True)),
                ('path', models.CharField(blank=True, help_text='Under MEDIA_ROOT; made by us.', max_length=200)),
                ('sha256', models.CharField(blank=True, max_length=64)),
                ('reason', models.CharField(blank=True, help_text='Why it is not there, in words for an operator.', max_length=200)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('status', 'pending')), fields=['due_at'], name='inbound_media_due')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_inboundmedia_in_tenant'), models.UniqueConstraint(fields=('tenant', 'message', 'position'), name='inbound_media_once')],
            },
        ),
        migrations.CreateModel(
            name='OutboundMessage',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('channel', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outbox', to='tenants.channel')),
                ('conversation', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='outbox', to='conversations.conversation')),
                ('turn', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='replies', to='conversations.turn')),
                ('position', models.PositiveSmallIntegerField(default=0, help_text="Its place among its turn's replies.")),
                ('priority', models.PositiveSmallIntegerField(choices=[(0, 'Reply'), (1, 'Bulk')], default=0, help_text='Replies go before bulk.')),
                ('author', models.CharField(choices=[('assistant', 'Assistant'), ('operator', 'Operator')], default='assistant', max_length=10)),
                ('operator', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('owner_epoch', models.PositiveBigIntegerField(default=0, help_text="The conversation's, when this was queued: the assistant's goes out under no other.")),
                ('purpose', models.CharField(choices=[('answer', 'Answer'), ('service', 'Messages unasked'), ('marketing', 'Offers and news'), ('order_updates', 'Order updates'), ('payment_updates', 'Payment updates')], default='answer', help_text='What it is sent for.', max_length=20)),
                ('reply', models.JSONField(help_text='The typed reply, as the journey made it.')),
                ('body', models.TextField(help_text='Its words, as a person reads them.')),
                ('status', models.CharField(choices=[('queued', 'Waiting to be sent'), ('sending', 'Being sent'), ('unknown', 'Perhaps sent'), ('sent', 'Sent'), ('delivered', 'Delivered'), ('read', 'Read'), ('failed', 'Failed'), ('withdrawn', 'Withdrawn'), ('refused', 'Refused')], default='queued', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0, help_text='Fences a sending, as an epoch does a turn.')),
                ('due_at', models.DateTimeField(help_text='Not to be sent before; while it is being sent, when to give it up.')),
                ('queued_at', models.DateTimeField()),
                ('first_tried_at', models.DateTimeField(blank=True, null=True)),
                ('tried_at', models.DateTimeField(blank=True, help_text='When it was last tried.', null=True)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
                ('is_ambiguous', models.BooleanField(default=False, help_text='Nobody knows whether a first try arrived: it may have been sent twice.')),
                ('is_repeated', models.BooleanField(default=False, help_text='It most likely never arrived, and its words went out again with a later answer.')),
                ('looks', models.PositiveSmallIntegerField(default=0, help_text='How often it was looked for at Twilio.')),
                ('look_at', models.DateTimeField(blank=True, help_text='When to look for it at Twilio.', null=True)),
                ('provider_id', models.CharField(blank=True, max_length=64)),
                ('provider_status', models.CharField(blank=True, max_length=20)),
                ('spent_ids', models.JSONField(blank=True, default=list, help_text='SIDs under which it failed and was sent again.')),
                ('error_code', models.CharField(blank=True, max_length=12)),
                ('reason', models.CharField(blank=True, help_text='Why it failed, in words for an operator.', max_length=300)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'conversation', 'queued_at'], name='outbound_in_order'), models.Index(fields=['tenant', 'conversation', '-tried_at'], name='outbound_tried'), models.Index(fields=['tenant', 'channel', 'provider_id'], name='outbound_by_sid'), models.Index(condition=models.Q(('status__in', ['queued', 'sending'])), fields=['due_at'], name='outbound_due'), models.Index(condition=models.Q(('look_at__isnull', False)), fields=['tenant', 'look_at'], name='outbound_look'), models.Index(condition=models.Q(('status', 'unknown')), fields=['tenant', 'conversation'], name='outbound_unknown')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_outboundmessage_in_tenant'), models.UniqueConstraint(condition=models.Q(('turn__isnull', False)), fields=('tenant', 'turn', 'position'), name='outbound_once')],
            },
        ),
        migrations.CreateModel(
            name='ProviderExchange',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('direction', models.CharField(choices=[('out', 'We asked'), ('in', 'The provider told us')], max_length=3)),
                ('method', models.CharField(max_length=8)),
                ('path', models.CharField(max_length=300)),
                ('request', models.JSONField(default=dict)),
                ('response_status', models.PositiveSmallIntegerField(help_text='Empty when no answer came.', null=True)),
                ('response_body', models.TextField(blank=True, help_text='Its first 4 KB.')),
                ('milliseconds', models.FloatField(default=0)),
                ('error', models.CharField(blank=True, help_text='Why no answer came.', max_length=100)),
                ('channel', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exchanges', to='tenants.channel')),
                ('message', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='exchanges', to='conversations.outboundmessage')),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'created_at'], name='exchanges_by_age'), models.Index(fields=['tenant', 'message', 'created_at'], name='exchanges_of_message')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_providerexchange_in_tenant')],
            },
        ),
        migrations.CreateModel(
            name='OutboundFile',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('message', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='files', to='conversations.outboundmessage')),
                ('name', models.CharField(help_text="As the operator's machine called it.", max_length=120)),
                ('content_type', models.CharField(help_text='By its content.', max_length=100)),
                ('size', models.PositiveIntegerField(help_text='In bytes.')),
                ('path', models.CharField(help_text='Under MEDIA_ROOT; made by us.', max_length=200)),
                ('sha256', models.CharField(max_length=64)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'message'], name='files_of_outbound')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='conversations_outboundfile_in_tenant')],
            },
        ),
        migrations.RunSQL(_WORDS, _NO_WORDS),
        ByMonth('ProviderExchange', key='id'),
    ]
