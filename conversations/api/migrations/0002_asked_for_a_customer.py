from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('api', '0001_initial'),
        ('tenants', '0003_web_way'),
    ]

    operations = [
        migrations.AddField(
            model_name='libraryanswer',
            name='customer_id',
            field=models.UUIDField(help_text='Whose question it was; it goes with them.', null=True),
        ),
        migrations.AddIndex(
            model_name='libraryanswer',
            index=models.Index(condition=models.Q(('customer_id__isnull', False)), fields=['tenant', 'customer_id'], name='library_answers_of'),
        ),
    ]
