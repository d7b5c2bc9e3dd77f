"""Pictures of the pages, for somebody who wants to look at them: TULIA_SCREENSHOTS names their folder."""

import os
from pathlib import Path

from playwright.sync_api import Page


def photograph(page: Page, path: Path, *, full_page: bool = False) -> None:
    """Nothing when nobody asked for pictures: each takes the browser as long as several pages."""
    if "TULIA_SCREENSHOTS" in os.environ:
        page.screenshot(path=path, full_page=full_page)
