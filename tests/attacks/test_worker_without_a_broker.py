"""A worker that starts while the broker is away finds what waits in the database, and answers it."""

from collections.abc import Callable

from tenants.models import Tenant
from tests.attacks.conftest import Start
from tests.loopback.twilio_server import TwilioServer
from tests.soak.site.supervisor import until
from tests.talk import Talk

NOBODY = "redis://127.0.0.1:1/0"


def test_everybody_is_answered(
    committed_db: None, make_tenant: Callable[..., Tenant], to_twilio: TwilioServer, start: Start
) -> None:
    tenant = make_tenant()
    customers = [Talk(tenant=tenant, twilio=to_twilio) for _ in range(10)]
    for customer in customers:
        assert customer.post(Body="Hi").status_code == 200
    start("worker-1", REDIS_URL=NOBODY, CELERY_BROKER_URL=NOBODY, TWILIO_API_BASE_URL=to_twilio.url)
    senders = {customer.sender for customer in customers}
    until(lambda: {one.fields["To"] for one in to_twilio.messages} >= senders, seconds=60, what="all are answered")
