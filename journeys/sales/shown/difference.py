"""By how much one of two costs less: of two things, or of two forms of one."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from journeys.checkout.shown import TIMES, with_options
from journeys.sales.shown.item_card import option_of_price
from journeys.state import ConversationState
from journeys.wording.money import money, price_range
from journeys.wording.phrases import say
from tools.catalog.catalog_get_item import CatalogGetItemResult


def of_forms(item: CatalogGetItemResult, values: Sequence[str], state: ConversationState) -> str:
    """ "*Digital Air Fryer* (4 L) costs KES 2,600 less."; empty where they are not two, or cost the same."""
    name, prices = option_of_price(item), _by_form(item)
    if len(values) != 2 or not prices.keys() >= set(values):
        return ""
    less, more = sorted(values, key=prices.__getitem__)
    return _told(with_options(item.title, {name: less}), {"": prices[more] - prices[less]}, item.currency, state)


def of_items(items: Sequence[CatalogGetItemResult], counts: Sequence[int], state: ConversationState) -> str:
    """By how much so many of one of two cost less than so many of the other, form by form where both come in the same;
    empty where each may cost less, by its form."""
    if len(items) != 2 or len({(item.currency, item.unit) for item in items}) > 1:
        return ""
    first, second = (
        {form: price * count for form, price in _by_form(item).items()}
        for item, count in zip(items, counts or (1, 1), strict=True)
    )
    apart = {form: second[form] - first[form] for form in first if form in second}
    if not apart or not (all(by > 0 for by in apart.values()) or all(by < 0 for by in apart.values())):
        return ""
    cheaper = 0 if min(apart.values()) > 0 else 1
    sums = [_sum(item, count) for item, count in zip(items, counts, strict=False) if count > 1]
    amounts = {form: abs(by) for form, by in apart.items()}
    less = _told(_so_many(items[cheaper], (*counts, 1, 1)[cheaper]), amounts, items[0].currency, state)
    return "\n".join(filter(None, [*sums, less]))


def _sum(item: CatalogGetItemResult, count: int) -> str:
    """ "4 \u00d7 *Weekly 2.5 GB Bundle*: KES 1,000"."""
    return f"{_so_many(item, count)}: {price_range(count * item.price_from, count * item.price_to, item.currency)}"


def _so_many(item: CatalogGetItemResult, count: int) -> str:
    return f"{count} {TIMES} *{item.title}*" if count > 1 else f"*{item.title}*"


def _by_form(item: CatalogGetItemResult) -> Mapping[str, Decimal]:
    """What each form costs, where the price hangs on one option; else the one price."""
    if name := option_of_price(item):
        return {each.options[name]: each.price for each in item.form_prices}
    return {"": item.price_from} if item.price_from == item.price_to else {}


def _told(cheaper: str, apart: Mapping[str, Decimal], currency: str, state: ConversationState) -> str:
    """One amount, or which amount in which forms."""
    by_amount: dict[Decimal, list[str]] = {}
    for form, amount in apart.items():
        by_amount.setdefault(amount, []).append(form)
    if not all(by_amount):
        return ""
    several = len(by_amount) > 1
    told = (
        f"{money(by, currency)} ({', '.join(forms)})" if several else money(by, currency)
        for by, forms in by_amount.items()
    )
    return say("costs_less", state, item=cheaper, amount=", ".join(told))
