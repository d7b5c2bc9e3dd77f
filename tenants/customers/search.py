"""Finds customers as a person looks for them: by the beginnings of the words of their names, and by their number."""

import re
from typing import Any, Final

from django.contrib.postgres.search import SearchQuery, SearchVectorExact, SearchVectorField
from django.db.models import Exists, OuterRef, QuerySet
from django.db.models.expressions import Col
from django.db.models.sql.where import AND

from tenants.models import Customer

HELP: Final = "the beginnings of a name's words, or a number: all of it, its beginning, or its last four digits"
# It bounds the statement; no name has more words.
MOST_WORDS: Final = 8
_WORD: Final = re.compile(r"\w{1,40}")
# A number as people write it, in groups or not: "+254 712 000-001".
_NUMBER: Final = re.compile(r"[\d\s+().-]{1,40}")


def found(customers: QuerySet[Customer], text: str) -> QuerySet[Customer]:
    """Those who have words beginning with each of the text's."""
    written = _query(text)
    if not written:
        return customers.none()
    rows: QuerySet[Any] = customers.all()
    words = SearchVectorField()
    words.set_attributes_from_name("words")  # the model does not know of it: see its migration
    column = Col(rows.query.get_initial_alias(), words)
    rows.query.where.add(SearchVectorExact(column, SearchQuery(written, config="simple", search_type="raw")), AND)
    return rows


def with_customer(rows: QuerySet[Any], text: str) -> QuerySet[Any]:
    """Those rows whose customer is found by the text."""
    theirs = Customer.objects.filter(tenant=OuterRef("tenant_id"), pk=OuterRef("customer_id"))
    return rows.filter(Exists(found(theirs, text))) if _query(text) else rows.none()


def _query(text: str) -> str:
    """As PostgreSQL reads it, with nothing but letters and digits of what was typed."""
    text = "".join(re.findall(r"\d", text)) if _NUMBER.fullmatch(text.strip()) else text
    return " & ".join(_beginning(word) for word in _WORD.findall(text)[:MOST_WORDS])


def _beginning(word: str) -> str:
    """A zero before a number stands for the country, which is kept in its place."""
    bare = word.lstrip("0") if word.isdecimal() else word
    return f"({word}:* | {bare}:*)" if bare and bare != word else f"{word}:*"
