from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('handoff', '0003_desk'),
    ]

    operations = [
        migrations.AddField(
            model_name='cannedreply',
            name='is_marketing',
            field=models.BooleanField(default=False, help_text='As a template it then goes only to customers who have agreed to offers and news.', verbose_name='advertises'),
        ),
    ]
