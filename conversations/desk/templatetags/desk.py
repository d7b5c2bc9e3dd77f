"""Words of the desk's pages."""

import json
import re
from datetime import datetime, timedelta
from typing import Any

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timesince

from conversations.desk import documents
from journeys import message_translation
from knowledge.models import Chunk
from knowledge.references import Resolution

register = template.Library()
BOLD = re.compile(r"(?<![\w*])\*([^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])")


@register.filter
def in_words(code: str) -> str:
    """human_request as Human request, order.status_changed as Order status changed."""
    return code.replace("_", " ").replace(".", " ").capitalize()


@register.filter
def person(user: Any) -> str:
    """How colleagues call each other; a login that is gone has no name."""
    return str(user.first_name or user.get_username()) if user else "Somebody"


@register.filter
def waited(since: datetime) -> str:
    told = timesince(since, depth=1)
    return "just now" if told.startswith("0") else told


@register.filter
def lasted(span: timedelta | None) -> str:
    """A span as people say it: 40 s, 12 min, 3 h 20 min, 2 d 4 h."""
    if span is None:
        return "-"
    minutes = round(span.total_seconds() / 60)
    if minutes < 1:
        return f"{round(span.total_seconds())} s"
    hours, days = minutes // 60, minutes // 1440
    if hours < 1:
        return f"{minutes} min"
    return f"{hours} h {minutes % 60} min" if days < 1 else f"{days} d {hours % 24} h"


@register.filter
def as_written(text: str) -> SafeString:
    """A message as WhatsApp shows it: *bold* in bold, lines as lines, and everything else as plain text."""
    return mark_safe(BOLD.sub(r"<b>\1</b>", escape(text)).replace("\n", "<br>"))  # noqa: S308  escaped before


@register.filter
def marked(snippet: str) -> SafeString:
    """A snippet with what was searched for marked, and everything else as plain text."""
    return mark_safe(escape(snippet).replace("\x02", "<mark>").replace("\x03", "</mark>"))  # noqa: S308  escaped before


@register.filter
def last_heading(way: str) -> str:
    """Of "Setup > Wi-Fi" the last."""
    return way.rpartition(" > ")[2]


@register.simple_tag
def passage_url(resolution: Resolution) -> str:
    """Where what a reference leads to can be read."""
    return documents.url_of(resolution.document_id, next(iter(resolution.chunk_ids), None))


@register.simple_tag
def chunk_url(chunk: Chunk) -> str:
    return documents.url_of(chunk.document_id, chunk.pk, chunk.page)


@register.filter
def is_foreign(text: str) -> bool:
    return message_translation.is_foreign(text)


@register.filter
def none_match(stamp: str) -> str:
    """The header by which a page asks only for what is new."""
    return json.dumps({"If-None-Match": stamp})
