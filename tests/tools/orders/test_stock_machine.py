"""Whatever is ordered, changed, paid, withdrawn, released or cancelled: no piece is lost, doubled or sold twice."""

from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any

from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.depth import rounds
from tests.tools.orders.shelf import GOODS, NOW, Buyer, new_customer, stock_up
from tools.catalog.models import Variant
from tools.orders import services
from tools.orders.models import Order, OrderLine
from tools.orders.refusals import OrderRefused
from tools.orders.services import NEXT
from tools.orders.services.holds import PART_PAID

LIMIT = 7
ENOUGH = settings(max_examples=rounds(20, deep=1_000), stateful_step_count=10, suppress_health_check=list(HealthCheck))
SKUS = [sku for sku, *_ in GOODS]
STOCK = {sku: stock for sku, *_, stock in GOODS}
HOLDING = {"draft", "placed", "paid", "preparing", "shipped", "delivered"}
carts = st.dictionaries(st.sampled_from([sku.replace("-", "_") for sku in SKUS]), st.integers(1, 6), max_size=3)
people = st.integers(0, 2)


class Shop(RuleBasedStateMachine):
    """Three customers, a clock, and a clerk; whatever they do is undone for the next machine."""

    def __init__(self, people: list[Buyer]) -> None:
        super().__init__()
        self.atomic = transaction.atomic()
        self.atomic.__enter__()
        self.tenant, self.people = people[0].tenant, people
        self.minutes = 0
        self.money = Decimal(0)

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.atomic.__exit__(None, None, None)

    def person(self, number: int) -> Buyer:
        return self.people[number].after(minutes=self.minutes)

    def orders(self) -> list[Order]:
        with tenant_scope(self.tenant.id):
            return list(Order.objects.order_by("pk"))

    def do(self, which: int, service: str, **options: Any) -> None:
        orders = self.orders()
        try:
            self.person(0).do(service, orders[which % len(orders)], **options)
        except OrderRefused:
            return

    @rule(who=people, cart=carts)
    def orders_or_changes(self, who: int, cart: dict[str, int]) -> None:
        self.person(who).wants(**cart)

    @rule(who=people)
    def withdraws(self, who: int) -> None:
        self.person(who).wants()

    @rule(minutes=st.sampled_from([1, 20, 31, 60 * 25, 60 * 50]))
    def time_passes(self, minutes: int) -> None:
        self.minutes += minutes
        self.person(0).expire()

    @precondition(lambda self: self.orders())
    @rule(which=st.integers(0, 9), share=st.sampled_from(["0.5", "1", "1.2"]))
    def money_comes(self, which: int, share: str) -> None:
        orders = self.orders()
        order = orders[which % len(orders)]
        amount = max((order.total * Decimal(share)).quantize(Decimal(1)), Decimal(1))
        self.person(0).pay(order, str(amount))
        self.money += amount

    @precondition(lambda self: self.orders())
    @rule(which=st.integers(0, 9), service=st.sampled_from(["hold", "release", "place", "reopen", "reprice"]))
    def payments_work(self, which: int, service: str) -> None:
        until = {"until": NOW + timedelta(minutes=self.minutes + 5)} if service == "place" else {}
        self.do(which, service, **until)

    @precondition(lambda self: self.orders())
    @rule(which=st.integers(0, 9), status=st.sampled_from(list(NEXT)))
    def the_clerk_steps(self, which: int, status: str) -> None:
        self.do(which, "advance", status=status, by="Asha")

    def books(self) -> tuple[dict[str, int], list[OrderLine], list[Order]]:
        """What is on the shelf, and what stands in the orders."""
        with tenant_scope(self.tenant.id):
            shelf = dict(Variant.objects.values_list("sku", "stock"))
            return shelf, list(OrderLine.objects.select_related("order")), list(Order.objects.all())

    @invariant()
    def the_books_are_right(self) -> None:
        """They are opened once a step for all that must hold."""
        shelf, lines, orders = self.books()
        self.every_piece_is_somewhere(shelf, lines)
        self.nobody_hoards(lines, orders)
        self.every_bill_adds_up(lines, orders)

    def every_piece_is_somewhere(self, shelf: dict[str, int], lines: list[OrderLine]) -> None:
        for sku in SKUS:
            held = sum(line.held for line in lines if line.sku == sku)
            assert shelf[sku] >= 0
            assert shelf[sku] + held == STOCK[sku], sku
        assert {line.order.status for line in lines if line.held} <= HOLDING
        assert all(line.held in (0, line.quantity) for line in lines)

    def nobody_hoards(self, lines: list[OrderLine], orders: list[Order]) -> None:
        """Of what nobody has paid for, a customer holds few pieces, and for half an hour and a few moments at most; of
        what is paid in part, for a day from the first time that this order had pieces."""
        now = NOW + timedelta(minutes=self.minutes)
        for person in self.people:
            unpaid = {one.pk: one for one in orders if one.customer_id == person.customer_id and one.paid_at is None}
            held = [line for line in lines if line.order_id in unpaid and line.held]
            assert sum(line.held for line in held) <= LIMIT
            began = [one.first_held_at for one in unpaid.values() if one.first_held_at]
            recent = [one for one in unpaid.values() if one.first_held_at and one.first_held_at > now - services.REST]
            assert sum(one.late_holds for one in recent) <= services.MOST_MOMENTS
            for order in {unpaid[line.order_id] for line in held}:
                assert order.reserved_until > now
                first = min(moment for moment in began if moment > order.first_held_at - services.REST)
                latest = order.first_held_at + PART_PAID if order.paid_total else first + services.HOLD
                is_moment = order.late_holds and order.reserved_until <= now + services.MOMENT
                assert order.reserved_until <= latest or is_moment

    def every_bill_adds_up(self, lines: list[OrderLine], orders: list[Order]) -> None:
        for order in orders:
            assert order.subtotal == sum(line.line_total for line in lines if line.order_id == order.pk)
        assert sum(order.paid_total for order in orders) == self.money
        for order in orders:
            is_waiting = order.status in ("draft", "placed")
            assert not (is_waiting and order.paid_total and not order.due)
            assert not (order.status == "paid" and order.due)
            assert not (order.reserved_until and not is_waiting)


def test_no_piece_is_lost_or_sold_twice(db: None, make_tenant: Callable[..., Tenant]) -> None:
    """Property 5: stock on the shelf and stock held by orders is always what there was."""
    tenant = make_tenant(held_pieces_limit=LIMIT)
    stock_up(tenant)
    people = [Buyer(tenant=tenant, customer_id=new_customer(tenant)) for _ in range(3)]
    run_state_machine_as_test(partial(Shop, people), settings=ENOUGH)
