"""A strong model's research on the phone, on a web page and at the desk, each with kill -9 of the workers in it.

The model's answers are recorded; each sentence that it wrote was judged by a person against the documents.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from conversations.simulator.stories import recorded, story
from conversations.simulator.stories.recorded import Endpoint
from tests.browser import live
from tests.browser.person import Person
from tests.browser.pictures import photograph
from tests.browser.staff import log_in
from tests.browser.test_policy import SPY
from tests.browser.test_research import REPORT_MS, kill_workers, link_in
from tests.depth import IS_DEEP, thorough
from tests.here import ROOT

pytestmark = [
    thorough,
    pytest.mark.skipif(not IS_DEEP, reason="in the deep form only: it starts an installation of its own"),
]
(TOLD,) = story.load(ROOT / "tests" / "stories" / "recorded" / "mtandao-research-moving-out.toml")
WORDS = [str(step.text) for step in TOLD.say]
ANSWERS = ("deposit", "working order", "My plan", "5. What a lost power adapter costs", "/research/", "30 days")
KILLED_AT = 3
"""Which of the questions for what passages say is asked when the workers are killed."""
AGREEMENT, FEES, GUIDE = "Service agreement for home fibre", "Schedule of fees", "Equipment guide"
ONT = "ONT: installation, moving and replacement"
# Judged by hand: each stands so in the documents that are named.
SUPPORTED: dict[str, set[str]] = {
    "Because you end the agreement within the minimum term, an early termination charge is owed.": {AGREEMENT},
    "The charge is 50 percent of the monthly fees for the months that are left of the minimum term, at most KES 12,000,"
    " and it is due with the last invoice.": {FEES},
    "As our fibre does not reach the new flat, half of the early termination charge is waived.": {AGREEMENT},
    "Where there is no fibre, we offer 5G home internet at the price of your package.": {ONT},
    "The Service agreement asks for the ONT and the router back in working order within 14 days after it ends.": {
        AGREEMENT
    },
    "The Equipment guide says that equipment must be handed back within 21 days after the agreement ends.": {GUIDE},
    "Bring the ONT, the router and both power adapters to any Mtandao shop, or book a collection for KES 300.": {GUIDE},
    "The deposit is set off against what is owed, and the rest is paid back within 30 days after the equipment has come"
    " back.": {AGREEMENT},
    "A power adapter that does not come back is charged at KES 900.": {FEES},
}
# True of ending early, which is what was asked; "only" is the model's own.
MAY_STAND: dict[str, set[str]] = {
    "No charge would be owed only if you ended it within 14 days of installation, or if the line had been down for more"
    " than 10 days in a row.": {AGREEMENT},
}
# Its "Ordinary wear, such as the scratches on your router, is not charged." stands in no report: what it names for
# that says nothing of scratches.
UNDERSTOOD = [json.loads(each.json_)["commands"][0] for each in TOLD.answer if each.asked == "Understood"]


@dataclass
class Steadfast(Endpoint):
    """Asked again word for word, as by a step that is thought again, it answers as before; and it is when we kill."""

    given: dict[str, tuple[int, dict[str, Any]]] = field(default_factory=dict)
    kill: Callable[[], int] = lambda: 0
    killed: int = 0
    extracted: int = 0

    def take(self, question: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        key = json.dumps(question, sort_keys=True)
        if key not in self.given:
            self.extracted += recorded.name_of(question) == "ExtractedInfo"
            self.given[key] = super().take(question)
            if self.extracted == KILLED_AT and not self.killed:
                self.killed = self.kill()
        return self.given[key]

    def begin_anew(self) -> None:
        self.begin(TOLD.answer)
        self.given, self.killed, self.extracted = {}, 0, 0


@pytest.fixture(scope="module")
def endpoint() -> Iterator[tuple[Steadfast, str]]:
    kept = Steadfast()
    with recorded.listening(kept) as address:
        yield kept, address


@pytest.fixture(scope="module")
def tulia(endpoint: tuple[Steadfast, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    model, address = endpoint
    folder = tmp_path_factory.mktemp("with-a-model")
    with live.running(
        folder, OPENAI_BASE_URL=address, OPENAI_API_KEY="recorded", TULIA_WORKER_PROCESSES="1"
    ) as base_url:
        model.kill = lambda: kill_workers(base_url)
        yield base_url


@pytest.fixture
def model(endpoint: tuple[Steadfast, str]) -> Steadfast:
    endpoint[0].begin_anew()
    return endpoint[0]


@pytest.fixture
def open_page(chromium: Browser, tulia: str) -> Iterator[Callable[..., Page]]:
    contexts = []

    def opened(**options: Any) -> Page:
        context = chromium.new_context(base_url=tulia, locale="en-GB", **options)
        contexts.append(context)
        page = context.new_page()
        page.add_init_script(SPY)
        return page

    yield opened
    for context in contexts:
        context.close()


def judge(page: Page) -> None:
    """Of an open report every sentence is supported by the documents that it names, and none is missing."""
    told = page.locator("h3 + ul > li").evaluate_all(
        "each => each.map(one => [one.firstChild.textContent.trim(),"
        " [...one.querySelectorAll('sup a')].map(a => document.querySelector(a.getAttribute('href')).innerText)])"
    )
    assert set(SUPPORTED) <= {text for text, _ in told}
    for text, sources in told:
        titles = (SUPPORTED | MAY_STAND)[text]
        assert sources
        assert all(any(title in source for source in sources) for title in titles), (text, sources)
    expect(page.locator("body")).to_contain_text("Two documents differ")


def test_on_the_phone(model: Steadfast, tulia: str, open_page: Callable[..., Page], pictures: Path) -> None:
    page = open_page(viewport={"width": 390, "height": 844})
    page.goto("/simulator/?business=mtandao")
    phone = Person(page, tulia)
    phone.become_new_customer()
    heard = page.locator(".row.theirs .words")
    for model.step, (words, answer) in enumerate(zip(WORDS, ANSWERS, strict=True), 1):
        phone.write(words)
        expect(heard.last).to_contain_text(answer, timeout=REPORT_MS)
        if answer == "/research/":
            at = link_in(heard.last)
    assert model.killed == 1
    photograph(page, pictures / "model-phone.png")
    report = open_page(viewport={"width": 390, "height": 844}, color_scheme="dark")
    report.goto(at)
    judge(report)
    assert not report.evaluate("document.documentElement.scrollWidth > innerWidth")
    photograph(report, pictures / "model-report-dark-390.png", full_page=True)
    pdf = httpx.get(f"{tulia}{at}report.pdf")
    assert pdf.content.startswith(b"%PDF-")
    (pictures / "model-report.pdf").write_bytes(pdf.content)


def test_on_a_web_page(model: Steadfast, tulia: str, open_page: Callable[..., Page], pictures: Path) -> None:
    admin = open_page(viewport={"width": 1280, "height": 900})
    log_in(admin, "mtandao-admin", "/admin/conversations/webchannel/add/")
    admin.fill("#id_name", "Our page")
    admin.fill("#id_pages", tulia)
    admin.get_by_role("button", name="Save", exact=True).click()
    key = admin.locator("#web-snippet").input_value().partition('data-tenant="')[2].partition('"')[0]
    visitor = open_page(viewport={"width": 390, "height": 844})
    visitor.route(
        "**/simulator/site/", lambda route: route.fulfill(
            response=(page := route.fetch()), body=page.text().replace("web-oasis", key)
        )
    )  # fmt: skip
    visitor.goto("/simulator/site/")
    visitor.get_by_role("button", name="Open the chat").click()
    chat, box = visitor.get_by_role("log"), visitor.get_by_role("textbox", name="Write a message")
    for model.step, (words, answer) in enumerate(zip(WORDS, ANSWERS, strict=True), 1):
        said = chat.locator(".row:not(.mine):not(.typing)")
        before = said.count()
        box.fill(words)
        visitor.keyboard.press("Enter")
        expect(said.nth(before)).to_be_visible(timeout=REPORT_MS)
        expect(said.last).to_contain_text(answer, timeout=REPORT_MS)
        if answer == "/research/":
            at = link_in(said.last)
    assert model.killed == 1
    photograph(visitor, pictures / "model-web.png")
    report = open_page(viewport={"width": 1280, "height": 900})
    report.goto(at)
    judge(report)


def test_at_the_desk(model: Steadfast, open_page: Callable[..., Page], pictures: Path) -> None:
    desk = open_page(viewport={"width": 1280, "height": 900})
    log_in(desk, "mtandao-admin", "/desk/research/")
    desk.fill("#question", UNDERSTOOD[0]["question"])
    model.step = 1
    desk.get_by_role("button", name="Start").click()
    for step, asked in ((2, ANSWERS[0]), (3, ANSWERS[1])):
        expect(desk.locator("section.ask")).to_contain_text(asked, timeout=REPORT_MS)
        model.step = step
        desk.fill("#answer", UNDERSTOOD[step - 1]["text"])
        desk.get_by_role("button", name="Answer", exact=True).click()
    expect(desk.locator("#words")).to_be_visible(timeout=REPORT_MS)
    for number in ("4", "6"):
        desk.locator(f'input[name="strike"][value="{number}"]').check()
    desk.fill("#words", "add: What a lost power adapter costs")
    desk.get_by_role("button", name="Change it").click()
    expect(desk.locator("ol")).to_contain_text("What a lost power adapter costs")
    expect(desk.locator("ol li")).to_have_count(5)
    model.step = 5
    desk.get_by_role("button", name="Begin", exact=True).click()
    expect(desk.get_by_role("heading", name="Report")).to_be_visible(timeout=REPORT_MS)
    assert model.killed == 1
    judge(desk)
    photograph(desk, pictures / "model-desk.png", full_page=True)
    desk.locator(".sources a").first.click()
    expect(desk.locator("#cited")).to_be_visible()
    photograph(desk, pictures / "model-viewer.png")
