"""What becomes of a message: its status callbacks, in Twilio's form, signed and in order."""

import pytest
from twilio.request_validator import RequestValidator

from conversations.simulator import phones
from conversations.simulator.models import SimulatedFault, SimulatedMessage
from conversations.simulator.peer.messages import delivery
from tenants.models import Channel
from tenants.scope import tenant_scope
from tests.conversations.simulator.conftest import ACCOUNT, CUSTOMER, TOKEN, Peer
from tests.conversations.simulator.receiver import Receiver, eventually

pytestmark = pytest.mark.usefixtures("quick")
PATH = "/webhooks/twilio/duka/status/?message=7"


def statuses(receiver: Receiver) -> list[str]:
    return [posted.form["MessageStatus"] for posted in receiver.posted]


def test_sent_then_delivered_then_read_when_the_page_shows_it(committed_duka: Channel, receiver: Receiver) -> None:
    sid = Peer(committed_duka).send(StatusCallback=receiver.url + PATH).json()["sid"]
    eventually(lambda: statuses(receiver) == ["sent", "delivered"])
    phone = phones.add(committed_duka, name="", address=CUSTOMER)
    delivery.show(phone, [sid])
    delivery.show(phone, [sid])
    eventually(lambda: statuses(receiver) == ["sent", "delivered", "read"])
    for posted in receiver.posted:
        form = posted.form
        assert form["SmsStatus"] == form["MessageStatus"]
        assert (form["MessageSid"], form["SmsSid"], form["AccountSid"]) == (sid, sid, ACCOUNT)
        assert (form["From"], form["To"], form["ChannelPrefix"]) == (committed_duka.sender, CUSTOMER, "whatsapp")
        assert form["ChannelToAddress"] == "+25471234XXXX"
        assert (form["ApiVersion"], form["StructuredMessage"]) == ("2010-04-01", "false")
        assert form["ChannelInstallSid"].startswith("XE")
        signature = posted.headers["X-Twilio-Signature"]
        assert RequestValidator(TOKEN).validate(receiver.url + posted.path, form, signature)
        assert posted.path == PATH
    assert [posted.form.get("EventType") for posted in receiver.posted] == [None, "DELIVERED", "READ"]


def test_a_message_shown_before_it_is_delivered_is_read_after(committed_duka: Channel, receiver: Receiver) -> None:
    sid = Peer(committed_duka).send(StatusCallback=receiver.url + PATH).json()["sid"]
    delivery.show(phones.add(committed_duka, name="", address=CUSTOMER), [sid])
    eventually(lambda: len(receiver.posted) == 3)
    assert statuses(receiver) == ["sent", "delivered", "read"]


def test_a_failure_has_its_code_and_reason(committed_duka: Channel, receiver: Receiver) -> None:
    phone = phones.add(committed_duka, name="Asha", address=CUSTOMER)
    with tenant_scope(committed_duka.tenant_id):
        SimulatedFault.objects.create(phone=phone, kind=SimulatedFault.Kind.OUTSIDE_WINDOW)
    sid = Peer(committed_duka).send(StatusCallback=receiver.url + PATH).json()["sid"]
    eventually(lambda: len(receiver.posted) == 1)
    form = receiver.posted[0].form
    assert (form["MessageStatus"], form["ErrorCode"]) == ("failed", "63016")
    assert form["ErrorMessage"] == form["ChannelStatusMessage"] != ""
    told = Peer(committed_duka).call("get", f"/2010-04-01/Accounts/{ACCOUNT}/Messages/{sid}.json").json()
    assert (told["status"], told["error_code"]) == ("failed", 63016)


def test_a_callback_that_is_refused_or_unheard_does_not_hold_the_message(
    committed_duka: Channel, receiver: Receiver
) -> None:
    receiver.statuses = [500]
    peer = Peer(committed_duka)
    heard = peer.send(StatusCallback=receiver.url + PATH).json()["sid"]
    unheard = peer.send(StatusCallback="http://127.0.0.1:1/").json()["sid"]

    def are_delivered() -> bool:
        with tenant_scope(committed_duka.tenant_id):
            rows = SimulatedMessage.objects.filter(sid__in=(heard, unheard))
            return [row.status for row in rows] == ["delivered", "delivered"]

    eventually(are_delivered)
    eventually(lambda: len(receiver.posted) == 2)


def test_no_callback_address_no_callback_and_a_deleted_message_ends(
    committed_duka: Channel, receiver: Receiver
) -> None:
    sid = Peer(committed_duka).send().json()["sid"]
    with tenant_scope(committed_duka.tenant_id):
        message = SimulatedMessage.objects.get(sid=sid)
        message.delete()
    delivery.deliver(committed_duka.tenant_id, message.id)
    assert receiver.posted == []
