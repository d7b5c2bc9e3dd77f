from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0001_initial'),
    ]

    operations = [
        migrations.AddField(
            model_name='turn',
            name='errors',
            field=models.PositiveSmallIntegerField(default=0, help_text='Tries that ended in an error; the other ended ones were deaths of a worker.'),
        ),
    ]
