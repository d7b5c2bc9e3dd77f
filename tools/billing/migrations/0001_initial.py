import django.core.validators
import django.db.models.deletion
import tenants.tenancy
from decimal import Decimal
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Plan',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('code', models.CharField(help_text='A short code of your own, such as M. Your CSV files name it.', max_length=20)),
                ('name', models.CharField(help_text='As customers read it: M 100 GB.', max_length=80)),
                ('monthly_price', models.DecimalField(decimal_places=2, help_text='What it costs a month.', max_digits=12, validators=[django.core.validators.MinValueValidator(0)])),
                ('currency', models.CharField(default='KES', max_length=3, validators=[django.core.validators.RegexValidator('^[A-Z]{3}$', 'A currency code such as KES.')])),
            ],
            options={
                'ordering': ['code'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='billing_plan_in_tenant'), models.UniqueConstraint(fields=('tenant', 'code'), name='plan_code_once'), models.CheckConstraint(condition=models.Q(('monthly_price__gte', 0)), name='plan_price_not_negative')],
            },
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('number', models.CharField(help_text='As on your invoices.', max_length=64, validators=[django.core.validators.RegexValidator('^(?=.*\\d)[A-Za-z0-9][A-Za-z0-9/_-]{2,63}$', '3 to 64 letters, digits, dashes or slashes, such as INV-20251001.')], verbose_name='Account number')),
                ('name', models.CharField(blank=True, help_text='For your own people; customers are not told.', max_length=120, verbose_name='Holder')),
                ('address', models.CharField(blank=True, help_text='Who writes from this number is shown the account without being asked. Empty: everybody is asked.', max_length=30, validators=[django.core.validators.RegexValidator('^whatsapp:\\+\\d{7,15}$', 'A phone number with its country, such as +254712000011.')], verbose_name='WhatsApp number')),
                ('answer_digest', models.CharField(blank=True, editable=False, max_length=64)),
            ],
            options={
                'ordering': ['number'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('address', ''), _negated=True), fields=['tenant', 'address'], name='accounts_of_address')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='billing_account_in_tenant'), models.UniqueConstraint(fields=('tenant', 'number'), name='account_number_once')],
            },
        ),
        migrations.CreateModel(
            name='Subscription',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('account', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subscriptions', to='billing.account')),
                ('plan', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='subscriptions', to='billing.plan')),
                ('status', models.CharField(choices=[('active', 'Active'), ('suspended', 'Suspended'), ('ended', 'Ended')], default='active', max_length=10)),
                ('start_date', models.DateField(verbose_name='Since')),
            ],
            options={
                'ordering': ['-start_date'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'account', '-start_date'], name='subscriptions_of_account'), models.Index(fields=['tenant', 'plan'], name='subscriptions_of_plan')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='billing_subscription_in_tenant'), models.UniqueConstraint(condition=models.Q(('status', 'ended'), _negated=True), fields=('tenant', 'account'), name='one_subscription_an_account', violation_error_message='This account has another subscription. End that one first.'), models.CheckConstraint(condition=models.Q(('status__in', ('active', 'suspended', 'ended'))), name='subscription_status_known')],
            },
        ),
        migrations.CreateModel(
            name='Invoice',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('account', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='invoices', to='billing.account')),
                ('number', models.CharField(help_text='As customers read it: INV-20251001.', max_length=64, validators=[django.core.validators.RegexValidator('^(?=.*\\d)[A-Za-z0-9][A-Za-z0-9/_-]{2,63}$', '3 to 64 letters, digits, dashes or slashes, such as INV-20251001.')])),
                ('issued_on', models.DateField(verbose_name='Issued')),
                ('due_on', models.DateField(verbose_name='Due')),
                ('amount', models.DecimalField(decimal_places=2, max_digits=12, validators=[django.core.validators.MinValueValidator(Decimal('0.01'))])),
                ('paid', models.DecimalField(decimal_places=2, default=Decimal('0'), help_text='How much of it has come in. The rest is what the customer is told they owe.', max_digits=12, validators=[django.core.validators.MinValueValidator(0)])),
                ('currency', models.CharField(default='KES', max_length=3, validators=[django.core.validators.RegexValidator('^[A-Z]{3}$', 'A currency code such as KES.')])),
            ],
            options={
                'ordering': ['-issued_on', 'number'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'account', '-issued_on'], name='invoices_of_account')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='billing_invoice_in_tenant'), models.UniqueConstraint(fields=('tenant', 'number'), name='invoice_number_once'), models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('paid__gte', 0), ('paid__lte', models.F('amount'))), name='invoice_paid_within_amount', violation_error_message='The paid sum is between 0 and the amount of the invoice.'), models.CheckConstraint(condition=models.Q(('due_on__gte', models.F('issued_on'))), name='invoice_due_after_issued', violation_error_message='It cannot be due before it is issued.')],
            },
        ),
        migrations.CreateModel(
            name='RefundCase',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('number', models.PositiveIntegerField()),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='refund_cases', to='tenants.customer')),
                ('conversation_id', models.UUIDField()),
                ('account', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='refund_cases', to='billing.account')),
                ('invoice', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='refund_cases', to='billing.invoice')),
                ('invoice_number', models.CharField(help_text='As the customer gave it.', max_length=64, verbose_name='Invoice')),
                ('reason', models.CharField(choices=[('overcharge', 'Overcharge'), ('service_outage', 'Service outage'), ('within_cooling_off', 'Within cooling-off'), ('other', 'Other')], max_length=20)),
                ('amount', models.DecimalField(decimal_places=2, max_digits=12)),
                ('currency', models.CharField(max_length=3)),
                ('description', models.CharField(blank=True, max_length=500, verbose_name='In their words')),
                ('status', models.CharField(choices=[('opened', 'Opened'), ('pending_review', 'Pending review'), ('approved', 'Approved'), ('rejected', 'Rejected')], default='opened', max_length=20)),
                ('is_priority', models.BooleanField(default=False, verbose_name='See to it first')),
                ('eta_date', models.DateField(verbose_name='Promised by')),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('decided_by', models.CharField(blank=True, max_length=150)),
            ],
            options={
                'ordering': ['-number'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'status', 'eta_date'], name='refund_cases_by_status'), models.Index(fields=['tenant', 'account'], name='refund_cases_of_account')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='billing_refundcase_in_tenant'), models.UniqueConstraint(fields=('tenant', 'number'), name='refund_case_number_once'), models.UniqueConstraint(condition=models.Q(('invoice__isnull', False)), fields=('tenant', 'invoice', 'reason'), name='one_case_an_invoice'), models.UniqueConstraint(fields=('tenant', 'customer', 'invoice_number', 'reason'), name='one_case_a_told_invoice'), models.CheckConstraint(condition=models.Q(('amount__gt', 0), ('amount__lte', Decimal('1000'))), name='refund_amount_0_to_1000'), models.CheckConstraint(condition=models.Q(('reason__in', ('overcharge', 'service_outage', 'within_cooling_off', 'other'))), name='refund_reason_known'), models.CheckConstraint(condition=models.Q(('number__gte', 10001)), name='refund_case_number_from_10001'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at__isnull', True), ('status__in', ['opened', 'pending_review'])), models.Q(('decided_at__isnull', False), ('status__in', ['approved', 'rejected'])), _connector='OR'), name='refund_case_decided_at')],
            },
        ),
        migrations.CreateModel(
            name='BillingRules',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('cooling_off_days', models.PositiveSmallIntegerField(default=14, help_text='Within these days a customer may withdraw, and is seen to first.', verbose_name='Cooling-off (days)')),
                ('processing_sla_business_days', models.PositiveSmallIntegerField(default=5, help_text='Told to the customer as a date. Weekends and your holidays do not count.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(60)], verbose_name='A case is decided within (business days)')),
                ('refund_to_method_days', models.CharField(default='7-10', help_text='After a case is approved, until it has arrived where it was paid from.', max_length=20, validators=[django.core.validators.RegexValidator('^\\d{1,3}(-\\d{1,3})?$', 'A number of days such as 7, or 7-10.')], verbose_name='Money is back within (days)')),
                ('non_refundable_en', models.TextField(blank=True, help_text='One a line, as customers read it.', max_length=2000, verbose_name='Not given back, in English')),
                ('non_refundable_sw', models.TextField(blank=True, max_length=2000, verbose_name='In Swahili')),
                ('non_refundable_sheng', models.TextField(blank=True, max_length=2000, verbose_name='In Sheng')),
                ('notes_en', models.TextField(blank=True, help_text='One a line: refunds go back to the way it was paid.', max_length=2000, verbose_name='What else holds, in English')),
                ('notes_sw', models.TextField(blank=True, max_length=2000, verbose_name='In Swahili')),
                ('notes_sheng', models.TextField(blank=True, max_length=2000, verbose_name='In Sheng')),
                ('question_en', models.CharField(blank=True, help_text="Asked of who writes from another number than the account's: What are the last four digits of your ID? Each account keeps its own answer. Empty: a person looks at it instead.", max_length=200, verbose_name='Question, in English')),
                ('question_sw', models.CharField(blank=True, max_length=200, verbose_name='In Swahili')),
                ('question_sheng', models.CharField(blank=True, max_length=200, verbose_name='In Sheng')),
                ('most_tries', models.PositiveSmallIntegerField(default=3, help_text='After so many, of one customer or about one account, nobody is asked again until a day has passed.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(10)], verbose_name='Wrong answers a day')),
                ('verified_hours', models.PositiveSmallIntegerField(default=24, validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(720)], verbose_name='A right answer holds for (hours)')),
            ],
            options={
                'verbose_name': 'billing rules',
                'verbose_name_plural': 'billing rules',
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='billing_billingrules_in_tenant'), models.UniqueConstraint(fields=('tenant',), name='billing_rules_once', violation_error_message='There are rules already.'), models.CheckConstraint(condition=models.Q(('most_tries__gte', 1)), name='billing_tries_1_up'), models.CheckConstraint(condition=models.Q(('processing_sla_business_days__gte', 1)), name='billing_sla_1_up')],
            },
        ),
        migrations.CreateModel(
            name='VerificationTry',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='verification_tries', to='tenants.customer')),
                ('account', tenants.tenancy.TenantForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='verification_tries', to='billing.account')),
                ('told_number', models.CharField(help_text='The account number they gave.', max_length=64)),
                ('is_right', models.BooleanField()),
            ],
            options={
                'verbose_name_plural': 'verification tries',
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'customer', '-created_at'], name='tries_of_customer'), models.Index(fields=['tenant', 'told_number', '-created_at'], name='tries_at_account'), models.Index(condition=models.Q(('account__isnull', False)), fields=['tenant', 'account'], name='tries_of_account')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='billing_verificationtry_in_tenant')],
            },
        ),
    ]
