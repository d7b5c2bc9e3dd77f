"""Billing: what a customer's account says, shown to whom it belongs; and refund cases, which people decide.

ask_billing ──▶ get_subscription | get_refund_policy ──▶ told        request_refund ──▶ asked for what is missing
     └─ not verified ──▶ verify_me ──▶ verify_account                       └──▶ open_refund_case ──▶ a ticket
"""

from typing import Final

from journeys.billing import commands
from journeys.billing import state as billing
from journeys.billing.account import ask_billing
from journeys.billing.reading import answers, claims, read
from journeys.billing.refund import drop_refund, request_refund
from journeys.billing.verify import no_account, verify_me
from journeys.contract import Journey, by_kind

PROMPT: Final = """\
Commands of billing, about the customer's own account with the business (never about an order).
ask_billing     about: plan (which they have), balance (what they owe), invoices, cases (how a refund stands), policy
                question: only if they ask how they can see it themselves, else ""
request_refund  they want money back for a bill; invoice_id, reason (overcharge, service_outage, within_cooling_off,
                other) and amount only as they said them, else "". Code asks for what is missing
verify_me       first of all, if they give it: account_number, and their answer to the question asked to know them
drop_refund     they want no refund after all"""

JOURNEY: Final = Journey(
    name="billing",
    commands=commands.COMMANDS,
    act=by_kind({
        commands.AskBilling: ask_billing,
        commands.RequestRefund: request_refund,
        commands.VerifyMe: verify_me,
        commands.NoAccount: no_account,
        commands.DropRefund: drop_refund,
    }),
    read=read,
    claims=claims,
    takes=frozenset({"refund", "dispute"}),
    answers=answers,
    prompt=PROMPT,
    prompt_node="billing",
    is_sticky=True,
    is_under_way=lambda state: billing.of(state).refund_in_progress,
    is_specialist=True,
    excerpt=billing.excerpt,
    grounds=billing.amounts_told,
)  # fmt: skip
