"""One customer of a story: their phone, what they do with it, and what they were told."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.utils import timezone

from conversations import outbox, turn
from conversations.inbox import events
from conversations.models import Conversation, InboundMessage, Turn
from conversations.research import stepping
from conversations.simulator import handset
from conversations.simulator.handset import PhoneInput
from conversations.simulator.models import SimulatedCheckout, SimulatedMessage, SimulatedPhone
from conversations.simulator.money import merchants
from conversations.simulator.money.mpesa import paybill, prompts, results
from conversations.simulator.money.pesapal import settle as card
from conversations.simulator.stories.conditions import OPEN, Item, Seen
from conversations.simulator.stories.story import PaidBy
from tenants.models import Channel, Customer
from tenants.scope import tenant_scope
from tools.handoff import handling
from tools.handoff.models import HandoffTicket
from tools.orders import services as orders
from tools.orders.models import Order
from tools.payments import polling
from tools.payments.models import Payment
from tools.research import selectors

# A story's turn ends long before; what goes on is a loop, and fails.
MAX_ROUNDS, MAX_STEPS = 8, 80
# A provider tells the outcome of a payment from a thread of its own.
PAYMENT_SECONDS = 15.0
# Between two looks whether the answer is there.
PAUSE_SECONDS = 0.05
Clock = Callable[[], datetime]


class NoStage(RuntimeError):
    """Stories cannot be told here; the text says why."""


@dataclass
class Guest:
    """One customer's phone: what they do with it, and what they have been told."""

    channel: Channel
    catalog: tuple[Item, ...]
    phone: SimulatedPhone
    clock: Clock | None = None
    heard: int = 0

    @property
    def tenant_id(self) -> UUID:
        return self.channel.tenant_id

    def say(self, *texts: str) -> None:
        """Write a burst of messages, and have it answered."""
        self._send(*(PhoneInput(text=text) for text in texts))

    def tap(self, wanted: str | int) -> bool:
        """Tap a row or button of the last message that has any; what is not there is written instead."""
        kind, options = self._options()
        place = wanted if isinstance(wanted, int) else 0
        for number, option in enumerate(options, start=1):
            if number == place or (not place and _is_title(option["title"], str(wanted))):
                tap = {"kind": kind, "id": option["id"], "title": option["title"]}
                self._send(PhoneInput(tap=tap))
                return True
        self.say(str(wanted))
        return False

    def enter_pin(self, outcome: str) -> bool:
        """Answer the prompt on the phone, of this number or of the one that was asked; False when there is none."""
        payment = self._payment()
        number = payment.phone_e164.removeprefix("+") if payment else ""
        prompt = prompts.find_open(self.tenant_id, number or self.phone.msisdn, now=timezone.now())
        if prompt is None or payment is None:
            return False
        prompts.close(self.tenant_id, prompt.id, results.OF_OUTCOME[outcome], now=timezone.now())
        return self._settled(payment)

    def pay(self, paid: PaidBy) -> bool:
        """Send money without a prompt; False when there is nothing to pay or it was not taken."""
        order, payment = self._order(), self._payment()
        if order is None:
            return False
        if paid.way == "card":
            return payment is not None and self._pay_card(payment)
        merchant = merchants.of(self.channel)
        wanted = paybill.Payment(
            payer=self.phone.msisdn, party=merchant.main, account=paid.account or order.number,
            amount=paid.amount or int(order.due),
        )  # fmt: skip
        if paybill.pay(self.tenant_id, merchant.name.upper(), wanted, now=timezone.now()) is None:
            return False
        paid_before = order.paid_total
        return self._until(lambda: (self._order() or order).paid_total > paid_before)

    def _pay_card(self, payment: Payment) -> bool:
        with tenant_scope(self.tenant_id):
            page = SimulatedCheckout.objects.select_related("tenant").filter(status="pending").latest("created_at")
        card.pay(page, method="Visa", account="476173XXXXXX0416", now=timezone.now())
        return self._settled(payment)

    def _settled(self, payment: Payment) -> bool:
        def is_final() -> bool:
            with tenant_scope(self.tenant_id):
                payment.refresh_from_db()
            return not payment.is_open

        return self._until(is_final)

    def happens(self, event: str) -> bool:
        """What people of the business do: they send the order, or close the ticket."""
        now, order, ticket = timezone.now(), self._order(), self._ticket()
        with tenant_scope(self.tenant_id):
            if event == "ticket_closed":
                if ticket is not None:
                    handling.resolve(ticket, now=now, actor_id=None)
                return ticket is not None
            if order is None:
                return False
            orders.advance(order.pk, status=event, by="duka-operator", now=now)
        self.settle()
        return True

    def wait(self, seconds: float) -> None:
        time.sleep(seconds)
        self.settle()

    def settle(self) -> None:
        """Run the turns that are due and send what they made."""
        conversation = self.conversation
        if conversation is None:
            return
        ids = self.tenant_id, conversation.pk
        for _ in range(MAX_ROUNDS):
            had_events = events.take(*ids)
            with tenant_scope(self.tenant_id):
                conversation.refresh_from_db()
            due_at = conversation.due_at
            now = (lambda due_at=due_at: max(self.now(), due_at)) if due_at else self.now
            has_run = due_at is not None and turn.run(*ids, now=now, wait=lambda seconds: None)
            outbox.deliver(*ids, now=now, wait=lambda seconds: None)
            if not had_events and not has_run and not self._researches(conversation):
                return

    def _researches(self, conversation: Conversation) -> bool:
        """Take the steps of their research until it waits for them, or is over; whether there were any."""
        with tenant_scope(self.tenant_id):
            under_way = selectors.find_open(conversation.pk)
        taken = 0
        while under_way and taken < MAX_STEPS and stepping.take(self.tenant_id, under_way.pk):
            taken += 1
        return taken > 0

    def now(self) -> datetime:
        return self.clock() if self.clock else timezone.now()

    def take_replies(self) -> list[SimulatedMessage]:
        """What the phone got since it was looked at last."""
        fresh = self._got()[self.heard :]
        self.heard += len(fresh)
        return fresh

    def see(self, replies: list[SimulatedMessage]) -> Seen:
        """The replies, and the rows as they are now."""
        conversation, order = self.conversation, self._order()
        with tenant_scope(self.tenant_id):
            lines = tuple(order.lines.all()) if order is not None else ()
            customer = Customer.objects.filter(address=self.phone.address).first()
        return Seen(
            text="\n\n".join(shown(message) for message in replies),
            intro=self.channel.tenant.bot_intro,
            has_options=any(_rows(message.content)[1] for message in replies),
            catalog=self.catalog,
            order=order,
            lines=lines,
            ticket=self._ticket(),
            payment=self._payment(),
            customer=customer,
            state=conversation.state if conversation is not None else {},
        )

    def turns(self) -> list[Turn]:
        conversation = self.conversation
        with tenant_scope(self.tenant_id):
            return list(Turn.objects.filter(conversation=conversation).order_by("started_at", "id"))

    def leave(self) -> None:
        """Give back what an unpaid order has set aside, so that the next story finds the shelves as they were."""
        order = self._order()
        if order is not None and order.status in OPEN:
            with tenant_scope(self.tenant_id):
                orders.release(order.pk, now=timezone.now())

    @property
    def conversation(self) -> Conversation | None:
        with tenant_scope(self.tenant_id):
            return Conversation.objects.filter(customer__address=self.phone.address).first()

    def _send(self, *said: PhoneInput) -> None:
        for one in said:
            message = handset.send(self.channel, self.phone, one)
            if message.error_message:
                raise NoStage(f"{message.error_message}.")
        if self.clock is not None:
            self._came_at(self.clock())
        self.settle()

    def _came_at(self, moment: datetime) -> None:
        """The messages just sent came at the story's time, not at the machine's."""
        with tenant_scope(self.tenant_id):
            mine = Conversation.objects.filter(customer__address=self.phone.address)
            mine.update(last_inbound_at=moment)
            InboundMessage.objects.filter(
                conversation__in=mine, status=InboundMessage.Status.PENDING
            ).update(received_at=moment)  # fmt: skip

    def _until(self, is_done: Callable[[], bool]) -> bool:
        """Ask the provider and tell the customer, as worker and sweep do, until it is so."""
        ends_at = time.monotonic() + PAYMENT_SECONDS
        while time.monotonic() < ends_at:
            for tenant_id, payment_id in polling.list_due(timezone.now()):
                if tenant_id == self.tenant_id:
                    polling.ask(tenant_id, payment_id, now=timezone.now(), apart=timedelta(0))
            self.settle()
            if is_done():
                self.settle()
                return True
            time.sleep(PAUSE_SECONDS)
        return False

    def _got(self) -> list[SimulatedMessage]:
        with tenant_scope(self.tenant_id):
            rows = self.phone.messages.filter(direction=SimulatedMessage.Direction.OUTBOUND)
            return list(rows.exclude(status=SimulatedMessage.Status.FAILED).order_by("created_at", "id"))

    def _options(self) -> tuple[str, list[dict[str, str]]]:
        for message in reversed(self._got()):
            kind, rows = _rows(message.content)
            if rows:
                return kind, rows
        return "", []

    def _order(self) -> Order | None:
        with tenant_scope(self.tenant_id):
            return Order.objects.filter(customer__address=self.phone.address).order_by("-created_at").first()

    def _payment(self) -> Payment | None:
        with tenant_scope(self.tenant_id):
            mine = Payment.objects.filter(customer__address=self.phone.address)
            return mine.select_related("account").order_by("-created_at").first()

    def _ticket(self) -> HandoffTicket | None:
        with tenant_scope(self.tenant_id):
            return HandoffTicket.objects.filter(customer__address=self.phone.address, status="open").first()


def _is_title(label: str, wanted: str) -> bool:
    """A row's label is a title of its own, or one cut to what WhatsApp takes."""
    label, wanted = label.rstrip("….").strip().lower(), wanted.lower()
    return bool(label) and (wanted.startswith(label) or label.startswith(wanted))


def shown(message: SimulatedMessage) -> str:
    """What the phone shows: the words, and the rows or buttons below them."""
    rows = _rows(message.content)[1]
    return "\n".join([message.body, *(f"[{row['title']}] {row.get('description', '')}".strip() for row in rows)])


def _rows(content: dict[str, Any] | None) -> tuple[str, list[dict[str, str]]]:
    """How they are tapped, and what there is to tap: its id, its title and what stands below it."""
    found = content or {}
    if "items" in found:
        return "list", [{**row, "title": row["item"]} for row in found["items"]]
    return "button", list(found.get("actions", []))
