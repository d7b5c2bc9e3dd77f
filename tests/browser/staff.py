"""What people of a business do before anything else."""

from playwright.sync_api import Page


def log_in(page: Page, name: str, to: str) -> None:
    """As somebody of the demo, on the page that they wanted."""
    page.goto(f"/admin/login/?next={to}")
    page.fill("#id_username", name)
    page.fill("#id_password", "tulia-demo")
    page.click("button[type=submit]")
    page.wait_for_url(f"**{to}")
