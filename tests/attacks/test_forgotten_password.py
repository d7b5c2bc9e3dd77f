"""A forgotten password is chosen anew behind a mail, and asking for it tells nobody who logs in here."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.core import mail as outbox
from django.http import HttpResponse
from django.test import Client

from tenants import mail, second_factor
from tenants.models import Tenant, User
from tests.people import PASSWORD, person, seated

pytestmark = pytest.mark.django_db
PAGE = "/admin/forgotten-password/"
NEW = "mwanzo-mpya-2026"


@pytest.fixture
def with_mail(public: Any) -> Any:
    public.TULIA = public.TULIA.model_copy(update={"email_url": "smtp://127.0.0.1"})
    return public


def ask(email: str, client: Client | None = None, **meta: str) -> HttpResponse:
    answer = (client or Client()).post(PAGE, {"email": email}, follow=True, **meta)
    mail._thread().submit(lambda: None).result()  # what was put off has gone by now
    return answer


def words(page: HttpResponse) -> str:
    return re.sub(r'csrfmiddlewaretoken" value="\w+"', "", page.content.decode())


def test_the_answer_is_the_same_whoever_is_asked_for(with_mail: Any) -> None:
    user = person("amina")
    switched_off, without = person(is_active=False), person()
    without.set_unusable_password()
    without.save()
    answers = {words(ask(email)) for email in (user.email, "nobody@shop.example", switched_off.email, without.email)}
    assert len(answers) == 1
    assert "If somebody logs in with this address" in answers.pop()
    assert [sent.to for sent in outbox.outbox] == [[user.email]]


def test_the_time_it_takes_tells_nothing_either(with_mail: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*args: Any, **options: Any) -> int:
        time.sleep(1)
        return 1

    monkeypatch.setattr("django.core.mail.EmailMessage.send", slow)
    began = time.perf_counter()
    Client().post(PAGE, {"email": person().email})
    assert time.perf_counter() - began < 0.8
    mail._thread().submit(lambda: None).result()


def test_the_link_sets_a_password_once_ends_other_logins_and_passes_no_second_factor(with_mail: Any) -> None:
    user = person("amina")
    before = seated(user)
    second_factor.new_app(user)
    second_factor.AuthenticatorApp.objects.update(confirmed=True)
    ask(user.email.upper(), HTTP_HOST="127.0.0.1")
    found = re.search(r"https://chat\.shop\.example(/admin/choose-password/\S+)", outbox.outbox[0].body)
    assert found
    browser = Client()
    form = browser.get(found[1], follow=True)
    browser.post(form.redirect_chain[-1][0], {"new_password1": NEW, "new_password2": NEW})
    assert before.get("/admin/password_change/").status_code == 302
    login = browser.post("/admin/login/", {"username": "amina", "password": NEW})
    assert login["Location"] == "/admin/login/code/"
    assert "It has been used or is too old" in Client().get(found[1], follow=True).content.decode()


def test_the_mail_goes_to_the_address_that_is_kept_and_not_to_one_that_looks_like_it(with_mail: Any) -> None:
    person("mike")
    ask("m\u0131ke@people.example")  # a dotless i
    assert outbox.outbox == []


def test_nobody_is_flooded_with_mails(with_mail: Any) -> None:
    user = person()
    answers = [ask(user.email) for _ in range(8)]
    assert len(outbox.outbox) == 5
    assert answers[-1].status_code == 429


def test_a_demo_login_gets_none_while_the_demo_is_off(with_mail: Any) -> None:
    user = person()
    User.objects.update(is_demo=True)
    ask(user.email)
    assert outbox.outbox == []


def test_without_mail_there_is_no_such_page_and_the_login_says_whom_to_ask(public: Any, client: Client) -> None:
    assert client.get(PAGE).status_code == 404
    page = client.get("/admin/login/").content.decode()
    assert PAGE not in page
    assert "Ask the platform staff" in page


def test_with_mail_the_login_shows_the_way(with_mail: Any, client: Client) -> None:
    assert PAGE in client.get("/admin/login/").content.decode()


def test_a_mail_server_that_is_down_is_told_to_who_invites(
    make_tenant: Callable[..., Tenant], with_mail: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tests.people import member  # noqa: PLC0415

    with_mail.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with_mail.EMAIL_HOST, with_mail.EMAIL_PORT = "127.0.0.1", 1
    browser = seated(member(make_tenant()))
    form = {"email": "jane@shop.example", "name": "Jane", "role": "operator"}
    page = browser.post("/admin/tenants/invitation/add/", form, follow=True).content.decode()
    assert "did not take the mail" in page
    assert "/admin/invitation/" not in page
    assert PASSWORD not in page
