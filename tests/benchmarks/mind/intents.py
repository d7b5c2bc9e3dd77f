"""How well the classifier of intents learns from ten sentences of each, beside a plain one on the same."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

import numpy as np

from journeys.local import exemplars
from tests.benchmarks.mind import rows
from tests.benchmarks.table import Figure

SHOTS = 10
MOST = 1_500
# Labels of strangers that are our intents in other words.
OF_BITEXT = {
    "place_order": "sales_discovery", "delivery_options": "support_question", "delivery_period": "support_question",
    "check_refund_policy": "support_question", "recover_password": "support_question",
    "track_order": "order_status", "cancel_order": "order_status", "change_order": "order_status",
    "check_payment_methods": "payment_help", "payment_issue": "payment_help", "check_invoice": "payment_help",
    "newsletter_subscription": "preferences_consent", "contact_human_agent": "human_request",
    "contact_customer_service": "human_request",
}  # fmt: skip
OF_CLINC = {
    "order": "sales_discovery", "shopping_list": "sales_discovery", "restaurant_suggestion": "product_question",
    "restaurant_reviews": "product_question", "order_status": "order_status", "redeem_rewards": "discounts_offers",
    "rewards_balance": "discounts_offers", "change_language": "preferences_consent", "bill_balance": "payment_help",
    "pay_bill": "payment_help", "report_lost_card": "support_question", "pin_change": "support_question",
    "damaged_card": "support_question", "greeting": "spam_casual", "tell_joke": "spam_casual",
    "thank_you": "spam_casual", "timer": "unknown", "translate": "unknown", "tire_pressure": "unknown",
}  # fmt: skip


def measure() -> list[Figure]:
    sets = (("Bitext", "bitext_support/bitext.csv", OF_BITEXT), ("CLINC150", "clinc150/train.csv", OF_CLINC))
    return [figure for what, name, ours in sets for figure in _learned(what, name, ours)]


def _learned(what: str, name: str, ours: Mapping[str, str]) -> list[Figure]:
    known = [(ours[row["intent"]], row["text"]) for row in rows.of_csv(name) if row["intent"] in ours]
    if not known:
        return []
    Random(1).shuffle(known)
    taught: dict[str, list[str]] = {}
    asked: list[tuple[str, str]] = []
    for label, text in known:
        if len(taught.setdefault(label, [])) < SHOTS:
            taught[label].append(text)
        elif len(asked) < MOST:
            asked.append((label, text))
    model, plain = exemplars.learn(taught), _Plain(taught)
    right = [max(model.scores(text).items(), key=lambda each: each[1])[0] == label for label, text in asked]
    base = [plain.label(text) == label for label, text in asked]
    return [
        Figure(
            what=f"local mind: intents from {SHOTS} sentences each, {what}", bar="≥ TF-IDF",
            is_met=sum(right) >= sum(base), measured=rows.share(right),
            method=f"{len(asked):,} rows, {len(taught)} of our intents; TF-IDF with ridge {rows.share(base)}",
        )
    ]  # fmt: skip


class _Plain:
    """Words and pairs of words by TF-IDF, and a ridge regression on them."""

    def __init__(self, taught: Mapping[str, Sequence[str]]) -> None:
        self.labels = list(taught)
        lines = [text for texts in taught.values() for text in texts]
        self.places = {term: at for at, term in enumerate(dict.fromkeys(t for line in lines for t in _terms(line)))}
        seen = np.zeros(len(self.places))
        for line in lines:
            seen[[self.places[term] for term in set(_terms(line))]] += 1
        self.rarity = np.log((1 + len(lines)) / (1 + seen)) + 1
        matrix = np.array([self._vector(line) for line in lines])
        target = np.repeat(np.eye(len(self.labels)), [len(texts) for texts in taught.values()], axis=0)
        self.weights = matrix.T @ np.linalg.solve(matrix @ matrix.T + np.eye(len(lines)), target)

    def label(self, text: str) -> str:
        return self.labels[int((self._vector(text) @ self.weights).argmax())]

    def _vector(self, text: str) -> np.ndarray:
        vector = np.zeros(len(self.places))
        for term in _terms(text):
            if term in self.places:
                vector[self.places[term]] += self.rarity[self.places[term]]
        return vector / (np.linalg.norm(vector) or 1.0)


def _terms(text: str) -> list[str]:
    words = text.lower().split()
    return [*words, *(f"{left} {right}" for left, right in pairwise(words))]
