"""Why a coupon does not count, and what would help: the one way it is told."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from journeys.state import ConversationState
from journeys.wording.money import money
from journeys.wording.phrases import phrases, say
from tools.contract import Refusal

NO_SUCH: Final = "coupon_unknown"
TOO_LONG: Final = "invalid_arguments"
"""How the tool refuses what no code can be."""


def refused(refusal: Refusal, code: str, state: ConversationState, *, otherwise: str = "coupon_refused_other") -> str:
    """With the terms that stand in the way; `otherwise` names the sentence for what is no rule of a coupon."""
    why = NO_SUCH if refusal.code == TOO_LONG else refusal.code
    name = _with_terms(why, refusal.facts) or f"coupon_refused_{why}"
    told = _told(refusal.facts, state)
    return say(name if name in phrases() else otherwise, state, code=code, **told)


def _with_terms(why: str, facts: Mapping[str, Any]) -> str:
    """The sentence that tells more than the refusal's own; empty where that says it all."""
    match why, facts:
        case "not_for_these_items", {"scope": [_, *_]}:
            return "coupon_refused_for_other_goods"
        case "coupon_used_by_customer", {"per_customer": 1}:
            return "coupon_refused_used_once"
        case "coupon_used_by_customer", {"per_customer": int()}:
            return "coupon_refused_used_often"
        case "minimum_not_met", {"minimum": str(), "missing": str()}:
            return ""
        case "minimum_not_met", _:
            return "coupon_refused_minimum_plain"
    return ""


def _told(facts: Mapping[str, Any], state: ConversationState) -> dict[str, str]:
    currency = str(facts.get("currency", state.tenant.currency))
    sums = {key: money(Decimal(str(facts[key])), currency) for key in ("minimum", "missing") if key in facts}
    times = {"times": str(facts["per_customer"])} if facts.get("per_customer") else {}
    return sums | times | ({"scope": ", ".join(facts["scope"])} if facts.get("scope") else {})
