"""Small talk, spam and abuse are counted for a customer and their business, until a cool-off."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from tenants import conduct
from tenants.models import ConductCount, Tenant
from tenants.scope import tenant_scope
from tests.talk import Talk

pytestmark = pytest.mark.django_db
SPAM = "Congratulations! You have won a prize, click here to claim: http://win.example.tk http://x.example.tk"


def counted(talk: Talk) -> dict[str, int]:
    return dict(conduct.lately(talk.tenant.id, talk.conversation.customer_id, timezone.now()))


def test_what_is_no_business_is_counted_and_cools_off(
    talk: Callable[..., Talk], make_tenant: Callable[..., Tenant]
) -> None:
    here, there = talk(make_tenant()), talk(make_tenant())
    here.say("habari")
    here.say("are you a robot?")
    assert len(here.say(SPAM)) == 1
    here.say("nataka viatu")
    assert len(here.say(SPAM)) == 1, "business began the conversation's count anew"
    here.say("nataka viatu")
    assert here.say(SPAM) == [], "and not the customer's"
    here.say("you stupid idiot")
    assert counted(here) == {"casual": 2, "spam": 3, "abuse": 1}
    there.say("nataka viatu")
    assert counted(there) == {}
    with tenant_scope(there.tenant.id):
        assert not ConductCount.objects.exists(), "another business's customers are not counted here"
    with tenant_scope(here.tenant.id):
        for row in ConductCount.objects.all():
            ConductCount.objects.filter(pk=row.pk).update(hour=row.hour - conduct.COOL_OFF - timedelta(hours=1))
    assert counted(here) == {}
    assert len(here.say(SPAM)) == 1
