"""What the chat of a web page is told by: the pages that may hold it, and where the business is."""

from django.db import migrations, models

import tenants.validators


class Migration(migrations.Migration):
    dependencies = [("tenants", "0010_channel_kind")]

    operations = [
        migrations.AddField(
            model_name="channel",
            name="allowed_origins",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text='Web pages that may hold the chat, as a list: ["https://shop.example"].',
                validators=[tenants.validators.validate_origins],
            ),
        ),
        migrations.AddField(
            model_name="channel",
            name="location",
            field=models.CharField(
                blank=True, default="", help_text="Where customers find you, such as Diani, Kenya.", max_length=120
            ),
            preserve_default=False,
        ),
        migrations.AddConstraint(
            model_name="channel",
            constraint=models.CheckConstraint(
                condition=models.Q(kind="web") | models.Q(allowed_origins=[], location=""),
                name="pages_of_web_chat_alone",
            ),
        ),
    ]
