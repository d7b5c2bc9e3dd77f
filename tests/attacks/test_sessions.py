"""A login can be seen and ended by whom it belongs to, and lasts twelve hours from its last use."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.backends.base import UpdateError
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tenants import sessions
from tenants.models import Session, Tenant
from tests.people import PASSWORD, member, person, platform, seated

pytestmark = pytest.mark.django_db
LogIn = Callable[..., HttpResponse]
PAGE = "/admin/sessions/"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1"
LAPTOP = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def is_in(browser: Client) -> bool:
    return browser.get("/admin/password_change/").status_code == 200


def row_of(browser: Client) -> Session:
    return Session.objects.get(session_key=browser.session.session_key)


def test_a_person_sees_where_they_are_logged_in_and_ends_one_of_them(log_in: LogIn) -> None:
    user, own, stolen, stranger = person(), Client(), Client(), seated(person())
    log_in(user.username, PASSWORD, client=own, HTTP_USER_AGENT=LAPTOP)
    log_in(user.username, PASSWORD, client=stolen, HTTP_USER_AGENT=PHONE)
    page = own.get(PAGE).content.decode()
    assert "Firefox on Linux" in page
    assert "Safari on iPhone" in page
    assert "127.0.0.1" in page
    assert stolen.session.session_key not in page
    assert stranger.post(PAGE, {"session": sessions.public_id(row_of(stolen))}).status_code == 302
    assert is_in(stolen)
    own.post(PAGE, {"session": sessions.public_id(row_of(stolen))})
    assert not is_in(stolen)
    assert is_in(own)
    assert is_in(stranger)


def test_everywhere_else_at_once() -> None:
    user = person()
    own, others = seated(user), [seated(user), seated(user)]
    own.post(PAGE)
    assert is_in(own)
    assert not any(is_in(browser) for browser in others)


def test_platform_staff_end_the_sessions_of_others_and_members_do_not(make_tenant: Callable[..., Tenant]) -> None:
    user = person()
    theirs, staff = seated(user), seated(platform())
    path = reverse("admin:sessions_of", args=[user.pk])
    for nosy in (seated(member(make_tenant())), seated(person())):
        assert nosy.get(path).status_code == 403
        assert nosy.post(path).status_code == 403
    assert is_in(theirs)
    assert f"Where {user} is logged in" in staff.get(path).content.decode()
    staff.post(path)
    assert not is_in(theirs)
    assert is_in(staff)


def test_twelve_hours_without_use_end_it_and_use_renews_it() -> None:
    browser = seated(person())
    row = row_of(browser)
    assert timedelta(hours=11, minutes=59) < row.expire_date - timezone.now() <= timedelta(hours=12)
    assert settings.SESSION_COOKIE_AGE == 12 * 3600
    earlier = (timezone.now() - timedelta(hours=11)).isoformat()
    session = browser.session
    session[sessions.USE] |= {"seen": earlier}
    session.save()
    Session.objects.update(expire_date=timezone.now() + timedelta(hours=1))
    used = browser.get(PAGE)
    assert row_of(browser).expire_date - timezone.now() > timedelta(hours=11, minutes=59)
    assert used.cookies["sessionid"]["max-age"] == 12 * 3600
    assert "sessionid" not in browser.get(PAGE).cookies  # once a minute is enough
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_in(browser)


def test_an_ended_session_does_not_come_back_with_a_request_that_is_under_way() -> None:
    user = person()
    browser = seated(user)
    under_way = browser.session
    under_way["note"] = "changed while it was ended"
    sessions.end(user.pk)
    with pytest.raises(UpdateError):
        under_way.save(must_create=False)
    assert not is_in(browser)


def test_those_that_are_over_are_removed_with_the_next_login(log_in: LogIn) -> None:
    seated(person())
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    log_in(person().username, PASSWORD)
    assert Session.objects.filter(expire_date__lt=timezone.now()).count() == 0


def test_a_new_password_ends_every_other_login() -> None:
    user = person()
    own, other = seated(user), seated(user)
    form = {"old_password": PASSWORD, "new_password1": "mwanzo-mpya-9", "new_password2": "mwanzo-mpya-9"}
    assert own.post("/admin/password_change/", form).status_code == 302
    assert is_in(own)
    assert not is_in(other)
