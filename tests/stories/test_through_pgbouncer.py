"""Where the stories are to be told through PgBouncer, they are: or nothing that they find would tell of it."""

import pytest
from django.conf import settings
from django.db import connection

from tests import databases
from tests.soak.site import grown
from tests.stories.conftest import Say

pytestmark = pytest.mark.skipif(not databases.IS_THROUGH_PGBOUNCER, reason="TULIA_TEST_THROUGH=pgbouncer has them so")


def test_what_a_turn_asks_goes_through_it(shop: Say) -> None:
    assert shop("Hi", "do you have running shoes?")
    assert settings.TULIA.has_pgbouncer
    assert connection.settings_dict["HOST"] == "127.0.0.1"
    with connection.cursor() as cursor:
        cursor.execute("SELECT inet_server_addr(), current_user, current_setting('statement_timeout')")
        # PostgreSQL itself was reached over its socket, and the limits stand on the role.
        assert cursor.fetchone() == (None, "tulia_app", grown.LIMITS["statement_timeout"])
        cursor.execute("SELECT count(*) FROM pg_prepared_statements")
        assert cursor.fetchone() == (0,)
