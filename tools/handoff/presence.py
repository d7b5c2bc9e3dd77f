"""Who is at the desk, and whose turn it is: the one with the fewest tickets in hand, then who got none for longest."""

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, Max, Q, QuerySet

from tenants.models import Membership, Tenant
from tenants.rules import Escalation, read_rules
from tools.handoff.models import HandoffTicket

# An open page is noted once a minute.
THERE: Final = timedelta(minutes=3)


def list_present(*, now: datetime) -> QuerySet[Membership]:
    """The members of the tenant in scope who have a page of the desk open."""
    return Membership.objects.filter(at_desk_at__gt=now - THERE, user__is_active=True)


def next_in_turn(tenant_id: UUID, *, now: datetime) -> Membership | None:
    """Who gets a new ticket; None where the tenant does not give them out, or nobody is there."""
    rules = Tenant.objects.values_list("escalation_rules", flat=True).get(pk=tenant_id)
    if not read_rules(Escalation, rules).assigns_in_turns:
        return None
    present = {member.user_id: member for member in list_present(now=now).select_related("user").order_by("pk")}
    given = HandoffTicket.objects.filter(assignee__in=present).order_by().values_list("assignee")
    in_hand = Count("pk", filter=~Q(status=HandoffTicket.Status.RESOLVED))
    known = {who: (count, last) for who, count, last in given.annotate(count=in_hand, last=Max("created_at"))}
    waited = datetime.min.replace(tzinfo=now.tzinfo)
    return min(present.values(), key=lambda member: known.get(member.user_id, (0, waited)), default=None)
