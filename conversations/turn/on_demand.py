"""What a turn looks up only when it needs it, and never where the business has none of it.

Whether it has any is told by the statement that reads the customer.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache, partial
from typing import Any

from django.db.models import Exists

from journeys.context import TurnContext
from tenants.blocklist import lookup as blocklist
from tenants.blocklist.entry import BlockEntry
from tools.exemplars.models import Exemplar
from tools.exemplars.selectors import list_taught
from tools.offers.models import Offer
from tools.offers.selectors import list_in_passing
from tools.topics import keeping


def has_any() -> Mapping[str, Exists]:
    """Annotations of the customer's row."""
    return {
        "has_exemplars": Exists(Exemplar.objects.all()),
        "has_blocklist": Exists(BlockEntry.objects.all()),
        "has_offers": Exists(Offer.objects.filter(is_active=True, is_public=True)),
    }


def in_reach(context: TurnContext, profile: Any) -> TurnContext:
    """The turn's context with these look-ups; of a customer who was erased nothing is known, and nothing looked up."""
    tools = context.tools
    if profile is None:
        return context
    return replace(
        context,
        taught=partial(list_taught, tools.tenant_id) if profile.has_exemplars else context.taught,
        blocked=partial(blocklist.of, tools.tenant_id, tools.customer_id) if profile.has_blocklist else context.blocked,
        topics=partial(keeping.likely, tools.tenant_id, now=tools.now),
        offers=cache(partial(list_in_passing, tools.tenant_id, tools.now)) if profile.has_offers else context.offers,
    )
