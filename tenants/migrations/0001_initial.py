import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import tenants.channel
import tenants.models
import tenants.rules.notices
import tenants.choices
import tenants.tenancy
import tenants.validators
from django.conf import settings
from django.db import migrations, models

# Whoever writes by hand is held to it too: code of ours that forgot could otherwise take a refusal back. Only an
# erasure may delete, and says for the length of its transaction that it is one (`tenants.consent`).
_ONLY_ADDED_TO = """
CREATE FUNCTION tenants_consent_is_only_added_to() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND current_setting('tulia.erasing', true) = 'on' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'The consent ledger is only added to.' USING ERRCODE = 'restrict_violation';
END
$$
"""
_HELD = """
CREATE TRIGGER consent_is_only_added_to BEFORE UPDATE OR DELETE ON tenants_consententry
   FOR EACH ROW EXECUTE FUNCTION tenants_consent_is_only_added_to()
"""
_LET_GO = [
    "DROP TRIGGER consent_is_only_added_to ON tenants_consententry",
    "DROP FUNCTION tenants_consent_is_only_added_to",
]
# Where the partitions lie. The roles that Tulia works as may not use it: a partition is reached through its table
# alone, before which the wall stands. What they need to have made there these functions make, as the owner.
_MONTHS = "CREATE SCHEMA months"
_FIRST_KEY = """
CREATE FUNCTION tenants_first_key(month date) RETURNS uuid
LANGUAGE sql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
    SELECT (lpad(to_hex(extract(epoch FROM month)::bigint * 1000), 12, '0') || repeat('0', 20))::uuid
$$
"""
# Rows of the month that are in the partition of the others move; who writes waits for it, and nobody who reads.
_MAKE = """
CREATE FUNCTION tenants_make_month(parted text, moment timestamptz) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
DECLARE
    month date := date_trunc('month', moment AT TIME ZONE 'UTC');
    first uuid := public.tenants_first_key(month);
    past uuid := public.tenants_first_key((month + interval '1 month')::date);
    made text := parted || to_char(month, '_YYYY_MM');
    key text := (SELECT attname FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid
                   JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
                  WHERE relname = parted AND relnamespace = 'public'::regnamespace);
BEGIN
    IF key IS NULL THEN
        RAISE EXCEPTION 'No table of months: %', parted;
    END IF;
    IF EXISTS (SELECT FROM public.tenants_list_months() WHERE "table" = parted AND (begins IS NULL OR begins < past) AND ends > first)
    THEN
        RETURN false;
    END IF;
    EXECUTE format('LOCK TABLE public.%I IN SHARE ROW EXCLUSIVE MODE', parted);
    EXECUTE format('CREATE TABLE months.%I (LIKE public.%I INCLUDING ALL)', made, parted);
    EXECUTE format(
        'WITH moved AS (DELETE FROM months.%I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO months.%I SELECT * FROM moved',
        parted || '_others', key, first, key, past, made);
    EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION months.%I FOR VALUES FROM (%L) TO (%L)',
                   parted, made, first, past);
    EXECUTE format('ALTER TABLE months.%I ENABLE ROW LEVEL SECURITY', made);
    RETURN true;
END
$$
"""
_DROP = """
CREATE FUNCTION tenants_drop_month(parted text, partition text, now timestamptz) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM public.tenants_list_months() WHERE "table" = parted AND name = partition
                      AND ends <= public.tenants_first_key(date_trunc('month', now AT TIME ZONE 'UTC')::date))
    THEN
        RAISE EXCEPTION 'No month of % that is over: %', parted, partition;
    END IF;
    EXECUTE format('DROP TABLE months.%I', partition);
END
$$
"""
# With their keys: from the first of the month to that of the next. What lay there before has no beginning.
_LIST_ALL = """
CREATE FUNCTION tenants_list_months() RETURNS TABLE ("table" text, name text, begins uuid, ends uuid)
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
    SELECT whole.relname::text, part.relname::text,
           substring(pg_get_expr(part.relpartbound, part.oid) FROM 'FROM \\(''([0-9a-f-]{36})')::uuid,
           substring(pg_get_expr(part.relpartbound, part.oid) FROM 'TO \\(''([0-9a-f-]{36})')::uuid
      FROM pg_inherits JOIN pg_class whole ON whole.oid = inhparent JOIN pg_class part ON part.oid = inhrelid
     WHERE whole.relkind = 'p' AND whole.relnamespace = 'public'::regnamespace
       AND part.relnamespace = 'months'::regnamespace AND pg_get_expr(part.relpartbound, part.oid) <> 'DEFAULT'
$$
"""
# What lies in the partition of the others, by the month of its key; a key that holds no time of ours has none.
_LIST_OTHERS = """
CREATE FUNCTION tenants_list_others(parted text) RETURNS TABLE (month date, rows_of_it bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    key text := (SELECT attname FROM pg_partitioned_table JOIN pg_class ON pg_class.oid = partrelid
                   JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
                  WHERE relname = parted AND relnamespace = 'public'::regnamespace);
BEGIN
    RETURN QUERY EXECUTE format(
        $_$ SELECT CASE WHEN at BETWEEN '2020-01-01' AND '2200-01-01'
                        THEN date_trunc('month', at AT TIME ZONE 'UTC')::date END, count(*)
              FROM (SELECT to_timestamp(('x0000' || left(replace(%I::text, '-', ''), 12))::bit(64)::bigint / 1000.0) AS at
                      FROM months.%I) AS others GROUP BY 1 $_$,
        key, parted || '_others');
END
$$
"""
_OF_MONTHS = (
    ("tenants_first_key(date)", _FIRST_KEY), ("tenants_list_months()", _LIST_ALL), ("tenants_make_month(text, timestamptz)", _MAKE),
    ("tenants_drop_month(text, text, timestamptz)", _DROP), ("tenants_list_others(text)", _LIST_OTHERS),
)
# What tells nothing but names and times.
_ANYBODY = ("tenants_first_key(date)", "tenants_list_months()")


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='FailedLogin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('source', models.CharField(help_text='Digest of where it came from.', max_length=64)),
                ('name', models.CharField(help_text='Digest of the name that was tried there.', max_length=64)),
                ('tried_at', models.DateTimeField()),
            ],
            options={
                'indexes': [models.Index(fields=['source', 'tried_at'], name='failed_logins_of_source'), models.Index(fields=['tried_at'], name='failed_logins_in_window')],
            },
        ),
        migrations.CreateModel(
            name='ScheduledJob',
            fields=[
                ('name', models.CharField(max_length=60, primary_key=True, serialize=False)),
                ('claimed_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('is_demo', models.BooleanField(default=False, editable=False, help_text='Its password is public; it opens nothing while the demo is off.')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('session_key', models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name='session key')),
                ('session_data', models.TextField(verbose_name='session data')),
                ('expire_date', models.DateTimeField(db_index=True, verbose_name='expire date')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to=settings.AUTH_USER_MODEL)),
                ('begun_at', models.DateTimeField(null=True)),
                ('seen_at', models.DateTimeField(null=True)),
                ('address', models.CharField(blank=True, max_length=45)),
                ('browser', models.CharField(blank=True, help_text='What the browser says of itself.', max_length=200)),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='AuthenticatorApp',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('user', models.ForeignKey(help_text='The user that this device belongs to.', on_delete=django.db.models.deletion.CASCADE, to=settings.AUTH_USER_MODEL)),
                ('name', models.CharField(help_text='The human-readable name of this device.', max_length=64)),
                ('confirmed', models.BooleanField(default=True, help_text='Is this device ready for use?')),
                ('throttling_failure_timestamp', models.DateTimeField(blank=True, default=None, help_text='A timestamp of the last failed verification attempt. Null if last attempt succeeded.', null=True)),
                ('throttling_failure_count', models.PositiveIntegerField(default=0, help_text='Number of successive failed attempts.')),
                ('created_at', models.DateTimeField(auto_now_add=True, help_text='The date and time when this device was initially created in the system.', null=True)),
                ('last_used_at', models.DateTimeField(blank=True, help_text='The most recent date and time this device was used.', null=True)),
                ('sealed_key', models.TextField(help_text='The shared key, encrypted.')),
                ('drift', models.SmallIntegerField(default=0, help_text="Half minutes by which the phone's clock differs.")),
                ('last_step', models.BigIntegerField(default=-1, help_text='Of the last code: none is taken twice.')),
            ],
            options={
                'verbose_name': 'authenticator app',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='Tenant',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('slug', models.SlugField(help_text='Short name used in addresses and file paths.', unique=True)),
                ('name', models.CharField(help_text='The business as customers know it.', max_length=120)),
                ('is_active', models.BooleanField(default=True, help_text="An inactive tenant's webhooks answer 404.")),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('bot_name', models.CharField(help_text='The name the assistant gives itself.', max_length=60)),
                ('bot_intro', models.CharField(blank=True, help_text='Said once, before the first answer to a new customer.', max_length=300)),
                ('tone_style', models.CharField(choices=[('friendly_concise', 'Friendly and concise'), ('professional', 'Professional'), ('casual', 'Casual')], default='friendly_concise', max_length=20)),
                ('default_language', models.CharField(choices=tenants.choices.list_languages, default='en', help_text="Used until a customer's language is clear.", max_length=8)),
                ('allowed_languages', models.JSONField(default=tenants.models.default_languages, help_text='Languages the assistant may switch to, as a list: ["en", "sw", "sheng"].', validators=[tenants.validators.validate_languages])),
                ('max_chattiness_level', models.PositiveSmallIntegerField(choices=[(0, '0: business only, no small talk'), (1, '1: one short greeting'), (2, '2: friendly, two casual turns'), (3, '3: friendlier, four casual turns')], default=2, help_text='How much small talk to pay for.')),
                ('catalog_link_base', models.URLField(blank=True, help_text='Your web catalog; shown when there is too much to list in a chat.')),
                ('payments_enabled', models.JSONField(blank=True, default=dict, help_text='Ways to pay you: {"mpesa_stk": true, "mpesa_c2b": true, "card": false}.', validators=[tenants.validators.validate_payments_enabled])),
                ('does_without_payments', models.BooleanField(default=False, help_text='Customers pay in another way, or not at all: nothing is to be set up for it.')),
                ('escalation_rules', models.JSONField(blank=True, default=dict, help_text='When a person takes over, and how they are reached.', validators=[tenants.validators.validate_mapping])),
                ('compliance', models.JSONField(blank=True, default=dict, help_text='Restricted topics and the fixed texts that answer them.', validators=[tenants.validators.validate_mapping])),
                ('templates', models.JSONField(blank=True, default=dict, help_text='Approved WhatsApp templates, by event, for what a customer is told who has not written for a day.', validators=[tenants.rules.notices.validate_templates])),
                ('journeys_off', models.JSONField(blank=True, default=tenants.models.off_at_first, help_text='Abilities that are switched off, by name, as a list: ["offers"].', validators=[tenants.validators.validate_names])),
                ('currency', models.CharField(default='KES', max_length=3, validators=[django.core.validators.RegexValidator('^[A-Z]{3}$', 'Use a currency code such as KES.')])),
                ('time_zone', models.CharField(default='Africa/Nairobi', max_length=40, validators=[tenants.validators.validate_time_zone])),
                ('business_hours', models.JSONField(blank=True, default=dict, help_text='Opening hours by day: {"mon": "08:00-18:00", "sun": "closed"}.', validators=[tenants.validators.validate_business_hours])),
                ('chat_model', models.CharField(blank=True, help_text="Language model for this tenant; empty means the installation's.", max_length=80)),
                ('monthly_model_budget_usd', models.DecimalField(blank=True, decimal_places=2, help_text="When a month's model cost reaches this, answers are made locally. Empty: no limit.", max_digits=10, null=True)),
                ('messages_per_minute', models.PositiveSmallIntegerField(default=20, help_text='A customer who writes more often than this is answered once, then ignored for a while.')),
                ('debounce_milliseconds', models.PositiveIntegerField(default=1000, help_text='How long to wait for the rest of a burst before answering. At most 5000.', validators=[django.core.validators.MaxValueValidator(5000)])),
                ('retention_days', models.PositiveSmallIntegerField(blank=True, help_text='After so many days messages, files and traces are removed; at least 30. Empty: they are kept.', null=True, validators=[django.core.validators.MinValueValidator(30)])),
                ('books_years', models.PositiveSmallIntegerField(default=7, help_text='When a customer is erased, what was paid stays in your books without them, for so many years from the order on; then it is removed. Ask your accountant how long the law wants.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(30)])),
                ('held_pieces_limit', models.PositiveSmallIntegerField(default=20, help_text='How many pieces may be set aside for one customer who has not paid yet. A larger order can be made and paid all the same; its pieces are taken from the shelf when the money is there.', validators=[django.core.validators.MinValueValidator(1)])),
                ('former_addresses', models.JSONField(editable=False, help_text='Of installations it came from: what providers sign for them counts here.', null=True)),
                ('frozen_at', models.DateTimeField(editable=False, help_text='Since when nothing of it is written here: it moves elsewhere.', null=True)),
                ('moved_to', models.URLField(db_default='', default='', editable=False, help_text='The installation that has it now.')),
            ],
            options={
                'ordering': ['name'],
                'base_manager_name': 'objects',
                'constraints': [models.CheckConstraint(condition=models.Q(('max_chattiness_level__lte', 3)), name='tenant_chattiness_0_to_3'), models.CheckConstraint(condition=models.Q(('debounce_milliseconds__lte', 5000)), name='tenant_debounce_capped'), models.CheckConstraint(condition=models.Q(('retention_days__gte', 30)), name='tenant_retention_30_or_more'), models.CheckConstraint(condition=models.Q(('books_years__gte', 1), ('books_years__lte', 30)), name='tenant_books_1_to_30_years'), models.CheckConstraint(condition=models.Q(('held_pieces_limit__gte', 1)), name='tenant_holds_1_or_more'), models.CheckConstraint(condition=models.Q(('moved_to', ''), ('frozen_at__isnull', False), _connector='OR'), name='tenant_moved_is_frozen')],
            },
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('email', models.EmailField(help_text='The person logs in with this address.', max_length=150, verbose_name='e-mail')),
                ('name', models.CharField(max_length=150)),
                ('role', models.CharField(choices=[('admin', 'Tenant admin'), ('operator', 'Operator')], max_length=10)),
                ('token_digest', models.CharField(editable=False, max_length=64, unique=True)),
                ('invited_by', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('expires_at', models.DateTimeField()),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_invitation_in_tenant'), models.UniqueConstraint(fields=('tenant', 'email'), name='invitation_once'), models.CheckConstraint(condition=models.Q(('email', django.db.models.functions.text.Lower('email'))), name='invitation_lower')],
            },
        ),
        migrations.CreateModel(
            name='BlockEntry',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(choices=[('sender', 'Who writes'), ('words', 'Words in a message')], default='sender', max_length=10, verbose_name='what is blocked')),
                ('pattern', models.CharField(help_text='A number with its country: +254712345678; +2547009* is every number that begins so. Or words as they are written: win a prize; forex* is every word that begins so.', max_length=160, verbose_name='number or words')),
                ('address', models.CharField(blank=True, editable=False, help_text="As customers' addresses are written, where it is one sender: so it goes when they are erased.", max_length=160)),
                ('outcome', models.CharField(choices=[('silence', 'No answer'), ('person', 'A person decides')], default='silence', help_text='The message is kept and stands at the desk either way; the assistant does not read it.', max_length=10, verbose_name='what happens')),
                ('note', models.CharField(blank=True, help_text='For your colleagues; no customer sees it.', max_length=200, verbose_name='why')),
                ('added_by', models.ForeignKey(blank=True, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'blocked sender or words',
                'verbose_name_plural': 'blocklist',
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_blockentry_in_tenant'), models.UniqueConstraint(fields=('tenant', 'kind', 'pattern'), name='blocked_once')],
            },
        ),
        migrations.CreateModel(
            name='Channel',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(default='whatsapp', editable=False, help_text='Its folder in conversations/channels.', max_length=12)),
                ('name', models.CharField(help_text='How your team calls this number.', max_length=80)),
                ('sender', models.CharField(help_text='The sender as Twilio writes it: whatsapp:+254700000001.', max_length=160, validators=[tenants.validators.validate_address])),
                ('twilio_account', models.CharField(help_text='Account SID of the Twilio account that owns the sender.', max_length=34, validators=[django.core.validators.RegexValidator('^AC[0-9a-f]{32}$', 'An account SID is AC and 32 hex digits.')])),
                ('sealed_auth_token', models.TextField(blank=True, editable=False)),
                ('webhook_token', models.CharField(default=tenants.channel.new_webhook_token, editable=False, help_text='Names this channel in its webhook address.', max_length=64, unique=True)),
                ('is_active', models.BooleanField(default=True)),
                ('messages_per_second', models.PositiveSmallIntegerField(default=80, help_text='How fast WhatsApp takes messages of this sender: 80 unless Twilio has raised it.', validators=[django.core.validators.MinValueValidator(1), django.core.validators.MaxValueValidator(1000)])),
                ('tested_at', models.DateTimeField(editable=False, help_text='When Twilio last took its account and token; empty after either changes.', null=True)),
                ('allowed_origins', models.JSONField(blank=True, default=list, help_text='Web pages that may hold the chat, as a list: ["https://shop.example"].', validators=[tenants.validators.validate_origins])),
                ('location', models.CharField(blank=True, help_text='Where customers find you, such as Diani, Kenya.', max_length=120)),
                ('problem', models.CharField(blank=True, editable=False, help_text='What an admin must put right before messages go out again; empty when all is well.', max_length=300)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_channel_in_tenant'), models.UniqueConstraint(fields=('tenant', 'sender'), name='channel_sender_once'), models.CheckConstraint(condition=models.Q(('kind', 'whatsapp'), models.Q(('sealed_auth_token', ''), ('twilio_account', '')), _connector='OR'), name='twilio_account_of_whatsapp_alone'), models.CheckConstraint(condition=models.Q(('kind', 'web'), models.Q(('allowed_origins', []), ('location', '')), _connector='OR'), name='pages_of_web_chat_alone')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
                ('role', models.CharField(choices=[('admin', 'Tenant admin'), ('operator', 'Operator')], max_length=10)),
                ('at_desk_at', models.DateTimeField(editable=False, help_text='When they last had a page of the desk open.', null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['user'], name='membership_of_user')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_membership_in_tenant'), models.UniqueConstraint(fields=('tenant', 'user'), name='membership_once')],
            },
        ),
        migrations.CreateModel(
            name='Customer',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('address', models.CharField(help_text='The one they used last: answers go there.', max_length=160, validators=[tenants.validators.validate_address])),
                ('phone_e164', models.CharField(blank=True, help_text='As their channel tells it, so it is theirs.', max_length=16)),
                ('name', models.CharField(blank=True, help_text="As the customer's profile gives it.", max_length=120)),
                ('called', models.CharField(blank=True, help_text='As they asked to be called.', max_length=60)),
                ('language_preference', models.CharField(blank=True, choices=tenants.choices.list_languages, max_length=8)),
                ('tags', models.JSONField(blank=True, default=list)),
                ('last_seen_at', models.DateTimeField(blank=True, null=True)),
                ('erasure_asked_at', models.DateTimeField(blank=True, help_text='When they asked for their data to go.', null=True)),
                ('erased_at', models.DateTimeField(blank=True, help_text='Since when nothing of them is kept but that somebody paid.', null=True)),
                ('told_phone', models.CharField(blank=True, help_text='As they told it: where to reach them, and no proof of who they are.', max_length=16)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', '-last_seen_at'], name='customer_last_seen')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_customer_in_tenant'), models.UniqueConstraint(fields=('tenant', 'address'), name='customer_address_once')],
            },
        ),
        migrations.CreateModel(
            name='ConductCount',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conduct', to='tenants.customer')),
                ('kind', models.CharField(choices=[('casual', 'Small talk'), ('spam', 'Spam'), ('abuse', 'Abuse')], max_length=10)),
                ('hour', models.DateTimeField(help_text='The hour that began then.')),
                ('turns', models.PositiveIntegerField(default=1)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'hour'], name='conduct_by_hour')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_conductcount_in_tenant'), models.UniqueConstraint(fields=('tenant', 'customer', 'kind', 'hour'), name='conduct_once_an_hour')],
            },
        ),
        migrations.CreateModel(
            name='ConsentEntry',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('customer', tenants.tenancy.TenantForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='consent_entries', to='tenants.customer')),
                ('pseudonym', models.CharField(blank=True, help_text='Of an address, once its customer was erased.', max_length=40)),
                ('place', models.PositiveIntegerField(default=1, help_text="Its number in the customer's ledger.")),
                ('purpose', models.CharField(choices=[('service', 'Messages unasked'), ('marketing', 'Offers and news'), ('order_updates', 'Order updates'), ('payment_updates', 'Payment updates')], max_length=20)),
                ('channel', models.CharField(choices=[('whatsapp', 'WhatsApp'), ('web', 'Web chat')], default='whatsapp', max_length=10)),
                ('is_granted', models.BooleanField(verbose_name='granted')),
                ('source', models.CharField(choices=[('customer', 'Customer'), ('staff', 'Staff'), ('provider', 'WhatsApp'), ('erasure', 'Erasure'), ('carried', 'Carried over')], max_length=10)),
                ('reason', models.CharField(help_text='Who or what asked for it.', max_length=200)),
                ('words', models.CharField(blank=True, help_text='What the customer wrote.', max_length=300)),
                ('message_id', models.UUIDField(help_text='The message that proves it.', null=True)),
                ('wording', models.CharField(blank=True, help_text='What they were told: sentence, language, and a digest of its words.', max_length=60)),
                ('request_id', models.UUIDField(help_text='The turn in which it was read.', null=True)),
            ],
            options={
                'verbose_name_plural': 'consent entries',
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(condition=models.Q(('pseudonym', ''), _negated=True), fields=['tenant', 'pseudonym'], name='consent_of_erased')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_consententry_in_tenant'), models.UniqueConstraint(fields=('tenant', 'customer', 'place'), name='consent_in_order'), models.CheckConstraint(condition=models.Q(models.Q(('customer__isnull', False), ('pseudonym', '')), models.Q(('customer__isnull', True), ('is_granted', False), ('words', ''), models.Q(('pseudonym', ''), _negated=True)), _connector='OR'), name='consent_of_somebody')],
            },
        ),
        migrations.CreateModel(
            name='CustomerAddress',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='addresses', to='tenants.customer')),
                ('address', models.CharField(help_text='As it was first received.', max_length=160)),
                ('key', models.CharField(help_text='What all ways of writing this address have in common.', max_length=160)),
            ],
            options={
                'verbose_name_plural': 'customer addresses',
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'customer'], name='addresses_of_customer')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_customeraddress_in_tenant'), models.UniqueConstraint(fields=('tenant', 'key'), name='customer_known_by_address')],
            },
        ),
        migrations.CreateModel(
            name='PreferenceChange',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('customer', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='preference_changes', to='tenants.customer')),
                ('preference', models.CharField(max_length=60)),
                ('before', models.JSONField(null=True)),
                ('after', models.JSONField(null=True)),
                ('reason', models.CharField(help_text='Who or what asked for the change.', max_length=200)),
                ('request_id', models.UUIDField(null=True)),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'customer', '-created_at'], name='preference_history')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='tenants_preferencechange_in_tenant')],
            },
        ),
        migrations.RunSQL([_ONLY_ADDED_TO, _HELD], _LET_GO),
        migrations.RunSQL(_MONTHS, "DROP SCHEMA months"),
        *(migrations.RunSQL(made, f"DROP FUNCTION {name}") for name, made in _OF_MONTHS),
        migrations.RunSQL(
            [f"REVOKE ALL ON FUNCTION {name} FROM PUBLIC" for name, _ in _OF_MONTHS if name not in _ANYBODY], migrations.RunSQL.noop
        ),
    ]
