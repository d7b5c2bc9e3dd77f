from django.db import migrations

from tenants.postgresql.by_month import ByMonth


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ('conversations', '0001_initial'),
        ('tenants', '0005_months'),
    ]

    operations = [ByMonth('ProviderExchange', key='id')]
