"""Verifies a customer who writes from another number than the account's, by the business's own question.

Refuses with no_question, no_match (facts: tries_left) and locked. Every try is counted in the database: of the
customer, and about the account. A number that there is none of is refused as a wrong answer is.
"""

from pydantic import Field

from tools.billing import selectors, services
from tools.contract import PLAIN_TEXT, Args, Refusal, Result, Tool, ToolContext

LOCKED = Refusal(code="locked", reason="There were too many wrong answers; nobody is asked again for a day.")
NO_QUESTION = Refusal(code="no_question", reason="The business has no question by which it verifies customers.")


class VerifyAccountArgs(Args):
    """What the customer told."""

    account_number: str = Field(
        min_length=1, max_length=64, pattern=PLAIN_TEXT, description="The account number, as the customer gave it."
    )
    answer: str = Field(max_length=200, pattern=PLAIN_TEXT, description="Their answer to the business's question.")


class VerifyAccountResult(Result):
    """The account is shown to them from now on, for as long as the business wants."""

    account_number: str


def run(args: VerifyAccountArgs, context: ToolContext) -> VerifyAccountResult | Refusal:
    if not selectors.rules().spoken("question"):
        return NO_QUESTION
    try:
        is_right, left = services.verify(
            context.customer_id, number=args.account_number, answer=args.answer, now=context.now
        )
    except services.Locked:
        return LOCKED
    if is_right:
        return VerifyAccountResult(account_number=args.account_number.strip().upper())
    if left <= 0:
        return LOCKED
    return Refusal(code="no_match", reason="Number and answer do not fit together.", facts={"tries_left": left})


TOOL = Tool(
    name="verify_account",
    effect="write",
    description="Check a customer's answer to the question that opens an account to another phone number.",
    args=VerifyAccountArgs,
    result=VerifyAccountResult,
    run=run,
)
