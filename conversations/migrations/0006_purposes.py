from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conversations', '0005_ownership'),
    ]

    operations = [
        migrations.AddField(
            model_name='outboundmessage',
            name='purpose',
            field=models.CharField(choices=[('answer', 'Answer'), ('service', 'Messages unasked'), ('marketing', 'Offers and news'), ('order_updates', 'Order updates'), ('payment_updates', 'Payment updates')], default='answer', help_text='What it is sent for.', max_length=20),
        ),
        migrations.AlterField(
            model_name='outboundmessage',
            name='status',
            field=models.CharField(choices=[('queued', 'Waiting to be sent'), ('sending', 'Being sent'), ('unknown', 'Perhaps sent'), ('sent', 'Sent'), ('delivered', 'Delivered'), ('read', 'Read'), ('failed', 'Failed'), ('withdrawn', 'Withdrawn'), ('refused', 'Refused')], default='queued', max_length=10),
        ),
    ]
