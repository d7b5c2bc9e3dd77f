import django.contrib.postgres.fields
import django.db.models.constraints
import django.db.models.deletion
import pgvector.django.halfvec
import pgvector.django.sparsevec
import tenants.tenancy
from django.db import migrations, models

# What every search reads of a passage stays in its row: out of line, each vector would cost a lookup of its own.
_INLINE = 'ALTER TABLE "knowledge_chunk" ALTER COLUMN embedding SET STORAGE {0}, ALTER COLUMN words SET STORAGE {0}'
# The postings of a term are kept as they are, for unpacking them would cost more than reading them.
_AS_THEY_ARE = 'ALTER TABLE "knowledge_word" ALTER COLUMN places SET STORAGE {}'
# The signs of a vector, 192 bytes for 3 kB, stand in an index by tenant that has all a search needs: looking for the
# nearest reads no row. Not in the models, which would load them with every passage.
_SIGNS = """
ALTER TABLE "knowledge_chunk" ADD COLUMN signs bit(1536)
    GENERATED ALWAYS AS (binary_quantize(embedding)::bit(1536)) STORED;
CREATE INDEX chunk_by_signs ON "knowledge_chunk" (tenant_id) INCLUDE (id, document_id, signs)
"""
_NO_SIGNS = 'DROP INDEX chunk_by_signs; ALTER TABLE "knowledge_chunk" DROP COLUMN signs'


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('tenants', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Document',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('key', models.CharField(help_text="What names it in every upload: its file's path or name.", max_length=200)),
                ('title', models.CharField(max_length=200)),
                ('kind', models.CharField(choices=[('policy', 'Policy'), ('faq', 'Questions and answers'), ('doc', 'Document'), ('sop', 'Procedure'), ('summary', 'Conversation summary')], default='doc', max_length=10)),
                ('status', models.CharField(choices=[('waiting', 'Being read'), ('ready', 'Ready'), ('refused', 'Refused'), ('draft', 'To be approved')], default='waiting', max_length=10)),
                ('problem', models.CharField(blank=True, help_text='Why it could not be read.', max_length=300)),
                ('file_name', models.CharField(max_length=200)),
                ('media_type', models.CharField(blank=True, max_length=100)),
                ('size', models.PositiveIntegerField(default=0, help_text='In bytes.')),
                ('sha1', models.CharField(blank=True, help_text='Of the file as it was given.', max_length=40)),
                ('path', models.CharField(blank=True, help_text='Where the file is kept, under MEDIA_ROOT.', max_length=200)),
                ('incoming', models.CharField(blank=True, help_text='A newer file, given and not yet read.', max_length=200)),
                ('given_at', models.DateTimeField(blank=True, help_text='When that file was given.', null=True)),
                ('version', models.CharField(blank=True, max_length=40)),
                ('last_updated', models.DateField(blank=True, null=True)),
                ('language', models.CharField(blank=True, max_length=8)),
                ('audience', models.CharField(blank=True, help_text='For whom it is: "customer", "staff".', max_length=40)),
                ('tags', models.JSONField(blank=True, default=list)),
                ('is_active', models.BooleanField(default=True, help_text='An inactive document is not searched.')),
                ('read_at', models.DateTimeField(blank=True, null=True)),
                ('notes', models.JSONField(blank=True, default=list, help_text='What its reader should know: pages without text ...')),
                ('history', models.JSONField(blank=True, default=list, help_text='The versions that were read, newest first.')),
                ('is_linked', models.BooleanField(default=False, help_text='Its references are found, and those to it resolved.')),
            ],
            options={
                'ordering': ['title'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'status'], name='documents_by_status'), models.Index(condition=models.Q(('is_linked', False)), fields=['tenant'], name='documents_to_link')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_document_in_tenant'), models.UniqueConstraint(fields=('tenant', 'key'), name='document_key_once')],
            },
        ),
        migrations.CreateModel(
            name='Chunk',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('document', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='chunks', to='knowledge.document')),
                ('position', models.PositiveIntegerField(help_text='Its place in the document, from 0.')),
                ('text', models.TextField()),
                ('section', models.CharField(blank=True, help_text='The way to it: "Setup > Wi-Fi".', max_length=400)),
                ('page', models.PositiveIntegerField(blank=True, null=True)),
                ('sheet', models.CharField(blank=True, max_length=100)),
                ('category', models.CharField(blank=True, help_text='Of a property file: restaurants, hotel ...', max_length=60)),
                ('keywords', django.contrib.postgres.fields.ArrayField(base_field=models.TextField(), default=list, size=None)),
                ('tokens', models.PositiveIntegerField()),
                ('sha1', models.CharField(max_length=40)),
                ('has_injection', models.BooleanField(default=False, help_text='It holds instructions aimed at an assistant.')),
                ('embedding', pgvector.django.halfvec.HalfVectorField(dimensions=1536, null=True)),
                ('embedding_model', models.CharField(blank=True, max_length=120)),
                ('words', pgvector.django.sparsevec.SparseVectorField(dimensions=1000000000, help_text='What each of its words is worth to a search.', null=True)),
                ('has_times', models.BooleanField(default=False, help_text='It says when something is open or takes place.')),
                ('place', models.IntegerField(help_text='Its place in the lists of `Word`, taken from the `Register`.')),
            ],
            options={
                'ordering': ['document', 'position'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_chunk_in_tenant'), models.UniqueConstraint(fields=('tenant', 'place'), name='chunk_by_place'), models.UniqueConstraint(deferrable=django.db.models.constraints.Deferrable['DEFERRED'], fields=('tenant', 'document', 'position'), name='chunk_place_once')],
            },
        ),
        migrations.CreateModel(
            name='DocumentSynonym',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('document', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='synonyms', to='knowledge.document')),
                ('name', models.CharField(help_text='As other documents call this one: a short name, an abbreviation, its title in another language.', max_length=200)),
            ],
            options={
                'ordering': ['name'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_documentsynonym_in_tenant'), models.UniqueConstraint(fields=('tenant', 'document', 'name'), name='synonym_once')],
            },
        ),
        migrations.CreateModel(
            name='SectionLabel',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('document', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='labels', to='knowledge.document')),
                ('key', models.CharField(help_text='"42-1005", "chapter 5", "cancellation": `references.labels`.', max_length=200)),
                ('chunk', tenants.tenancy.TenantForeignKey(help_text='The first passage under it.', on_delete=django.db.models.deletion.CASCADE, related_name='labels', to='knowledge.chunk')),
                ('span', models.PositiveIntegerField(default=1, help_text='How many passages stand under it.')),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'document'], name='labels_of_document'), models.Index(fields=['tenant', 'chunk'], name='labels_of_chunk')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_sectionlabel_in_tenant'), models.UniqueConstraint(fields=('tenant', 'key', 'document'), name='label_once')],
            },
        ),
        migrations.CreateModel(
            name='ReferenceLink',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('chunk', tenants.tenancy.TenantForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='links', to='knowledge.chunk')),
                ('start', models.PositiveIntegerField(help_text="Where in the passage's text it stands.")),
                ('end', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('target', models.CharField(max_length=300)),
                ('through', models.CharField(blank=True, help_text='The last section of a range.', max_length=60)),
                ('original_text', models.CharField(max_length=500)),
                ('document_context', models.CharField(blank=True, help_text='The work it names, if it names one.', max_length=200)),
                ('key', models.CharField(help_text='What it is looked up by.', max_length=300)),
                ('to_document', tenants.tenancy.TenantForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='links_here', to='knowledge.document')),
                ('to_chunk', tenants.tenancy.TenantForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='links_here', to='knowledge.chunk')),
                ('span', models.PositiveIntegerField(default=0)),
                ('how', models.CharField(help_text='How its document was found: exact, fuzzy, substring, none.', max_length=10)),
                ('score', models.FloatField(default=0)),
            ],
            options={
                'ordering': ['chunk', 'start'],
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'chunk'], name='links_of_chunk'), models.Index(fields=['tenant', 'to_document'], name='links_to_document'), models.Index(fields=['tenant', 'to_chunk'], name='links_to_chunk'), models.Index(fields=['tenant', 'key'], name='links_by_key')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_referencelink_in_tenant')],
            },
        ),
        migrations.CreateModel(
            name='Register',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('given', models.IntegerField(default=0, help_text='How many places were given.')),
                ('counted', models.IntegerField(default=0, help_text='Passages from this place on are in no list yet.')),
                ('listed', models.IntegerField(default=0, help_text='How many passages the lists speak of, with those now gone.')),
                ('indexed_for', models.CharField(blank=True, help_text='The model whose vectors have an index.', max_length=120)),
                ('reading', models.PositiveSmallIntegerField(db_default=0, help_text="The way in which the passages' words were read: `words.READING` when it is today's.")),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_register_in_tenant'), models.UniqueConstraint(fields=('tenant',), name='register_once'), models.CheckConstraint(condition=models.Q(('counted__gte', 0), ('counted__lte', models.F('given'))), name='counted_was_given')],
            },
        ),
        migrations.CreateModel(
            name='Word',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('word', models.IntegerField(help_text="The word's place in a passage's `words`.")),
                ('passages', models.PositiveIntegerField()),
                ('places', models.BinaryField(default=bytes, help_text='Where, and what it is worth there: `search.postings.ENTRY`.')),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_word_in_tenant'), models.UniqueConstraint(fields=('tenant', 'word'), include=('passages',), name='word_once')],
            },
        ),
        migrations.CreateModel(
            name='Calibration',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('model', models.CharField(help_text='The embedding model that the scores come from.', max_length=120)),
                ('passages', models.PositiveIntegerField(help_text='How many there were.')),
                ('samples', models.PositiveIntegerField(help_text='How many passages questions were made of.')),
                ('unlike', models.FloatField(help_text='The cosine of a question and a passage that has nothing to do with it.')),
                ('alike', models.FloatField(help_text='That of a question and its answer; unknown until measured anew.', null=True)),
                ('threshold', models.FloatField(help_text='Below it a passage does not answer.')),
                ('threshold_by_words', models.FloatField(help_text='The same, while the embedding endpoint does not answer.')),
                ('strong', models.FloatField(help_text='What a good answer reaches.')),
                ('near_misses', models.JSONField(default=dict, help_text='Percentiles: questions that another document answers.')),
                ('answers', models.JSONField(default=dict, help_text='Percentiles: questions that the passage itself answers.')),
                ('calculated_at', models.DateTimeField()),
            ],
            options={
                'ordering': ['model'],
                'abstract': False,
                'base_manager_name': 'objects',
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_calibration_in_tenant'), models.UniqueConstraint(fields=('tenant', 'model'), name='calibration_once')],
            },
        ),
        migrations.CreateModel(
            name='UnansweredQuestion',
            fields=[
                ('id', models.UUIDField(default=tenants.tenancy.new_id, editable=False, primary_key=True, serialize=False)),
                ('tenant', tenants.tenancy.OwningTenant()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('question', models.CharField(max_length=300)),
                ('key', models.CharField(help_text='What questions that mean the same have in common.', max_length=200)),
                ('status', models.CharField(choices=[('open', 'Open'), ('answered', 'Answered')], default='open', max_length=10)),
                ('decision', models.CharField(help_text='Why there was no answer.', max_length=40)),
                ('score', models.FloatField(help_text='How near the best passage came.')),
                ('conversation_id', models.UUIDField(help_text='Whose question it was: it goes when they are erased.')),
            ],
            options={
                'abstract': False,
                'base_manager_name': 'objects',
                'indexes': [models.Index(fields=['tenant', 'status', 'key'], name='unanswered_by_key'), models.Index(fields=['tenant', 'conversation_id'], name='unanswered_of_conversation')],
                'constraints': [models.UniqueConstraint(fields=('tenant', 'id'), name='knowledge_unansweredquestion_in_tenant')],
            },
        ),
        migrations.RunSQL(_INLINE.format("MAIN"), _INLINE.format("EXTERNAL")),
        migrations.RunSQL(_AS_THEY_ARE.format("EXTERNAL"), _AS_THEY_ARE.format("EXTENDED")),
        migrations.RunSQL(_SIGNS, _NO_SIGNS),
    ]
