from django.db import migrations, models

# What visitors of a web chat have said stood as said of WhatsApp. The ledger lets nobody change it, its owner neither,
# so its trigger and the wall step aside for this one correction.
_STEP_ASIDE = [
    "ALTER TABLE tenants_consententry DISABLE TRIGGER consent_is_only_added_to, NO FORCE ROW LEVEL SECURITY",
    "ALTER TABLE tenants_customer NO FORCE ROW LEVEL SECURITY",
]
_CORRECT = """
UPDATE tenants_consententry AS entry SET channel = 'web'
  FROM tenants_customer AS customer
 WHERE customer.tenant_id = entry.tenant_id AND customer.id = entry.customer_id AND customer.address LIKE 'web:%'
"""
_STAND = [
    "ALTER TABLE tenants_customer FORCE ROW LEVEL SECURITY",
    "ALTER TABLE tenants_consententry ENABLE TRIGGER consent_is_only_added_to, FORCE ROW LEVEL SECURITY",
]


class Migration(migrations.Migration):

    dependencies = [
        ('tenants', '0002_told_phone'),
    ]

    operations = [
        migrations.AlterField(
            model_name='consententry',
            name='channel',
            field=models.CharField(choices=[('whatsapp', 'WhatsApp'), ('web', 'Web chat')], default='whatsapp', max_length=10),
        ),
        migrations.RunSQL([*_STEP_ASIDE, _CORRECT, *_STAND], migrations.RunSQL.noop),
    ]
