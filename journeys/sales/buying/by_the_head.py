"""So many heads of what has forms for grown-ups and children: each takes the form of whom the customer has named.

Where they have spoken of no child, all are grown-ups; of children whose ages they told, each is of its own form. With
children of no age, or another number of people than they named, it is asked.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Final

from journeys.command import Option
from journeys.context import TurnContext
from journeys.local import circumstances
from journeys.local.purchase import ages
from journeys.local.purchase.each_form import CHILDREN, GROWN_UPS
from journeys.local.wordlists import plain
from journeys.sales.commands import Line
from journeys.state import ConversationState
from knowledge import lexicon
from tools.catalog.catalog_get_item import CatalogGetItemResult

MOST: Final = 99  # people who come together


def lines(
    item: CatalogGetItemResult,
    asked: str,
    chosen: Mapping[str, str],
    quantity: Decimal | None,
    state: ConversationState,
    context: TurnContext,
) -> tuple[Line, ...]:
    """A line for the grown-ups and one for each form of the children; none where that is not told. `asked` is the
    option that is left open beside those `chosen`, `quantity` how many come."""
    forms = {lexicon.concept(ages.without_years(value)): value for value in item.options.get(asked, ())}
    if not {GROWN_UPS, CHILDREN} <= forms.keys() or quantity is None or not _is_count(quantity):
        return ()
    said = [each.text for each in reversed(state.transcript.messages) if each.who == "customer"]
    counts = _counts(int(quantity), forms, (context.text, *said))
    beside = tuple(Option(name=name, value=value) for name, value in chosen.items())
    return tuple(
        Line(item=item.item_id, options=(*beside, Option(name=asked, value=value)), quantity=Decimal(count))
        for value, count in counts.items()
        if count
    )


def _is_count(quantity: Decimal) -> bool:
    return 1 <= quantity <= MOST and quantity == quantity.to_integral()


def _counts(quantity: int, forms: Mapping[str | None, str], said: Sequence[str]) -> dict[str, int]:
    """How many of each form; nothing where it is not sure. `said` are the customer's words, the last first."""
    telling = next((text for text in said if ages.told_in(text)), "")
    if not telling:
        is_of_children = any(CHILDREN in lexicon.concepts(text) for text in said)
        return {} if is_of_children else {forms[GROWN_UPS]: quantity}
    told, years = ages.told_in(telling), ages.YEARS.search(forms[CHILDREN])
    party = circumstances.parse(plain(telling)).guests
    if party is not None and GROWN_UPS in lexicon.concepts(telling):
        party += len(told)  # "2 adults, a girl of 15 and a boy of 8" are four
    if years is None or any(age < int(years[1]) for age in told) or party not in (None, quantity):
        return {}
    children = sum(age <= int(years[2]) for age in told)
    is_of_all = quantity > len(told)  # somebody comes with them
    return {forms[GROWN_UPS]: quantity - children, forms[CHILDREN]: children} if is_of_all else {}
