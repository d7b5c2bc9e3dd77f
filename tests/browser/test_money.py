"""Money on the phone page: the PIN prompt, paying a paybill, and the card page, on big and small screens."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.payments import Till
from tests.browser.person import Person
from tests.browser.pictures import photograph
from tests.depth import thorough

pytestmark = thorough
SMALL: dict[str, Any] = {"width": 360, "height": 740, "scheme": "dark"}


def msisdn(person: Person) -> str:
    return person.phone_address.removeprefix("whatsapp:+")


def prompted(person: Person, amount: int) -> str:
    checkout = Till(person.address).ask_for_pin(msisdn(person), amount)
    expect(person.page.locator("#prompt")).to_be_visible()
    return checkout


def test_a_prompt_is_paid_with_a_pin(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone(**SMALL)
    page = person.page
    page.evaluate("window.isStillTheSamePage = true")
    prompted(person, 4998)
    dialog = page.get_by_role("alertdialog", name="M-PESA")
    expect(dialog).to_contain_text("Do you want to pay Ksh4,998.00 to DUKA MTAANI Account no. K7QX2M9P?")
    expect(dialog.get_by_label("Enter M-PESA PIN")).to_be_focused()
    look(page, pictures / "prompt")
    expect(dialog.get_by_role("button", name="Send")).to_be_disabled()
    page.keyboard.type("12x34")
    expect(dialog.get_by_label("Enter M-PESA PIN")).to_have_value("1234")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    expect(page.locator(".sms")).to_contain_text("Confirmed. Ksh4,998.00 sent to DUKA MTAANI for account K7QX2M9P")
    look(page, pictures / "paid")
    page.click("#panel-open")
    expect(page.locator("#money")).to_contain_text("STK push accepted")
    expect(page.locator("#money")).to_contain_text("STK callback 0")
    assert page.evaluate("window.isStillTheSamePage")


def look(page: Page, picture: Path) -> None:
    """On a big screen in the light, and on a small one in the dark, as it is left: nothing is wider than the screen."""
    for width, height, scheme in ((1280, 820, "light"), (360, 740, "dark")):
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        photograph(page, picture.with_name(f"{picture.name}-{width}-{scheme}.png"))


def test_a_prompt_is_not_paid(open_phone: OpenPhone) -> None:
    """One that is ignored stays open at the provider; a new customer hears of each of the others."""
    person = open_phone()
    ignore(person)
    for button, told in (("Cancel", "1032"), ("Wrong PIN", "2001"), ("Insufficient funds", "closed: 1 ")):
        person.become_new_customer()
        prompted(person, 100)
        person.page.get_by_role("button", name=button, exact=True).click()
        expect(person.page.locator("#prompt")).to_be_hidden()
        expect(person.page.locator("#money")).to_contain_text(told)


def ignore(person: Person) -> None:
    prompted(person, 100)
    person.page.keyboard.press("Escape")
    expect(person.page.locator("#prompt")).to_be_visible()
    person.page.get_by_role("button", name="Ignore it").click()
    expect(person.page.locator("#prompt")).to_be_hidden()
    expect(person.page.locator("#money")).to_contain_text("is on the phone")
    expect(person.page.locator("#money")).not_to_contain_text("closed")


def test_a_paybill_is_paid_by_hand(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone(width=360, height=740)
    page = person.page
    page.get_by_role("button", name="Pay with M-Pesa").click()
    expect(page.get_by_label("Business number")).to_have_value("174379")
    page.get_by_label("Account number").fill("NOSUCHORDER")
    page.get_by_label("Amount (KES)").fill("0")
    page.locator("#pay-send").click()
    expect(page.locator("#pay-problem")).to_contain_text("whole number")
    photograph(page, pictures / "pay.png")
    page.get_by_text("Buy Goods").click()
    expect(page.get_by_label("Till number")).to_be_visible()
    expect(page.locator("#pay-account-field")).to_be_hidden()
    page.get_by_text("Pay Bill").click()
    page.get_by_label("Amount (KES)").fill("150")
    page.locator("#pay-send").click()
    expect(page.locator("#money-events")).to_contain_text("C2B validation")
    assert not person.is_overflowing()


def test_one_who_hides_her_number_has_a_sim_card(open_phone: OpenPhone) -> None:
    person = open_phone()
    page = person.page
    page.select_option("#customer", "new")
    page.fill("#customer-name", "Kemboi")
    page.fill("#customer-address", "KE.77777777")
    page.click("#customer-form .primary")
    shown = page.locator("#customer option:checked")
    expect(shown).to_contain_text("Kemboi (SIM +2547")
    number = shown.inner_text().split("SIM +")[1].split(")")[0]
    Till(person.address).ask_for_pin(number, 100)
    expect(page.locator("#prompt")).to_contain_text(f"+{number}")


def test_a_card_is_paid_from_a_link_in_the_chat(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone(**SMALL)
    url = Till(person.address).make_card_page(msisdn(person))
    person.hear(Body=f"Pay here: {url}")
    with person.page.expect_popup() as opened:
        person.replies.last.locator("a").click()
    page = opened.value
    expect(page.get_by_role("heading", name="Pay by card")).to_be_visible()
    look(page, pictures / "card")
    page.get_by_label("Card number").fill("4242 4242 4242 4241")
    page.get_by_role("button", name="Pay KES 8,998.00").click()
    expect(page.get_by_role("alert")).to_contain_text("wrong digit")
    page.get_by_label("Card number").fill("4242 4242 4242 4242")
    page.get_by_role("button", name="Pay KES 8,998.00").click()
    page.wait_for_url("**/health/live?OrderTrackingId=*")
    expect(person.page.locator("#money-events")).to_contain_text("KES 8,998.00 paid by Visa")
    page.goto(url)
    expect(page.get_by_role("heading", name="Paid")).to_be_visible()


def test_a_payment_fault_is_planned(open_phone: OpenPhone) -> None:
    person = open_phone()
    person.page.click("#menu-open")
    person.page.locator("#rows .choice", has_text="The callback is lost").click()
    expect(person.page.locator("#banner")).to_contain_text("Planned for the next payment")
    prompted(person, 100)
    person.page.get_by_role("button", name="Cancel", exact=True).click()
    expect(person.page.locator("#money")).to_contain_text("was lost, as planned")
