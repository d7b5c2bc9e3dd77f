"""What a demo tenant bills: its plans, accounts and invoices by the import of the admin, and its rules."""

import tomllib
from pathlib import Path

from tools.billing import importing
from tools.billing.models import BillingRules

KINDS: tuple[importing.Kind, ...] = ("plans", "accounts", "invoices")


class DemoIsWrong(ValueError):
    """A file of the demo cannot be imported."""


def load(folder: Path, *, currency: str) -> None:
    """Read the folder into the tenant in scope; one without such a folder bills nobody."""
    if not folder.is_dir():
        return
    for kind in KINDS:
        report = importing.load((folder / f"{kind}.csv").read_bytes(), kind, currency=currency)
        if report.errors:
            raise DemoIsWrong(f"{kind}.csv: {report.errors[0].sentence}")
    document = tomllib.loads((folder / "rules.toml").read_text(encoding="utf-8"))
    BillingRules.objects.create(**document)
