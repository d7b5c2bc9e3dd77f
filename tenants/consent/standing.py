"""What stands now, by the last entry of each purpose; and whether something may be sent to a customer."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal
from uuid import UUID

from django.db.models import Aggregate, Case, CharField, JSONField, OuterRef, QuerySet, Subquery, Value, When

from tenants.consent.entry import ConsentEntry
from tenants.consent.purposes import ANSWER, MessageWay, Purpose

Code = Literal["opted_out", "turned_off", "never_agreed"]


@dataclass(frozen=True, slots=True)
class ConsentRefusal:
    """Why something may not be sent: a code for programs, a sentence for people."""

    code: Code
    sentence: str


@dataclass(frozen=True, slots=True)
class Consents:
    """The yes or no of each purpose that a customer has ever named."""

    known: Mapping[str, bool] = field(default_factory=dict)

    @property
    def has_stopped(self) -> bool:
        """Whether they want nothing but answers."""
        return self.known.get(Purpose.SERVICE) is False

    def refusal(self, purpose: str) -> ConsentRefusal | None:
        """Why a message of this purpose may not go out; None when it may.

        Answers always may. What is about the customer's own matters may until they refuse it; offers and news may not
        before they have agreed.
        """
        if purpose == ANSWER:
            return None
        if self.has_stopped:
            return OPTED_OUT
        stands = self.known.get(purpose)
        if stands is False:
            return ConsentRefusal("turned_off", f"Refused: they have turned off {Purpose(purpose).label.lower()}.")
        return NEVER_AGREED if stands is None and purpose == Purpose.MARKETING else None


OPTED_OUT: Final = ConsentRefusal("opted_out", "Refused: they have asked for no messages but answers.")
NEVER_AGREED: Final = ConsentRefusal("never_agreed", "Refused: they have never agreed to offers and news.")


class _LastOfEach(Aggregate):
    """Later keys of a jsonb object replace earlier ones."""

    function = "jsonb_object_agg"
    template = "%(function)s(%(expressions)s ORDER BY place)"
    output_field = JSONField()
    arity = 2


def known_of(customer: str) -> Any:
    """An annotation of rows: what the customer whose id stands in that column has agreed to and refused; or None."""
    entries = _of_their_way(OuterRef(customer)).filter(tenant=OuterRef("tenant_id")).order_by()
    return Subquery(entries.values("customer_id").annotate(known=_LastOfEach("purpose", "is_granted")).values("known"))


def of(customer_id: UUID) -> Consents:
    """What one customer has agreed to and refused, as it stands now, in the scope that is open."""
    entries = _of_their_way(customer_id).order_by("place")
    return Consents(dict(entries.values_list("purpose", "is_granted")))


def _of_their_way(customer_id: Any) -> QuerySet[ConsentEntry]:
    """What they said of the way that messages take to them now."""
    is_on_page = When(customer__address__startswith=f"{MessageWay.WEB}:", then=Value(MessageWay.WEB))
    way = Case(is_on_page, default=Value(MessageWay.WHATSAPP), output_field=CharField())
    return ConsentEntry.objects.filter(customer_id=customer_id, channel=way)
