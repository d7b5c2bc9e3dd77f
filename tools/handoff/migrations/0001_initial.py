import django.core.validators
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
            name='Team',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(max_length=60)),
            ],
            options={
                'ordering': ['name'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='handoff_team_in_tenant'), models.UniqueConstraint(fields=('tenant', 'name'), name='team_name_once')],
            },
        ),
        migrations.CreateModel(
            name='HandoffTicket',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('number', models.CharField(help_text='What the customer quotes.', max_length=20)),
                ('status', models.CharField(choices=[('open', 'Open'), ('pending', 'Pending'), ('snoozed', 'Snoozed'), ('resolved', 'Resolved')], default='open', max_length=10)),
                ('priority', models.PositiveSmallIntegerField(choices=[(0, 'Low'), (1, 'Normal'), (2, 'High'), (3, 'Urgent')], default=1)),
                ('reason', models.CharField(help_text='Why a person is needed, as a code.', max_length=60)),
                ('matter', models.CharField(default='conversation', help_text='What it is one ticket for: the talk itself, or a payment.', max_length=80)),
                ('journey', models.CharField(help_text='What the conversation was about.', max_length=20)),
                ('step', models.CharField(help_text='How far it had come.', max_length=60)),
                ('summary', models.TextField(help_text='What the customer wants, and what was tried.')),
                ('sources', models.JSONField(blank=True, default=list, help_text='The passages that were looked at.')),
                ('tags', models.JSONField(blank=True, default=list, help_text='Words by which colleagues find it again.')),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tickets', to='tenants.customer')),
                ('conversation_id', models.UUIDField()),
                ('order_id', models.UUIDField(blank=True, null=True)),
                ('payment_id', models.UUIDField(blank=True, null=True)),
                ('question_id', models.UUIDField(blank=True, help_text='The question that the library did not answer.', null=True)),
                ('team', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tickets', to='handoff.team')),
                ('assignee', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('expected_at', models.DateTimeField(blank=True, help_text='When the customer was told to expect a reply.', null=True)),
                ('waiting_since', models.DateTimeField(blank=True, help_text='Since when the customer waits for a person.', null=True)),
                ('due_at', models.DateTimeField(blank=True, help_text='By when a person should answer, counted in the opening hours.', null=True)),
                ('snoozed_until', models.DateTimeField(blank=True, null=True)),
                ('rating_asked_at', models.DateTimeField(blank=True, help_text='When the customer was asked how it was.', null=True)),
                ('rating', models.PositiveSmallIntegerField(blank=True, help_text='1 very bad, 5 very good.', null=True)),
                ('merged_into', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='merged', to='handoff.handoffticket')),
                ('answered_at', models.DateTimeField(blank=True, help_text='When a person first answered.', null=True)),
                ('resolved_at', models.DateTimeField(blank=True, null=True)),
                ('changed_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'verbose_name': 'hand-over',
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'status', '-created_at'], name='tickets_by_status'), models.Index(fields=['tenant', 'customer'], name='tickets_of_customer'), models.Index(fields=['tenant', 'conversation_id'], name='tickets_of_conversation'), models.Index(fields=['tenant', 'assignee', 'status'], name='tickets_of_assignee'), models.Index(condition=models.Q(('assignee__isnull', False), models.Q(('status', 'resolved'), _negated=True)), fields=['assignee'], name='tickets_in_hands'), models.Index(condition=models.Q(('payment_id__isnull', False)), fields=['tenant', 'payment_id'], name='tickets_of_payment'), models.Index(condition=models.Q(('snoozed_until__isnull', False)), fields=['snoozed_until'], name='tickets_snoozed')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='handoff_handoffticket_in_tenant'), models.UniqueConstraint(fields=('tenant', 'number'), name='ticket_number_once'), models.UniqueConstraint(condition=models.Q(('status', 'resolved'), _negated=True), fields=('tenant', 'conversation_id', 'matter'), name='one_ticket_a_matter'), models.CheckConstraint(condition=models.Q(models.Q(('snoozed_until__isnull', False), ('status', 'snoozed')), models.Q(models.Q(('status', 'snoozed'), _negated=True), ('snoozed_until__isnull', True)), _connector='OR'), name='ticket_snoozed_until'), models.CheckConstraint(condition=models.Q(models.Q(('due_at__isnull', True), ('resolved_at__isnull', False), ('status', 'resolved'), ('waiting_since__isnull', True)), models.Q(models.Q(('status', 'resolved'), _negated=True), ('resolved_at__isnull', True)), _connector='OR'), name='ticket_resolved_at'), models.CheckConstraint(condition=models.Q(('priority__lte', 3)), name='ticket_priority_0_to_3'), models.CheckConstraint(condition=models.Q(('rating__gte', 1), ('rating__lte', 5)), name='ticket_rating_1_to_5')],
            },
        ),
        migrations.CreateModel(
            name='TicketNote',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('ticket', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='handoff.handoffticket')),
                ('author', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('text', models.TextField(max_length=4000)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'ticket', 'created_at'], name='notes_in_order')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='handoff_ticketnote_in_tenant')],
            },
        ),
        migrations.CreateModel(
            name='TicketMention',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('note', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mentions', to='handoff.ticketnote')),
                ('ticket', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='mentions', to='handoff.handoffticket')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('seen_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('seen_at', None)), fields=['tenant', 'user', 'ticket'], name='mentions_unseen'), models.Index(fields=['tenant', 'ticket'], name='mentions_of_ticket')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='handoff_ticketmention_in_tenant'), models.UniqueConstraint(fields=('tenant', 'note', 'user'), name='mentioned_once')],
            },
        ),
        migrations.CreateModel(
            name='TicketAction',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('ticket', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='actions', to='handoff.handoffticket')),
                ('actor', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('action', models.CharField(help_text='opened, taken over, assigned, resolved ...', max_length=30)),
                ('detail', models.CharField(blank=True, max_length=200)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'ticket', 'created_at'], name='actions_in_order')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='handoff_ticketaction_in_tenant')],
            },
        ),
        migrations.CreateModel(
            name='CannedReply',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('shortcut', models.CharField(max_length=30, validators=[django.core.validators.RegexValidator('^[a-z0-9-]+$', 'Small letters, digits and dashes only.')])),
                ('text', models.TextField(help_text='{name}, {ticket}, {business} and {me} are filled in.', max_length=1600)),
                ('content_sid', models.CharField(blank=True, help_text='Of the same words as an approved WhatsApp template, where {{1}}, {{2}} stand for the names above in their order. Then it may be sent after 24 hours, too. Empty: it is no template.', max_length=34, validators=[django.core.validators.RegexValidator('^HX[0-9a-fA-F]{32}$', 'HX and 32 hex digits.')], verbose_name='content SID')),
                ('is_marketing', models.BooleanField(default=False, help_text='As a template it then goes only to customers who have agreed to offers and news.', verbose_name='advertises')),
            ],
            options={
                'verbose_name_plural': 'canned replies',
                'ordering': ['shortcut'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='handoff_cannedreply_in_tenant'), models.UniqueConstraint(fields=('tenant', 'shortcut'), name='canned_reply_once')],
            },
        ),
    ]
