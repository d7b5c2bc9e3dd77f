"""The acceptance talk on the phone page: grounded answers, without a reload, and each of them explained."""

import csv
from pathlib import Path

from playwright.sync_api import expect

from conversations.simulator.demo import load
from tests.browser.conftest import OpenPhone
from tests.browser.person import OPTION, PRICE
from tests.browser.pictures import photograph
from tests.depth import thorough

pytestmark = thorough
CATALOG = Path(load.FOLDER) / "duka" / "catalog.csv"


def true_prices() -> set[str]:
    with CATALOG.open() as file:
        return {f"{int(float(row['price'])):,}" for row in csv.DictReader(file)} | {"5,000"}


def test_the_acceptance_talk(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone()
    page = person.page
    page.evaluate("window.isStillTheSamePage = true")

    hello = person.say("Hi")
    assert "Zawadi" in hello

    shoes = person.say("nataka viatu vya kukimbia chini ya 5000")
    assert 1 <= len(OPTION.findall(shoes)) <= 6
    expect(page.locator("#why")).to_contain_text("Kiswahili")
    for node in ("guard", "understand", "act", "say", "check"):
        expect(page.locator("#why .nodes")).to_contain_text(node)
    expect(page.locator("#why")).to_contain_text("catalog_search")
    expect(page.locator("#why")).to_contain_text("no model call")
    photograph(page, pictures / "talk-search.png")

    red = person.say("show me red ones")
    assert 1 <= len(OPTION.findall(red)) <= 6
    second = person.replies.last.locator(".words b").nth(1).inner_text()

    item = person.say("2")
    assert item.startswith(second)

    everything = person.say("see all")
    assert "https://duka.example/catalog" in everything

    lost = person.say("asdf qwer")
    assert not PRICE.findall(lost)

    jokes = [person.say("tell me a joke") for _ in range(3)]
    assert jokes[2] != jokes[0]
    assert not any(PRICE.findall(joke) for joke in jokes)

    missing = person.say("do you sell helicopters?")
    assert not PRICE.findall(missing)

    for said in (hello, shoes, red, item, everything, missing):
        assert set(PRICE.findall(said)) <= true_prices()
    assert page.evaluate("window.isStillTheSamePage")
    assert person.own.count() == 10
    for row in (*person.own.all(), *person.replies.all()):
        expect(row).to_have_attribute("data-status", "read")
    photograph(page, pictures / "talk-end.png")


def test_a_row_of_a_list_is_tapped(open_phone: OpenPhone, pictures: Path) -> None:
    person = open_phone()
    person.say("nataka viatu vya kukimbia chini ya 5000")
    person.page.locator(".open-list").click()
    rows = person.page.locator("#rows .choice")
    assert 1 <= rows.count() <= 6
    photograph(person.page, pictures / "list.png")
    title = rows.nth(2).locator("b").inner_text()
    answer = person.answer_to(rows.nth(2).click)
    assert answer.startswith(title.rstrip("…"))
    expect(person.own.last.locator(".words")).to_have_text(title)
    expect(person.own.last.locator(".quote")).to_be_visible()


def test_an_earlier_reply_is_explained_when_it_is_asked_for(open_phone: OpenPhone) -> None:
    person = open_phone()
    person.say("Hi")
    person.say("nataka viatu vya kukimbia chini ya 5000")
    page = person.page
    expect(page.locator("#why .excerpt")).not_to_contain_text("Karibu Duka")
    person.replies.first.hover()
    person.replies.first.locator(".why").click()
    expect(page.locator("#why .excerpt")).to_contain_text("Karibu Duka")
    page.locator("#follow").click()
    expect(page.locator("#why .excerpt")).not_to_contain_text("Karibu Duka")
    page.locator("#why summary", has_text="catalog_search").click()
    expect(page.locator("#why details[open] pre").first).to_contain_text("5000")
