"""Questions about what only may come."""

import pytest

from journeys.local.clauses import may_only_come


@pytest.mark.parametrize(
    "said",
    [
        "if i cancel my booking do i lose money?", "what if it does not fit?", "nikirudisha viatu pesa inarudi lini",
        "je, ikiharibika nifanyeje?", "kama sitakuwepo, mnaleta tena?",
        "naweza kughairi bila kulipa mpaka lini?", "can i cancel without paying", "naeza return kabla ya siku ngapi",
        "when will my refund reach me after you accept the return?",
    ],
)  # fmt: skip
def test_a_case_that_has_not_come(said: str) -> None:
    assert may_only_come(said)


@pytest.mark.parametrize(
    "said",
    ["cancel my booking", "i lost my money, refund me", "do you have it?", "nataka kurudisha viatu", "niko kilimani",
     "viatu vya kiafrika mnazo?", "can i have a red one", "naweza kupata bila mafuta", "when will you bring my order"],
)  # fmt: skip
def test_a_wish_or_a_claim_of_now(said: str) -> None:
    assert not may_only_come(said)
