"""What people of a business do before anything else."""

from playwright.sync_api import Cookie, Page

# By name: to log in takes an installation as long as several pages.
_kept: dict[str, list[Cookie]] = {}


def log_in(page: Page, name: str, to: str) -> None:
    """As somebody of the demo, on the page that they wanted; who has done so before is still known, as by a browser."""
    page.context.add_cookies(_kept.get(name, []))
    page.goto(to)
    if "/admin/login/" in page.url:
        page.fill("#id_username", name)
        page.fill("#id_password", "tulia-demo")
        page.click("button[type=submit]")
        page.wait_for_url(f"**{to}")
        _kept[name] = page.context.cookies()
