from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tenants', '0003_web_way'),
    ]

    operations = [
        migrations.AddField(
            model_name='tenant',
            name='former_addresses',
            field=models.JSONField(editable=False, help_text='Of installations it came from: what providers sign for them counts here.', null=True),
        ),
        migrations.AddField(
            model_name='tenant',
            name='frozen_at',
            field=models.DateTimeField(editable=False, help_text='Since when nothing of it is written here: it moves elsewhere.', null=True),
        ),
        migrations.AddField(
            model_name='tenant',
            name='moved_to',
            field=models.URLField(db_default='', default='', editable=False, help_text='The installation that has it now.'),
        ),
        migrations.AddConstraint(
            model_name='tenant',
            constraint=models.CheckConstraint(condition=models.Q(('moved_to', ''), ('frozen_at__isnull', False), _connector='OR'), name='tenant_moved_is_frozen'),
        ),
    ]
