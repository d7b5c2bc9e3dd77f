import tenants.tenancy
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('exemplars', '0001_initial'),
        ('tenants', '0005_journeys_off'),
    ]

    operations = [
        migrations.CreateModel(
            name='UnknownWord',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('word', models.CharField(max_length=24)),
                ('times', models.PositiveIntegerField(default=0)),
                ('last_on', models.DateField(help_text='The last day on which a message held it.')),
                ('tenant', tenants.tenancy.OwningTenant()),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='exemplars_unknownword_in_tenant'), models.UniqueConstraint(fields=('tenant', 'word'), name='unknown_word_counted_once')],
            },
        ),
    ]
