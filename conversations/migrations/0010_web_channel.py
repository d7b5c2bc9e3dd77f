"""A page of its own in the admin for web chats; no table."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("conversations", "0009_words"), ("tenants", "0011_web_chat")]

    operations = [
        migrations.CreateModel(
            name="WebChannel",
            fields=[],
            options={"verbose_name": "web chat", "proxy": True, "indexes": [], "constraints": []},
            bases=("tenants.channel",),
        ),
    ]
