"""What customers are shown, by whom they are verified, and the cases that are opened and decided."""

from datetime import date, timedelta
from decimal import Decimal
from uuid import uuid4

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from tenants.models import Tenant
from tenants.scope import tenant_scope
from tests.tools.billing.conftest import NOW, Ask, asking
from tools.billing import services
from tools.billing.models import BillingRules, RefundCase, VerificationTry
from tools.handoff.models import HandoffTicket
from tools.models import Event

REFUND = {"reason": "overcharge", "amount": "100", "invoice_id": "INV-1"}


def test_who_writes_from_the_accounts_number_sees_plan_and_balance(holder: Ask) -> None:
    (account,) = holder("get_subscription").result.accounts
    assert (account.account_number, account.plan_name, account.status) == ("MT-1001", "M 100 GB", "active")
    assert (account.price_monthly, account.owed, account.currency) == (Decimal(45), Decimal(400), "KES")
    assert [invoice.invoice_id for invoice in account.invoices] == ["INV-1"]


def test_nobody_else_sees_anything_but_the_question(stranger: Ask) -> None:
    refusal = stranger("get_subscription").refusal
    assert (refusal.code, refusal.facts) == ("not_verified", {"question": {"en": "The last four digits of your ID?"}})


def test_a_right_answer_opens_one_account_for_as_long_as_the_rules_say(stranger: Ask) -> None:
    assert stranger("verify_account", account_number=" mt-1002 ", answer="90-58").result
    (account,) = stranger("get_subscription").result.accounts
    assert account.account_number == "MT-1002"
    assert stranger("get_subscription", at=NOW + timedelta(hours=25)).refusal.code == "not_verified"


@pytest.mark.parametrize("number", ["MT-1002", "MT-9999"])
def test_wrong_answers_are_counted_whether_there_is_such_an_account_or_not(stranger: Ask, number: str) -> None:
    told = [stranger("verify_account", account_number=number, answer=str(guess)).refusal for guess in range(3)]
    assert [refusal.code for refusal in told] == ["no_match", "no_match", "locked"]
    assert [refusal.facts for refusal in told[:2]] == [{"tries_left": 2}, {"tries_left": 1}]
    assert stranger("verify_account", account_number="MT-1002", answer="9058").refusal.code == "locked"
    assert stranger("get_subscription").refusal.code == "locked"
    later = NOW + timedelta(hours=25)
    assert stranger("verify_account", account_number="MT-1002", answer="9058", at=later).result


def test_many_phones_have_no_more_tries_at_one_account_than_one(network: Tenant) -> None:
    for last in range(3):
        asking(network, f"whatsapp:+25471200010{last}")("verify_account", account_number="MT-1002", answer="0000")
    fresh = asking(network, "whatsapp:+254712000110")
    assert fresh("verify_account", account_number="mt-1002", answer="9058").refusal.code == "locked"


def test_an_own_account_gives_no_tries_at_others(holder: Ask) -> None:
    for guess in range(3):
        holder("verify_account", account_number="MT-1001", answer="4471")
        holder("verify_account", account_number="MT-1002", answer=str(guess))
    assert holder("verify_account", account_number="MT-1002", answer="9058").refusal.code == "locked"
    assert [account.account_number for account in holder("get_subscription").result.accounts] == ["MT-1001"]


def test_a_repeat_of_a_turn_is_no_further_try(stranger: Ask, network: Tenant) -> None:
    turn = uuid4()
    for _ in range(3):
        stranger("verify_account", request_id=turn, account_number="MT-1002", answer="0000")
    with tenant_scope(network.id):
        assert VerificationTry.objects.count() == 1


def test_without_a_question_nobody_is_verified_by_one(stranger: Ask, network: Tenant) -> None:
    with tenant_scope(network.id):
        BillingRules.objects.update(question_en="")
    assert stranger("verify_account", account_number="MT-1002", answer="9058").refusal.code == "no_question"


def test_a_case_is_opened_once_and_reaches_the_operators(holder: Ask, network: Tenant) -> None:
    first, again = (holder("open_refund_case", **REFUND).result for _ in range(2))
    assert (first.case_id, first.status, first.is_new, first.currency) == ("R10001", "opened", True, "KES")
    assert (again.case_id, again.is_new) == ("R10001", False)
    assert first.eta_date == date(2026, 11, 26), "five business days after a Wednesday, with a holiday and a weekend"
    assert holder("open_refund_case", **REFUND | {"reason": "service_outage"}).result.case_id == "R10002"
    with tenant_scope(network.id):
        ticket = HandoffTicket.objects.get(matter="refund:R10001")
    assert ticket.reason == "refund"
    assert "KES 100 of invoice INV-1" in ticket.summary


def test_a_claim_of_cooling_off_is_looked_at_first(holder: Ask, network: Tenant) -> None:
    opened = holder("open_refund_case", **REFUND | {"reason": "within_cooling_off"}).result
    assert (opened.status, opened.is_priority) == ("pending_review", True)
    with tenant_scope(network.id):
        assert HandoffTicket.objects.get().priority == HandoffTicket.Priority.HIGH


def test_of_an_unknown_customer_a_case_waits_for_a_person_and_tells_nothing(stranger: Ask, holder: Ask) -> None:
    opened = stranger("open_refund_case", **REFUND).result
    assert (opened.status, opened.is_account_known) == ("pending_review", False)
    assert opened.next_steps == ["The account is not known here: a person verifies the customer and the invoice."]
    assert holder("open_refund_case", **REFUND).result.is_new, "a stranger's claim stands in nobody's way"


def test_another_customers_invoice_is_as_unknown_as_one_that_there_is_not(holder: Ask) -> None:
    theirs, none = (holder("open_refund_case", **REFUND | {"invoice_id": name}).refusal for name in ("INV-2", "INV-77"))
    assert theirs == none
    assert theirs.code == "invoice_unknown"


def test_no_more_than_was_billed(holder: Ask) -> None:
    refusal = holder("open_refund_case", **REFUND | {"amount": "450.01"}).refusal
    assert (refusal.code, refusal.facts) == ("more_than_invoice", {"amount": "450.00", "currency": "KES"})


def test_undecided_cases_are_limited(stranger: Ask) -> None:
    codes = [stranger("open_refund_case", **REFUND | {"invoice_id": f"INV-{n}00"}).outcome for n in range(1, 7)]
    assert codes == ["ok"] * 5 + ["too_many_cases"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"reason": "because"}, {"amount": "0"}, {"amount": "-5"}, {"amount": "1000.01"}, {"amount": "1.001"},
        {"invoice_id": "IN"}, {"invoice_id": "INVOICE"}, {"invoice_id": "INV 1; DROP"}, {"invoice_id": "9" * 65},
        {"user_id": "u123"}, {"description": "x" * 501}, {"amount": "NaN"},
    ],
    ids=str,
)  # fmt: skip
def test_inputs_are_strict(holder: Ask, wrong: dict[str, str]) -> None:
    assert holder("open_refund_case", **REFUND | wrong).refusal.code == "invalid_arguments"


def test_the_database_holds_one_case_an_invoice_and_reason(holder: Ask, network: Tenant) -> None:
    holder("open_refund_case", **REFUND)
    with tenant_scope(network.id):
        case = RefundCase.objects.get()
        for changes in ({}, {"invoice": None}, {"amount": Decimal(1001), "reason": "other"}):
            row = {"number": 10_009, "customer_id": case.customer_id, "conversation_id": case.conversation_id,
                   "invoice_id": case.invoice_id, "invoice_number": "INV-1", "reason": "overcharge", "amount": 1,
                   "currency": "KES", "eta_date": case.eta_date}  # fmt: skip
            with pytest.raises(IntegrityError), transaction.atomic():
                RefundCase.objects.create(**row | changes)


@pytest.mark.parametrize(("is_approved", "event"), [(True, "refund_approved"), (False, "refund_rejected")])
def test_a_decision_is_made_once_and_told(holder: Ask, network: Tenant, is_approved: bool, event: str) -> None:
    holder("open_refund_case", **REFUND)
    with tenant_scope(network.id):
        case = RefundCase.objects.get()
        decided = [
            services.decide(case.pk, is_approved=yes, by="Amina", actor_id=None, now=NOW)
            for yes in (is_approved, not is_approved)
        ]
        assert decided == [True, False]
        told = Event.objects.get(name__startswith="billing.")
        assert told.name == f"billing.{event}"
        assert told.facts["number"] == "R10001"
        assert HandoffTicket.objects.get().is_resolved
    (mine,) = holder("get_subscription").result.cases
    assert mine.status == event.removeprefix("refund_")


def test_the_policy_is_as_the_seed_has_it_until_the_business_says_otherwise(make_tenant: object, db: None) -> None:
    policy = asking(make_tenant(), "whatsapp:+254712000001")("get_refund_policy").result
    told = (policy.cooling_off_days, policy.processing_sla_business_days, policy.refund_to_method_days)
    assert told == (14, 5, "7-10")


DAYS = st.dates(date(2020, 1, 1), date(2030, 1, 1))


@given(DAYS, st.integers(1, 30), st.sets(DAYS, max_size=20))
def test_business_days_leave_out_weekends_and_holidays(start: date, count: int, holidays: set[date]) -> None:
    end = services.business_day_after(start, count, holidays)
    between = [start + timedelta(days=n) for n in range(1, (end - start).days + 1)]
    counted = [day for day in between if day.weekday() < 5 and day not in holidays]
    assert len(counted) == count
    assert counted[-1] == end
