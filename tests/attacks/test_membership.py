"""Nobody becomes a member by having been there first: access comes with a link that the invited person accepts."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tenants import invitations, second_factor
from tenants.choices import Role
from tenants.models import Invitation, Membership, Tenant, User
from tenants.scope import fleet_scope, tenant_scope
from tests.people import PASSWORD, join, member, person, platform, seated

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
VICTIM = "jane@oasis.test"
ATTACKERS = "attackers-own-9"
HERS = "her-own-password-9"


@pytest.fixture
def duka(make_tenant: MakeTenant) -> Tenant:
    return make_tenant(name="Duka")


@pytest.fixture
def oasis(make_tenant: MakeTenant) -> Tenant:
    return make_tenant(name="Oasis")


def invite(browser: Client, email: str = VICTIM, role: str = Role.ADMIN) -> str:
    """The link that the inviting admin is shown."""
    page = browser.post(
        reverse("admin:tenants_invitation_add"), {"email": email, "name": "Jane", "role": role}, follow=True
    )
    found = re.search(r'id="invitation-link" value="http://[^/]+([^"]+)"', page.content.decode())
    assert found, page.content.decode()
    return found[1]


def choose(link: str, password: str, browser: Client | None = None) -> HttpResponse:
    form = {"name": "Jane", "password1": password, "password2": password}
    return (browser or Client()).post(link, form)


def remove(browser: Client, user: User, tenant: Tenant) -> None:
    with tenant_scope(tenant.id):
        member = Membership.objects.get(user=user)
    path = reverse("admin:tenants_membership_delete", args=[member.pk])
    assert browser.post(path, {"post": "yes"}).status_code == 302


def works_for(tenant: Tenant) -> set[str]:
    with fleet_scope():
        return set(Membership.objects.filter(tenant=tenant).values_list("user__username", flat=True))


def test_who_registered_an_address_first_does_not_get_what_it_is_invited_to(duka: Tenant, oasis: Tenant) -> None:
    attacker, owner = seated(member(duka)), seated(member(oasis))
    as_jane = Client()
    choose(invite(attacker), ATTACKERS)
    assert as_jane.login(username=VICTIM, password=ATTACKERS)
    jane = User.objects.get(username=VICTIM)
    remove(attacker, jane, duka)
    link = invite(owner)
    assert VICTIM not in works_for(oasis)
    assert as_jane.get("/admin/").status_code == 302  # the session is over
    assert not Client().login(username=VICTIM, password=ATTACKERS)

    choose(link, HERS)
    assert VICTIM in works_for(oasis)
    assert not Client().login(username=VICTIM, password=ATTACKERS)
    assert Client().login(username=VICTIM, password=HERS)


def test_nor_while_the_first_membership_stands(duka: Tenant, oasis: Tenant) -> None:
    choose(invite(seated(member(duka))), ATTACKERS)
    as_jane = Client()
    assert as_jane.login(username=VICTIM, password=ATTACKERS)
    link = invite(seated(member(oasis)))
    assert "Oasis" not in as_jane.get("/admin/").content.decode()
    assert VICTIM not in works_for(oasis)
    # Behind the link nobody sets a password for somebody who is there.
    assert choose(link, HERS).status_code == 200
    assert VICTIM not in works_for(oasis)
    assert Client().login(username=VICTIM, password=ATTACKERS)


@pytest.mark.parametrize("alike", ["jane@oas\u0131s.test", "jane@oa\u017fis.test"])
def test_an_address_that_only_looks_like_hers_is_not_in_her_way(duka: Tenant, oasis: Tenant, alike: str) -> None:
    assert alike.upper() == VICTIM.upper()
    choose(invite(seated(member(duka)), alike), ATTACKERS)
    choose(invite(seated(member(oasis))), HERS)
    assert VICTIM in works_for(oasis)
    assert Client().login(username=VICTIM, password=HERS)
    assert not Client().login(username=VICTIM, password=ATTACKERS)


def test_a_second_factor_that_an_attacker_has_set_up_does_not_stay(duka: Tenant, oasis: Tenant) -> None:
    attacker = seated(member(duka))
    choose(invite(attacker), ATTACKERS)
    jane = User.objects.get(username=VICTIM)
    second_factor.new_app(jane)
    second_factor.new_recovery_codes(jane)
    remove(attacker, jane, duka)
    choose(invite(seated(member(oasis))), HERS)
    assert not second_factor.is_on(jane)
    assert second_factor.count_recovery_codes(jane) == 0


@pytest.mark.parametrize("kind", ["member of another", "platform staff", "made by platform staff", "switched off"])
def test_the_inviting_admin_never_gets_a_link_that_sets_a_living_logins_password(
    duka: Tenant, oasis: Tenant, kind: str
) -> None:
    target = {
        "member of another": lambda: member(oasis),
        "platform staff": platform,
        "made by platform staff": person,
        "switched off": lambda: person(is_active=False),
    }[kind]()
    for email in (target.email, target.email.upper()):
        with tenant_scope(duka.id):
            Invitation.objects.all().delete()
        link = invite(seated(member(duka)), email)
        assert "password1" not in Client().get(link).content.decode()
        choose(link, ATTACKERS)
        target.refresh_from_db()
        assert target.check_password(PASSWORD)
    assert target.username not in works_for(duka)


def test_a_login_found_by_its_name_is_a_living_login_too(duka: Tenant) -> None:
    target = person("mary@shop.example")
    User.objects.filter(pk=target.pk).update(email="")
    link = invite(seated(member(duka)), "Mary@shop.example")
    choose(link, ATTACKERS)
    target.refresh_from_db()
    assert target.check_password(PASSWORD)
    assert seated(target).post(link).status_code == 302
    assert target.username in works_for(duka)


def test_somebody_elses_session_cannot_accept(duka: Tenant, oasis: Tenant) -> None:
    link = invite(seated(member(oasis)))
    thief = member(duka)
    assert seated(thief).post(link).status_code == 403
    assert choose(link, ATTACKERS, seated(thief)).status_code == 403
    with pytest.raises(invitations.InvitationOfSomebodyElse):
        invitations.accept(link.rstrip("/").rsplit("/", 1)[1], by=thief, now=timezone.now())
    assert works_for(oasis) & {thief.username, VICTIM} == set()


def test_a_link_is_used_once_and_not_twice_at_once(oasis: Tenant) -> None:
    link = invite(seated(member(oasis)), role=Role.OPERATOR)
    choose(link, HERS)
    assert choose(link, ATTACKERS).status_code == 404
    assert seated(User.objects.get(username=VICTIM)).post(link).status_code == 404
    assert Client().login(username=VICTIM, password=HERS)


def test_a_link_ends_after_a_week_and_with_the_business(oasis: Tenant) -> None:
    link = invite(seated(member(oasis)))
    with fleet_scope():
        Tenant.objects.filter(pk=oasis.pk).update(is_active=False)
    assert choose(link, HERS).status_code == 404
    with fleet_scope():
        Tenant.objects.filter(pk=oasis.pk).update(is_active=True)
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert choose(link, HERS).status_code == 404
    assert not User.objects.filter(username=VICTIM).exists()


@pytest.mark.parametrize("how", ["removed", "made an operator", "switched off"])
def test_the_invitations_of_an_admin_who_is_none_any_more_open_nothing(oasis: Tenant, how: str) -> None:
    owner, rogue = member(oasis), member(oasis)
    link = invite(seated(rogue))
    if how == "removed":
        remove(seated(owner), rogue, oasis)
    elif how == "switched off":
        User.objects.filter(pk=rogue.pk).update(is_active=False)
    else:
        with tenant_scope(oasis.id):
            Membership.objects.filter(user=rogue).update(role=Role.OPERATOR)
    assert choose(link, ATTACKERS).status_code == 404
    assert VICTIM not in works_for(oasis)


def test_a_membership_is_not_added_by_hand_any_more(duka: Tenant, oasis: Tenant) -> None:
    target = member(oasis)
    form = {"email": target.email, "name": "x", "role": Role.OPERATOR, "user": str(target.pk)}
    assert seated(member(duka)).post("/admin/tenants/membership/add/", form).status_code == 403
    assert target.username not in works_for(duka)


def test_who_becomes_platform_staff_begins_with_a_new_password(duka: Tenant) -> None:
    choose(invite(seated(member(duka)), "ops@platform.test"), ATTACKERS)
    login, staff = User.objects.get(username="ops@platform.test"), seated(platform())
    form = {"username": login.username, "email": login.email, "is_active": "on", "is_superuser": "on"}
    inline = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    assert staff.post(reverse("admin:tenants_user_change", args=[login.pk]), form | inline).status_code == 302
    login.refresh_from_db()
    assert login.is_superuser
    assert not Client().login(username=login.username, password=ATTACKERS)


def test_with_mail_the_link_goes_to_the_invited_person_alone(oasis: Tenant, settings: Any) -> None:
    settings.TULIA = settings.TULIA.model_copy(update={"email_url": "smtp://127.0.0.1"})
    browser = seated(member(oasis))
    form = {"email": VICTIM, "name": "Jane", "role": Role.OPERATOR}
    page = browser.post(reverse("admin:tenants_invitation_add"), form, follow=True).content.decode()
    [sent] = mail.outbox
    found = re.search(r"http://[^/]+(/admin/invitation/\S+)", sent.body)
    assert found
    assert sent.to == [VICTIM]
    assert found[1] not in page
    assert "on its way" in page
    choose(found[1], HERS)
    assert VICTIM in works_for(oasis)


def test_the_database_holds_no_link(oasis: Tenant) -> None:
    token = invite(seated(member(oasis))).rstrip("/").rsplit("/", 1)[1]
    with fleet_scope():
        row = Invitation.objects.values().get()
    assert token not in str(row)


def test_invitations_are_not_told_to_other_tenants(duka: Tenant, oasis: Tenant) -> None:
    invite(seated(member(oasis)))
    thief = seated(member(duka))
    with fleet_scope():
        row = Invitation.objects.get()
    assert VICTIM not in thief.get(reverse("admin:tenants_invitation_changelist")).content.decode()
    for page in ("change", "delete", "send_again"):
        path = reverse(f"admin:tenants_invitation_{page}", args=[row.pk])
        assert thief.post(path, {"post": "yes"}).status_code in (302, 403, 404)
    join(member(duka), oasis)
    with fleet_scope():
        assert Invitation.objects.filter(pk=row.pk, token_digest=row.token_digest).exists()
