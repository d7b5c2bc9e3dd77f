"""The mail room with people at the desk, who take conversations over, write, leave them, and hand them back.

Workers go on dying and Twilio goes on having bad days meanwhile. Whoever speaks, speaks alone.
"""

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from conversations import ownership
from conversations.inbox import events as inbox_events
from conversations.models import Conversation, InboundMessage, OutboundMessage
from conversations.sweep import due
from journeys import graph
from journeys.graph import Outcome
from journeys.reply import Text
from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.machines import look, promises
from tests.machines.mail_room import MailRoom
from tests.machines.world import World
from tests.people import member
from tools import events
from tools.contract import Stopped

Ids = tuple[UUID, UUID]
WORDS = ("STOP", "START", "and another thing")


class Desk(MailRoom):
    """`owners` is what each conversation's ownership has been, from when on."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.operators = [[member(self._tenant(line)).pk for _ in range(2)] for line in (0, 1)]
        self.owners: defaultdict[UUID, list[tuple[datetime, str, int]]] = defaultdict(list)
        self.written: set[UUID] = set()
        self.lost: set[Ids] = set()
        self.left: set[UUID] = set()

    # People

    @rule(data=st.data(), who=st.integers(0, 1))
    def take_over(self, data: st.DataObject, who: int) -> None:
        self._own(data.draw(st.sampled_from(self.talks)), "take over", who)

    @rule(data=st.data(), who=st.integers(0, 1), what=st.sampled_from(["put back", "hand back"]))
    def leave(self, data: st.DataObject, who: int, what: str) -> None:
        self._own(data.draw(st.sampled_from(self.talks)), what, who)

    @rule(data=st.data(), who=st.integers(0, 1), twice=st.booleans(), life=st.none() | st.integers(0, 9))
    def write(self, data: st.DataObject, who: int, twice: bool, life: int | None) -> None:
        """Who does not have the conversation is refused; the same words sent twice go out once.

        Their browser may close, or the web process die, while they send: then it is written wholly or not at all, and
        whoever comes back and sends the same form again has said it once.
        """
        line, customer = data.draw(st.sampled_from(self.talks))
        ids = self._conversation(line, customer)
        if ids is None:
            return
        key, operator = uuid4(), self.operators[line][who]
        with tenant_scope(ids[0]):
            row = Conversation.objects.get(pk=ids[1])
            may = row.owner == "operator" and row.operator_id == operator
        with self.world.mortality.dying_after(life):
            self._send(ids, key, operator, may=may)
        if twice:
            self._send(ids, key, operator, may=may)
        self._deliver(ids)

    @rule(data=st.data(), life=st.integers(0, 18))
    def take_over_in_the_middle(self, data: st.DataObject, life: int) -> None:
        """The assistant is about to call a tool; or its worker dies before it comes to that."""
        talk = data.draw(st.sampled_from(self.talks))
        self._work(talk, "taken over", "", life=life if life < 30 else None)

    @rule(data=st.data())
    def take_over_while_sending(self, data: st.DataObject) -> None:
        self._work(data.draw(st.sampled_from(self.talks)), "", "taken over", life=None)

    @rule(data=st.data(), words=st.sampled_from(WORDS))
    def say_a_word(self, data: st.DataObject, words: str) -> None:
        line, customer = data.draw(st.sampled_from(self.talks))
        message = self._message(line, customer) | {"Body": words}
        self.unquoted.add(message["MessageSid"])
        self._post(message)

    @rule(data=st.data())
    def happen_meanwhile(self, data: st.DataObject) -> None:
        """An event of our own: nobody is told of it while a person has the conversation, and it is not lost."""
        ids = self._conversation(*data.draw(st.sampled_from(self.talks)))
        if ids is None:
            return
        key = uuid4().hex
        with tenant_scope(ids[0]):
            customer = Conversation.objects.values_list("customer_id", flat=True).get(pk=ids[1])
            events.record(name="test.happened", key=key, conversation_id=ids[1], customer_id=customer, facts={})
        inbox_events.take(*ids, now=self.world.look_at_clock)
        with tenant_scope(ids[0]):
            left = InboundMessage.objects.filter(conversation_id=ids[1], kind="event")
            self.left.update(left.values_list("pk", flat=True))

    @precondition(lambda self: self.owners)
    @rule(hours=st.sampled_from([1, 3]))
    def stay_away(self, hours: int) -> None:
        self.touched.update(self.tenants)
        self.world.pass_time(timedelta(hours=hours))
        for ids in self._mine(due.away()):
            self._deliver(ids)

    # What must always hold

    @invariant()
    def one_speaks(self) -> None:
        promises.one_speaks(look.rows(look.OUTBOUND, self.tenants), self.owners)

    def teardown(self) -> None:
        for talk in self.talks:
            self._own(talk, "hand back", 0)
        super().teardown()
        self.one_speaks()
        for tenant in self.tenants:
            with tenant_scope(tenant):
                mine = OutboundMessage.objects.filter(author="operator")
                assert {row.pk for row in mine} <= self.written
                assert not mine.filter(status__in=["queued", "withdrawn"]).exists()
                assert not InboundMessage.objects.filter(pk__in=self.left, status="pending").exists()

    # How

    def _send(self, ids: Ids, key: UUID, operator: UUID, *, may: bool) -> None:
        is_first = not self._has(ids[0], key)
        try:
            with tenant_scope(ids[0]):
                is_new = ownership.write(
                    ids[1], Text(text=f"person {key}"), operator_id=operator, key=key, now=self.world.look_at_clock()
                )
            assert may
            assert is_new is is_first
        except ownership.NotTheirs:
            assert not may
        finally:
            with self.world.mortality.immortal():
                self.written |= {key} if may and self._has(ids[0], key) else set()

    def _has(self, tenant: UUID, key: UUID) -> bool:
        with tenant_scope(tenant):
            return OutboundMessage.objects.filter(pk=key).exists()

    def _tenant(self, line: int) -> Tenant:
        with tenant_scope(self.tenants[line]):
            return Tenant.objects.get()

    def _own(self, talk: tuple[int, str], what: str, who: int) -> None:
        ids = self._conversation(*talk)
        if ids is None:
            return
        now = self.world.look_at_clock()
        with tenant_scope(ids[0]):
            match what:
                case "take over":
                    by = self.operators[talk[0]][who]
                    is_new = ownership.take_over(ids[1], operator_id=by, now=now, answer_by=now + timedelta(hours=2))
                case "put back":
                    is_new = ownership.put_back(ids[1], now=now)
                case _:
                    is_new = ownership.hand_back(ids[1], words="", ticket=None, now=now)
            row = Conversation.objects.get(pk=ids[1])
        if is_new:
            self.owners[ids[1]].append((now, row.owner, row.owner_epoch))

    def _while_thinking(self, talk: tuple[int, str], ids: Ids, what: str) -> None:
        if what == "taken over":
            self._own(talk, "take over", 0)
            self._own(talk, "take over", 1)
            self.lost.add(ids)
        super()._while_thinking(talk, ids, what)

    def _happen(self, ids: Ids, what: str) -> None:
        if what == "taken over":
            with self.world.mortality.immortal():
                self._own(next(talk for talk in self.talks if self._conversation(*talk) == ids), "take over", 1)
        else:
            super()._happen(ids, what)

    def _answer(self, ids: Ids, state: Any, context: Any) -> Outcome:
        if ids in self.lost:
            self.lost.discard(ids)
            before = len(context.trace.tool_calls)
            try:
                context.call("customer_update_preferences", consents={"marketing": True}, reason="nobody asked")
            except Stopped:
                assert len(context.trace.tool_calls) == before
                raise
            self.offences.append("an effect was caused in a conversation that a person had taken over")
        if context.listens:
            self.listened.add(context.tools.request_id)
            return graph.respond(state, context)
        # Its worker may have died while it listened, and the conversation was handed back since.
        self.listened.discard(context.tools.request_id)
        return super()._answer(ids, state, context)
