"""What has no meaning is counted by its word alone, once a message, inside its tenant."""

from datetime import date

import pytest

from tenants.scope import tenant_scope
from tests.conftest import MakeTenant
from tools.exemplars import unknown_words
from tools.exemplars.models import UnknownWord

pytestmark = pytest.mark.django_db


def test_words_are_counted_for_their_tenant(make_tenant: MakeTenant) -> None:
    tenant, other_tenant = make_tenant(), make_tenant()
    with tenant_scope(tenant.id):
        unknown_words.count(["zumari", "zumari", "kinubi"], on=date(2026, 11, 1))
        unknown_words.count(["zumari"], on=date(2026, 11, 2))
        unknown_words.count([], on=date(2026, 11, 3))
        rows = UnknownWord.objects.order_by("word").values_list("word", "times", "last_on")
        assert list(rows) == [("kinubi", 1, date(2026, 11, 1)), ("zumari", 2, date(2026, 11, 2))]
    with tenant_scope(other_tenant.id):
        assert not UnknownWord.objects.exists()
