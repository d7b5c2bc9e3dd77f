"""A tenant's exemplars, as a turn reads them."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple
from uuid import UUID

from tenants.scope import tenant_scope
from tools.exemplars.models import Exemplar

MOST: Final = 500
"""As many as a turn compares a message with; more cannot be taught."""


class Taught(NamedTuple):
    """A sentence, and the command that the tenant says it means."""

    sentence: str
    command: str
    arguments: Mapping[str, Any]


def list_taught(tenant_id: UUID) -> tuple[Taught, ...]:
    """All sentences that the tenant has taught, newest first, as they stand now."""
    with tenant_scope(tenant_id):
        rows = Exemplar.objects.order_by("-id").values_list("sentence", "command", "arguments")
        return tuple(Taught(*row) for row in rows[:MOST])
