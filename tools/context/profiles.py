"""A customer's record with what they have agreed to, as a turn begins with it."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from tenants.consent import standing
from tenants.models import Customer
from tenants.postgresql.compiled import compiled


def with_consents() -> QuerySet[Any]:
    """The queryset of customers, each annotated with `consents`."""
    return Customer.objects.annotate(consents=standing.known_of("pk"))


@compiled
def profiles(customer_id: UUID) -> QuerySet[Any]:
    """The tool's result for a customer; None when they were erased."""
    return with_consents().filter(pk=customer_id)
