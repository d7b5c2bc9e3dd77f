"""A login that is not even looked at: answered quickly, with a sentence and a time to come again."""

from typing import ClassVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


class LoginRefused(Exception):
    """Nothing was done. `tenants.middleware` answers it, whichever page raises it."""

    title: ClassVar[str]
    words: ClassVar[str]
    retry_after_seconds: ClassVar[int]


def answer(request: HttpRequest, error: LoginRefused) -> HttpResponse:
    """A page that costs little: whoever floods us gets many of them."""
    page = render(request, "tenants/refused.html", {"title": error.title, "words": error.words}, status=429)
    page["Retry-After"] = str(error.retry_after_seconds)
    return page
