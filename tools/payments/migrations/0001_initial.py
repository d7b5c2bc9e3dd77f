import django.core.validators
import django.db.models.deletion
import tenants.tenancy
import tools.payments.models.account
import tools.payments.models.token
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('orders', '0001_initial'),
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='PaymentAccount',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('provider', models.CharField(choices=tools.payments.models.account.list_providers, max_length=10)),
                ('environment', models.CharField(choices=[('sandbox', 'Sandbox: no real money'), ('live', 'Live')], default='sandbox', max_length=10)),
                ('kind', models.CharField(choices=[('paybill', 'Paybill'), ('till', 'Till (Buy Goods)')], default='paybill', max_length=10)),
                ('short_code', models.CharField(blank=True, help_text='M-Pesa: the paybill; for a till the store number that Safaricom gave you with it.', max_length=7, validators=[django.core.validators.RegexValidator('^\\d{5,7}$', 'A paybill or till number has 5 to 7 digits.')])),
                ('pay_to', models.CharField(blank=True, help_text='M-Pesa: what customers type. For a till its number; for a paybill leave it empty.', max_length=7, validators=[django.core.validators.RegexValidator('^\\d{5,7}$', 'A paybill or till number has 5 to 7 digits.')], verbose_name='customers pay to')),
                ('contact_email', models.EmailField(blank=True, help_text='Cards: given to PesaPal for customers whose number is not known.', max_length=254)),
                ('sealed_consumer_key', models.TextField(blank=True, editable=False)),
                ('sealed_consumer_secret', models.TextField(blank=True, editable=False)),
                ('sealed_passkey', models.TextField(blank=True, editable=False)),
                ('initiator', models.CharField(blank=True, help_text='M-Pesa: the API operator who may ask how a transaction stands (role: Transaction Status query).', max_length=60)),
                ('sealed_security_credential', models.TextField(blank=True, editable=False)),
                ('unconfirmed_limit', models.DecimalField(decimal_places=2, default=Decimal('5000'), help_text='Paybill money up to this much in all for a customer counts at once and is marked until Safaricom has confirmed it; more waits for that. 0: all of it waits.', max_digits=12, validators=[django.core.validators.MinValueValidator(0)], verbose_name='credited before Safaricom confirms it')),
                ('nominated_number', models.CharField(blank=True, help_text="M-Pesa: the phone of your organisation for Safaricom's list of payments (Pull Transactions), which finds lost confirmations and confirms the others.", max_length=12, validators=[django.core.validators.RegexValidator('^254[17]\\d{8}$', 'Write it as 254 and nine digits, such as 254722000000.')])),
                ('pull_registered_at', models.DateTimeField(blank=True, editable=False, help_text="Since when Safaricom's list may be read.", null=True, verbose_name='list of payments open since')),
                ('pulled_at', models.DateTimeField(blank=True, editable=False, help_text='When the list was last asked.', null=True)),
                ('pulled_until', models.DateTimeField(blank=True, editable=False, help_text="Up to when Safaricom's list was read.", null=True, verbose_name='list of payments read until')),
                ('ipn_id', models.CharField(blank=True, editable=False, help_text="PesaPal's name for our address.", max_length=64)),
                ('registered_at', models.DateTimeField(blank=True, editable=False, help_text='When the provider was told our addresses.', null=True)),
                ('is_active', models.BooleanField(default=True)),
                ('problem', models.CharField(blank=True, editable=False, help_text='What an admin must put right before customers can pay; empty when all is well.', max_length=300)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='payments_paymentaccount_in_tenant'), models.UniqueConstraint(condition=models.Q(('is_active', True)), fields=('tenant', 'provider'), name='payment_account_in_use_once'), models.CheckConstraint(condition=models.Q(models.Q(('provider', 'daraja'), _negated=True), models.Q(('short_code', ''), _negated=True), _connector='OR'), name='daraja_has_a_short_code'), models.CheckConstraint(condition=models.Q(('unconfirmed_limit__gte', 0)), name='unconfirmed_limit_0_or_more')],
            },
        ),
        migrations.CreateModel(
            name='Payment',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('order', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='orders.order')),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='payments', to='tenants.customer')),
                ('account', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='payments', to='payments.paymentaccount')),
                ('conversation_id', models.UUIDField()),
                ('request_id', models.UUIDField(help_text='The turn that asked for it.')),
                ('method', models.CharField(choices=[('mpesa_stk', 'M-Pesa STK request'), ('mpesa_c2b', 'M-Pesa paybill or till'), ('card', 'Card')], max_length=10)),
                ('status', models.CharField(choices=[('created', 'Being sent'), ('pending', 'Waiting for the customer'), ('unknown', 'No answer from the provider'), ('paid', 'Paid'), ('failed', 'Failed'), ('reversed', 'Reversed')], default='created', max_length=10)),
                ('amount', models.DecimalField(decimal_places=2, help_text='What was asked for; once paid, what came.', max_digits=12)),
                ('currency', models.CharField(max_length=3)),
                ('quote', models.CharField(blank=True, help_text='What the customer said yes to.', max_length=64)),
                ('phone_e164', models.CharField(blank=True, help_text='The number that was prompted.', max_length=16)),
                ('provider_id', models.CharField(blank=True, help_text="The provider's name for it.", max_length=80)),
                ('has_told_id', models.BooleanField(default=False, help_text="A callback named it, not the provider's own answer.")),
                ('redirect_url', models.CharField(blank=True, help_text='Where a card is entered.', max_length=500)),
                ('receipt', models.CharField(blank=True, help_text="The provider's receipt.", max_length=40)),
                ('reason', models.CharField(blank=True, help_text='Why it failed, as a code.', max_length=20)),
                ('problem', models.CharField(blank=True, help_text='What somebody should look at; empty: nothing.', max_length=300)),
                ('told_code', models.CharField(blank=True, help_text='The result that a callback told; a hint only.', max_length=20)),
                ('told_receipt', models.CharField(blank=True, help_text='The receipt that a callback told.', max_length=40)),
                ('sent_at', models.DateTimeField(blank=True, help_text='When the provider was asked for it.', null=True)),
                ('settled_at', models.DateTimeField(blank=True, help_text='When it became final.', null=True)),
                ('ask_at', models.DateTimeField(blank=True, help_text='When the provider is asked about it next.', null=True)),
                ('asked_at', models.DateTimeField(blank=True, help_text='When it was last asked.', null=True)),
                ('asks', models.PositiveSmallIntegerField(default=0)),
                ('is_prompting', models.BooleanField(default=False, help_text="An STK request may be on the customer's phone.")),
                ('refund_asked_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('ask_at__isnull', False)), fields=['ask_at'], name='payments_to_ask'), models.Index(condition=models.Q(('problem', ''), _negated=True), fields=['created_at'], name='payments_to_look_at'), models.Index(fields=['tenant', 'order', '-created_at'], name='payments_of_order'), models.Index(fields=['tenant', 'phone_e164', '-created_at'], name='payments_of_phone')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='payments_payment_in_tenant'), models.UniqueConstraint(fields=('tenant', 'request_id', 'method'), name='payment_once_a_request'), models.UniqueConstraint(condition=models.Q(('is_prompting', True)), fields=('tenant', 'order'), name='payment_one_prompt_an_order'), models.UniqueConstraint(condition=models.Q(('provider_id', ''), _negated=True), fields=('tenant', 'provider_id'), name='payment_provider_id_once'), models.UniqueConstraint(condition=models.Q(('receipt', ''), _negated=True), fields=('tenant', 'receipt'), name='payment_receipt_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='payment_of_something'), models.CheckConstraint(condition=models.Q(models.Q(('status__in', ['paid', 'reversed']), _negated=True), ('settled_at__isnull', False), _connector='OR'), name='payment_paid_at'), models.CheckConstraint(condition=models.Q(('method', 'mpesa_c2b'), models.Q(('quote', ''), _negated=True), _connector='OR'), name='payment_of_a_confirmed_quote')],
            },
        ),
        migrations.CreateModel(
            name='IncomingPayment',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('account', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='incoming', to='payments.paymentaccount')),
                ('order', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='incoming', to='orders.order')),
                ('payment', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='incoming', to='payments.payment')),
                ('transaction_id', models.CharField(max_length=40)),
                ('status', models.CharField(choices=[('matched', 'Pays its order'), ('under', 'Less than was due'), ('over', 'More than was due'), ('double', 'Its order was paid already'), ('closed', 'Its order was cancelled'), ('same', 'The receipt of an STK request'), ('unmatched', 'Belongs to no order yet'), ('held', 'Waits for Safaricom'), ('void', 'Never came')], default='unmatched', max_length=10)),
                ('amount', models.DecimalField(decimal_places=2, max_digits=12)),
                ('currency', models.CharField(default='KES', max_length=3)),
                ('reference', models.CharField(blank=True, help_text='The account number that the customer typed.', max_length=60)),
                ('payer_phone', models.CharField(blank=True, help_text='As M-Pesa tells it, mostly masked.', max_length=80)),
                ('payer_name', models.CharField(blank=True, max_length=120)),
                ('paid_at', models.DateTimeField(help_text='When M-Pesa took it.')),
                ('matched_by', models.CharField(blank=True, help_text='Who matched it by hand; empty: by itself.', max_length=150)),
                ('confirmed_at', models.DateTimeField(blank=True, help_text='When it was found to be true; empty: nobody has confirmed it yet.', null=True)),
                ('confirmed_by', models.CharField(blank=True, help_text='Who or what confirmed it.', max_length=150)),
                ('problem', models.CharField(blank=True, help_text='What somebody should look at; empty: nothing.', max_length=300)),
                ('ask_at', models.DateTimeField(blank=True, help_text='When Safaricom is asked about it next.', null=True)),
                ('asks', models.PositiveSmallIntegerField(default=0)),
                ('ask_secret', models.CharField(blank=True, help_text='Stands in the address of the answer alone.', max_length=64)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'status', '-created_at'], name='incoming_by_status'), models.Index(fields=['tenant', 'order'], name='incoming_of_order'), models.Index(condition=models.Q(('ask_at__isnull', False)), fields=['ask_at'], name='incoming_to_ask'), models.Index(condition=models.Q(('confirmed_at__isnull', True)), fields=['tenant', 'account', 'paid_at'], name='incoming_unconfirmed')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='payments_incomingpayment_in_tenant'), models.UniqueConstraint(fields=('tenant', 'transaction_id'), name='incoming_payment_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='incoming_payment_of_something'), models.CheckConstraint(condition=models.Q(('status__in', ['unmatched', 'held', 'void']), ('payment__isnull', False), _connector='OR'), name='incoming_payment_matched_has_payment')],
            },
        ),
        migrations.CreateModel(
            name='PaymentExchange',
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
                ('account', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='exchanges', to='payments.paymentaccount')),
                ('payment', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='exchanges', to='payments.payment')),
                ('incoming', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='exchanges', to='payments.incomingpayment')),
                ('receipt', models.CharField(blank=True, help_text='The transaction that a callback names.', max_length=40)),
                ('effect', models.CharField(blank=True, help_text='What followed from a callback.', max_length=60)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'payment', 'created_at'], name='exchanges_of_payment'), models.Index(fields=['tenant', 'incoming'], name='exchanges_of_incoming'), models.Index(fields=['tenant', 'receipt'], name='exchanges_of_receipt'), models.Index(fields=['tenant', 'created_at'], name='payment_exchanges_by_age')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='payments_paymentexchange_in_tenant')],
            },
        ),
        migrations.CreateModel(
            name='CallbackToken',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('account', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to='payments.paymentaccount')),
                ('purpose', models.CharField(choices=tools.payments.models.token.list_purposes, max_length=10)),
                ('token', models.CharField(default=tools.payments.models.token.new_token, editable=False, max_length=64)),
                ('ends_at', models.DateTimeField(blank=True, help_text='Until when an earlier one is still heard; empty: it is in use.', null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='payments_callbacktoken_in_tenant'), models.UniqueConstraint(fields=('token',), name='callback_token_once'), models.UniqueConstraint(condition=models.Q(('ends_at__isnull', True)), fields=('tenant', 'account', 'purpose'), name='callback_token_in_use_once')],
            },
        ),
    ]
