"""The mail room in the Django admin: channels, transcripts, records, and the dashboard on its first page."""

from django.contrib import admin

from conversations.admin import channel, conversation, records
from conversations.admin.teaching import page as teaching
from conversations.admin.teaching import unknown_words

admin.site.index_template = "conversations/dashboard.html"
admin.site.index_title = "Dashboard"

__all__ = ["channel", "conversation", "records", "teaching", "unknown_words"]
