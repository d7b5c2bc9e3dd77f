"""axe looks every page of the desk, the admin, the phone and the widget over, light and dark: nothing serious is found.

One browser and one pass; a page is painted anew for the dark, not opened again.
"""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, Page

from tests.browser.conftest import OpenPhone
from tests.browser.test_policy import DESKTOP, PAGES, PHONE

pytestmark = pytest.mark.slow
GRAVE = ("serious", "critical")
# The rules of the standard, of which only colours tell the dark from the light.
RULES = {"light": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"], "dark": ["color-contrast"]}
# Which of them are broken badly, each with the places where.
LOOK = """async ([runOnly, grave]) => {
  const found = await axe.run(document, { resultTypes: ["violations"], elementRef: false, runOnly });
  return found.violations.filter((one) => grave.includes(one.impact)).map((one) => [one.id, one.nodes.slice(0, 3).map(
    (node) => `${node.target.join(" ")}: ${(node.any[0] || node.all[0] || node.none[0] || {}).message}`)]);
}"""
AXE = AXE_FILE_PATH.read_text()
FIRST_TICKET = "() => document.querySelector('[data-ticket]')?.getAttribute('href')"


@pytest.fixture
def page(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    """An admin of the demo shop."""
    context = chromium.new_context(base_url=live_tulia, viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.goto("/admin/login/")
    page.fill("#id_username", "duka-admin")
    page.fill("#id_password", "tulia-demo")
    page.click("button[type=submit]")
    page.wait_for_url("**/admin/")
    yield page
    context.close()


def look(page: Page, path: str) -> list[str]:
    """What is wrong with the page that is open, in the light and in the dark."""
    page.evaluate(AXE)
    found = []
    for scheme, rules in RULES.items():
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.evaluate("(is) => document.documentElement.classList.toggle('dark', is)", scheme == "dark")
        found += [f"{path}, {scheme}: {rule} {places}" for rule, places in page.evaluate(LOOK, [rules, GRAVE])]
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.evaluate("() => document.documentElement.classList.remove('dark')")
    return found


def test_no_page_keeps_anybody_out(page: Page, open_phone: OpenPhone) -> None:
    phone = open_phone()
    phone.say("nataka kuongea na mtu")
    found = look(phone.page, "the phone")
    for path in PAGES:
        page.goto(path)
        found += look(page, path)
    page.goto("/desk/")
    ticket = page.evaluate(FIRST_TICKET)
    assert ticket
    for path in ("/desk/", ticket, "/desk/search/?q=mtu", "/desk/report/"):
        page.goto(path)
        page.wait_for_load_state("networkidle") if path == ticket else None
        found += look(page, path)
    page.goto(ticket)
    page.click("[data-key=c]")
    page.wait_for_selector("#text")
    for opened in ("", "[data-open=note-box]", "[data-open=shortcuts]"):
        if opened:
            page.click(opened)
        found += look(page, f"{ticket} {opened}")
        if opened:
            page.keyboard.press("Escape")
    page.set_viewport_size(PHONE)
    found += look(page, f"{ticket} at a phone")
    page.goto("/simulator/site/")
    page.get_by_role("button", name=re.compile("chat", re.IGNORECASE)).last.click()
    page.wait_for_timeout(500)
    found += look(page, "the widget")
    assert found == [], "\n".join(found)
