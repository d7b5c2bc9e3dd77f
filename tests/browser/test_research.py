"""Research in a browser: on the phone while workers are killed, at the desk, and on a page that was just given it."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import psutil
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import OpenPhone
from tests.browser.pictures import photograph
from tests.browser.staff import log_in
from tests.browser.test_policy import PHONE, SPY
from tests.depth import thorough

pytestmark = thorough
REPORT_MS = 90_000
QUESTION = (
    "Can you research what I owe if I quit my fibre contract after seven months, and by when the router must be back?"
)


@pytest.fixture
def admin(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    context = chromium.new_context(base_url=live_tulia, viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(SPY)
    yield page
    assert page.evaluate("() => window.violations") == []
    context.close()


def kill_workers(address: str) -> int:
    """With kill -9, all of this installation's; whoever has started them starts them again."""
    port, killed = address.rpartition(":")[2], 0
    for process in psutil.process_iter(["name"]):
        is_worker = (process.info["name"] or "").startswith("tulia worker")
        if is_worker and process.environ().get("PORT") == port:
            process.kill()
            killed += 1
    return killed


def link_in(words: Locator) -> str:
    return "/research/" + words.inner_text().partition("/research/")[2].split()[0]


def test_on_the_phone_a_report_comes_though_its_workers_are_killed(
    open_phone: OpenPhone, admin: Page, live_tulia: str, pictures: Path
) -> None:
    phone = open_phone(business="mtandao", width=390, height=844)
    heard = phone.page.locator(".row.theirs .words")
    phone.write(QUESTION)
    expect(heard.last).to_contain_text("please tell me")
    assert "waits for your answer" in phone.say("what are you doing?")
    assert "looking on" in phone.say("I signed for one year, and the line was always up")
    expect(heard.last).to_contain_text(re.compile("just go|My plan"))
    if "My plan" not in heard.last.inner_text():
        phone.write("just go")
    expect(heard.last).to_contain_text("My plan")
    expect(phone.page.locator(".row.theirs").last).to_contain_text("1. ")
    assert "adapter" in phone.say("drop 2 and add: what a lost power adapter costs")
    phone.write("go ahead")
    expect(heard.last).to_contain_text("at work")
    assert kill_workers(live_tulia) > 0
    expect(heard.last).to_contain_text("/research/", timeout=REPORT_MS)
    photograph(phone.page, pictures / "research-phone.png")

    at = link_in(heard.last)
    admin.goto(at)
    expect(admin.locator(".sources li").first).to_be_visible()
    expect(admin.locator("body")).to_contain_text("14 days")
    expect(admin.locator("body")).to_contain_text("21 days", use_inner_text=True)
    admin.locator("details").first.evaluate("each => each.open = true")
    expect(admin.locator(".trail .rail-end").first).to_be_visible()
    photograph(admin, pictures / "research-report.png", full_page=True)
    pdf = httpx.get(f"{live_tulia}{at}report.pdf")
    assert pdf.content.startswith(b"%PDF-")
    (pictures / "research-report.pdf").write_bytes(pdf.content)

    log_in(admin, "mtandao-operator", "/desk/research/")
    admin.get_by_role("link", name="what I owe if I quit my fibre contract").first.click()
    expect(admin.locator("#tree")).to_contain_text("Done")
    photograph(admin, pictures / "research-desk.png", full_page=True)
    admin.locator(".sources a").first.click()
    expect(admin.locator("#cited")).to_be_visible()


def test_a_business_switches_it_on_and_a_web_page_has_it(
    chromium: Browser, admin: Page, live_tulia: str, pictures: Path
) -> None:
    log_in(admin, "oasis-admin", "/admin/")
    admin.get_by_role("link", name="Settings").first.click()
    box = admin.get_by_label("Research questions in your documents")
    expect(box).not_to_be_checked()
    box.check()
    admin.get_by_role("button", name="Save", exact=True).click()
    try:
        context = chromium.new_context(base_url=live_tulia, viewport=PHONE, color_scheme="dark", locale="en-GB")
        visitor = context.new_page()
        visitor.goto("/simulator/site/")
        visitor.get_by_role("button", name="Open the chat").click()
        chat, box_ = visitor.get_by_role("log"), visitor.get_by_role("textbox", name="Write a message")
        for words, answer in (
            (
                "research: which meals are in half board, and what is asked for a child of nine who shares our room?",
                "please tell me",
            ),
            ("just go", "My plan"),
            ("ok", "/research/"),
        ):
            box_.fill(words)
            visitor.keyboard.press("Enter")
            expect(chat).to_contain_text(answer, timeout=REPORT_MS)
        photograph(visitor, pictures / "research-web.png")
        context.close()
    finally:
        admin.get_by_role("link", name="Settings").first.click()
        box.uncheck()
        admin.get_by_role("button", name="Save", exact=True).click()
