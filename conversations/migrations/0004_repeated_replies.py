from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0003_turn_errors'),
    ]

    operations = [
        migrations.AddField(
            model_name='outboundmessage',
            name='is_repeated',
            field=models.BooleanField(default=False, help_text='It most likely never arrived, and its words went out again with a later answer.'),
        ),
        migrations.AddIndex(
            model_name='outboundmessage',
            index=models.Index(condition=models.Q(('status', 'unknown')), fields=['tenant', 'conversation'], name='outbound_unknown'),
        ),
    ]
