"""The chat of a web page in Firefox, by keyboard on a phone's width: opened, answered, tapped, closed, remembered."""

import shutil
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_FILE_PATH

from tests.browser import firefox
from tests.browser.firefox import ENTER, ESCAPE, FirefoxPage
from tests.browser.test_every_page import GRAVE, LOOK, STANDARD
from tests.browser.test_policy import PHONE
from tests.depth import thorough

PROGRAM = next(filter(None, map(shutil.which, ("firefox-esr", "firefox"))), "")
pytestmark = [thorough, pytest.mark.skipif(not PROGRAM, reason="no Firefox on this machine")]
CHAT = "const chat = document.querySelector('#tulia-chat').shadowRoot;"
THEIRS = "chat.querySelectorAll('.row:not(.mine):not(.typing)')"


def see(page: FirefoxPage, what: str) -> object:
    return page.ask(f"{CHAT} return {what}")


def answer(page: FirefoxPage, keys: str) -> str:
    """The words that the keys bring."""
    before = see(page, f"{THEIRS}.length")
    page.press(keys)
    page.wait_for(f"{CHAT} return {THEIRS}.length > {before} && !chat.querySelector('.typing')")
    return str(see(page, f"[...{THEIRS}].pop().innerText"))


def test_a_visitor_with_firefox_chats_by_keyboard(tmp_path: Path, live_tulia: str) -> None:
    with firefox.running(PROGRAM, tmp_path) as page:
        page.go(f"{live_tulia}/simulator/site/", **PHONE)
        page.wait_for("return !!document.querySelector('#tulia-chat')")
        see(page, "chat.querySelector('.launch').focus()")
        page.press(ENTER)
        page.wait_for(f"{CHAT} return !!chat.querySelector('.topics button')")
        assert see(page, "chat.activeElement.tagName") == "TEXTAREA"
        assert "14:00" in answer(page, f"what time is check-in?{ENTER}")
        assert see(page, "chat.querySelectorAll('details li').length")

        assert "snorkel" in answer(page, f"do you have a snorkelling trip?{ENTER}").casefold()
        see(page, "chat.querySelector('.options button:enabled').focus()")
        assert "KES" in answer(page, ENTER)
        assert page.ask("return document.documentElement.scrollWidth <= innerWidth")
        page.ask(f"{AXE_FILE_PATH.read_text()}; return true")
        assert page.ask(f"return await ({LOOK})({[list(STANDARD), {}, list(GRAVE)]})") == []

        page.press(ESCAPE)
        assert see(page, "[chat.querySelector('.panel').hidden, chat.activeElement.className]") == [True, "launch"]
        said = see(page, "chat.querySelectorAll('.row').length")
        page.reload()
        page.wait_for("return !!document.querySelector('#tulia-chat')")
        see(page, "chat.querySelector('.launch').click()")
        page.wait_for(f"{CHAT} return chat.querySelectorAll('.row.mine').length")
        assert see(page, "chat.querySelectorAll('.row').length") in (
            said,
            int(str(said)) - 1,
        )  # the greeting was no message
