"""The library's pages in a browser: files dropped, followed and looked at, and the library asked about them."""

import base64
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pictures import photograph
from tests.depth import thorough
from tests.knowledge.load import made
from tests.people import letters

pytestmark = [thorough, pytest.mark.xdist_group("live")]
READ_MS = 60_000
DROP = """([files]) => {
    const given = new DataTransfer();
    for (const [name, content] of files) {
        given.items.add(new File([Uint8Array.from(atob(content), (char) => char.charCodeAt(0))], name));
    }
    const drop = document.getElementById("drop");
    for (const type of ["dragenter", "drop"]) {
        drop.dispatchEvent(new DragEvent(type, { dataTransfer: given, bubbles: true, cancelable: true }));
    }
}"""


@pytest.fixture
def open_admin(chromium: Browser, live_tulia: str) -> Iterator["OpenAdmin"]:
    """Logged in for the demo shop; a script error on a page fails the test."""
    opening = OpenAdmin(chromium, live_tulia)
    yield opening
    opening.close()
    assert opening.errors == []


class OpenAdmin:
    def __init__(self, chromium: Browser, address: str) -> None:
        self.context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
        self.address, self.errors = address, list[str]()

    def __call__(self, path: str, *, business: str = "Duka Mtaani") -> Page:
        """Platform staff who ask for a page of one business choose it first, and get there."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(f"{self.address}/admin/login/?next=/admin/{path}")
        page.get_by_label("Username").fill("admin")
        page.get_by_label("Password").fill("tulia-demo")
        page.get_by_role("button", name="Log in").click()
        page.locator(".tulia-rows > div", has_text=business).get_by_role("button", name="Work here").click()
        return page

    def close(self) -> None:
        self.context.close()


def drop(page: Page, **files: bytes) -> None:
    """Several files at once, as from a folder; `a__md` is named a.md."""
    given = [[name.replace("__", "."), base64.b64encode(content).decode()] for name, content in files.items()]
    page.evaluate(DROP, [given])


def test_files_are_dropped_followed_and_asked_about(open_admin: OpenAdmin, live_tulia: str, pictures: Path) -> None:
    word = f"velo{letters(6)}"
    guide = f"# Repairing a {word}\n\nWe repair a {word} within 9 days, for KES 450.\n".encode()
    page = open_admin("knowledge/unansweredquestion/ask/")
    expect(page.get_by_label("Question")).to_be_visible()
    page.goto(f"{live_tulia}/admin/knowledge/document/upload/")
    drop(page, **{f"{word}__md": guide, "locked__pdf": made.pdf([("BodyText", "Secret.")], password="pw")})
    good, locked = (page.locator("#rows li", has_text=name) for name in (f"{word}.md", "locked.pdf"))
    expect(locked.locator(".said")).to_contain_text("protected with a password", timeout=READ_MS)
    expect(good).to_have_attribute("data-state", "ready", timeout=READ_MS)
    expect(good.locator(".said")).to_have_text("Ready, 1 passage")
    expect(page.locator("#summary")).to_have_text("1 of 2 ready, 1 not taken")
    photograph(page, pictures / "upload.png", full_page=True)
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    chosen = {"name": f"{letters(8)}.md", "mimeType": "text/markdown", "buffer": b"# Rules\n\nBe kind.\n"}
    page.set_input_files("#files", chosen)
    expect(page.locator("#summary")).to_have_text("2 of 3 ready, 1 not taken", timeout=READ_MS)
    assert broken == []

    page.get_by_role("link", name="To all documents").click()
    rows = page.locator("#result_list tbody tr")
    expect(rows.filter(has_text=f"Repairing a {word}")).to_contain_text("Ready")
    expect(rows.filter(has_text="Locked")).to_contain_text("Refused")
    photograph(page, pictures / "documents.png", full_page=True)
    page.get_by_role("link", name=f"Repairing a {word}").click()
    expect(page.locator("#passages .tulia-passage")).to_contain_text("within 9 days, for KES 450")
    photograph(page, pictures / "document.png", full_page=True)

    ask(page, live_tulia, f"How long does it take to repair a {word}?")
    expect(page.get_by_role("heading", name="It is enough to answer.")).to_be_visible()
    answer = page.locator(".tulia-card", has_text="Best score")
    expect(answer).to_contain_text(f"We repair a {word} within 9 days, for KES 450.")
    expect(answer.locator("li").first).to_have_text(f"Repairing a {word} — {word}.md")
    best = page.locator(".tulia-passage", has_text="within 9 days")
    expect(best.locator(".tulia-chip").first).to_have_text(re.compile(r"^[01]\.\d{3}$"))
    photograph(page, pictures / "asked.png", full_page=True)

    ask(page, live_tulia, "Who won the football world cup in 1998?")
    expect(page.get_by_role("heading", name="A customer is told so, or gets a person.")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("In the passages' own words")


def ask(page: Page, address: str, text: str) -> None:
    page.goto(f"{address}/admin/knowledge/unansweredquestion/ask/")
    page.get_by_label("Question").fill(text)
    page.get_by_role("button", name="Ask").click()
