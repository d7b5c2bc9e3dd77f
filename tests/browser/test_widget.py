"""The chat of a web page, in a real browser: by keyboard, with what can be tapped, a person's words, and a memory."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.staff import log_in
from tests.browser.test_policy import PHONE, SPY
from tests.depth import thorough

pytestmark = thorough

WRITE = "Write a message"


@pytest.fixture
def visitor(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    """On the resort's page with a phone, in the dark."""
    context = chromium.new_context(base_url=live_tulia, viewport=PHONE, color_scheme="dark", locale="en-GB")
    page = context.new_page()
    page.add_init_script(SPY)
    page.goto("/simulator/site/")
    yield page
    assert page.evaluate("() => window.violations") == []
    context.close()


@pytest.fixture
def operator(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    context = chromium.new_context(base_url=live_tulia, viewport={"width": 1280, "height": 820})
    page = context.new_page()
    log_in(page, "oasis-operator", "/desk/")
    yield page
    context.close()


def say(page: Page, words: str) -> None:
    """By keyboard alone."""
    before = page.locator(".row:not(.mine):not(.typing)").count()
    box = page.get_by_role("textbox", name=WRITE)
    box.focus()
    page.keyboard.type(words)
    page.keyboard.press("Enter")
    expect(page.locator(".row:not(.mine):not(.typing)")).to_have_count(before + 1)
    expect(page.locator(".typing")).to_have_count(0)


def test_a_visitor_chats_taps_is_given_to_a_person_and_comes_back(visitor: Page, operator: Page) -> None:
    opener = visitor.get_by_role("button", name="Open the chat")
    opener.focus()
    visitor.keyboard.press("Enter")
    expect(visitor.get_by_role("dialog", name="Amina")).to_be_visible()
    expect(visitor.get_by_role("textbox", name=WRITE)).to_be_focused()
    log = visitor.get_by_role("log")
    say(visitor, "what time is check-in?")
    expect(log).to_contain_text("14:00")
    log.get_by_text("Sources (").first.click()
    expect(log).to_contain_text("Oasis Diani Beach Resort: the property")
    say(visitor, "Do you have a snorkelling trip?")
    visitor.locator(".options button:enabled").first.press("Enter")
    expect(visitor.locator(".mine").last).not_to_contain_text("…")
    expect(visitor.locator(".typing")).to_have_count(0)
    assert visitor.evaluate("() => document.documentElement.scrollWidth <= innerWidth")

    say(visitor, "I want to talk to a person")
    ticket = re.findall(r"T-\d+", log.inner_text())[-1]
    operator.reload()
    operator.locator("a", has_text=ticket).first.click()
    operator.get_by_role("button", name="Take over").first.click()
    expect(log).to_contain_text("Zawadi has joined the chat.")
    operator.get_by_role("textbox", name="Message to the customer").fill("Karibu, Zawadi here.")
    operator.get_by_role("button", name="Send").first.click()
    expect(log).to_contain_text("Karibu, Zawadi here.")
    expect(visitor.get_by_role("dialog", name="Zawadi")).to_be_visible()

    visitor.keyboard.press("Escape")
    expect(opener).to_be_focused()
    visitor.reload()
    visitor.get_by_role("button", name="Open the chat").click()
    expect(visitor.get_by_role("log")).to_contain_text("Karibu, Zawadi here.")
    expect(visitor.locator(".options button:enabled")).to_have_count(0)
