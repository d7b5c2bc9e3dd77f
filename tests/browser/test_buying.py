"""Buying on the phone page to the receipt: by PIN prompt in Swahili, by card, and by paybill with a wrong amount.

The short way is the prompt: card page and paybill are used in `test_money`, and paid to the end by stories.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.person import Person
from tests.browser.pictures import photograph
from tests.depth import IS_DEEP

deep = pytest.mark.skipif(not IS_DEEP, reason="in the deep form only: the same conversation, paid in another way")
RECEIPT = re.compile(r"\b(?=[A-Z]*\d)[A-Z]{2}[0-9A-Z]{8}\b")  # the third is the day of the month, a digit until the 9th


def pick(person: Person, answer: str, title: str) -> str:
    """Answer a list of products with the number of one of them."""
    row = re.search(rf"^(\d)\. {re.escape(title)} ", answer, re.MULTILINE)
    assert row, answer
    return person.say(row[1])


def chosen(person: Person, words: str) -> str:
    """A jogger in the cart of somebody who writes English; it costs 2,299 shillings."""
    pick(person, person.say("running shoes"), "Uhuru Park Jogger")
    bill = person.say(f"I'll take {words}")
    assert "Uhuru Park Jogger" in bill
    return bill


def test_a_swahili_speaker_buys_two_pairs_of_shoes(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone()
    page = person.page
    page.evaluate("window.isStillTheSamePage = true")
    pick(person, person.say("nataka viatu vya kukimbia"), "Eldoret Daily Trainer")
    assert "rangi gani" in person.say("nataka mbili size 42")
    assert "Eldoret Daily Trainer (42, red): KES 9,500" in person.say("red")
    assert "Jumla: KES 8,550" in person.say("KARIBU10")
    assert "Nitume ombi la M-Pesa la KES 8,550" in person.say("mpesa")

    person.say("ndio")
    dialog = page.get_by_role("alertdialog", name="M-PESA")
    expect(dialog).to_contain_text("Do you want to pay Ksh8,550.00 to DUKA MTAANI")
    photograph(page, pictures / "buying-prompt.png")
    told = person.answer_to(dialog.get_by_role("button", name="Cancel", exact=True).click)
    assert "yameghairiwa" in told
    assert "Hakuna kilicholipwa" in told
    assert "KES 8,550" in person.say("1")

    person.say("ndio")
    expect(dialog).to_be_visible()
    paid = person.type_pin()
    assert "Malipo yamepokelewa: KES 8,550" in paid
    (receipt,) = set(RECEIPT.findall(paid))
    expect(page.locator("#money-events")).to_contain_text(f"{receipt} Confirmed. Ksh8,550.00 sent to DUKA MTAANI")
    status = person.say("oda yangu iko wapi?")
    assert "imelipwa" in status
    assert receipt in status
    photograph(page, pictures / "buying-end.png")
    assert page.evaluate("window.isStillTheSamePage")


@deep
def test_a_card_pays_to_the_end(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone()
    assert "KES 2,299" in chosen(person, "one in size 43, grey")
    assert "by card" in person.say("card")
    assert "secure page" in person.tap("Yes, pay")
    with person.page.expect_popup() as opened:
        person.replies.last.locator("a").click()
    page = opened.value

    def pay() -> None:
        page.get_by_role("button", name="Pay KES 2,299.00").click()
        page.wait_for_url("**/done/**")

    told = person.answer_to(pay)
    expect(page.get_by_role("heading", name="Thank you")).to_be_visible()
    expect(page.get_by_role("link", name="Back to WhatsApp")).to_have_attribute("href", "https://wa.me/254700000001")
    photograph(page, pictures / "buying-card-done.png")
    assert "Payment received: KES 2,299" in told
    (receipt,) = set(RECEIPT.findall(told))
    assert receipt in person.say("did my payment go through?")


@deep
def test_a_paybill_payment_of_too_little_and_then_the_rest(open_phone: OpenPhone) -> None:
    person = open_phone()
    chosen(person, "two in size 42, navy")
    assert "KES 4,598" in person.say("paybill")
    how = person.tap("Yes, pay")
    assert "Paybill: 174379" in how
    account = re.search(r"Account: (\w+)", how)
    assert account, how
    told = person.pay_by_hand(account[1], 4000)
    assert "KES 4,000 in all" in told
    assert "Still to pay: KES 598" in told
    rest = person.pay_by_hand(account[1], 598)
    assert f"Payment received: KES 598 by M-Pesa for order {account[1]}" in rest
    paid = person.say("has my payment arrived?")
    assert "KES 4,598" in paid
    assert account[1] in paid
