"""Every page of the desk, the admin, the phone and the widget: all keep to the rules and keep nobody out.

The rules are the Content-Security-Policy, the width of a phone, and no program that Alpine cannot read; axe tells whom
a page keeps out. A page is painted anew for the dark, not opened again. The source of all pages is always read; the
short way opens those with something of their own, and two each of the lists and forms that the frame makes of models.
How colours tell from their ground is what takes axe long: the short way looks at it on every third of them and on every
page of the desk, in the light on one and in the dark on the next.
"""

import itertools
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from axe_playwright_python.base import AXE_FILE_PATH
from playwright.sync_api import Browser, Page

from tenants.models import Tenant, User
from tests import demo
from tests.browser.conftest import OpenPhone
from tests.browser.pictures import photograph_painted
from tests.browser.staff import log_in
from tests.browser.test_policy import DESKTOP, PHONE, SPY
from tests.depth import IS_DEEP, thorough
from tests.people import seated

pytestmark = thorough
# With markup, words or a program of their own.
OF_THEIR_OWN = (
    "/admin/", "/admin/catalog/product/", "/admin/catalog/product/add/", "/admin/catalog/product/import-csv/",
    "/admin/knowledge/document/", "/admin/knowledge/document/upload/", "/admin/tenants/tenant/own/",
    "/admin/tenants/invitation/add/", "/admin/second-factor/", "/admin/sessions/", "/admin/password_change/",
    "/admin/knowledge/unansweredquestion/", "/admin/knowledge/unansweredquestion/ask/", "/admin/exemplars/exemplar/",
    "/admin/exemplars/exemplar/add/", "/simulator/", "/nothing/such/",
)  # fmt: skip
# Lists and forms that the frame makes of a model; the first of each have what the others have: rows, filters, fields.
LISTS = (
    "/admin/conversations/conversation/", "/admin/tenants/customer/", "/admin/conversations/webchannel/",
    "/admin/orders/order/", "/admin/payments/payment/", "/admin/tenants/channel/", "/admin/tenants/membership/",
    "/admin/handoff/handoffticket/", "/admin/conversations/turn/", "/admin/api/apitoken/",
    "/admin/webhooks/webhookdelivery/", "/admin/tools/toolcall/", "/admin/tenants/blockentry/",
    "/admin/exemplars/unknownword/", "/admin/tenants/invitation/", "/admin/payments/incomingpayment/",
    "/admin/conversations/outboundmessage/", "/admin/webhooks/webhookendpoint/",
)  # fmt: skip
FORMS = (
    "/admin/payments/paymentaccount/add/", "/admin/api/apitoken/add/", "/admin/conversations/webchannel/add/",
    "/admin/offers/offer/add/", "/admin/webhooks/webhookendpoint/add/", "/admin/handoff/cannedreply/add/",
    "/admin/tenants/blockentry/add/", "/admin/handoff/team/add/", "/admin/catalog/category/add/",
    "/admin/orders/deliveryarea/add/",
)  # fmt: skip
PAGES = OF_THEIR_OWN + LISTS + FORMS
# What only a business with billing and research has: of their own, and then lists and forms.
OF_THE_NETWORK = (
    "/admin/billing/account/import/", "/admin/billing/billingrules/", "/desk/research/", "/admin/billing/account/",
    "/admin/billing/account/add/", "/admin/billing/plan/", "/admin/billing/invoice/", "/admin/billing/invoice/import/",
    "/admin/billing/refundcase/", "/admin/research/researchrules/",
)  # fmt: skip
OPENED = PAGES if IS_DEEP else OF_THEIR_OWN + LISTS[:2] + FORMS[:2]
OPENED_OF_THE_NETWORK = OF_THE_NETWORK if IS_DEEP else OF_THE_NETWORK[:3]
WITHOUT_ALPINE = ("/simulator/", "/nothing/such/")
# What Alpine reads in attributes; the build without a compiler takes single expressions over names of its own.
OF_ALPINE = re.compile("(?:x-(?:on|bind|data|init|show|text|model)|@|:)")
EXPRESSIONS = f"""
() => [...document.querySelectorAll("*")].flatMap((element) =>
  Element.prototype.getAttributeNames.call(element)
    .filter((name) => /^{OF_ALPINE.pattern}/.test(name))
    .map((name) => Element.prototype.getAttribute.call(element, name)))
"""
# What alpine.js names otherwise before Alpine reads it: programs of the frame.
RENAMED = re.compile(
    r"body x-(?:data|init)=|form x-bind:action=|\w+ x-on:click=.*localStorage|"
    r"\w+ x-on:click\.prevent=.*window\.location|\w+ x-on:keydown\.enter\.prevent=if \(", re.DOTALL,
)  # fmt: skip
PROGRAMS = (";", "=>", "window.", "document.", "localStorage", "if (", "`", "function")

GRAVE = ("serious", "critical")
STANDARD = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
CONTRAST = "color-contrast"
SCHEMES = ("light", "dark")
SIZES = {"1280": DESKTOP, "390": PHONE}
# Which of the rules are broken badly, each with the places where.
LOOK = """async ([runOnly, rules, grave]) => {
  const options = { resultTypes: ["violations"], elementRef: false, runOnly, rules };
  const found = await axe.run(document, options);
  return found.violations.filter((one) => grave.includes(one.impact)).map((one) => [one.id, one.nodes.slice(0, 3).map(
    (node) => `${node.target.join(" ")}: ${(node.any[0] || node.all[0] || node.none[0] || {}).message}`)]);
}"""
AXE = AXE_FILE_PATH.read_text()
FIRST_TICKET = "() => document.querySelector('[data-ticket]')?.getAttribute('href')"
DOCUMENT = "() => document.querySelector('#result_list [href*=\"/change/\"]').getAttribute('href').split('/')[4]"


@pytest.fixture(scope="module")
def page(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    with admin_of("duka", chromium, live_tulia) as page:
        yield page


@pytest.fixture
def page_of_the_network(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    with admin_of("mtandao", chromium, live_tulia) as page:
        yield page


@contextmanager
def admin_of(business: str, chromium: Browser, live_tulia: str) -> Iterator[Page]:
    """An admin of a demo business, in a browser that notes each violation."""
    context = chromium.new_context(base_url=live_tulia, viewport=DESKTOP, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.add_init_script(SPY)
    log_in(page, f"{business}-admin", "/admin/")
    yield page
    context.close()


def keeps_people_out(page: Page, path: str, schemes: tuple[str, ...]) -> list[str]:
    """What is wrong with the page that is open, and in which schemes its colours are looked at."""
    page.evaluate(AXE)
    asked = [page.evaluate(LOOK, [STANDARD, {CONTRAST: {"enabled": False}}, GRAVE])]
    for scheme in schemes:
        paint(page, scheme)
        asked.append(page.evaluate(LOOK, [[CONTRAST], {}, GRAVE]))
    paint(page, "light")
    return [f"{path}: {rule} {places}" for found in asked for rule, places in found]


def looked_at(number: int, *, every: int) -> tuple[str, ...]:
    """In which schemes the colours of a page are looked at; all of them have theirs from one style sheet."""
    if IS_DEEP:
        return SCHEMES
    turn, rest = divmod(number, every)
    return () if rest else (SCHEMES[turn % 2],)


def paint(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.evaluate("(is) => document.documentElement.classList.toggle('dark', is)", scheme == "dark")


class Source(HTMLParser):
    """What Alpine would read in a page as its server wrote it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.expressions: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if OF_ALPINE.match(name) and not RENAMED.match(f"{tag} {name}={value}"):
                self.expressions.append(value or "")


def programs(path: str, expressions: Iterable[str]) -> list[str]:
    """Those that Alpine cannot read."""
    if path in WITHOUT_ALPINE:
        return []
    return [f"{path}: {words}" for words in expressions if any(mark in words for mark in PROGRAMS)]


def breaks_rules(page: Page, path: str, policy: str) -> list[str]:
    """Of ours: the policy, the width of a phone, and what Alpine can read."""
    if path not in WITHOUT_ALPINE:
        page.wait_for_function("window.Alpine && !document.documentElement.hasAttribute('x-cloak')")
    page.set_viewport_size(PHONE)
    width = page.evaluate("document.documentElement.scrollWidth")
    page.set_viewport_size(DESKTOP)
    found = [f"{path}: {violation}" for violation in page.evaluate("window.violations")]
    if width > PHONE["width"]:
        found.append(f"{path} is {width} wide")
    if "unsafe-eval" in policy or not ("script-src 'self'" in policy.split("; ") or path == "/simulator/"):
        found.append(f"{path}: {policy}")
    return found + programs(path, page.evaluate(EXPRESSIONS))


def test_the_source_of_every_page_has_no_program_that_alpine_cannot_read(duka: Tenant) -> None:
    demo.put("mtandao")
    found = []
    for business, paths in (("duka", PAGES), ("mtandao", OF_THE_NETWORK)):
        browser = seated(User.objects.get(username=f"{business}-admin"))
        for path in paths:
            answer = browser.get(path, follow=True)
            assert answer.status_code == (404 if path == "/nothing/such/" else 200), path
            assert "/login/" not in answer.request["PATH_INFO"], path
            found += programs(path, Source(answer.content.decode()).expressions)
    assert found == [], "\n".join(found)


def test_every_page_keeps_to_the_rules_and_keeps_nobody_out(page: Page, open_phone: OpenPhone) -> None:
    open_phone().say("nataka kuongea na mtu")  # so that the lists have a customer, a conversation and a ticket
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    found = []
    for number, path in enumerate(OPENED):
        said.clear()
        answer = page.goto(path)
        assert answer is not None
        found += breaks_rules(page, path, answer.headers["content-security-policy"])
        found += [] if path in WITHOUT_ALPINE else [f"{path}: {words}" for words in said]
        photograph_painted(page, path, paint, SIZES)
        found += keeps_people_out(page, path, looked_at(number, every=3))
    assert found == [], "\n".join(found)


def test_the_desk_the_phone_and_the_widget_keep_nobody_out(page: Page, open_phone: OpenPhone) -> None:
    number = itertools.count()

    def look(page: Page, name: str) -> list[str]:
        return keeps_people_out(page, name, looked_at(next(number), every=1))

    phone = open_phone()
    phone.say("nataka kuongea na mtu")
    photograph_painted(phone.page, "the phone", paint, SIZES)
    found = look(phone.page, "the phone")
    page.goto("/admin/conversations/conversation/")
    page.locator("#result_list tbody a").first.click()
    page.locator(".tulia-out").first.wait_for()
    photograph_painted(page, "a conversation", paint, SIZES)
    found += look(page, "a conversation")
    page.goto("/admin/knowledge/document/")
    document = page.evaluate(DOCUMENT)
    page.goto("/desk/")
    ticket = page.evaluate(FIRST_TICKET)
    assert ticket
    for path in ("/desk/", ticket, "/desk/search/?q=mtu", "/desk/report/", f"/desk/documents/{document}/"):
        answer = page.goto(path)
        assert answer is not None
        assert answer.ok, path
        page.wait_for_load_state("networkidle") if path == ticket else None
        name = path.replace(ticket, "/desk/ticket/").removesuffix(f"{document}/")
        photograph_painted(page, name, paint, SIZES)
        found += look(page, path)
    page.goto(ticket)
    page.click("[data-key=c]")
    page.wait_for_selector("#text")
    for opened in ("", "[data-open=note-box]", "[data-open=choices-box]", "[data-open=shortcuts]"):
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
    photograph_painted(page, "the widget", paint, {"390": PHONE})
    found += look(page, "the widget")
    assert found == [], "\n".join(found)


def test_billing_and_research_keep_nobody_out(page_of_the_network: Page) -> None:
    page, found = page_of_the_network, []
    for number, path in enumerate(OPENED_OF_THE_NETWORK):
        answer = page.goto(path)
        assert answer is not None
        assert answer.ok, path
        photograph_painted(page, path, paint, SIZES)
        found += keeps_people_out(page, path, looked_at(number, every=3))
    page.fill("#question", "May I end my fibre agreement early, and what do I owe then?")
    page.get_by_role("button", name="Start").click()
    page.wait_for_url(re.compile(r"/desk/research/[0-9a-f-]{36}/"))
    found += keeps_people_out(page, "a run of research", SCHEMES)
    assert found == [], "\n".join(found)
