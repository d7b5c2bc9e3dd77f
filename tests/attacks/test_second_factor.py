"""A stolen password alone opens nothing where a second factor is asked for, and the factor cannot be slipped past."""

import re
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.core.management import call_command
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django_otp.oath import totp
from django_otp.plugins.otp_static.models import StaticDevice

from tenants import second_factor
from tenants.authenticator import AuthenticatorApp
from tenants.models import Session, Tenant, User
from tests.people import PASSWORD, member, person, platform, seated

pytestmark = pytest.mark.django_db
LogIn = Callable[..., HttpResponse]
CODE_PAGE = "/admin/login/code/"
SETUP_PAGE = "/admin/second-factor/"


def code_of(user: User) -> str:
    """What the app shows now; of the half minute before it is still taken, should one end in between."""
    return f"{totp(AuthenticatorApp.objects.get(user=user).key):06d}"


def turn_on(user: User) -> list[str]:
    second_factor.new_app(user)
    codes = second_factor.turn_on(user, code_of(user))
    assert codes is not None
    # As though half a minute had passed since: a code is taken only once.
    AuthenticatorApp.objects.update(drift=0, last_step=-1)
    return codes


def is_in(browser: Client) -> bool:
    return browser.get("/admin/password_change/").status_code == 200


def test_platform_staff_whom_others_can_reach_set_it_up_before_they_see_anything(public: Any, log_in: LogIn) -> None:
    user, browser = platform(), Client()
    assert log_in(user.username, PASSWORD, client=browser)["Location"] == SETUP_PAGE
    assert not is_in(browser)
    assert browser.get("/admin/").status_code == 302
    page = browser.get(SETUP_PAGE).content.decode()
    assert "<svg" in page
    assert "http" not in re.sub(r'https?://www\.w3\.org/[^"]*', "", page[page.index("<svg") : page.index("</svg>")])
    assert "Not now" not in page
    assert browser.post(SETUP_PAGE, {"code": "000000"}).status_code == 200
    assert not is_in(browser)
    AuthenticatorApp.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    codes = browser.post(SETUP_PAGE, {"code": code_of(user)}).content.decode()
    assert len(re.findall(r"\b[a-z2-7]{4}(?:-[a-z2-7]{4}){3}\b", codes)) == second_factor.RECOVERY_CODES
    assert is_in(browser)
    assert browser.get("/admin/").status_code == 200


@pytest.mark.parametrize("public_by", [{"host": "0.0.0.0"}, {"public_base_url": "https://chat.shop.example"}, {}])  # noqa: S104
def test_it_is_required_where_others_can_reach_us_and_a_choice_elsewhere(
    public_by: dict[str, str], settings: Any, log_in: LogIn
) -> None:
    known = settings.TULIA.model_dump() | {"demo": False} | public_by
    settings.TULIA = type(settings.TULIA).model_validate(known)
    to = log_in(platform().username, PASSWORD)["Location"]
    assert to == (SETUP_PAGE if public_by else "/admin/")


def test_members_may_have_one_and_are_asked_from_then_on(
    make_tenant: Callable[..., Tenant], public: Any, log_in: LogIn
) -> None:
    user = member(make_tenant())
    assert log_in(user.username, PASSWORD)["Location"] == "/admin/"
    turn_on(user)
    browser = Client()
    assert log_in(user.username, PASSWORD, client=browser)["Location"] == CODE_PAGE
    assert not is_in(browser)
    assert browser.post(CODE_PAGE, {"code": code_of(user)})["Location"] == "/admin/"
    assert is_in(browser)


def test_a_session_from_before_it_was_required_is_worth_nothing(settings: Any) -> None:
    browser = seated(platform())
    assert is_in(browser)
    settings.TULIA = settings.TULIA.model_copy(update={"demo": False, "host": "192.168.1.20"})
    assert not is_in(browser)
    assert browser.get("/media/0193e0e2-0000-7000-8000-000000000000/").status_code == 302


def test_sessions_from_before_it_was_turned_on_are_over() -> None:
    user = person()
    thief, owner = seated(user), seated(user)
    owner.get(SETUP_PAGE)
    assert "Recovery codes" in owner.post(SETUP_PAGE, {"code": code_of(user)}).content.decode()
    assert is_in(owner)
    assert not is_in(thief)
    assert Session.objects.filter(user=user).count() == 1


def test_a_session_that_names_somebody_elses_app_is_not_verified() -> None:
    user, other = platform(), platform()
    turn_on(user)
    turn_on(other)
    browser = seated(user)
    session = browser.session
    session["otp_device_id"] = AuthenticatorApp.objects.get(user=other).persistent_id
    session.save()
    assert not is_in(browser)


def test_with_the_password_given_the_app_in_use_cannot_be_replaced(log_in: LogIn) -> None:
    user, browser = platform(), Client()
    turn_on(user)
    log_in(user.username, PASSWORD, client=browser)
    assert browser.get(SETUP_PAGE)["Location"] == CODE_PAGE
    for form in ({"code": "000000", "off": "1"}, {"code": "000000", "codes": "1"}, {"code": "000000"}):
        assert browser.post(SETUP_PAGE, form)["Location"] == CODE_PAGE
    assert AuthenticatorApp.objects.filter(user=user).count() == 1
    assert second_factor.is_on(user)


def test_five_wrong_codes_ask_for_the_password_again(log_in: LogIn) -> None:
    user, browser = platform(), Client()
    turn_on(user)
    log_in(user.username, PASSWORD, client=browser)
    for _ in range(5):
        browser.post(CODE_PAGE, {"code": "000000"})
    AuthenticatorApp.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    assert browser.post(CODE_PAGE, {"code": code_of(user)})["Location"] == "/admin/login/"
    assert not is_in(browser)


def test_a_guesser_is_slowed_down_from_code_to_code(log_in: LogIn) -> None:
    user, browser = platform(), Client()
    turn_on(user)
    log_in(user.username, PASSWORD, client=browser)
    for _ in range(3):
        browser.post(CODE_PAGE, {"code": "000000"})
    assert browser.post(CODE_PAGE, {"code": code_of(user)}).status_code == 200  # right, but too soon
    assert not is_in(browser)


def test_a_code_works_once_and_a_recovery_code_too(log_in: LogIn) -> None:
    user = platform()
    recovery = turn_on(user)
    for code in (code_of(user), recovery[0], recovery[1].upper().replace("-", " ")):
        first, second = Client(), Client()
        log_in(user.username, PASSWORD, client=first)
        assert first.post(CODE_PAGE, {"code": code}).status_code == 302
        assert is_in(first)
        log_in(user.username, PASSWORD, client=second)
        assert second.post(CODE_PAGE, {"code": code}).status_code == 200
        assert not is_in(second)
        StaticDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    assert second_factor.count_recovery_codes(user) == second_factor.RECOVERY_CODES - 2


def test_the_password_that_was_given_is_forgotten_in_time_and_with_a_new_one(
    log_in: LogIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    user, late, changed = platform(), Client(), Client()
    turn_on(user)
    for browser in (late, changed):
        log_in(user.username, PASSWORD, client=browser)
    session = late.session
    session["tulia_pending_login"] |= {"until": time.time() - 1}
    session.save()
    assert late.post(CODE_PAGE, {"code": code_of(user)})["Location"] == "/admin/login/"
    user.set_password("another-password-9")
    user.save()
    assert changed.post(CODE_PAGE, {"code": code_of(user)})["Location"] == "/admin/login/"
    assert not is_in(late)
    assert not is_in(changed)


def test_recovery_codes_are_nowhere_in_the_database() -> None:
    codes = turn_on(platform())
    with connection.cursor() as cursor:
        cursor.execute("SELECT string_agg(t::text, ' ') FROM otp_static_statictoken t")
        kept = cursor.fetchone()[0]
    assert not any(code in kept or code.replace("-", "") in kept for code in codes)


def test_nobody_reads_anothers_keys_in_the_admin() -> None:
    browser = seated(platform())
    turn_on(platform())
    assert not {AuthenticatorApp, StaticDevice} & set(admin.site._registry)
    for path in ("/admin/tenants/authenticatorapp/", "/admin/otp_static/staticdevice/"):
        assert browser.get(path).status_code == 404


def test_turning_it_off_takes_a_code_and_platform_staff_on_the_internet_cannot(public: Any, log_in: LogIn) -> None:
    for user, may in ((person(), True), (platform(), False)):
        recovery = turn_on(user)
        browser = Client()
        log_in(user.username, PASSWORD, client=browser)
        browser.post(CODE_PAGE, {"code": recovery[0]})
        browser.post(SETUP_PAGE, {"code": "wrong", "off": "1"})
        assert second_factor.is_on(user)
        StaticDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
        browser.post(SETUP_PAGE, {"code": recovery[1], "off": "1"})
        assert second_factor.is_on(user) is not may


def test_platform_staff_help_whoever_has_lost_everything(make_tenant: Callable[..., Tenant]) -> None:
    user, tenant = person(), make_tenant()
    turn_on(user)
    path = reverse("admin:tenants_user_remove_second_factor", args=[user.pk])
    assert seated(member(tenant)).post(path).status_code == 403
    staff = seated(platform())
    staff.get(path)
    assert second_factor.is_on(user)
    staff.post(path)
    assert not second_factor.is_on(user)
    turn_on(user)
    call_command("remove_second_factor", user.username)
    assert not second_factor.is_on(user)
