"""Phone and desk side by side: a person is asked for, takes over, writes, sends a picture, notes, hands back."""

import base64
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import OpenPhone
from tests.browser.pictures import photograph
from tests.browser.staff import log_in
from tests.browser.test_policy import SPY
from tests.depth import thorough

pytestmark = thorough
WIDE: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
PICTURE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)
# Draws the talk anew and tells it of news as soon as that is done; whether it asked for them within seconds.
TOLD_WHILE_IT_IS_DRAWN = """
() => new Promise((done) => {
  let isTold = false;
  const tell = () => document.body.dispatchEvent(new CustomEvent("desk:talk"));
  const isOfTalk = (event) => event.detail.requestConfig.elt.id === "talk";
  document.addEventListener("htmx:beforeRequest", (event) => isTold && isOfTalk(event) && done(true));
  document.addEventListener("htmx:afterSwap", (event) => {
    if (isTold || !isOfTalk(event)) return;
    setTimeout(() => { isTold = true; tell(); });
  });
  document.getElementById("talk").removeAttribute("hx-headers");
  tell();
  setTimeout(() => done(false), 4000);
})
"""


@pytest.fixture
def desk(chromium: Browser, live_tulia: str) -> Iterator[Page]:
    """The demo shop's operator, in a browser that notes each violation of the pages' policy."""
    context = chromium.new_context(base_url=live_tulia, viewport=WIDE)
    page = context.new_page()
    page.add_init_script(SPY)
    log_in(page, "duka-operator", "/desk/")
    yield page
    assert page.evaluate("window.violations") == []
    context.close()


def test_a_person_takes_over_and_hands_back(open_phone: OpenPhone, desk: Page, pictures: Path) -> None:
    phone = open_phone()
    desk.evaluate("window.isStillTheSamePage = true")
    phone.say("nataka kuongea na mtu")
    words = "Niliagiza viatu jana na havijafika"
    phone.say(words)

    ticket = desk.locator("[data-ticket]", has_text=words)
    expect(ticket).to_be_visible()  # it came by itself
    assert desk.evaluate("window.isStillTheSamePage")
    ticket.click()
    expect(desk.locator("#talk")).to_contain_text("nataka kuongea na mtu")
    desk.locator(".why summary").last.click()
    expect(desk.locator(".why[open] .tulia-why")).to_be_visible()

    desk.keyboard.press("c")
    expect(desk.locator(".owner")).to_contain_text("You have this conversation")
    assert desk.evaluate(TOLD_WHILE_IT_IS_DRAWN), "what is told right after a part was drawn is asked for"
    silent = phone.replies.count()
    phone.write("uko hapo?")
    expect(desk.locator("#talk")).to_contain_text("uko hapo?")  # by itself, and nobody has answered

    desk.keyboard.press("r")
    desk.keyboard.type("/karibu")
    expect(desk.locator("#canned-menu button")).to_have_count(1)
    desk.keyboard.press("Enter")
    answer = phone.answer_to(lambda: desk.keyboard.press("Enter"))
    assert answer.startswith("Habari Tester")
    assert phone.replies.count() == silent + 1
    expect(desk.locator("#talk .person").last).to_contain_text("Habari Tester")
    photograph(desk, pictures / "desk.png")

    desk.keyboard.press("l")
    desk.fill("#choice-text", "Tulete lini?")
    desk.fill("#choice-title_1", "Leo")
    desk.keyboard.press("Enter")  # on to the next place: nothing is sent by it
    desk.keyboard.type("Kesho")
    expect(desk.locator("#preview .taps")).to_contain_text("Kesho")
    photograph(desk, pictures / "desk-choices.png")
    assert phone.answer_to(lambda: desk.locator("#choices-box .primary").click()) == "Tulete lini?"
    phone.page.locator(".row.theirs .replies").get_by_role("button", name="Kesho", exact=True).last.click()
    expect(desk.locator("#talk .in").last).to_contain_text("Kesho")
    desk.keyboard.press("l")
    desk.locator("#choices-box [value=list]").check()
    desk.fill("#choice-text", "Saa ngapi?")
    for place, words in enumerate(("Asubuhi", "asubuhi"), 1):
        desk.fill(f"#choice-title_{place}", words)
    desk.locator("#choices-box .primary").click()
    expect(desk.locator("#choices-box .problem")).to_contain_text("the same words")  # and all of it stays
    desk.fill("#choice-title_2", "Jioni")
    phone.answer_to(lambda: desk.locator("#choices-box .primary").click())

    pictures_before = phone.page.locator(".row.theirs img").count()
    desk.set_input_files("#file", {"name": "kiatu.png", "mimeType": "image/png", "buffer": PICTURE})
    desk.fill("#text", "Ni hiki?")
    phone.answer_to(lambda: desk.keyboard.press("Enter"))
    expect(phone.page.locator(".row.theirs img")).to_have_count(pictures_before + 1)
    expect(desk.locator("#talk .person img").last).to_be_visible()
    desk.click("[data-open=note-box]")
    desk.fill("#note-box textarea", "Anataka kubadilisha saizi.")
    desk.get_by_role("button", name="Save the note").click()
    expect(desk.locator("#talk .note")).to_contain_text("kubadilisha")

    desk.keyboard.press("h")
    desk.fill("#summary", "Viatu vitafika kesho.")
    desk.get_by_role("button", name="Hand back", exact=True).last.click()
    expect(desk.locator(".owner")).to_contain_text("The assistant has this conversation")
    assert phone.say("Asante. Nataka viatu vya kukimbia")

    desk.set_viewport_size(PHONE)
    assert not desk.evaluate("document.documentElement.scrollWidth > innerWidth")
    photograph(desk, pictures / "desk-phone.png")


def test_a_stop_in_the_middle_of_a_sale_is_seen_at_the_desk(open_phone: OpenPhone, desk: Page) -> None:
    phone = open_phone()
    phone.say("nataka viatu vya kukimbia")
    phone.say("1")
    assert "haitakutumia ujumbe tena" in phone.say("STOP")
    assert "saizi" in phone.say("nataka kununua")  # the sale goes on
    words = "naomba kuongea na mtu kuhusu saizi hizo"
    phone.say(words)
    desk.reload()
    desk.locator("[data-ticket]", has_text=words).first.click()
    expect(desk.locator("#talk")).to_contain_text(words)
    desk.keyboard.press("c")
    expect(desk.locator(".owner")).to_contain_text("You have this conversation")
    expect(desk.locator(".owner")).to_contain_text("opted out")
    expect(desk.locator("#customer")).to_contain_text("“STOP”")  # the message that proves it
    before = phone.replies.count()
    desk.fill("#text", "/ofa")
    expect(desk.locator("#canned-menu")).to_contain_text("they have asked for no messages but answers")
    desk.keyboard.press("Enter")  # is not taken
    expect(desk.locator("#text")).to_have_value("/ofa")
    name = desk.locator(".heading h1").inner_text()
    desk.fill("#text", f"Habari {name}, wiki hii Duka Mtaani ina bei mpya. Nikutumie orodha?")
    desk.keyboard.press("Enter")
    expect(desk.locator(".problem[role=alert]")).to_contain_text("do not want to be sent this")
    assert phone.replies.count() == before


def test_what_an_answer_rests_on_is_read_at_its_place(open_phone: OpenPhone, desk: Page, pictures: Path) -> None:
    phone = open_phone()
    phone.say("how long is the warranty of electronics?")
    words = "nataka kuongea na mtu kuhusu dhamana hiyo"  # nobody else's in the queue
    phone.say(words)
    desk.reload()
    desk.locator("[data-ticket]", has_text=words).first.click()
    with desk.context.expect_page() as opened:
        desk.locator(".rests a").first.click()
    page = opened.value
    page.set_viewport_size(WIDE)
    cited = page.locator(".passage.cited")
    expect(cited).to_be_in_viewport()
    photograph(page, pictures / "document.png")
    page.emulate_media(color_scheme="dark")
    page.set_viewport_size(PHONE)
    expect(cited).to_be_in_viewport()
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    photograph(page, pictures / "document-phone-dark.png")
    assert page.evaluate("window.violations") in (None, [])
    if page.locator("[rel=next]").count():
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("link", name="Back to the passage")).to_be_visible()
    page.keyboard.press("u")
    page.wait_for_url("**/desk/")
