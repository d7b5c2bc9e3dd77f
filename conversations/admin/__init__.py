"""The mail room in the Django admin: channels, transcripts, records, and the dashboard on its first page."""

from importlib import import_module

from django.contrib import admin

from conversations.admin import conversation, records
from conversations.admin.teaching import page as teaching
from conversations.channels import registry

admin.site.index_template = "conversations/dashboard.html"
admin.site.index_title = "Dashboard"
for kind in registry.KINDS:
    import_module(kind.admin)

__all__ = ["conversation", "records", "teaching"]
