"""From an installation without any business to the first answer: all by hand in the admin, as on the first day."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import live
from tests.browser.pictures import photograph
from tests.conversations.signed import sign
from tests.demo import OWNER, PASSWORD
from tests.depth import thorough
from tests.here import NO_TLS
from tests.loopback.twilio_server import TwilioServer

pytestmark = [thorough, pytest.mark.xdist_group("live")]
SENDER, ACCOUNT, TOKEN = "whatsapp:+254711000001", f"AC{'5' * 32}", "token-of-the-first-day"
CUSTOMER = "whatsapp:+254722000002"
CATALOG = "Item name,Price (KES),Qty,Buying price\nClay Water Filter,4500,6,3000\nEnamel Mug,350,40,200\n"
RETURNS = "# Return policy\n\nOur return policy: a water filter can be returned within 14 days with its receipt.\n"
READ_MS = 60_000


@dataclass
class Empty:
    """A Tulia nobody has worked with yet, and the Twilio that it speaks with."""

    address: str
    twilio: TwilioServer
    folder: Path


@pytest.fixture(scope="module")
def empty_tulia(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Empty]:
    folder = tmp_path_factory.mktemp("empty")
    with TwilioServer() as twilio:
        settings = {"TWILIO_API_BASE_URL": twilio.url, "TULIA_WORKER_PROCESSES": "1"}
        with live.running(folder, has_demo=False, **settings) as address:
            yield Empty(address, twilio, folder)


@pytest.fixture
def page(chromium: Browser, empty_tulia: Empty) -> Iterator[Page]:
    errors: list[str] = []
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def log_in(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}/admin/login/")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").click()


def test_the_first_hour(page: Page, chromium: Browser, empty_tulia: Empty, pictures: Path) -> None:
    log_in(page, empty_tulia.address, OWNER)
    photograph(page, pictures / "hour-0-empty.png", full_page=True)
    add_business(page)
    photograph(page, pictures / "hour-1-getting-started.png", full_page=True)
    invite(page, chromium, empty_tulia, "faith@filters.example")

    page = page.context.new_page()  # the business's own admin goes on
    page.context.clear_cookies()
    log_in(page, empty_tulia.address, "faith@filters.example")
    webhook = connect_channel(page, empty_tulia)
    import_catalog(page, empty_tulia, pictures)
    upload_document(page, empty_tulia)
    page.goto(f"{empty_tulia.address}/admin/")
    page.get_by_role("button", name="We take no payments here").click()
    expect(page.locator("#setup .tulia-done")).to_have_count(3)
    photograph(page, pictures / "hour-6-one-left.png", full_page=True)

    answer = write(empty_tulia, webhook, "I want to buy a clay water filter")
    assert "Clay Water Filter" in answer
    assert "KES 4,500" in answer
    assert "14 days" in write(empty_tulia, webhook, "What is your return policy?")
    page.reload()
    expect(page.locator("#setup")).to_have_count(0)
    expect(page.get_by_text("Otieno").first).to_be_visible()
    photograph(page, pictures / "hour-7-done.png", full_page=True)


def add_business(page: Page) -> None:
    page.get_by_role("link", name="Add a business").click()
    page.locator("#id_name").fill("Mto Filters")
    page.locator("#id_bot_name").fill("Neema")
    expect(page.locator("#id_slug")).to_have_value("mto-filters")
    expect(page.locator(".tulia-preview")).to_contain_text("I am Neema, the assistant of Mto Filters.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Mto Filters is added, and you work there now.")).to_be_visible()
    expect(page.locator("#setup li")).to_have_count(4)
    expect(page.locator("#setup .tulia-done")).to_have_count(0)


def invite(page: Page, chromium: Browser, tulia: Empty, email: str) -> None:
    """A member, from the invitation to the password: the one place that knows how people are let in."""
    page.goto(f"{tulia.address}/admin/tenants/invitation/add/")
    page.locator("#id_email").fill(email)
    page.locator("#id_name").fill("Faith Njeri")
    page.locator("#id_role").select_option("admin")
    page.get_by_role("button", name="Save", exact=True).click()
    link = page.locator("#invitation-link").input_value()
    guest = chromium.new_context().new_page()
    guest.goto(link)
    for field in ("#id_password1", "#id_password2"):
        guest.locator(field).fill(PASSWORD)
    guest.get_by_role("button", name="Accept").click()
    expect(guest.get_by_text("Your password is set.")).to_be_visible()
    guest.context.close()


def connect_channel(page: Page, tulia: Empty) -> str:
    """Where Twilio would post messages."""
    page.get_by_role("link", name="Add a channel").click()
    for field, value in (("name", "Main"), ("sender", SENDER), ("twilio_account", ACCOUNT), ("auth_token", TOKEN)):
        page.locator(f"#id_{field}").fill(value)
    page.get_by_role("button", name="Save", exact=True).click()
    webhook = page.locator("#webhook-address").input_value()
    page.goto(f"{tulia.address}/admin/")
    page.get_by_role("link", name="Test the connection").click()
    expect(page.get_by_text("Connected to Twilio account")).to_be_visible()
    assert tulia.twilio.received[-1].path.endswith(f"/Accounts/{ACCOUNT}.json")
    page.goto(f"{tulia.address}/admin/")
    expect(page.locator("#setup .tulia-done")).to_have_count(1)
    return webhook.partition("#")[0]


def import_catalog(page: Page, tulia: Empty, pictures: Path) -> None:
    page.get_by_role("link", name="Import a catalog").click()
    file = {"name": "stock.csv", "mimeType": "text/csv", "buffer": CATALOG.encode()}
    page.locator("input[type=file]").set_input_files(file)
    page.get_by_role("button", name="Check the file").click()
    chosen = page.locator(".tulia-mapping select")
    assert [chosen.nth(place).input_value() for place in range(4)] == ["title", "price", "stock", ""]
    photograph(page, pictures / "hour-4-columns.png", full_page=True)
    page.get_by_role("button", name="Check the file").click()
    expect(page.get_by_text("2 lines, nothing wrong")).to_be_visible()
    page.get_by_role("button", name="Import", exact=True).click()
    expect(page.get_by_text("2 products new")).to_be_visible()


def upload_document(page: Page, tulia: Empty) -> None:
    page.goto(f"{tulia.address}/admin/knowledge/document/upload/")
    file = {"name": "returns.md", "mimeType": "text/markdown", "buffer": RETURNS.encode()}
    page.locator("input[type=file]").first.set_input_files(file)
    expect(page.locator("#rows li", has_text="returns.md")).to_have_attribute("data-state", "ready", timeout=READ_MS)


def write(tulia: Empty, webhook: str, text: str) -> str:
    """What the customer gets back, through Twilio, for a message that Twilio has signed."""
    before = len(tulia.twilio.messages)
    form = {
        "MessageSid": f"SM{uuid4().hex}", "AccountSid": ACCOUNT, "From": CUSTOMER, "To": SENDER, "Body": text,
        "NumMedia": "0", "ProfileName": "Otieno", "MessageType": "text",
    }  # fmt: skip
    signature = sign(webhook, form.items(), TOKEN)
    posted = httpx.post(webhook, data=form, headers={"X-Twilio-Signature": signature}, timeout=20, verify=NO_TLS)
    assert posted.status_code == 200
    deadline = time.monotonic() + 30
    while len(tulia.twilio.messages) == before and time.monotonic() < deadline:
        time.sleep(0.1)
    answers = tulia.twilio.messages[before:]
    assert answers, (tulia.folder / "log" / "worker.log").read_text()[-4000:]
    assert answers[0].fields["To"] == CUSTOMER
    return "\n".join(answer.fields.get("Body") or answer.fields.get("ContentVariables", "") for answer in answers)
