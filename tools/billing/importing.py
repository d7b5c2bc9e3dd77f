"""Plans, accounts and invoices from CSV: all lines of a file, or none and what is wrong with each."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from tenants.customers.phones import e164_of
from tools.billing.models import NUMBER_FORM, Account, Invoice, Plan, Subscription
from tools.catalog.importing import figures, sheet
from tools.catalog.importing.rows import RowError

Kind = Literal["plans", "accounts", "invoices"]
# Who has so many wrong lines has the wrong file.
MOST_ERRORS: Final = 200
# Read in one transaction of some seconds; a larger file is split.
MOST_LINES: Final = 20_000


def phone_of(cell: str) -> str:
    """ "0712 000 011" and "+254712000011" as the address that messages come from; raises ValueError with a sentence."""
    plain = cell.strip().removeprefix("whatsapp:")
    if not plain:
        return ""
    # A spreadsheet takes the plus away from a number that stands in a cell by itself.
    phone = e164_of(plain) or e164_of(f"+{plain}")
    if phone is None:
        raise ValueError(f"{figures.quoted(cell.strip())} is not a phone number. Write it as +254712000011.")
    return f"whatsapp:{phone}"


def _number(cell: str) -> str:
    plain = cell.strip()
    if not re.fullmatch(NUMBER_FORM, plain):
        raise ValueError(f"{figures.quoted(plain)} is not a number: 3 to 64 letters, digits and dashes, with a digit.")
    return plain


def _day(cell: str) -> date:
    try:
        return date.fromisoformat(cell.strip())
    except ValueError:
        raise ValueError(f"{figures.quoted(cell.strip())} is not a date. Write it as 2026-10-31.") from None


def _text(cell: str) -> str:
    return cell.replace("\0", "").strip()


Number = Annotated[str, BeforeValidator(_number)]
Day = Annotated[date, BeforeValidator(_day)]
Text = Annotated[str, BeforeValidator(_text)]
Money = Annotated[
    Decimal, BeforeValidator(lambda cell: figures.price(cell.strip())), Field(max_digits=12, decimal_places=2)
]


Status = Annotated[Literal["active", "suspended", "ended"], BeforeValidator(lambda cell: cell.strip().lower())]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PlanRow(_Row):
    """A plan by its code."""

    code: Text = Field(min_length=1, max_length=20)
    name: Text = Field(min_length=1, max_length=80)
    monthly_price: Money


class AccountRow(_Row):
    """An account by its number, with what it is subscribed to."""

    account: Number
    plan: Text = Field(min_length=1, max_length=20)
    start_date: Day
    phone: Annotated[str, BeforeValidator(phone_of)] = ""
    name: Text = Field("", max_length=120)
    status: Status = "active"
    answer: Text = Field("", max_length=200)


class InvoiceRow(_Row):
    """An invoice by its number."""

    invoice: Number
    account: Number
    issued_on: Day
    due_on: Day
    amount: Money = Field(gt=0)
    paid: Money = Decimal(0)


ROWS: Final[Mapping[Kind, type[_Row]]] = {"plans": PlanRow, "accounts": AccountRow, "invoices": InvoiceRow}


@dataclass(slots=True)
class Report:
    """What an import did: how many rows are new and changed; or everything that is wrong, and then it did nothing."""

    created: int = 0
    updated: int = 0
    errors: list[RowError] = field(default_factory=list)


def columns(kind: Kind) -> list[tuple[str, bool]]:
    """The columns of a file of this kind, and whether each is needed."""
    return [(name, info.is_required()) for name, info in ROWS[kind].model_fields.items()]


def load(content: bytes, kind: Kind, *, currency: str) -> Report:
    """Bring the file into the tenant in scope; a row that is known by its code or number is changed."""
    report = Report()
    rows = _read(content, kind, report)
    if not report.errors:
        rows = _checked(rows, kind, report)
    if not report.errors:
        for row in rows.values():
            is_new = WRITERS[kind](row, currency)
            report.created += is_new
            report.updated += not is_new
    return report


def _read(content: bytes, kind: Kind, report: Report) -> dict[int, Any]:
    """The rows by their lines."""
    rows: dict[int, Any] = {}
    try:
        lines = sheet.lines(content, [])
        header = [cell.strip().lower().replace(" ", "_") for cell in next(lines)[1]]
        if wrong := _header_problems(header, kind):
            report.errors += [RowError(1, "", sentence) for sentence in wrong]
            return {}
        for line, cells in lines:
            if len(rows) == MOST_LINES or len(report.errors) >= MOST_ERRORS:
                report.errors.append(RowError(line, "", f"At most {MOST_LINES:,} lines are read. Split the file."))
                break
            named = {name: cell for name, cell in zip(header, cells, strict=False) if cell.strip()}
            try:
                rows[line] = ROWS[kind].model_validate(named)
            except ValidationError as error:
                report.errors += [RowError(line, str(one["loc"][0]), _sentence(one)) for one in error.errors()]
    except sheet.NotACatalog as error:
        report.errors.append(error.error)
    if not rows and not report.errors:
        report.errors.append(RowError(1, "", "The file has a header and no rows."))
    return rows


def _header_problems(header: list[str], kind: Kind) -> list[str]:
    known = dict(columns(kind))
    missing = [f"The column {name} is missing." for name, needed in known.items() if needed and name not in header]
    twice = sorted(
        {f"The column {name} is there twice." for name in header if name in known and header.count(name) > 1}
    )
    return (
        missing + twice + [f"{figures.quoted(name)} is not a column of ours." for name in header if name not in known]
    )


def _sentence(problem: Any) -> str:
    if problem["type"] == "missing":
        return "This cell must not be empty."
    return str(problem["msg"]).removeprefix("Value error, ").rstrip(".") + "."


def _checked(rows: dict[int, Any], kind: Kind, report: Report) -> dict[int, Any]:
    """Against each other, and against what there is."""
    key = {"plans": "code", "accounts": "account", "invoices": "invoice"}[kind]
    first: dict[str, int] = {}
    plans = set(Plan.objects.values_list("code", flat=True)) if kind == "accounts" else set()
    wanted = {row.account for row in rows.values()} if kind == "invoices" else set()
    accounts = set(Account.objects.filter(number__in=wanted).values_list("number", flat=True)) if wanted else set()
    for line, row in rows.items():
        name = getattr(row, key)
        if name in first:
            report.errors.append(RowError(line, key, f"{name} stands on line {first[name]} already."))
        first.setdefault(name, line)
        if kind == "accounts" and row.plan not in plans:
            report.errors.append(RowError(line, "plan", f"There is no plan {row.plan}. Add it first."))
        if kind == "invoices":
            report.errors += _wrong_invoice(line, row, accounts)
    return rows


def _wrong_invoice(line: int, row: InvoiceRow, accounts: set[str]) -> list[RowError]:
    wrong = []
    if row.account not in accounts:
        wrong.append(RowError(line, "account", f"There is no account {row.account}. Add it first."))
    if row.paid > row.amount:
        wrong.append(RowError(line, "paid", "More is paid than the invoice is for."))
    if row.due_on < row.issued_on:
        wrong.append(RowError(line, "due_on", "It cannot be due before it is issued."))
    return wrong


def _write_plan(row: PlanRow, currency: str) -> bool:
    told = {"name": row.name, "monthly_price": row.monthly_price, "currency": currency}
    return Plan.objects.update_or_create(code=row.code, defaults=told)[1]


def _write_account(row: AccountRow, currency: str) -> bool:
    """What the file leaves empty stays as it is."""
    told = {name: value for name, value in (("address", row.phone), ("name", row.name)) if value}
    account, is_new = Account.objects.update_or_create(number=row.account, defaults=told)
    if row.answer:
        account.keep_answer(row.answer)
        account.save(update_fields=["answer_digest"])
    plan = Plan.objects.get(code=row.plan)
    known = account.subscriptions.filter(start_date=row.start_date, plan=plan).first()
    if row.status != "ended":
        others = account.subscriptions.exclude(status="ended")
        (others.exclude(pk=known.pk) if known else others).update(status="ended")
    if known is None:
        Subscription.objects.create(account=account, plan=plan, start_date=row.start_date, status=row.status)
    elif known.status != row.status:
        known.status = row.status
        known.save(update_fields=["status"])
    return is_new


def _write_invoice(row: InvoiceRow, currency: str) -> bool:
    told = {
        "account": Account.objects.get(number=row.account), "issued_on": row.issued_on, "due_on": row.due_on,
        "amount": row.amount, "paid": row.paid, "currency": currency,
    }  # fmt: skip
    return Invoice.objects.update_or_create(number=row.invoice, defaults=told)[1]


WRITERS: Final[Mapping[Kind, Callable[[Any, str], bool]]] = {
    "plans": _write_plan, "accounts": _write_account, "invoices": _write_invoice,
}  # fmt: skip
