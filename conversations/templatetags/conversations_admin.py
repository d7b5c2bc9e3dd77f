"""Filters of the explanation page."""

import json
from typing import Any

from django import template

register = template.Library()


@register.filter
def as_json(value: Any) -> str:
    """Laid out to be read; the template escapes it."""
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


@register.filter
def share(confidence: Any) -> str:
    return f"{float(confidence):.0%}" if isinstance(confidence, int | float) else ""
