"""Twilio's Messages as the peer plays them: refusals by code, and the JSON of what is accepted."""

import json
import re
from datetime import timedelta
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from django.utils import timezone

from conversations.simulator.models import SimulatedFault, SimulatedMessage, SimulatedPhone
from tenants.models import Channel
from tenants.scope import fleet_scope, tenant_scope
from tests.conversations.simulator.conftest import ACCOUNT, CUSTOMER, TOKEN, Peer

HX = "HX" + "0" * 32


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"To": None}, 400, 21604),
        ({"From": None}, 400, 21603),
        ({"From": None, "MessagingServiceSid": "MG" + "0" * 32}, 400, 21705),
        ({"From": "+254700000001"}, 400, 21910),
        ({"To": "+254712345678"}, 400, 21910),
        ({"To": "+254712345678", "From": "+254700000001"}, 400, 21606),
        ({"To": "whatsapp:0712345678"}, 400, 21211),
        ({"To": "whatsapp:"}, 400, 21211),
        ({"From": "whatsapp:+254799999999"}, 400, 63007),
        ({"Body": None}, 400, 21619),
        ({"Body": ""}, 400, 21602),
        ({"Body": "x" * 1601}, 400, 21617),
        ({"Body": None, "MediaUrl": "ftp://example.com/a.png"}, 400, 21620),
        ({"Body": None, "MediaUrl": ["https://example.com/a.png"] * 11}, 400, 21623),
        ({"StatusCallback": "not a url"}, 400, 21609),
        ({"ContentVariables": '{"1": "x"}'}, 400, 21654),
        ({"Body": None, "ContentSid": HX}, 400, 21655),
    ],
)
def test_a_wrong_request_is_refused_with_twilios_code(
    peer: Peer, fields: dict[str, Any], status: int, code: int
) -> None:
    response = peer.send(**fields)
    told = response.json()
    assert (response.status_code, told["code"], told["status"]) == (status, code, status)
    assert told["more_info"] == f"https://www.twilio.com/docs/errors/{code}"
    assert told["message"]
    with fleet_scope():
        assert not SimulatedMessage.objects.exists()


@pytest.mark.parametrize(
    ("account", "token"),
    [("", ""), (ACCOUNT, "wrong"), (ACCOUNT, ""), (f"AC{2:032d}", TOKEN), ("AC" + "f" * 32, TOKEN)],
)
def test_an_account_that_does_not_prove_itself_is_refused(peer: Peer, account: str, token: str) -> None:
    peer.account, peer.token = account, token
    response = peer.send()
    assert (response.status_code, response.json()["code"]) == (401, 20003)
    assert "WWW-Authenticate" in response


def test_an_account_that_is_not_the_demos_is_refused_whatever_its_token(peer: Peer, duka: Channel) -> None:
    with tenant_scope(duka.tenant_id):
        Channel.objects.update(twilio_account="AC" + "e" * 32)
    peer.account = "AC" + "e" * 32
    assert peer.send().json()["code"] == 20003


def test_an_accepted_message_is_told_as_twilio_tells_it(peer: Peer, kept_back: list[Any]) -> None:
    response = peer.send(StatusCallback="https://tulia.example/status")
    told = response.json()
    assert response.status_code == 201
    assert re.fullmatch(r"SM[0-9a-f]{32}", told["sid"])
    assert parsedate_to_datetime(told["date_created"]).tzinfo is not None
    assert re.fullmatch(r"\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000", told["date_created"])
    uri = f"/2010-04-01/Accounts/{ACCOUNT}/Messages/{told['sid']}"
    assert told == {
        "sid": told["sid"],
        "account_sid": ACCOUNT,
        "messaging_service_sid": None,
        "from": peer.channel.sender,
        "to": CUSTOMER,
        "body": "Habari",
        "status": "queued",
        "direction": "outbound-api",
        "num_segments": "1",
        "num_media": "0",
        "date_created": told["date_created"],
        "date_updated": told["date_updated"],
        "date_sent": None,
        "price": None,
        "price_unit": None,
        "error_code": None,
        "error_message": None,
        "api_version": "2010-04-01",
        "uri": f"{uri}.json",
        "subresource_uris": {"media": f"{uri}/Media.json"},
    }
    assert len(kept_back) == 1


@pytest.mark.usefixtures("kept_back")
def test_a_body_of_exactly_1600_characters_and_a_picture_are_accepted(peer: Peer) -> None:
    assert peer.send(Body="é" * 1600).status_code == 201
    told = peer.send(Body=None, MediaUrl="https://example.com/a.png").json()
    assert (told["num_media"], told["sid"][:2], told["body"]) == ("1", "MM", "")


@pytest.mark.usefixtures("kept_back")
def test_messages_are_listed_fetched_redacted_and_deleted(peer: Peer) -> None:
    sids = [peer.send(Body=str(number)).json()["sid"] for number in range(3)]
    other = peer.send(To="whatsapp:+254700000077").json()["sid"]
    base = f"/2010-04-01/Accounts/{ACCOUNT}/Messages"
    listed = peer.call("get", f"{base}.json", {"To": CUSTOMER, "From": peer.channel.sender, "PageSize": "2"}).json()
    assert [message["sid"] for message in listed["messages"]] == [sids[2], sids[1]]
    assert listed["next_page_uri"].endswith("PageSize=2&Page=1")
    rest = peer.call("get", f"{base}.json", {"To": CUSTOMER, "PageSize": "2", "Page": "1"}).json()
    assert [message["sid"] for message in rest["messages"]] == [sids[0]]
    assert rest["next_page_uri"] is None
    assert other not in str(listed) + str(rest)

    assert peer.call("get", f"{base}/{sids[0]}.json").json()["body"] == "0"
    assert peer.call("post", f"{base}/{sids[0]}.json", {"Body": ""}).json()["body"] == ""
    assert peer.call("get", f"{base}/{sids[0]}.json").json()["body"] == ""
    assert peer.call("post", f"{base}/{sids[1]}.json", {"Status": "canceled"}).json()["code"] == 30409
    assert peer.call("delete", f"{base}/{sids[1]}.json").status_code == 204
    assert peer.call("get", f"{base}/{sids[1]}.json").json()["code"] == 20404
    assert peer.call("put", f"{base}/{sids[0]}.json").json()["code"] == 20004
    assert peer.call("get", f"{base}.json", {"PageSize": "none"}).json()["code"] == 20001


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [(SimulatedFault.Kind.BUSY, 429, 20429), (SimulatedFault.Kind.DOWN, 503, 20503)],
)
@pytest.mark.usefixtures("kept_back")
def test_a_planned_refusal_happens_once_and_to_that_phone(
    peer: Peer, phone: SimulatedPhone, kind: str, status: int, code: int
) -> None:
    with tenant_scope(peer.channel.tenant_id):
        SimulatedFault.objects.create(phone=phone, kind=kind)
    assert peer.send(To="whatsapp:+254700000077").status_code == 201
    refused = peer.send()
    assert (refused.status_code, refused.json()["code"]) == (status, code)
    assert peer.send().status_code == 201


@pytest.mark.parametrize(
    ("kind", "code"),
    [(SimulatedFault.Kind.OUTSIDE_WINDOW, 63016), (SimulatedFault.Kind.NOT_ON_WHATSAPP, 63024)],
)
def test_a_planned_failure_comes_after_acceptance(
    peer: Peer, phone: SimulatedPhone, kept_back: list[Any], kind: str, code: int
) -> None:
    with tenant_scope(peer.channel.tenant_id):
        SimulatedFault.objects.create(phone=phone, kind=kind)
    assert peer.send().status_code == 201
    assert kept_back[0][2] == code


@pytest.mark.parametrize(("hours", "error"), [(23.9, None), (24.1, 63016)])
def test_whatsapps_window_closes_a_day_after_the_customers_last_message(
    peer: Peer, phone: SimulatedPhone, kept_back: list[Any], hours: float, error: int | None
) -> None:
    with tenant_scope(peer.channel.tenant_id):
        SimulatedMessage.objects.create(phone=phone, sid="SM1", direction=SimulatedMessage.Direction.INBOUND)
        SimulatedMessage.objects.update(created_at=timezone.now() - timedelta(hours=hours))
    assert peer.send().status_code == 201
    assert kept_back[0][2] == error


LIST = {
    "twilio/text": {"body": "{{1}}"},
    "twilio/list-picker": {"body": "{{1}}", "button": "Choose", "items": [{"item": "{{2}}", "id": "{{3}}"}]},
}


@pytest.mark.parametrize(
    ("variables", "outcome"),
    [
        ('{"1": "Pick one", "2": "Runner", "3": "item:1"}', None),
        ('{"1": "Pick one", "2": "Runner"}', 21656),
        ('{"1": "Pick one", "2": "Runner", "3": 7}', 21656),
        ("[1]", 21656),
        ("{", 21656),
        ('{"1": "Pick one", "2": "%s", "3": "item:1"}' % ("x" * 25), 63021),
        ('{"1": "%s", "2": "Runner", "3": "item:1"}' % ("x" * 1025), 63021),
    ],
)
def test_content_is_filled_in_or_refused(peer: Peer, kept_back: list[Any], variables: str, outcome: int | None) -> None:
    sid = peer.make_content(LIST).json()["sid"]
    response = peer.send(Body=None, ContentSid=sid, ContentVariables=variables)
    if outcome == 21656:
        assert (response.status_code, response.json()["code"]) == (400, outcome)
        return
    assert response.status_code == 201
    assert kept_back[0][2] == outcome
    told = json.loads(variables)
    assert response.json()["body"] == told["1"]
    with tenant_scope(peer.channel.tenant_id):
        content = SimulatedMessage.objects.get().content
    assert content["kind"] == "twilio/list-picker"
    assert content["items"] == [{"item": told["2"], "id": told["3"]}]


def test_the_account_itself_can_be_fetched(peer: Peer) -> None:
    told = peer.call("get", f"/2010-04-01/Accounts/{ACCOUNT}.json").json()
    assert (told["sid"], told["status"]) == (ACCOUNT, "active")
