"""Channels have a kind, and Twilio's account is WhatsApp's alone; a constant default, so that no row is rewritten."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tenants", "0009_conduct")]

    operations = [
        migrations.AddField(
            model_name="channel",
            name="kind",
            field=models.CharField(
                default="whatsapp", editable=False, help_text="Its folder in conversations/channels.", max_length=12
            ),
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.CheckConstraint(
                condition=models.Q(kind="whatsapp") | models.Q(twilio_account="", sealed_auth_token=""),
                name="twilio_account_of_whatsapp_alone",
            ),
        ),
    ]
