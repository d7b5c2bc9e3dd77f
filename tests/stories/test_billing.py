"""A subscriber's conversations with the demo network: their account, and money they want back."""

from collections.abc import Callable

import pytest

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests import demo
from tests.talk import Talk
from tools.billing.models import RefundCase
from tools.handoff.models import HandoffTicket

GRACE = "whatsapp:+254712000011"
Say = Callable[..., str]


@pytest.fixture
def mtandao(db: None) -> Tenant:
    return demo.put("mtandao")


@pytest.fixture
def start(mtandao: Tenant, talk: Callable[..., Talk]) -> Callable[..., Say]:
    def begin(sender: str = "") -> Say:
        conversation = talk(mtandao)
        conversation.sender = sender or conversation.sender
        return lambda *texts: "\n".join(conversation.say(*texts))

    return begin


def cases(tenant: Tenant) -> list[RefundCase]:
    with tenant_scope(tenant.id):
        return list(RefundCase.objects.order_by("number"))


def test_who_writes_from_the_accounts_own_number_is_told_at_once(start: Callable[..., Say]) -> None:
    say = start(GRACE)
    assert "2,499" in say("how much do I owe?")
    assert "Fibre Familia 25 Mbps" in say("and which plan am I on?")
    assert "INV-20261001" in say("nionyeshe ankara zangu")


def test_a_refund_over_three_turns_is_one_case_and_one_ticket(start: Callable[..., Say], mtandao: Tenant) -> None:
    say = start(GRACE)
    assert "How much" in say("I was overcharged on INV-20261101 and want a refund")
    assert "R10001" in say("500")
    assert "R10001" in say("refund of 500 on INV-20261101, I was overcharged")
    assert "R10001" in say("how is my refund going?")
    (case,) = cases(mtandao)
    assert (case.reason, case.amount, case.status) == ("overcharge", 500, "opened")
    with tenant_scope(mtandao.id):
        assert HandoffTicket.objects.filter(matter=f"refund:{case.case_id}").count() == 1


def test_what_is_missing_is_asked_for_one_thing_at_a_time(start: Callable[..., Say], mtandao: Tenant) -> None:
    say = start(GRACE)
    assert "Ni ankara ipi" in say("nataka kurudishiwa pesa")
    assert "Kwa nini" in say("INV-20261001")
    assert "kiasi gani" in say("2")
    assert "R10001" in say("300")
    assert cases(mtandao)[0].reason == "service_outage"


def test_a_question_between_does_not_lose_the_refund(start: Callable[..., Say], mtandao: Tenant) -> None:
    say = start(GRACE)
    say("refund please")
    assert "Bundle" in say("what bundles do you have")
    assert "Why" in say("INV-20261101")
    say("no service")
    say("200")
    assert [case.invoice_number for case in cases(mtandao)] == ["INV-20261101"]


def test_nobody_elses_account_is_shown_until_the_question_is_answered(start: Callable[..., Say]) -> None:
    say = start()
    assert "account number" in say("how much do I owe?")
    assert "ID number" in say("MT-100201")
    assert "did not fit" in say("0000")
    say("MT-100201")
    told = say("4471")
    assert "2,499" in told


def test_wrong_answers_end_the_asking_for_a_day(start: Callable[..., Say]) -> None:
    say = start()
    say("what is my balance")
    for wrong in ("1111", "2222"):
        say("MT-100201")
        say(wrong)
    say("MT-100201")
    assert "too many" in say("3333")
    assert "too many" in say("what is my balance")
    assert "2,499" not in start()("how much do i owe")


def test_without_an_account_a_person_looks_first(start: Callable[..., Say], mtandao: Tenant) -> None:
    say = start()
    say("I want my money back for invoice INV-777001, the internet was down for a week")
    assert "How much" in say("i don't have the account number")
    assert "looks at it first" in say("900")
    (case,) = cases(mtandao)
    assert (case.status, case.invoice_id) == ("pending_review", None)


def test_more_than_a_case_may_be_for_is_a_persons(start: Callable[..., Say], mtandao: Tenant) -> None:
    say = start(GRACE)
    assert "T-" in say("I want a refund of 1,500 on INV-20261101, no internet all month")
    assert cases(mtandao) == []


def test_words_for_a_sum_are_asked_again(mtandao: Tenant, talk: Callable[..., Talk]) -> None:
    conversation = talk(mtandao)
    conversation.sender = GRACE
    tapped = '["request_refund",{"invoice_id":"INV-20261101","reason":"overcharge","amount":"lots"}]'
    assert "How much" in "\n".join(conversation.tap(tapped, "refund"))
    assert "R10001" in "\n".join(conversation.say("400"))


def test_a_wish_is_dropped_when_they_say_so(start: Callable[..., Say], mtandao: Tenant) -> None:
    say = start(GRACE)
    say("I want a refund for INV-20261101")
    assert "leave the refund" in say("never mind")
    assert "R1" not in say("500")
    assert cases(mtandao) == []


def test_a_business_without_billing_has_none(talk: Callable[..., Talk], duka: Tenant) -> None:
    assert "account number" not in "\n".join(talk(duka).say("how much do I owe?"))
