import django.core.validators
import tenants.choices
import tenants.tenancy
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Exemplar',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('sentence', models.CharField(help_text='As a customer would write it, without names or numbers of anybody. Other wordings that come near it count too.', max_length=200, validators=[django.core.validators.ProhibitNullCharactersValidator()])),
                ('key', models.CharField(editable=False, help_text='Its words alone; each is taught once.', max_length=200)),
                ('language', models.CharField(choices=tenants.choices.list_languages, default='en', max_length=8)),
                ('command', models.CharField(max_length=60)),
                ('arguments', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'verbose_name': 'taught sentence',
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='exemplars_exemplar_in_tenant'), models.UniqueConstraint(fields=('tenant', 'key'), name='sentence_taught_once')],
            },
        ),
        migrations.CreateModel(
            name='UnknownWord',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('word', models.CharField(max_length=24)),
                ('times', models.PositiveIntegerField(default=0)),
                ('last_on', models.DateField(help_text='The last day on which a message held it.')),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='exemplars_unknownword_in_tenant'), models.UniqueConstraint(fields=('tenant', 'word'), name='unknown_word_counted_once')],
            },
        ),
    ]
