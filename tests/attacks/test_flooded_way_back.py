"""Somebody opens the address to which browsers come back from a card page, again and again."""

from uuid import uuid4

from tests.tools.payments.till import Payer
from tools.payments import tasks


def back(payer: Payer, tracking_id: str, path: str = "") -> int:
    path = path or payer.prompt.callback[payer.prompt.callback.index("/cards/") :]
    return payer.client.get(path, {"OrderTrackingId": tracking_id}).status_code


def test_a_row_is_written_once_and_only_of_a_payment_that_waits(payer: Payer, monkeypatch: object) -> None:
    order = payer.orders(SHOE_42=1)
    payer.pays_by_card(order)
    before = len(payer.exchanges())
    for tracking_id in ("", "made-up", str(uuid4()), "x" * 500):
        assert back(payer, tracking_id) == 200
    assert len(payer.exchanges()) == before, "it names another payment"
    for _ in range(20):
        assert back(payer, payer.prompt.id) == 200
    assert len(payer.exchanges()) == before + 1
    payer.money.pay(payer.prompt.id)
    payer.look(seconds=20)
    assert payer.payments(order)[0].status == "paid"
    after = len(payer.exchanges())
    for _ in range(20):
        assert back(payer, payer.prompt.id) == 200
    assert len(payer.exchanges()) == after, "it waits no longer"
    assert back(payer, payer.prompt.id, f"/cards/{uuid4()}/done/") == 404


def test_the_provider_is_not_asked_by_whoever_reloads(payer: Payer, monkeypatch: object) -> None:
    asked: list[object] = []
    monkeypatch.setattr(tasks, "ask_soon", lambda tenant_id, payment_id: asked.append(payment_id))  # type: ignore[attr-defined]
    payer.pays_by_card(payer.orders(SHOE_42=1))
    for _ in range(10):
        back(payer, payer.prompt.id)
    assert len(asked) == 1
