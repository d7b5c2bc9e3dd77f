"""How an order is shown: line by line, what is taken off, the delivery and the total; and the ways to pay it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from journeys.checkout import collected
from journeys.checkout.commands import ChoosePayment, Method
from journeys.reply import Reply
from journeys.state import Choice, ConversationState, Pick
from journeys.wording.choices import choice
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from journeys.wording.quantity import so_many
from tools.catalog.units import figure
from tools.orders.facts import LineFacts, OrderFacts
from tools.payments.payment_get_methods import PayTo

C2B: Final = "mpesa_c2b"
TIMES: Final = "\u00d7"
WAYS: Final[tuple[Method, ...]] = ("mpesa_stk", "mpesa_c2b", "card")


def summary(order: OrderFacts, state: ConversationState) -> str:
    return "\n".join([*_lines(order, state), "", *_sums(order, state)])


def with_options(title: str, options: Mapping[str, str]) -> str:
    """*Nyota Breeze* (42, black)."""
    return f"*{title}* ({', '.join(options.values())})" if options else f"*{title}*"


def _lines(order: OrderFacts, state: ConversationState) -> Iterator[str]:
    for number, line in enumerate(order.lines, 1):
        yield f"{number}. {_line(line, order.currency, state)}"


def _line(line: LineFacts, currency: str, state: ConversationState) -> str:
    """2 nights of *Garden Room* (half board), with their sum and the price of one."""
    count, price = so_many(line.quantity, line.unit, state), money(line.unit_price, currency)
    each = f" ({price} {TIMES} {figure(line.quantity)})" if line.quantity != 1 else ""
    return f"{count} {TIMES} {with_options(line.title, line.options)}: {money(line.line_total, currency)}{each}"


def _sums(order: OrderFacts, state: ConversationState) -> Iterator[str]:
    place, fee = order.delivery.get("place", ""), order.delivery_fee
    if order.discounts or fee is not None:
        yield f"{say('subtotal', state)}: {money(order.subtotal, order.currency)}"
    for discount in order.discounts:
        name = f"{discount.name} ({discount.code})" if discount.code else discount.name
        yield say("discount_line", state, name=name, amount=money(discount.amount, order.currency))
    if fee is not None:
        line = "delivery_line" if fee else "delivery_line_free"
        yield say(line, state, place=place, amount=money(fee, order.currency))
    yield f"{say('total', state)}: *{money(order.total, order.currency)}*"
    if place and fee is None and not collected.is_at_ours(place, state):
        yield say("delivery_not_in_total", state)
    if order.is_place_untold:
        yield say("tell_where_to", state)
    if order.paid:
        yield say("already_paid_part", state, amount=money(order.paid, order.currency))
        if order.due:
            yield say("still_to_pay", state, amount=money(order.due, order.currency))


def delivery_told(told: Mapping[str, str], state: ConversationState) -> list[str]:
    """A line for each thing that was told of the delivery: where to, or that they come for it, to whom, when."""
    lines = []
    for name, value in told.items():
        what = "deliver_collected" if name == "place" and collected.is_at_ours(value, state) else f"deliver_{name}"
        if what in phrases():
            lines.append(say(what, state, value=value))
    return lines


def name_of(method: str, state: ConversationState) -> str:
    """A way to pay, as a row to tap."""
    return say(f"way_{method}", state)


def pay_to(told: PayTo | None, state: ConversationState) -> Iterator[str]:
    """The paybill or till, which is no secret, and that money without an order's yes would not be known for it."""
    if told is not None:
        yield say(f"pay_to_{told.kind}", state, number=told.number)


def question(words: Sequence[str], methods: Sequence[Method], state: ConversationState) -> tuple[Pick, Reply]:
    """Which way; a row a way, numbered, with the words that come before it."""
    choices = tuple(
        Choice(title=name_of(method, state), command=ChoosePayment(method=method).written()) for method in methods
    )
    lines = "\n".join(f"{number}. {each.title}" for number, each in enumerate(choices, 1))
    text = "\n\n".join([*words, f"{say('which_way', state)}\n{lines}", say("way_hint", state)])
    asked = Pick(journey="checkout", of="way", choices=choices)
    return asked, choice(text, asked, state)
