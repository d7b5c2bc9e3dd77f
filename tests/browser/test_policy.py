"""The admin in a real browser: nothing is against the Content-Security-Policy, and what moves still moves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.browser.staff import log_in
from tests.depth import thorough

# The admin shows its menu beside the page from 1280 pixels on, and hides it below.
DESKTOP: ViewportSize = {"width": 1280, "height": 820}
PHONE: ViewportSize = {"width": 390, "height": 844}

SPY = """
window.violations = [];
window.addEventListener("error", (event) => window.violations.push(event.message));
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""


@pytest.fixture(scope="module")
def page(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    """An admin of the demo shop, in a browser that notes each violation."""
    context = chromium.new_context(base_url=live_tulia, viewport=DESKTOP)
    page = context.new_page()
    page.add_init_script(SPY)
    log_in(page, "duka-admin", "/admin/")
    yield page
    context.close()


@thorough
def test_the_apis_page_shows_its_operations_and_asks_nobody_elsewhere(page: Page, live_tulia: str) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/api/docs/")
    page.get_by_text("List orders", exact=True).wait_for()
    assert page.locator(".opblock").count() > 25
    assert page.evaluate("window.violations") == []
    assert [url for url in asked if not url.startswith((live_tulia, "data:"))] == []


def test_a_script_that_somebody_smuggled_into_a_page_does_not_run(page: Page) -> None:
    page.goto("/admin/")
    page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.stolen = true";
          document.body.append(script);
          document.body.insertAdjacentHTML("beforeend", "<img src=x: onerror='window.stolen = true'>");
          const far = document.createElement("script");
          far.src = "https://evil.example/steal.js";
          document.body.append(far);
        }"""
    )
    page.wait_for_function("window.violations.length >= 3")
    assert page.evaluate("window.stolen") is None


def test_no_text_becomes_code(page: Page) -> None:
    page.goto("/admin/")
    for attempt in ("eval('1')", "new Function('return 1')()", "setTimeout('window.stolen = true')"):
        # Asked of the page itself: what the browser's own tools evaluate is not held to the policy.
        page.evaluate(f"() => {{ setTimeout(() => {{ try {{ {attempt} }} catch (error) {{}} }}) }}")
    page.wait_for_function("window.violations.filter((one) => one.startsWith('script-src eval')).length >= 3")
    assert page.evaluate("window.stolen") is None


@thorough
def test_the_menus_of_the_admin_still_open(page: Page) -> None:
    page.goto("/admin/")
    link = page.get_by_role("link", name="Where you are logged in")
    assert not link.is_visible()
    page.get_by_text("duka-admin@tulia.example").click()
    link.click()
    page.wait_for_url("**/admin/sessions/")
    assert page.get_by_text("This browser").is_visible()


@thorough
def test_the_frame_of_the_admin_still_moves(page: Page) -> None:
    page.goto("/admin/")
    sidebar = page.locator("#nav-sidebar")
    assert sidebar.is_visible()
    page.locator("span", has_text="dock_to_right").first.click()
    page.wait_for_function("localStorage.getItem('sidebarDesktopOpen') === '0'")
    page.reload()
    page.wait_for_function("window.Alpine && !document.documentElement.hasAttribute('x-cloak')")
    assert not sidebar.is_visible()
    page.locator("span", has_text="dock_to_right").first.click()
    sidebar.wait_for(state="visible")
    page.keyboard.press("Control+k")
    page.locator("#search-input-command").wait_for(state="visible")
    page.fill("#search-input-command", "nothing has this name")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator("#search-input-command").wait_for(state="hidden")
    page.get_by_text("duka-admin@tulia.example").click()
    page.get_by_text("Dark", exact=True).click()
    page.wait_for_function("document.documentElement.classList.contains('dark')")
    assert page.evaluate("window.violations") == []


@thorough
def test_a_list_and_a_form_of_the_admin_still_move(page: Page) -> None:
    page.goto("/admin/catalog/product/")
    page.get_by_text("Filters").first.click()
    page.locator("#changelist-filter").wait_for(state="visible")
    page.goto("/admin/catalog/product/")
    page.locator("#result_list input[type=checkbox]").nth(1).check()
    page.locator("select[name=action]").select_option(index=1)
    page.get_by_role("button", name="Run").wait_for(state="visible")
    page.goto("/admin/catalog/product/add/")
    rows = page.locator("[id^=variants-] [name$=-sku]:visible")
    before = rows.count()
    page.get_by_text("Add another Variant").click()
    assert rows.count() == before + 1
    page.goto("/admin/tenants/invitation/add/?x=1")
    page.wait_for_selector("form[action='/admin/tenants/invitation/add/?x=1']")
    assert page.evaluate("window.violations") == []
