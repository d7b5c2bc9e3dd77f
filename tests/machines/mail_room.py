"""The mail room as a state machine: two tenants, their customers, Twilio, and workers that die.

A person who takes conversations over plays in `tests.machines.desk`, which goes on from here.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from conversations import outbox, turn
from conversations.models import Conversation
from conversations.sweep import due
from journeys.graph import Outcome
from journeys.reply import Text
from tenants.models import Channel
from tenants.scope import fleet_scope, tenant_scope
from tests.machines import look, promises
from tests.machines.twilio import FATES
from tests.machines.world import World
from tests.talk import sign

LEASE, SENDING = timedelta(seconds=9), timedelta(seconds=61)
CUSTOMERS = ("whatsapp:+254712000001", "whatsapp:KE.4566546130240823")
STATUSES = ("sent", "delivered", "read", "undelivered", "busy")
MAX_ROUNDS = 60
CHANNEL_PACE = 0.1

THOUGHTS = ("", "interrupted", "written on", "woken", "overtaken", "broken")
MEANWHILE = ("", "status", "overtaken")

lines = st.integers(0, 1)
customers = st.sampled_from(CUSTOMERS)


class MailRoom(RuleBasedStateMachine):
    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        world.begin_again()
        tenants = [world.make_tenant() for _ in range(2)]
        self.tenants = [tenant.id for tenant in tenants]
        with fleet_scope():
            self.channels = [Channel.objects.get(tenant=tenant) for tenant in tenants]
        self.talks: list[tuple[int, str]] = []
        self.offered: list[dict[str, str]] = []
        self.acknowledged: dict[str, tuple[UUID, str]] = {}
        self.thinking: dict[tuple[UUID, UUID], datetime] = {}
        self.thought, self.broke = Counter[UUID](), Counter[UUID]()
        self.listened: set[UUID] = set()
        self.unquoted: set[str] = set()
        self.offences: list[str] = []
        self.held_back: list[dict[str, str]] = []
        self.touched: set[UUID] = set()
        self.prints: dict[UUID, str] = {}
        self.climbed: dict[str, promises.Height] = {}

    @initialize()
    def begin(self) -> None:
        """Somebody writes to each tenant, so that there is work from the first step."""
        for line in (0, 1):
            self._post(self._message(line, CUSTOMERS[0]))

    # Customers

    @rule(line=lines, customer=customers)
    def receive(self, line: int, customer: str) -> None:
        self._post(self._message(line, customer))

    @rule(line=lines, customer=customers, life=st.integers(0, 7))
    def receive_and_die(self, line: int, customer: str, life: int) -> None:
        self._post(self._message(line, customer), life)

    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        """Twilio delivers once more what it has, or has not, been thanked for."""
        self._post(data.draw(st.sampled_from(self.offered)))

    @rule(line=lines, customer=customers)
    def hold_back(self, line: int, customer: str) -> None:
        self.held_back.append(self._message(line, customer))

    @precondition(lambda self: self.held_back)
    @rule(data=st.data())
    def arrive_late(self, data: st.DataObject) -> None:
        """Messages come in another order than they were written."""
        self._post(self.held_back.pop(data.draw(st.integers(0, len(self.held_back) - 1))))

    # Workers

    @rule(data=st.data(), thinking=st.sampled_from(THOUGHTS), meanwhile=st.sampled_from(MEANWHILE))
    def work(self, data: st.DataObject, thinking: str, meanwhile: str) -> None:
        """A wake-up: the turn that is due, then its replies."""
        self._work(data.draw(st.sampled_from(self.talks)), thinking, meanwhile, life=None)

    @rule(data=st.data(), life=st.integers(0, 22), thinking=st.sampled_from(THOUGHTS))
    def work_and_die(self, data: st.DataObject, life: int, thinking: str) -> None:
        self._work(data.draw(st.sampled_from(self.talks)), thinking, "", life=life)

    @rule(data=st.data(), life=st.none() | st.integers(0, 7), meanwhile=st.sampled_from(MEANWHILE))
    def deliver(self, data: st.DataObject, life: int | None, meanwhile: str) -> None:
        line, customer = data.draw(st.sampled_from(self.talks))
        ids = self._conversation(line, customer)
        if ids is not None:
            with self._meanwhile(ids, meanwhile), self.world.mortality.dying_after(life):
                self._deliver(ids)

    @rule()
    def sweep(self) -> None:
        """What the sweep finds is done, for whichever tenant."""
        self.touched.update(self.tenants)
        self._sweep(timedelta(seconds=1))

    @rule(time=st.sampled_from([timedelta(seconds=5), LEASE, SENDING, timedelta(minutes=6)]))
    def pass_time(self, time: timedelta) -> None:
        """Tries come due, leases and sendings run out."""
        self.world.pass_time(time)

    # Twilio

    @rule(fates=st.lists(st.sampled_from(FATES), min_size=1, max_size=3))
    def have_a_bad_day(self, fates: list[str]) -> None:
        self.world.twilio.fates.extend(fates)

    @precondition(lambda self: self.world.twilio.taken)
    @rule(data=st.data(), statuses=st.lists(st.sampled_from(STATUSES), min_size=1, max_size=3))
    def tell(self, data: st.DataObject, statuses: list[str]) -> None:
        """Statuses late, repeated and in any order, which no answer of ours may refuse."""
        taken = data.draw(st.sampled_from(self.world.twilio.taken))
        for status in statuses:
            self._tell(taken, status)
            promises.climbing(look.rows(look.OUTBOUND, self.tenants), self.climbed)

    # What must always hold

    @invariant()
    def keeps_its_promises(self) -> None:
        inbound, outbound = look.rows(look.INBOUND, self.tenants), look.rows(look.OUTBOUND, self.tenants)
        assert self.offences == []
        promises.stored_once(inbound, self.acknowledged, self.offered)
        quoted = [row for row in inbound if row["sid"] not in self.unquoted]
        promises.answered_once(quoted, outbound, self.listened)
        promises.parked_for_a_reason(inbound, self.thought, self.broke)
        promises.in_order(inbound)
        promises.sent_once(outbound, self.world.twilio.taken)
        promises.climbing(outbound, self.climbed)
        assert all(row["turns"] == 1 for row in look.rows(look.RUNNING, self.tenants))

    @invariant()
    def leaves_others_alone(self) -> None:
        for tenant in self.tenants:
            before, self.prints[tenant] = self.prints.get(tenant), look.fingerprint(tenant)
            assert tenant in self.touched or before in (None, self.prints[tenant]), "another tenant's row was touched"
        self.touched.clear()

    def teardown(self) -> None:
        """On a good day everything is answered and sent within minutes; who writes once more misses nothing."""
        self.world.twilio.fates.clear()
        self._drain()
        self.keeps_its_promises()
        for line, customer in self.talks:
            self._post(self._message(line, customer))
        self._drain()
        self.keeps_its_promises()
        promises.nothing_missed(look.rows(look.OUTBOUND, self.tenants), self.world.twilio.taken)
        promises.drained(
            look.rows(look.INBOUND, self.tenants), look.rows(look.OUTBOUND, self.tenants), self.world.twilio.taken
        )

    # How

    def receive_and_die_at(self, step: int) -> None:
        self._post(self._message(0, CUSTOMERS[1]), step)

    def work_and_die_at(self, step: int) -> None:
        self._work(self.talks[0], "", "", life=step)

    def _message(self, line: int, customer: str) -> dict[str, str]:
        sid = f"SM{uuid4().hex}"
        channel = self.channels[line]
        return {"MessageSid": sid, "From": customer, "To": channel.sender, "Body": sid, "line": str(line)}

    def _post(self, message: dict[str, str], life: int | None = None) -> None:
        line, form = int(message["line"]), {name: value for name, value in message.items() if name != "line"}
        self.offered += [] if message in self.offered else [message]
        self.talks += [] if (line, form["From"]) in self.talks else [(line, form["From"])]
        with self.world.mortality.dying_after(life):
            status = self._signed(line, f"/webhooks/twilio/{self.channels[line].webhook_token}/", form)
            assert status == 200
            self.acknowledged[form["MessageSid"]] = (self.tenants[line], form["From"])

    def _drain(self) -> None:
        for _ in range(MAX_ROUNDS):
            self.world.pass_time(timedelta(seconds=20))
            if not self._sweep(timedelta(0)) and self._is_empty():
                break

    def _signed(self, line: int, path: str, form: dict[str, str]) -> int:
        self.touched.add(self.tenants[line])
        signature = sign(f"http://testserver{path}", form, self.channels[line].auth_token)
        return self.world.client.post(path, form, headers={"X-Twilio-Signature": signature}).status_code

    def _tell(self, taken: Any, status: str) -> None:
        line = next(at for at, channel in enumerate(self.channels) if channel.twilio_account == taken.account)
        path = taken.callback[taken.callback.index("/webhooks/") :]
        failure = {"undelivered": "63024", "busy": "63018"}.get(status)
        form = {"MessageSid": taken.sid, "MessageStatus": "failed" if failure else status}
        form |= {"ErrorCode": failure} if failure else {}
        assert self._signed(line, path, form) == 204

    def _conversation(self, line: int, customer: str) -> tuple[UUID, UUID] | None:
        self.touched.add(self.tenants[line])
        with tenant_scope(self.tenants[line]):
            found = Conversation.objects.filter(customer__address=customer).first()
        return (self.tenants[line], found.id) if found else None

    def _work(self, talk: tuple[int, str], thinking: str, meanwhile: str, *, life: int | None) -> None:
        ids = self._conversation(*talk)
        if ids is not None:
            with self._meanwhile(ids, meanwhile), self.world.mortality.dying_after(life):
                self._process(ids, lambda: self._while_thinking(talk, ids, thinking), self._hold(talk, thinking))

    def _process(
        self,
        ids: tuple[UUID, UUID],
        while_thinking: Callable[[], None] = lambda: None,
        while_waiting: Callable[[], None] = lambda: None,
    ) -> None:
        def think(state: Any, context: Any) -> Outcome:
            self.thought[context.tools.request_id] += 1
            self.world.mortality.step()
            self._watch(ids, [incoming.received_at for incoming in context.incoming])
            try:
                with self.world.mortality.immortal():
                    while_thinking()
            except RuntimeError:
                self.broke[context.tools.request_id] += 1
                raise
            finally:
                self.thinking.pop(ids, None)
            return self._answer(ids, state, context)

        def wait(seconds: float) -> None:
            self.world.pass_time(timedelta(seconds=seconds))
            self.world.mortality.step()
            with self.world.mortality.immortal():
                while_waiting()

        if turn.run(*ids, now=self.world.look_at_clock, think=think, wait=wait):
            self._deliver(ids)

    def _hold(self, talk: tuple[int, str], thinking: str) -> Callable[[], None]:
        """What happens while the rest of a burst is waited for: one more line comes, or none."""
        lines = iter([self._message(*talk)] if thinking == "written on" else [])
        return lambda: next((self._post(line) for line in lines), None)

    def _answer(self, ids: tuple[UUID, UUID], state: Any, context: Any) -> Outcome:
        words = " ".join(incoming.text for incoming in context.incoming)
        return Outcome(state=state, replies=tuple(Text(text=f"{first} {words}") for first in promises.ANSWERS))

    def _watch(self, ids: tuple[UUID, UUID], came: list[datetime]) -> None:
        """Noted, not raised: a turn takes any exception for a failure of the mind."""
        if self.thinking.get(ids, self.world.now) > self.world.now:
            self.offences.append("two turns at a time")
        if came != sorted(came):
            self.offences.append("a turn was given its messages out of order")
        self.thinking[ids] = self.world.now + LEASE

    def _deliver(self, ids: tuple[UUID, UUID]) -> None:
        outbox.deliver(*ids, now=self.world.look_at_clock, wait=self._wait)

    def _wait(self, seconds: float) -> None:
        """The customer's pace is kept by our clock; the channel's, some milliseconds, by the database's."""
        if seconds > CHANNEL_PACE:
            self.world.pass_time(timedelta(seconds=seconds))

    def _while_thinking(self, talk: tuple[int, str], ids: tuple[UUID, UUID], what: str) -> None:
        match what:
            case "interrupted":
                self._post(self._message(*talk))
            case "woken":
                self._process(ids)
            case "overtaken":
                self.world.pass_time(LEASE)
                self._process(ids)
            case "broken":
                raise RuntimeError("no digestion")

    @contextmanager
    def _meanwhile(self, ids: tuple[UUID, UUID], what: str) -> Iterator[None]:
        """What happens while the first request in this block is under way to Twilio."""

        def happen() -> None:
            self._happen(ids, what)

        self.world.wire.meanwhile = happen if what else None
        yield
        self.world.wire.meanwhile = None

    def _happen(self, ids: tuple[UUID, UUID], what: str) -> None:
        if what == "overtaken":
            self.world.pass_time(SENDING)
            self._deliver(ids)
        elif self.world.twilio.taken:
            self._tell(self.world.twilio.taken[-1], "delivered")

    def _sweep(self, grace: timedelta) -> bool:
        """Whether anything was found."""
        turns = self._mine(due.conversations(grace=grace))
        for ids in turns:
            self._process(ids)
        looks = self._mine(due.looks())
        for ids in looks:
            outbox.reconcile(*ids, now=self.world.look_at_clock)
        sendings = self._mine([*due.late_turns(), *due.sendings(grace=grace)])
        for ids in sendings:
            self._deliver(ids)
        return bool(turns or looks or sendings)

    def _mine(self, found: list[tuple[UUID, UUID]]) -> list[tuple[UUID, UUID]]:
        return sorted((ids for ids in found if ids[0] in self.tenants), key=lambda ids: self.tenants.index(ids[0]))

    def _is_empty(self) -> bool:
        waiting = [row for row in look.rows(look.INBOUND, self.tenants) if row["status"] == "pending"]
        unsent = [row for row in look.rows(look.OUTBOUND, self.tenants) if row["status"] in ("queued", "sending")]
        doubtful = [row for row in look.rows(look.OUTBOUND, self.tenants) if row["look_at"] is not None]
        return not waiting and not unsent and not doubtful
