"""A running Tulia, a headless Chromium, and a person who uses the phone page."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, expect, sync_playwright

from tests.browser.person import ANSWER_MS, Person

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
    "--js-flags=--no-opt --no-maglev",  # no page lives long enough to win back what a program takes to be optimized
]  # fmt: skip
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
expect.set_options(timeout=ANSWER_MS)
OpenPhone = Callable[..., Person]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One for all of this folder, and no longer: Playwright's loop would be in the way of other tests.

    The shell without windows is taken where there is one: a page of it costs a third of the time.
    """
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=found, args=QUIET)
        except Error as error:
            missing = f"no Chromium on this machine: {error.message.splitlines()[0]}"
            pytest.fail(missing) if os.environ.get("CI") else pytest.skip(missing)
        yield browser
        browser.close()


@pytest.fixture
def open_phone(chromium: Browser, live_tulia: str) -> Iterator[OpenPhone]:
    """Opens the phone page as a new customer; a script error on the page fails the test."""
    contexts, errors = [], []

    def open_page(*, width: int = 1280, height: int = 820, scheme: str = "light", business: str = "duka") -> Person:
        options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
        context = chromium.new_context(**options, locale="en-GB")
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{live_tulia}/simulator/?business={business}")
        person = Person(page, live_tulia)
        person.become_new_customer()
        return person

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    """Where screenshots go: TULIA_SCREENSHOTS, for somebody who wants to look at them."""
    folder = Path(os.environ.get("TULIA_SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder
