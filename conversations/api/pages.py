"""Lists by cursor: the newest first, each page beginning behind the last row of the one before."""

import base64
import binascii
from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request

from conversations.api.problems import wrong

# A page is one statement and one answer of some hundred kilobytes.
MOST: Final = 100
# What a client gets that asks for nothing.
USUAL: Final = 50


class PageQuery(serializers.Serializer[Any]):
    """Which page, and how long."""

    cursor = serializers.CharField(required=False, max_length=40, help_text="`next_cursor` of the page before.")
    limit = serializers.IntegerField(required=False, default=USUAL, min_value=1, max_value=MOST)


def page(request: Request, shown: Callable[[Any], Any], *tables: QuerySet[Any]) -> dict[str, Any]:
    """One page of the rows of these tables together, whose ids are in the order of their making."""
    query = PageQuery(data=request.query_params)
    query.is_valid(raise_exception=True)
    limit, cursor = query.validated_data["limit"], query.validated_data.get("cursor")
    below = {"pk__lt": _read(cursor)} if cursor else {}
    rows = (row for table in tables for row in table.filter(**below).order_by("-pk")[: limit + 1])
    found = sorted(rows, key=lambda row: row.pk, reverse=True)[: limit + 1]
    has_more = len(found) > limit
    return {
        "results": [shown(row) for row in found[:limit]],
        "next_cursor": _written(found[limit - 1].pk) if has_more else None,
    }


def _written(row_id: UUID) -> str:
    return base64.urlsafe_b64encode(row_id.bytes).decode().rstrip("=")


def _read(cursor: str) -> UUID:
    try:
        return UUID(bytes=base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error) as error:
        raise wrong("cursor", "This is no cursor of ours.") from error
