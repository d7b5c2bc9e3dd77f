"""The page itself: what it shows as text, how it behaves when scrolled, unplugged, small or dark."""

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import OpenPhone
from tests.browser.person import Person
from tests.browser.pictures import photograph
from tests.browser.test_desk import PICTURE
from tests.depth import thorough

# One test process runs all that need a Tulia of their own, so that it is started once.
EVIL = (
    '<img src=x onerror="window.evil=1"><script>window.evil=1</script> javascript:alert(1) *bold* _it_ ~no~ ```a<b```'
)
REPLIES = {
    "twilio/quick-reply": {
        "body": "Deliver to Westlands?",
        "actions": [{"type": "QUICK_REPLY", "title": title, "id": title.lower()} for title in ("Yes", "No")],
    }
}


def test_a_message_is_text_whatever_it_says(open_phone: OpenPhone) -> None:
    person = open_phone()
    person.write(EVIL)
    assert person.hear(Body=f"{EVIL} https://example.com/?a=1&b=<i>").status_code == 201
    expect(person.replies.first).to_be_visible()
    for words in (person.own.first.locator(".words"), person.replies.first.locator(".words")):
        expect(words).to_contain_text("<img src=x onerror=")
        assert words.locator("img, script").count() == 0
        assert [words.locator(tag).inner_text() for tag in ("b", "i", "s", "code")] == ["bold", "it", "no", "a<b"]
    link = person.replies.first.locator("a")
    assert link.count() == 1
    assert link.get_attribute("href") == "https://example.com/?a=1&b="
    assert link.get_attribute("rel") == "noopener noreferrer nofollow"
    assert person.page.evaluate("window.evil") is None


@thorough
def test_buttons_are_tapped(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone()
    person.write("Hi")
    person.hear(ContentSid=person.make_content(REPLIES))
    buttons = person.page.locator(".replies button")
    expect(buttons).to_have_count(2)
    photograph(person.page, pictures / "buttons.png")
    buttons.first.click()
    expect(person.own.last.locator(".words")).to_have_text("Yes")
    expect(person.own.last.locator(".quote")).to_contain_text("Deliver to Westlands?")


@thorough
def test_a_reply_that_fails_says_why(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone()
    person.page.click("#menu-open")
    person.page.locator("#rows .choice", has_text="63016").click()
    expect(person.page.locator("#banner")).to_contain_text("Planned")
    person.say("Hi")
    expect(person.replies.first).to_have_attribute("data-status", "failed")
    expect(person.replies.first.locator(".reason")).to_contain_text("63016: Failed to send freeform message")
    photograph(person.page, pictures / "failed.png")


@thorough
def test_reading_further_up_is_not_disturbed(open_phone: OpenPhone) -> None:
    person = open_phone(height=420)
    for number in range(12):
        person.hear(Body=f"Message {number}\nof several\nlines")
    expect(person.replies).to_have_count(12)
    jump, wall = person.page.locator("#jump"), person.page.locator("#wall")
    expect(jump).to_be_hidden()
    wall.evaluate("wall => wall.scrollTo(0, 0)")
    person.hear(Body="one more")
    expect(jump).to_have_text("1 new")
    person.hear(Body="and another")
    expect(jump).to_have_text("2 new")
    assert wall.evaluate("wall => wall.scrollTop") == 0
    jump.click()
    expect(jump).to_be_hidden()
    expect(person.replies.last).to_be_in_viewport()


@thorough
def test_a_server_that_is_gone_is_said_and_a_message_can_be_sent_again(open_phone: OpenPhone) -> None:
    person = open_phone()
    person.page.route("**/simulator/api/**", lambda route: route.abort())
    person.write("Hi")
    expect(person.page.locator("#banner")).to_contain_text("cannot be reached")
    expect(person.own.first).to_have_attribute("data-status", "failed")
    person.page.unroute("**/simulator/api/**")
    person.own.first.get_by_role("button", name="Try again").click()
    expect(person.own.first).to_have_attribute("data-status", "read")
    expect(person.page.locator("#banner")).to_be_hidden()
    assert person.own.count() == 1


@thorough
def test_a_picture_and_a_place_are_sent(open_phone: OpenPhone) -> None:
    person = open_phone()
    person.page.locator("#file").set_input_files({"name": "sent.png", "mimeType": "image/png", "buffer": PICTURE})
    assert person.say("this one?")
    expect(person.own.first.locator("img.picture")).to_be_visible()
    assert person.own.first.locator("img").evaluate("img => img.complete && img.naturalWidth > 0")
    person.page.click("#attach")
    person.page.locator("#rows .choice", has_text="Location").click()
    assert person.answer_to(person.page.locator("#places .choice").first.click)
    expect(person.own.last.locator(".place")).to_contain_text("Nairobi")


@thorough
def test_it_fits_and_follows_the_theme_until_one_is_chosen(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone()
    page = person.page
    look(person, pictures / "empty")
    person.say("nataka viatu vya kukimbia chini ya 5000")
    page.locator("#why .nodes li").nth(3).wait_for(state="attached")
    look(person, pictures / "chat")
    for scheme, other in (("light", "dark"), ("dark", "light")):
        page.evaluate("localStorage.clear()")
        page.emulate_media(color_scheme=scheme)
        page.reload()
        assert shade(person) == scheme
        page.click("#theme")
        assert shade(person) == other


def look(person: Person, picture: Path) -> None:
    """On a small and a big screen, light and dark: nothing is wider than the screen, and the shade is the system's."""
    for width in (360, 1280):
        for scheme in ("light", "dark"):
            person.page.set_viewport_size({"width": width, "height": 740})
            person.page.emulate_media(color_scheme=scheme)
            assert not person.is_overflowing()
            assert shade(person) == scheme
            photograph(person.page, picture.with_name(f"{picture.name}-{width}-{scheme}.png"))


def shade(person: Person) -> str:
    red = "getComputedStyle(document.querySelector('.chat')).backgroundColor.match(/\\d+/g)[0]"
    return "dark" if int(person.page.evaluate(red)) < 60 else "light"


@thorough
def test_on_a_small_screen_the_panel_is_a_drawer(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone(width=360, height=740)
    person.say("Hi")
    panel = person.page.locator("#panel")
    expect(panel).to_be_hidden()
    person.page.click("#panel-open")
    expect(panel).to_be_visible()
    expect(panel).to_contain_text("understand")
    photograph(person.page, pictures / "drawer.png")
    assert not person.is_overflowing()
    person.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
