"""The admin in a real browser: nothing is against the Content-Security-Policy, and what moves still moves."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

SPY = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
});
"""
PAGES = (
    "/admin/", "/admin/conversations/conversation/", "/admin/tenants/customer/", "/admin/orders/order/",
    "/admin/payments/payment/", "/admin/catalog/product/", "/admin/catalog/product/add/",
    "/admin/catalog/product/import-csv/", "/admin/knowledge/document/", "/admin/knowledge/document/upload/",
    "/admin/tenants/tenant/own/", "/admin/tenants/channel/", "/admin/tenants/membership/",
    "/admin/tenants/invitation/add/", "/admin/second-factor/", "/admin/sessions/", "/admin/password_change/",
    "/simulator/", "/nothing/such/",
)  # fmt: skip


@pytest.fixture
def page(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    """An admin of the demo shop, in a browser that notes each violation."""
    context = chromium.new_context(base_url=live_tulia)
    page = context.new_page()
    page.add_init_script(SPY)
    page.goto("/admin/login/")
    page.fill("#id_username", "duka-admin")
    page.fill("#id_password", "tulia-demo")
    page.click("button[type=submit]")
    page.wait_for_url("**/admin/")
    yield page
    context.close()


def test_no_page_is_against_the_policy(page: Page) -> None:
    for path in PAGES:
        answer = page.goto(path)
        assert answer is not None
        policy = answer.headers["content-security-policy"]
        scripts = next(part for part in policy.split("; ") if part.startswith("script-src"))
        assert "unsafe-inline" not in scripts
        assert page.evaluate("window.violations") == [], path


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


def test_the_menus_of_the_admin_still_open(page: Page) -> None:
    page.goto("/admin/")
    link = page.get_by_role("link", name="Where you are logged in")
    assert not link.is_visible()
    page.get_by_text("duka-admin@tulia.example").click()
    link.click()
    page.wait_for_url("**/admin/sessions/")
    assert page.get_by_text("This browser").is_visible()
