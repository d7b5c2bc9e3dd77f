"""Somebody tells us of paybill money that never came."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tenants.scope import tenant_scope
from tests.depth import sampled
from tests.loopback.money_server import callback, standing
from tests.people import member, seated
from tests.tools.payments.till import Payer
from tools.orders.models import Order
from tools.payments import addresses, registry
from tools.payments.models import CallbackToken, IncomingPayment, Payment, PaymentAccount
from tools.payments.mpesa import pull as mpesa_list
from tools.payments.mpesa import transaction
from tools.payments.mpesa.purposes import PAYBILL

SAFARICOM, STRANGER, PROXY = "196.201.214.200", "41.90.1.1", "10.0.0.7"


def account_of(payer: Payer, **changes: Any) -> PaymentAccount:
    with tenant_scope(payer.tenant.id):
        if changes:
            row = PaymentAccount.objects.get(provider="daraja")
            for name, value in changes.items():
                setattr(row, name, value)
            row.save()
        return PaymentAccount.objects.get(provider="daraja")


def may_ask(payer: Payer) -> PaymentAccount:
    return account_of(payer, initiator="testapi", security_credential="the-sealed-password")


def may_pull(payer: Payer) -> PaymentAccount:
    return account_of(payer, nominated_number="254722000000", pull_registered_at=payer.now)


def came(payer: Payer, money: dict[str, Any], **changes: str) -> None:
    """It stands in Safaricom's own books."""
    told = {"amount": money["TransAmount"], "reference": money["BillRefNumber"], "at": payer.now.isoformat()}
    payer.money.came[money["TransID"]] = told | changes


def ask(payer: Payer, minutes: int = 1) -> list[str]:
    """The sweep asks; the addresses at which Safaricom is to answer."""
    later = payer.now + timedelta(minutes=minutes)
    for tenant_id, incoming_id in transaction.list_due(later):
        transaction.ask(tenant_id, incoming_id, now=later)
    return [one.body["ResultURL"] for one in payer.money.asked("/transactionstatus/v1/query")]


def answer(payer: Payer, url: str, body: dict[str, Any]) -> Any:
    return payer.client.post(url[url.index("/hooks/") :], body, content_type="application/json")


def pull(payer: Payer, **time: float) -> None:
    now = payer.now + timedelta(**(time or {"minutes": 10}))
    for tenant_id, account_id in mpesa_list.list_due(now):
        mpesa_list.pull(tenant_id, account_id, now=now)


def statuses(payer: Payer) -> list[str]:
    return [row.status for row in payer.incoming()]


# Who may tell


def test_the_secret_of_a_prompts_callback_opens_nothing_else(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    token = payer.prompt.callback.split("/hooks/stk/")[1].split("/")[0]
    for path in (f"c2b/{token}/confirm", f"c2b/{token}/validate", f"results/{token}/{uuid4()}/x", f"cards/{token}/ipn"):
        told = payer.client.post(f"/hooks/{path}/", payer.sends("3499.00", order.number), "application/json")
        assert told.status_code == 404, path
    assert payer.paid_total(order) == 0
    assert payer.incoming() == []


def test_every_purpose_has_a_secret_of_its_own(payer: Payer) -> None:
    purposes = [name for name, _ in registry.purposes()]
    tokens = {payer.token(purpose) for purpose in purposes}
    assert len(tokens) == len(purposes) == 4
    paths = {"prompt": f"stk/{{}}/{uuid4()}", "paybill": "c2b/{}/confirm", "result": f"results/{{}}/{uuid4()}/x"}
    for purpose, path in paths.items():
        for other in purposes:
            expected = 200 if other == purpose else 404
            url = f"/hooks/{path.format(payer.token(other))}/"
            assert payer.client.post(url, {}, "application/json").status_code == expected, (purpose, other)


def test_what_a_payer_sees_holds_no_secret(payer: Payer) -> None:
    """The address to which a browser comes back from the card page."""
    order = payer.orders(SHOE_42=1)
    payer.pays_by_card(order)
    with tenant_scope(payer.tenant.id):
        tokens = list(CallbackToken.objects.values_list("token", flat=True))
    page = payer.client.get(payer.prompt.callback[payer.prompt.callback.index("/cards/") :]).content.decode()
    assert tokens
    assert not [token for token in tokens if token in payer.prompt.callback + page]


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "status"),
    sampled([
        ((), STRANGER, "", 404), ((), SAFARICOM, "", 200), ((), PROXY, "", 200), ((), STRANGER, SAFARICOM, 404),
        ((f"{PROXY}/32",), PROXY, SAFARICOM, 200), ((f"{PROXY}/32",), PROXY, STRANGER, 404),
        ((f"{PROXY}/32",), PROXY, f"{SAFARICOM}, {STRANGER}", 404), ((f"{PROXY}/32",), STRANGER, SAFARICOM, 404),
        ((f"{PROXY}/32",), "10.0.0.8", SAFARICOM, 404), ((), f"::ffff:{STRANGER}", "", 404),
    ], quick=4),
)  # fmt: skip
def test_only_safaricom_tells_of_money(
    payer: Payer, settings: Any, proxies: tuple[str, ...], peer: str, forwarded: str, status: int
) -> None:
    order = payer.orders(SHOE_42=1)
    update = {"daraja_api_base_url": None, "demo": False, "trusted_proxies": ",".join(proxies)}
    settings.TULIA = settings.TULIA.model_copy(update=update)
    payer.client = Client(REMOTE_ADDR=peer, headers={"X-Forwarded-For": forwarded} if forwarded else {})
    assert payer.confirms(payer.sends("3499.00", order.number)).status_code == status
    assert payer.paid_total(order) == (3499 if status == 200 else 0)
    assert bool(account_of(payer).problem) == (status == 404), "somebody else knows the secret"


def test_a_new_secret_ends_the_old_one(payer: Payer) -> None:
    order, old = payer.orders(SHOE_42=1), payer.token("paybill")
    page = seated(member(payer.tenant))
    path = f"/admin/payments/paymentaccount/{account_of(payer).pk}/new-addresses/"
    page.get(path)
    assert payer.token("paybill") == old, "a link alone changes nothing"
    page.post(path, {"_form_submitted": "on", "purpose": "paybill"})
    assert payer.token("paybill") != old
    url = f"/hooks/c2b/{old}/confirm/"
    money = payer.sends("1000.00", order.number)
    assert payer.client.post(url, money, "application/json").status_code == 200, "Safaricom still tells it there"
    assert "Register addresses" in account_of(payer).problem
    page.post(path, {"_form_submitted": "on", "purpose": "paybill", "is_leaked": "on"})
    assert payer.client.post(url, money, "application/json").status_code == 404
    assert account_of(payer).registered_at is None, "nobody is sent to a paybill of which nobody tells us"


def test_the_grace_of_an_old_secret_ends(payer: Payer) -> None:
    account, old = account_of(payer), payer.token("paybill")
    with tenant_scope(payer.tenant.id):
        ends_at = addresses.rotate(account, PAYBILL, is_leaked=False, now=payer.now)
    assert addresses.find_account(old, PAYBILL, now=ends_at - timedelta(seconds=1)) == account
    assert addresses.find_account(old, PAYBILL, now=ends_at) is None


# How much is believed


def test_much_money_waits_until_safaricom_confirms_it(payer: Payer) -> None:
    may_ask(payer)
    order = payer.orders(SHOE_42=2)
    money = payer.sends("6998.00", order.number)
    payer.confirms(money)
    assert (statuses(payer), payer.paid_total(order), payer.events()) == (["held"], 0, [])
    (url,) = ask(payer)
    (asked,) = payer.money.asked("/transactionstatus/v1/query")
    assert (asked.body["CommandID"], asked.body["TransactionID"]) == ("TransactionStatusQuery", money["TransID"])
    answer(payer, url, standing(money["TransID"], amount="6998"))
    assert payer.order(order.pk).status == Order.Status.PAID
    assert (statuses(payer), payer.incoming()[0].confirmed_by) == (["matched"], transaction.BY)
    answer(payer, url, standing(money["TransID"], amount="6998"))
    assert payer.paid_total(order) == Decimal(6998)


@pytest.mark.parametrize(
    ("told", "effect"),
    sampled([
        ({"receipt": "OTHER12345"}, "other_number"), ({"party": "600000 - Somebody"}, "other_number"),
        ({"code": 2001}, "undecided"), ({"code": "SFC_IC0003"}, "undecided"), ({"state": "Pending"}, "undecided"),
        ({"amount": "nothing"}, "undecided"), ({"state": "Cancelled"}, "void"), (None, "malformed"),
    ], quick=4),
)  # fmt: skip
def test_an_answer_that_does_not_confirm_credits_nothing(
    payer: Payer, told: dict[str, Any] | None, effect: str
) -> None:
    may_ask(payer)
    order = payer.orders(SHOE_42=2)
    money = payer.sends("6998.00", order.number)
    payer.confirms(money)
    (url,) = ask(payer)
    fields = {"receipt": money["TransID"], "amount": "6998"} | (told or {})
    answer(payer, url, standing(fields.pop("receipt"), **fields) if told is not None else {"Result": []})
    assert payer.paid_total(order) == 0
    assert payer.exchanges()[-1].effect == effect


def test_an_answer_can_be_forged_by_nobody_who_was_not_asked(payer: Payer) -> None:
    """The secret of results is known, but not the one that this question alone named."""
    may_ask(payer)
    order = payer.orders(SHOE_42=2)
    money = payer.sends("6998.00", order.number)
    payer.confirms(money)
    (url,) = ask(payer)
    real = url.rstrip("/").rsplit("/", 1)[1]
    for secret in ("x", real[:-1], real.swapcase()):
        answer(payer, url.replace(real, secret), standing(money["TransID"], amount="6998"))
    assert payer.paid_total(order) == 0
    assert statuses(payer) == ["held"]
    told = "".join(str(row.path) + str(row.request) + row.response_body for row in payer.exchanges())
    assert real not in told, "it stands in no log"


def test_many_small_sums_are_one_large_one(payer: Payer) -> None:
    """Over all orders of a customer, so that neither parts nor more orders get round the limit."""
    orders = [payer.orders(SHOE_42=1)]
    for amount in ("2000.00", "1499.00"):
        payer.confirms(payer.sends(amount, orders[0].number))
    second = payer.after()
    second.conversation_id = uuid4()
    orders.append(second.orders(KIKOI=2))
    for amount in ("1500.00", "900.00", "1.00"):
        payer.confirms(payer.sends(amount, orders[1].number))
    assert statuses(payer) == ["under", "matched", "under", "held", "held"] or sum(
        row.amount for row in payer.incoming() if row.status != "held"
    ) <= Decimal(5000)
    assert sum(payer.paid_total(order) for order in orders) <= Decimal(5000)


def test_a_prompt_is_not_paid_by_a_report_alone_beyond_the_limit(payer: Payer) -> None:
    order = payer.orders(SHOE_42=2)
    payer.push(order)
    payer.confirms(payer.sends("6998.00", order.number))
    assert payer.paid_total(order) == 0
    prompt = payer.money.pay(payer.prompt.id)
    payer.told(prompt)
    payer.look()
    assert payer.paid_total(order) == Decimal(6998), "its own answer pays it"


def test_a_prompts_own_money_is_confirmed_by_its_answer(payer: Payer) -> None:
    """The report comes first, with more than is believed; the prompt's answer then says whose it is."""
    order = payer.orders(SHOE_42=2)
    payer.push(order)
    prompt = payer.money.pay(payer.prompt.id)
    payer.confirms(payer.sends("6998.00", order.number, TransID=prompt.receipt))
    assert statuses(payer) == ["held"]
    payer.told(prompt)
    payer.look()
    assert payer.paid_total(order) == Decimal(6998)
    assert (statuses(payer), payer.incoming()[0].confirmed_at is not None) == (["same"], True)


def test_who_cannot_ask_is_told_so_and_decides_by_hand(payer: Payer) -> None:
    order = payer.orders(SHOE_42=2)
    payer.confirms(payer.sends("6998.00", order.number))
    (row,) = payer.incoming()
    assert "names no initiator" in row.problem
    page = seated(member(payer.tenant))
    path = f"/admin/payments/incomingpayment/{row.pk}"
    assert (
        "Unconfirmed until reconciled" in page.get("/admin/payments/incomingpayment/?confirmation=no").content.decode()
    )
    page.get(f"{path}/confirm-by-hand/")
    assert payer.paid_total(order) == 0, "a link alone confirms nothing"
    page.post(f"{path}/confirm-by-hand/", {"_form_submitted": "on"})
    assert payer.order(order.pk).status == Order.Status.PAID
    assert payer.incoming()[0].confirmed_by


def test_what_never_came_is_struck_out_and_taken_back(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.confirms(payer.sends("3499.00", order.number))
    assert payer.order(order.pk).status == Order.Status.PAID
    (row,) = payer.incoming()
    page = seated(member(payer.tenant))
    for _ in range(2):
        page.post(f"/admin/payments/incomingpayment/{row.pk}/strike-out/", {"_form_submitted": "on"})
    assert (payer.paid_total(order), payer.order(order.pk).status) == (0, Order.Status.PLACED)
    assert (statuses(payer), payer.payments(order)[0].status) == (["void"], Payment.Status.REVERSED)
    assert [name for name, _ in payer.events()] == ["payment.settled", "payment.reversed"]


def test_unmatched_money_is_not_matched_before_it_is_confirmed(payer: Payer) -> None:
    order = payer.orders(SHOE_42=2)
    payer.confirms(payer.sends("6998.00", "WRONG"))
    (row,) = payer.incoming()
    page = seated(member(payer.tenant))
    path = f"/admin/payments/incomingpayment/{row.pk}/match-to-order/"
    page.post(path, {"_form_submitted": "on", "number": order.number})
    assert payer.paid_total(order) == 0


# Safaricom's own list


def test_the_list_brings_what_was_lost_and_confirms_what_was_told(payer: Payer) -> None:
    may_pull(payer)
    first, second = payer.orders(SHOE_42=1), payer.after()
    second.conversation_id = uuid4()
    other = second.orders(KIKOI=1)
    told, lost = payer.sends("3499.00", first.number), payer.sends("1200.00", other.number)
    payer.confirms(told)
    assert payer.incoming()[0].confirmed_at is None
    for money in (told, lost, *(payer.sends("10.00", "NOBODY") for _ in range(4))):
        came(payer, money)
    pull(payer)
    assert payer.order(other.pk).status == Order.Status.PAID, "its confirmation never reached us"
    assert payer.paid_total(first) == Decimal(3499)
    rows = payer.incoming()
    assert len(rows) == 6, "page after page"
    assert {row.confirmed_by for row in rows} == {mpesa_list.BY}
    pull(payer, minutes=20)
    assert len(payer.incoming()) == 6
    assert payer.paid_total(other) == Decimal(1200)
    kept = "".join(str(row.request) + row.response_body for row in payer.exchanges())
    assert lost["TransID"] not in kept, "everybody's money is not kept a second time"


def test_the_list_corrects_an_amount_that_somebody_made_up(payer: Payer) -> None:
    """One shilling is really sent, and told of as the whole sum before Safaricom tells of it."""
    may_pull(payer)
    order = payer.orders(SHOE_42=1)
    money = payer.sends("3499.00", order.number)
    payer.confirms(money)
    payer.confirms(money | {"TransAmount": "1.00"})
    assert "Look it up" in payer.incoming()[0].problem
    came(payer, money, amount="1.00")
    pull(payer)
    assert payer.paid_total(order) == Decimal(1)
    assert payer.order(order.pk).status == Order.Status.PLACED
    (row,) = payer.incoming()
    assert (row.amount, row.status, row.confirmed_at is not None) == (Decimal(1), "under", True)


def test_what_is_not_in_the_list_is_looked_at(payer: Payer) -> None:
    may_pull(payer)
    order = payer.orders(SHOE_42=1)
    money = payer.sends("3499.00", order.number, TransTime=payer.now.strftime("%Y%m%d%H%M%S"))
    payer.confirms(money)
    with tenant_scope(payer.tenant.id):
        IncomingPayment.objects.update(paid_at=payer.now)
    pull(payer)
    assert payer.incoming()[0].problem == "", "the list may be a little late"
    pull(payer, minutes=45)
    assert payer.incoming()[0].problem == mpesa_list.NOT_LISTED


def test_a_list_that_breaks_off_says_nothing_of_what_is_missing(payer: Payer) -> None:
    may_pull(payer)
    order = payer.orders(SHOE_42=1)
    payer.confirms(payer.sends("3499.00", order.number))
    with tenant_scope(payer.tenant.id):
        IncomingPayment.objects.update(paid_at=payer.now)
    for _ in range(4):
        came(payer, payer.sends("10.00", "NOBODY"))
    payer.money.fail_next("pull", (200, {"ResponseCode": "1000", "Response": [[]]}), (500, {"errorCode": "500.003.02"}))
    payer.money.fates["pull"].rotate(0)
    pull(payer, minutes=45)
    payer.money.fail_next("pull", (500, {"errorCode": "500.003.1001", "errorMessage": "broken"}))
    before = [row.problem for row in payer.incoming()]
    pull(payer, minutes=55)
    assert [row.problem for row in payer.incoming()] == before


def test_a_callback_of_a_prompt_pays_nothing_by_itself(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.told(payer.prompt, callback(payer.prompt, code="0"))
    payer.look()
    assert payer.paid_total(order) == 0


def test_money_of_a_time_before_m_pesa_is_dated_now(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.confirms(payer.sends("10.00", order.number, TransTime="00010101000000"))
    assert payer.incoming()[0].paid_at > datetime(2007, 1, 1, tzinfo=UTC)
