"""A month that somebody reads at this moment is not waited for: the next night drops it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connections

from conversations.rights import months
from tenants.postgresql import months as parted
from tenants.scope import fleet_scope

MAY = datetime(2031, 5, 1, tzinfo=UTC)
NAME = "tools_toolcall_2031_05"


def test_a_month_that_somebody_holds_is_left_to_the_next_night(
    committed_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with fleet_scope():
        parted.make("tools_toolcall", MAY)
    (month,) = [one for one in parted.list_months() if one.name == NAME]
    # The other months are those that tests beside this one find.
    monkeypatch.setattr(parted, "list_months", lambda: [month])
    monkeypatch.setattr(parted, "list_missing", lambda now: [])
    other, now = connections.create_connection("owner"), MAY + timedelta(days=400)
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN")
            cursor.execute(f"LOCK TABLE months.{NAME} IN ACCESS SHARE MODE")
            assert months.keep(now=now) == []
            cursor.execute("ROLLBACK")
        assert months.keep(now=now) == [NAME]
    finally:
        other.close()
