"""Examples of the seeds as a person types them: the telecom's on the phone page, the concierge's in the widget.

All of them are told over HTTP too; the short way types those that have most to show: several steps, sources, buttons.
"""

from collections.abc import Callable, Iterable

from playwright.sync_api import Browser, Page

from conversations.simulator.stories import story, words
from conversations.simulator.stories.story import Story
from tests.browser.conftest import OpenPhone
from tests.browser.test_policy import PHONE
from tests.browser.test_widget import say
from tests.depth import rounds, thorough
from tests.stories.kept import FOLDER

pytestmark = thorough
TOLD = {one.name: one for file in (FOLDER / "told").glob("seed_*.toml") for one in story.load(file)}
ON_THE_PHONE = ("seed-refund-verified", "seed-pon-blinks-red", "seed-balance-of-data")[: rounds(1, deep=3)]
IN_THE_WIDGET = ("seed-hours-spa", "seed-action", "seed-greeting", "seed-gambling", "seed-off-topic")[
    : rounds(2, deep=5)
]


def test_the_telecoms_examples_on_the_phone_page(open_phone: OpenPhone) -> None:
    broken = []
    for name in ON_THE_PHONE:
        broken += unmet(TOLD[name], open_phone(business="mtandao").say)
    assert not broken, "\n".join(broken)


def test_the_concierges_examples_in_the_widget(chromium: Browser, live_tulia: str) -> None:
    broken = []
    for name in IN_THE_WIDGET:
        context = chromium.new_context(base_url=live_tulia, viewport=PHONE, locale="en-GB")
        page = context.new_page()
        page.goto("/simulator/site/")
        page.get_by_role("button", name="Open the chat").click()
        broken += unmet(TOLD[name], lambda text, page=page: written(page, text))
        context.close()
    assert not broken, "\n".join(broken)


def written(page: Page, text: str) -> str:
    """The answer as it is shown, with sources that are folded away."""
    say(page, text)
    return page.locator(".row:not(.mine)").last.evaluate("(row) => row.textContent")


def unmet(one: Story, say: Callable[[str], str]) -> Iterable[str]:
    """What the story's answers do not say, or should not."""
    for step in one.say:
        told = say(step.text or "")
        for met in step.met:
            missing = [fact for fact in met.reply_has if not words.has(told, fact)]
            wrong = [fact for fact in met.reply_lacks if words.has(told, fact)]
            if missing or wrong:
                yield f"{one.name}: {step.text}: without {missing}, with {wrong}: {told}"
