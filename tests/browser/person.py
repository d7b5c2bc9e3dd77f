"""What a person does on the phone page, and what she sees."""

import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass

import httpx
from playwright.sync_api import Locator, Page, expect

from tests.here import NO_TLS
from tests.people import letters

ANSWER_MS = 30_000  # for a machine that has much else to do
PRICE = re.compile(r"KES ([\d,]+)")
OPTION = re.compile(r"^\d+\. ", re.MULTILINE)
SENDERS = {"duka": ("AC" + "1".zfill(32), "demo-auth-token-duka", "whatsapp:+254700000001")}
_numbers = itertools.count(1)


@dataclass
class Person:
    """A customer in front of the page."""

    page: Page
    address: str

    def become_new_customer(self) -> None:
        name = f"Tester {next(_numbers)} {letters(6)}"
        self.page.select_option("#customer", "new")
        self.page.fill("#customer-name", name)
        self.page.press("#customer-name", "Enter")
        expect(self.page.locator("#customer option:checked")).to_contain_text(name)
        expect(self.page.locator(".openers button").first).to_be_visible()

    def say(self, text: str) -> str:
        """Write it, and read the words of the first answer."""
        return self.answer_to(lambda: self.write(text))

    def write(self, text: str) -> None:
        self.page.fill("#text", text)
        self.page.press("#text", "Enter")

    def tap(self, title: str) -> str:
        """Tap a button of the latest reply that has it, and read the words of the answer."""
        button = self.page.locator(".row.theirs .replies").get_by_role("button", name=title, exact=True).last
        return self.answer_to(button.click)

    def answer_to(self, act: Callable[[], object]) -> str:
        before = self.replies.count()
        act()
        fresh = self.replies.nth(before)
        fresh.wait_for(timeout=ANSWER_MS)
        return fresh.locator(".words").inner_text()

    def type_pin(self) -> str:
        """Pay what the prompt on her phone asks for, and read what she is told."""
        dialog = self.page.get_by_role("alertdialog", name="M-PESA")
        dialog.get_by_label("Enter M-PESA PIN").fill("1234")
        return self.answer_to(dialog.get_by_role("button", name="Send").click)

    def pay_by_hand(self, account: str, amount: int) -> str:
        """Pay the shop's paybill from M-Pesa's own menu, and read what she is told."""
        self.page.get_by_role("button", name="Pay with M-Pesa").click()
        self.page.get_by_label("Account number").fill(account)
        self.page.get_by_label("Amount (KES)").fill(str(amount))
        return self.answer_to(self.page.locator("#pay-send").click)

    @property
    def replies(self) -> Locator:
        return self.page.locator(".row.theirs")

    @property
    def own(self) -> Locator:
        return self.page.locator(".row.own")

    @property
    def phone_address(self) -> str:
        shown = self.page.locator("#customer option:checked").inner_text()
        return f"whatsapp:{shown.rpartition(' · ')[2]}"

    def hear(self, **fields: str) -> httpx.Response:
        """The business writes by itself, through Twilio's API."""
        account, token, sender = SENDERS["duka"]
        url = f"{self.address}/simulator/twilio/2010-04-01/Accounts/{account}/Messages.json"
        form = {"To": self.phone_address, "From": sender, **fields}
        return httpx.post(url, data=form, auth=(account, token), verify=NO_TLS)

    def make_content(self, types: dict[str, object]) -> str:
        account, token, _ = SENDERS["duka"]
        document = {"language": "en", "types": types}
        url = f"{self.address}/simulator/twilio/v1/Content"
        made = httpx.post(url, json=document, auth=(account, token), verify=NO_TLS)
        return str(made.json()["sid"])

    def is_overflowing(self) -> bool:
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))
