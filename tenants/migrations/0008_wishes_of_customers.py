from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tenants', '0007_consent_ledger'),
    ]

    operations = [
        migrations.AddField(
            model_name='customer',
            name='called',
            field=models.CharField(blank=True, help_text='As they asked to be called.', max_length=60),
        ),
        migrations.AddField(
            model_name='customer',
            name='erasure_asked_at',
            field=models.DateTimeField(blank=True, help_text='When they asked for their data to go.', null=True),
        ),
    ]
