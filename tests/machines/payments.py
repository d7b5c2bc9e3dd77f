"""Payments as a state machine: prompts, customers, callbacks in any order, forged ones, and processes that die."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.loopback.money_server import LOST, MoneyServer, Prompt, callback
from tests.machines.death import Mortality
from tests.tools.payments.till import Payer, open_for_money
from tools.orders.models import Order
from tools.payments import polling
from tools.payments.models import PaymentAccount
from tools.payments.mpesa import pull

FATES = (None, None, LOST, f"taken {LOST}", (500, {"errorCode": "500.003.1001", "errorMessage": "broken"}))
ENDS = ("0", "0", "1032", "1", "1037", "4999")
FORGERIES = ("amount", "checkout", "paid", "junk", "payment")
PROMPT_LIFE = timedelta(minutes=1)
MAX_ROUNDS = 40


@dataclass
class World:
    """What one machine after the other plays in."""

    money: MoneyServer
    mortality: Mortality
    make_tenant: Any
    now: datetime
    sent: list[dict[str, Any]] = field(default_factory=list)

    def look_at_clock(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now


class Payments(RuleBasedStateMachine):
    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        world.money.clear()
        self.tenant: Tenant = world.make_tenant()
        open_for_money(self.tenant)
        with tenant_scope(self.tenant.id):
            PaymentAccount.objects.update(pull_registered_at=world.now)
        self.payer = Payer(tenant=self.tenant, money=world.money, now=world.now)
        self.orders: list[Order] = []
        self.turns: list[tuple[Payer, Order, str]] = []
        self.made: dict[str, datetime] = {}
        self.by_hand: dict[str, Decimal] = {}
        self.told: set[str] = set()

    @initialize()
    def begin(self) -> None:
        self.order()

    @precondition(lambda self: len(self.orders) < 3)
    @rule()
    def order(self) -> None:
        """A new conversation, a new order."""
        payer = self._now(conversation_id=uuid4())
        order = payer.orders(SHOE_42=1)
        self.orders.append(order)

    # The tool

    @rule(data=st.data(), fate=st.sampled_from(FATES), life=st.none() | st.integers(0, 25))
    def push(self, data: st.DataObject, fate: Any, life: int | None) -> None:
        """A turn in which she said yes; its process may die anywhere, also between push and record."""
        order = data.draw(st.sampled_from(self.orders))
        payer = self._now(conversation_id=order.conversation_id)
        self.turns.append((payer, order, payer.quote(order)))
        self._push(self.turns[-1], fate, life)

    @precondition(lambda self: self.turns)
    @rule(data=st.data())
    def run_again(self, data: st.DataObject) -> None:
        """The same turn from its inbox rows: with the same request, it prompts nobody again."""
        turn = data.draw(st.sampled_from(self.turns))
        before = self._pushes(turn)
        self._push(turn, None, None)
        assert self._pushes(turn) <= max(before, 1)

    # The customer

    @precondition(lambda self: self.world.money.prompts)
    @rule(data=st.data(), code=st.sampled_from(ENDS))
    def decide(self, data: st.DataObject, code: str) -> None:
        prompt = data.draw(st.sampled_from(list(self.world.money.prompts.values())))
        if prompt.code in (None, "4999"):
            is_over = self.world.now - self._made(prompt) > PROMPT_LIFE
            prompt.code = "1037" if is_over else code

    @rule(data=st.data(), amount=st.sampled_from(["3499.00", "1000.00", "9.50"]))
    def pay_by_hand(self, data: st.DataObject, amount: str) -> None:
        order = data.draw(st.sampled_from(self.orders))
        money = self.payer.sends(amount, order.number, MSISDN="2547 ***** 111")
        self.by_hand[order.number] = self.by_hand.get(order.number, Decimal(0)) + Decimal(amount)
        told = {"amount": amount, "reference": order.number, "at": self.world.now.isoformat()}
        self.world.money.came[money["TransID"]] = told
        for _ in range(data.draw(st.integers(0, 2))):  # 0: the confirmation is lost
            assert self.payer.confirms(money).status_code == 200

    # Safaricom

    @precondition(lambda self: self._ended())
    @rule(data=st.data(), times=st.integers(1, 2), life=st.none() | st.integers(0, 8))
    def tell(self, data: st.DataObject, times: int, life: int | None) -> None:
        prompt = data.draw(st.sampled_from(self._ended()))
        for _ in range(times):
            with self.world.mortality.dying_after(life):
                assert self.payer.told(prompt).status_code == 200

    @precondition(lambda self: self._paid())
    @rule(data=st.data())
    def confirm(self, data: st.DataObject) -> None:
        """The prompt's money is confirmed as paybill money too, before or after the callback."""
        prompt = data.draw(st.sampled_from(self._paid()))
        self.payer.confirms(self.payer.sends(f"{prompt.amount:.2f}", prompt.reference, TransID=prompt.receipt))

    @precondition(lambda self: self.world.money.prompts)
    @rule(data=st.data(), kind=st.sampled_from(FORGERIES))
    def forge(self, data: st.DataObject, kind: str) -> None:
        prompt = data.draw(st.sampled_from(list(self.world.money.prompts.values())))
        body = callback(prompt, code="0", amount=1 if kind == "amount" else None)
        if kind == "checkout":
            body["Body"]["stkCallback"]["CheckoutRequestID"] = f"ws_CO_{uuid4().int % 10**20}"
        if kind == "junk":
            body = {"Body": [kind]}
        target = prompt
        if kind == "payment":
            target = Prompt(**vars(prompt) | {"callback": f"{prompt.callback[:-37]}{uuid4()}/"})
        if kind != "paid" or prompt.code != "0":
            assert self.payer.told(target, body).json()["ResultCode"] == 0

    # The beat

    @rule(life=st.none() | st.integers(0, 16), lost=st.booleans())
    def ask(self, life: int | None, lost: bool) -> None:
        if lost:
            self.world.money.fail_next("query", LOST)
        with self.world.mortality.dying_after(life):
            self._ask()

    @rule(time=st.sampled_from([timedelta(seconds=12), timedelta(seconds=65), timedelta(minutes=4)]))
    def pass_time(self, time: timedelta) -> None:
        self.world.now += time

    @rule(life=st.none() | st.integers(0, 8), lost=st.booleans())
    def pull(self, life: int | None, lost: bool) -> None:
        """Safaricom's list is read: of paybill money only it tells for certain."""
        if lost:
            self.world.money.fail_next("pull", LOST)
        with self.world.mortality.dying_after(life):
            self._pull()
        self.world.money.fates.clear()

    # What must always hold

    @invariant()
    def keeps_its_promises(self) -> None:
        for order in self.orders:
            credited = self.payer.paid_total(order)
            assert credited <= self._held(order), "money was invented"
            rows = [row for row in self.payer.payments(order) if row.status == "paid"]
            assert sum((row.amount for row in rows), Decimal(0)) == credited
            receipts = [row.receipt for row in rows if row.receipt]
            assert len(receipts) == len(set(receipts)), "a receipt was credited twice"

    def teardown(self) -> None:
        """On a good day Safaricom answers, and tells again what nobody has an id for; then nothing is missing."""
        self.world.money.fates.clear()
        for _ in range(MAX_ROUNDS):
            self.world.now += timedelta(minutes=5)
            for prompt in self.world.money.prompts.values():
                prompt.code = "1037" if prompt.code in (None, "4999") else prompt.code
            for prompt in self._ended():
                self.payer.told(prompt)
            self._ask()
            self._pull()
            if all(self.payer.paid_total(order) == self._held(order) for order in self.orders):
                break
        for order in self.orders:
            assert self.payer.paid_total(order) == self._held(order), "money was lost"

    # How

    def _now(self, **changes: Any) -> Payer:
        payer = self.payer.after()
        payer.now = self.world.now
        for name, value in changes.items():
            setattr(payer, name, value)
        return payer

    def _push(self, turn: tuple[Payer, Order, str], fate: Any, life: int | None) -> None:
        payer, order, quote = turn
        before = set(self.world.money.prompts)
        if fate is not None:
            self.world.money.fail_next("processrequest", fate)
        with self.world.mortality.dying_after(life):
            payer.push(order, quote=quote)
        self.world.money.fates.clear()
        for made in set(self.world.money.prompts) - before:
            self.made[made] = self.world.now

    def _pushes(self, turn: tuple[Payer, Order, str]) -> int:
        ids = [str(row.pk) for row in self.payer.payments(turn[1]) if row.request_id == turn[0].request_id]
        asked = self.world.money.asked("processrequest")
        return sum(any(pk in one.body["CallBackURL"] for pk in ids) for one in asked)

    def _ask(self) -> None:
        for tenant_id, payment_id in polling.list_due(self.world.now):
            if tenant_id == self.tenant.id:
                polling.ask(tenant_id, payment_id, now=self.world.now)

    def _pull(self) -> None:
        for tenant_id, account_id in pull.list_due(self.world.now):
            if tenant_id == self.tenant.id:
                pull.pull(tenant_id, account_id, now=self.world.now)

    def _made(self, prompt: Prompt) -> datetime:
        return self.made.get(prompt.id, self.world.now)

    def _ended(self) -> list[Prompt]:
        return [one for one in self.world.money.prompts.values() if one.code not in (None, "4999")]

    def _paid(self) -> list[Prompt]:
        return [one for one in self._ended() if one.code == "0"]

    def _held(self, order: Order) -> Decimal:
        prompts = (one.amount for one in self._paid() if one.reference == order.number)
        return sum(prompts, self.by_hand.get(order.number, Decimal(0)))
