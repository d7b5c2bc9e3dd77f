"""Who a business is, as a visitor may know it."""

from typing import Any

from django.conf import settings

from knowledge.models import Document
from tenants.models import Channel
from tenants.scope import tenant_scope
from tools.catalog.models import Category

# Buttons that fit under a greeting.
MOST_TOPICS = 4


def of(channel: Channel) -> dict[str, Any]:
    """Its name and place, what it has, and what the widget says before anything is asked."""
    tenant = channel.tenant
    with tenant_scope(channel.tenant_id):
        paths = Category.objects.order_by("path").values_list("path", flat=True)
        categories = list(dict.fromkeys(path.partition(" > ")[0] for path in paths))
        ready = Document.objects.filter(status=Document.Status.READY)
        return {
            "name": tenant.name,
            "location": channel.location,
            "categories": categories,
            "document_count": ready.count(),
            "bot_name": tenant.bot_name,
            "bot_intro": tenant.bot_intro,
            "languages": tenant.allowed_languages,
            "topics": categories[:MOST_TOPICS],
            "streams_url": settings.TULIA.streams_url,
        }
