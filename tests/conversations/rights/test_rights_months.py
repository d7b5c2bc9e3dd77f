"""Tables of months: where rows land, what goes whole and what row by row, and that no partition is a way around."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, IntegrityError, ProgrammingError, connection, transaction
from django.utils import timezone

from config import doctor
from config.celery import app
from conversations.models import Conversation, Customer, OutboundMessage, ProviderExchange
from conversations.outbox import log
from conversations.rights import erasure, months, retention, tasks
from tenants import wall
from tenants.models import Channel, Tenant
from tenants.postgresql import months as parted
from tenants.scope import fleet_scope, tenant_scope
from tenants.tenancy import TenantModel, first_key
from tests import databases, plans
from tests.isolation.plant import plant
from tests.people import make_inbound
from tools.models import ToolCall

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
# No test of these depends on the day on which it runs.
MAY = datetime(2031, 5, 1, tzinfo=UTC)
NAMES = {"conversations_providerexchange": "id", "tools_toolcall": "request_id"}


@pytest.fixture(autouse=True)
def _own_files(settings: Any, tmp_path: Any) -> None:
    settings.MEDIA_ROOT = tmp_path / "media"


def key_of(moment: datetime) -> UUID:
    return UUID(int=first_key(moment).int | (7 << 76) | (uuid4().int & (1 << 62) - 1) | (1 << 63))


def exchange(tenant: Tenant, at: datetime, **fields: Any) -> ProviderExchange:
    with tenant_scope(tenant.id):
        return ProviderExchange.objects.create(
            id=key_of(at),
            channel=Channel.objects.get(kind="whatsapp"),
            direction="out",
            method="POST",
            path="/Messages.json",
            **fields,
        )


def call(tenant: Tenant, at: datetime, *, request_id: UUID | None = None, **fields: Any) -> ToolCall:
    said = {"tool": "order_create", "effect": "write", "arguments_hash": "a", "outcome": "ok"} | fields
    with tenant_scope(tenant.id):
        return ToolCall.objects.create(
            id=key_of(at), request_id=request_id or key_of(at), conversation_id=uuid4(), arguments={}, answer={},
            milliseconds=1, **said,
        )  # fmt: skip


def place_of(row: TenantModel) -> str:
    """The partition that it lies in."""
    with tenant_scope(row.tenant_id), connection.cursor() as cursor:
        cursor.execute(
            f'SELECT relname FROM "{row._meta.db_table}" t JOIN pg_class ON pg_class.oid = t.tableoid WHERE t.id = %s',
            [row.pk],
        )
        return str(cursor.fetchone()[0])


def left(tenant: Tenant) -> set[UUID]:
    with tenant_scope(tenant.id):
        return {row.pk for model in (ProviderExchange, ToolCall) for row in model.objects.all()}


def names() -> set[str]:
    return {month.name for month in parted.list_months()}


def gone(now: datetime) -> set[str]:
    """What a night drops of the months that tests have made; those of today are over, too, and empty."""
    connection.check_constraints()  # as at a COMMIT, which was before any night
    return {name for name in months.keep(now=now) if "_2031_" in name}


def make(*moments: datetime) -> None:
    for moment in moments:
        for table in NAMES:
            with fleet_scope():
                parted.make(table, moment)


def test_the_tables_of_months_are_these_two() -> None:
    assert parted.parted() == NAMES
    assert {name.rpartition("_20")[0] for name in names()} == set(NAMES)


@pytest.mark.parametrize(
    ("now", "wanted"),
    [
        (MAY, ["2031_05", "2031_06", "2031_07", "2031_08"]),
        (datetime(2031, 10, 31, 23, 59, 59, 999999, tzinfo=UTC), ["2031_10", "2031_11", "2031_12", "2032_01"]),
        # It is February in Nairobi by then, and January where keys are made.
        (datetime.fromisoformat("2032-02-01T01:30:00+03:00"), ["2032_01", "2032_02", "2032_03", "2032_04"]),
    ],
)
def test_months_are_made_ahead_whatever_the_clock_says(now: datetime, wanted: list[str]) -> None:
    assert {month for _, month in parted.list_missing(now)} == {
        datetime.strptime(f"{name}+0000", "%Y_%m%z") for name in wanted
    }
    months.keep(now=now)
    assert {f"{table}_{month}" for table in NAMES for month in wanted} <= names()
    assert list(parted.list_missing(now)) == []
    before = names()
    months.keep(now=now)
    assert names() == before


def test_a_row_lies_in_the_month_of_its_key(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    make(MAY, parted.later(MAY, 1))
    last = MAY + timedelta(days=31) - timedelta(milliseconds=1)
    for at, month in ((MAY, "2031_05"), (last, "2031_05"), (last + timedelta(milliseconds=1), "2031_06")):
        assert place_of(exchange(tenant, at)) == f"conversations_providerexchange_{month}"
        assert place_of(call(tenant, at)) == f"tools_toolcall_{month}"
    # A turn that is run again in the next month goes on in its own.
    assert place_of(call(tenant, last + timedelta(hours=2), request_id=key_of(last))) == "tools_toolcall_2031_05"


def test_a_row_without_a_month_is_taken_and_moves_when_there_is_one(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    rows = [exchange(tenant, MAY), call(tenant, MAY), exchange(tenant, parted.later(MAY, 1))]
    assert [place_of(row) for row in rows] == [
        "conversations_providerexchange_others", "tools_toolcall_others", "conversations_providerexchange_others",
    ]  # fmt: skip
    assert "2 rows of conversations_providerexchange have no partition" in told()
    connection.check_constraints()
    make(MAY)
    assert [place_of(row) for row in rows] == [
        "conversations_providerexchange_2031_05", "tools_toolcall_2031_05", "conversations_providerexchange_others",
    ]  # fmt: skip
    assert left(tenant) == {row.pk for row in rows}
    with tenant_scope(tenant.id):
        assert ProviderExchange.objects.get(pk=rows[0].pk).path == "/Messages.json"
    connection.check_constraints()
    months.keep(now=MAY)  # which comes by night
    assert place_of(rows[2]) == "conversations_providerexchange_2031_06"
    assert "rows of" not in told()


def execute(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def told() -> str:
    return " ".join(one.sentence for one in doctor.SUBJECTS["months"]() if one.level != "ok")


def test_the_doctor_misses_the_next_month(monkeypatch: pytest.MonkeyPatch) -> None:
    months.keep(now=timezone.now())
    assert told() == ""
    monkeypatch.setattr("config.doctor.database.timezone.now", lambda: MAY)
    assert "tools_toolcall has no partition for June 2031" in told()
    months.keep(now=MAY)
    assert told() == ""


def test_an_effect_happens_once_and_another_turn_may_cause_it(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    make(MAY, parted.later(MAY, 1))
    turn = key_of(MAY + timedelta(days=30, hours=23))
    call(tenant, MAY + timedelta(days=30, hours=23), request_id=turn)
    with pytest.raises(IntegrityError, match="tool"), transaction.atomic():
        call(tenant, parted.later(MAY, 1) + timedelta(hours=1), request_id=turn)
    call(tenant, parted.later(MAY, 1), request_id=turn, effect="read")
    call(tenant, parted.later(MAY, 1))
    row = exchange(tenant, MAY)
    with pytest.raises(IntegrityError), transaction.atomic(), tenant_scope(tenant.id):
        ProviderExchange.objects.bulk_create([row])


def test_a_reference_holds_in_every_month(make_tenant: MakeTenant) -> None:
    make(MAY)
    tenant = make_tenant()

    def point_at_nothing() -> None:
        exchange(tenant, MAY, message_id=uuid4())
        connection.check_constraints()

    with pytest.raises(IntegrityError, match="wall_conversations_providerexchange_message_id"), transaction.atomic():
        point_at_nothing()


def test_a_month_goes_when_nobody_keeps_any_of_it_and_touches_no_other(
    make_tenant: MakeTenant, statements: Callable[[], Any]
) -> None:
    short, long = make_tenant(retention_days=30), make_tenant(retention_days=90)
    make_tenant()  # keeps everything, and has nothing
    june = parted.later(MAY, 1)
    make(MAY, june)
    old = {tenant: {each(tenant, MAY + timedelta(days=day)).pk for day in (0, 30) for each in (exchange, call)}
           for tenant in (short, long)}  # fmt: skip
    new = {tenant: {each(tenant, june).pk for each in (exchange, call)} for tenant in (short, long)}

    now = june + timedelta(days=45)
    assert gone(now) == set()  # the one with ninety days has rows in it
    report = retention.expire(short.id, now=now)
    assert (report["conversations.ProviderExchange"], report["tools.ToolCall"]) == (3, 3)
    retention.expire(long.id, now=now)
    assert (left(short), left(long)) == (set(), old[long] | new[long])

    now = june + timedelta(days=90) - timedelta(seconds=1)
    assert gone(now) == set()
    with statements() as seen:
        assert gone(now + timedelta(seconds=1)) == {f"{table}_2031_05" for table in NAMES}
    assert not [sql for sql in seen if sql.startswith("DELETE")]
    assert left(long) == new[long]
    assert names().isdisjoint({f"{table}_2031_05" for table in NAMES})
    assert {f"{table}_2031_06" for table in NAMES} <= names()
    assert retention.expire(long.id, now=now)["tools.ToolCall"] == 0


def test_a_business_that_is_about_to_move_keeps_its_months(make_tenant: MakeTenant, settings: Any) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"log_months": 1})
    tenant = make_tenant(retention_days=30)
    make(MAY)
    for each in (exchange, call):
        each(tenant, MAY)
    with fleet_scope():
        Tenant.objects.update(frozen_at=MAY)
    assert gone(MAY + timedelta(days=400)) == set()
    with fleet_scope():
        Tenant.objects.update(moved_to="https://cell-2.example")
    assert gone(MAY + timedelta(days=400)) == {f"{table}_2031_05" for table in NAMES}


def test_who_keeps_everything_keeps_a_month_for_all(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    make(MAY)
    row = exchange(tenant, MAY)
    assert gone(MAY + timedelta(days=4000)) == {"tools_toolcall_2031_05"}
    assert left(tenant) == {row.pk}


def test_the_installation_may_keep_less_than_any_business(make_tenant: MakeTenant, settings: Any) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"log_months": 2})
    tenant, june = make_tenant(), parted.later(MAY, 1)
    make(MAY, june)
    stray = exchange(tenant, parted.later(MAY, -3))
    kept = {each(tenant, june).pk for each in (exchange, call)}
    for each in (exchange, call):
        each(tenant, MAY)
    last = parted.later(MAY, 3) - timedelta(milliseconds=1)
    assert gone(last) == {"conversations_providerexchange_2031_02"}
    assert stray.pk not in left(tenant)
    assert gone(last + timedelta(milliseconds=1)) == {f"{table}_2031_05" for table in NAMES}
    assert left(tenant) == kept


def test_a_month_that_is_not_over_cannot_be_dropped() -> None:
    make(MAY)
    (month,) = [one for one in parted.list_months() if one.name == "tools_toolcall_2031_05"]
    with pytest.raises(DatabaseError, match="No month"), transaction.atomic(), fleet_scope():
        parted.drop(month, now=MAY + timedelta(days=30, hours=23))
    assert month.name in names()


def test_an_erasure_takes_their_rows_out_of_every_month(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    rows = plant(tenant, "hersecretword")
    make(MAY)
    of_others = exchange(tenant, MAY)
    exchange(tenant, MAY, message_id=rows[OutboundMessage].pk)
    with tenant_scope(tenant.id):
        ToolCall.objects.create(
            id=key_of(MAY), request_id=key_of(MAY), conversation_id=rows[Conversation].pk, tool="a", effect="read",
            arguments={}, arguments_hash="", answer={}, outcome="ok", milliseconds=1,
        )  # fmt: skip
    report = erasure.erase(tenant.id, rows[Customer].pk, despite_open=True)
    assert (report["conversations.ProviderExchange"], report["tools.ToolCall"]) == (2, 2)
    assert left(tenant) == {of_others.pk}


@pytest.mark.parametrize("role", ["", "SET LOCAL ROLE tulia_fleet;"])
@pytest.mark.parametrize("what", ["SELECT 1 FROM {}", "DELETE FROM {}", "TRUNCATE {}", "DROP TABLE {}"])
def test_a_partition_is_no_way_around_the_wall(make_tenant: MakeTenant, role: str, what: str) -> None:
    row = exchange(make_tenant(), MAY)
    make(MAY)
    for partition in (place_of(row), "tools_toolcall_others"):
        statement = f"{role} {what.format(f'months.{partition}')}"
        with pytest.raises(ProgrammingError, match="permission denied for schema months"), transaction.atomic():
            execute(statement)


def test_who_was_let_into_the_schema_sees_no_row_and_is_told_of(make_tenant: MakeTenant) -> None:
    """Row-level security is on in each partition, and lets nobody pass but its owner."""
    months.keep(now=timezone.now())
    with databases.as_superuser() as owner:
        owner.autocommit = True
        partitions = owner.execute(
            "SELECT relname, relrowsecurity, (SELECT count(*) FROM pg_policy WHERE polrelid = c.oid) FROM pg_class c"
            " WHERE relnamespace = 'months'::regnamespace AND relkind = 'r'"
        ).fetchall()
        assert len(partitions) > len(NAMES)
        assert all((is_on, policies) == (True, 0) for _, is_on, policies in partitions)
        owner.execute("GRANT USAGE ON SCHEMA months TO tulia_app")
        try:
            assert any("may use the schema months" in sentence for sentence in wall.list_breaches("default"))
            with pytest.raises(ProgrammingError, match="permission denied for table"), transaction.atomic():
                execute("SELECT 1 FROM months.tools_toolcall_others")
        finally:
            owner.execute("REVOKE USAGE ON SCHEMA months FROM tulia_app")
    assert not any("schema months" in sentence for sentence in wall.list_breaches("default"))


@pytest.mark.parametrize("function", wall.OF_THE_OWNER)
def test_only_the_fleet_may_have_months_made_and_dropped(function: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT array(SELECT rolname::text FROM pg_roles"
            "  WHERE NOT rolsuper AND NOT pg_has_role(oid, proowner, 'USAGE')"
            "    AND rolname NOT LIKE 'pg\\_%%' AND has_function_privilege(oid, pg_proc.oid, 'EXECUTE')),"
            " proconfig::text FROM pg_proc WHERE oid = %s::regprocedure",
            [function],
        )
        roles, settings = cursor.fetchone()
    assert roles == ["tulia_fleet"]
    assert "search_path=pg_catalog, pg_temp" in settings


def test_a_table_of_another_name_is_not_touched() -> None:
    for name in ("tenants_user", 'x"; DROP TABLE tenants_user; --'):
        with pytest.raises(DatabaseError, match="No table of months"), transaction.atomic(), fleet_scope():
            parted.make(name, MAY)


def test_what_is_asked_by_its_turn_or_its_message_reads_one_month(make_tenant: MakeTenant) -> None:
    tenant = make_tenant()
    rows = plant(tenant, "word")
    early = [parted.later(parted.month_of(timezone.now()), -count) for count in range(1, 7)]
    make(*early)
    watch = plans.Watch()
    with watch("ledger"), tenant_scope(tenant.id):
        list(ToolCall.objects.exclude(effect="read").filter(request_id=key_of(early[3]), tool="a", arguments_hash="b"))
    with watch("log"), tenant_scope(tenant.id):
        log.list_exchanges([rows[OutboundMessage].pk])
    ledger, exchanges = (plans.relations(sent) for sent in watch.sent)
    assert ledger == {f"tools_toolcall_{early[3]:%Y_%m}"}
    assert exchanges
    assert exchanges.isdisjoint({f"conversations_providerexchange_{month:%Y_%m}" for month in early[1:]})


def test_beat_asks_each_night_before_rows_are_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = app.conf.beat_schedule
    assert entries["months"]["task"] == tasks.keep_months.name
    at = {
        name: (*entries[name]["schedule"].hour, *entries[name]["schedule"].minute) for name in ("months", "retention")
    }
    assert at["months"] < at["retention"]
    asked: list[datetime] = []
    monkeypatch.setattr(months, "keep", lambda *, now: asked.append(now))
    tasks.keep_months(later="an argument of a newer release")
    tasks.keep_months()
    assert len(asked) == 1


def test_the_inbox_is_no_table_of_months(make_tenant: MakeTenant) -> None:
    """A message that comes again is known however long ago it came first: its key holds no time."""
    tenant = make_tenant()
    rows = plant(tenant, "word")
    with tenant_scope(tenant.id):
        make_inbound(rows[Conversation], id=key_of(MAY), provider_id="SM1")
    with pytest.raises(IntegrityError, match="inbound_once"), transaction.atomic(), tenant_scope(tenant.id):
        make_inbound(rows[Conversation], id=key_of(parted.later(MAY, 5)), provider_id="SM1")
