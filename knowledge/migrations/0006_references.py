"""The reference graph: names and section labels to look up, and links from passages to what they refer to."""


import django.db.models.deletion
import tenants.tenancy
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('knowledge', '0005_scale'),
        ('tenants', '0013_billing_off'),
    ]

    operations = [
        migrations.CreateModel(
            name='DocumentSynonym',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('name', models.CharField(help_text='As other documents call this one: a short name, an abbreviation, its title in another language.', max_length=200)),
            ],
            options={
                'ordering': ['name'],
                'abstract': False,
                'base_manager_name': 'objects',
            },
        ),
        migrations.CreateModel(
            name='ReferenceLink',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('start', models.PositiveIntegerField(help_text="Where in the passage's text it stands.")),
                ('end', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('target', models.CharField(max_length=300)),
                ('through', models.CharField(blank=True, help_text='The last section of a range.', max_length=60)),
                ('original_text', models.CharField(max_length=500)),
                ('document_context', models.CharField(blank=True, help_text='The work it names, if it names one.', max_length=200)),
                ('key', models.CharField(help_text='What it is looked up by.', max_length=300)),
                ('span', models.PositiveIntegerField(default=0)),
                ('how', models.CharField(help_text='How its document was found: exact, fuzzy, substring, none.', max_length=10)),
                ('score', models.FloatField(default=0)),
            ],
            options={
                'ordering': ['chunk', 'start'],
                'abstract': False,
                'base_manager_name': 'objects',
            },
        ),
        migrations.CreateModel(
            name='SectionLabel',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('key', models.CharField(help_text='"42-1005", "chapter 5", "cancellation": `references.labels`.', max_length=200)),
                ('span', models.PositiveIntegerField(default=1, help_text='How many passages stand under it.')),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
            },
        ),
        migrations.AddField(
            model_name='document',
            name='is_linked',
            field=models.BooleanField(default=False, help_text='Its references are found, and those to it resolved.'),
        ),
        migrations.AddIndex(
            model_name='document',
            index=models.Index(condition=models.Q(('is_linked', False)), fields=['tenant'], name='documents_to_link'),
        ),
        migrations.AddField(
            model_name='documentsynonym',
            name='document',
            field=tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='synonyms', to='knowledge.document'),
        ),
        migrations.AddField(
            model_name='documentsynonym',
            name='tenant',
            field=tenants.tenancy.OwningTenant(),
        ),
        migrations.AddField(
            model_name='referencelink',
            name='chunk',
            field=tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='knowledge.chunk'),
        ),
        migrations.AddField(
            model_name='referencelink',
            name='tenant',
            field=tenants.tenancy.OwningTenant(),
        ),
        migrations.AddField(
            model_name='referencelink',
            name='to_chunk',
            field=tenants.tenancy.TenantForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='links_here', to='knowledge.chunk'),
        ),
        migrations.AddField(
            model_name='referencelink',
            name='to_document',
            field=tenants.tenancy.TenantForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='links_here', to='knowledge.document'),
        ),
        migrations.AddField(
            model_name='sectionlabel',
            name='chunk',
            field=tenants.tenancy.TenantForeignKey(help_text='The first passage under it.', on_delete=django.db.models.deletion.CASCADE, related_name='labels', to='knowledge.chunk'),
        ),
        migrations.AddField(
            model_name='sectionlabel',
            name='document',
            field=tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='labels', to='knowledge.document'),
        ),
        migrations.AddField(
            model_name='sectionlabel',
            name='tenant',
            field=tenants.tenancy.OwningTenant(),
        ),
        migrations.AddConstraint(
            model_name='documentsynonym',
            constraint=models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_documentsynonym_in_tenant'),
        ),
        migrations.AddConstraint(
            model_name='documentsynonym',
            constraint=models.UniqueConstraint(fields=('tenant', 'document', 'name'), name='synonym_once'),
        ),
        migrations.AddIndex(
            model_name='referencelink',
            index=models.Index(fields=['tenant', 'chunk'], name='links_of_chunk'),
        ),
        migrations.AddIndex(
            model_name='referencelink',
            index=models.Index(fields=['tenant', 'to_document'], name='links_to_document'),
        ),
        migrations.AddIndex(
            model_name='referencelink',
            index=models.Index(fields=['tenant', 'to_chunk'], name='links_to_chunk'),
        ),
        migrations.AddIndex(
            model_name='referencelink',
            index=models.Index(fields=['tenant', 'key'], name='links_by_key'),
        ),
        migrations.AddConstraint(
            model_name='referencelink',
            constraint=models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_referencelink_in_tenant'),
        ),
        migrations.AddIndex(
            model_name='sectionlabel',
            index=models.Index(fields=['tenant', 'document'], name='labels_of_document'),
        ),
        migrations.AddIndex(
            model_name='sectionlabel',
            index=models.Index(fields=['tenant', 'chunk'], name='labels_of_chunk'),
        ),
        migrations.AddConstraint(
            model_name='sectionlabel',
            constraint=models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_sectionlabel_in_tenant'),
        ),
        migrations.AddConstraint(
            model_name='sectionlabel',
            constraint=models.UniqueConstraint(fields=('tenant', 'key', 'document'), name='label_once'),
        ),
    ]
