"""Pictures of the pages, for somebody who wants to look at them: TULIA_SCREENSHOTS names their folder."""

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import Page, ViewportSize


def photograph(page: Page, path: Path, *, full_page: bool = False) -> None:
    """Nothing when nobody asked for pictures: each takes the browser as long as several pages."""
    if "TULIA_SCREENSHOTS" in os.environ:
        page.screenshot(path=path, full_page=full_page)


def photograph_painted(
    page: Page, name: str, paint: Callable[[Page, str], None], sizes: Mapping[str, ViewportSize]
) -> None:
    """In the light and in the dark, at each size; afterwards the page is as it was."""
    if "TULIA_SCREENSHOTS" not in os.environ:
        return
    folder, before = Path(os.environ["TULIA_SCREENSHOTS"]), page.viewport_size
    folder.mkdir(parents=True, exist_ok=True)
    file = re.sub(r"\W+", "-", name).strip("-")
    for size, viewport in sizes.items():
        page.set_viewport_size(viewport)
        for scheme in ("light", "dark"):
            paint(page, scheme)
            page.screenshot(path=folder / f"{file}-{size}-{scheme}.png")
    paint(page, "light")
    if before:
        page.set_viewport_size(before)
