"""Members and invitations: in by a link of one's own, and never a way into somebody else's login."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tenants.choices import Role
from tenants.models import Invitation, Membership, Tenant, User
from tenants.scope import tenant_scope
from tests.people import PASSWORD, join, member, platform, seated

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
ADD = "admin:tenants_invitation_add"
NEW_PASSWORD = "mwanzo-mpya-2026"
CHOSEN = {"name": "Faith Njeri", "password1": NEW_PASSWORD, "password2": NEW_PASSWORD}


@pytest.fixture
def tenant(make_tenant: MakeTenant) -> Tenant:
    return make_tenant()


def invite(client: Client, email: str, *, role: str = Role.OPERATOR, name: str = "Faith Njeri") -> HttpResponse:
    return client.post(reverse(ADD), {"email": email, "name": name, "role": role}, follow=True)


def link_in(page: HttpResponse) -> str:
    found = re.search(r'id="(?:invitation|password)-link" value="http://[^/]+([^"]+)"', page.content.decode())
    assert found
    return found[1]


def open_invitations(tenant: Tenant) -> list[Invitation]:
    with tenant_scope(tenant.id):
        return list(Invitation.objects.all())


def membership_of(user: User, tenant: Tenant) -> Membership | None:
    with tenant_scope(tenant.id):
        return Membership.objects.filter(user=user).first()


def test_an_invited_person_chooses_a_password_once_and_logs_in(tenant: Tenant) -> None:
    link = link_in(invite(seated(member(tenant)), "Faith@Shop.example"))
    assert not User.objects.filter(username="faith@shop.example").exists()

    browser = Client()
    assert "You are invited to" in browser.get(link).content.decode()
    after = browser.post(link, CHOSEN, follow=True)
    assert "Your password is set" in after.content.decode()
    user = User.objects.get(username="faith@shop.example")
    assert (user.first_name, user.last_name, user.is_staff) == ("Faith", "Njeri", True)
    assert membership_of(user, tenant).role == Role.OPERATOR
    assert browser.login(username="faith@shop.example", password=NEW_PASSWORD)
    assert browser.get("/admin/").status_code == 200

    for again in (Client().get(link), Client().post(link, CHOSEN | {"password1": "x" * 12, "password2": "x" * 12})):
        assert again.status_code == 404
        assert "This link does not work" in again.content.decode()
    assert browser.login(username="faith@shop.example", password=NEW_PASSWORD)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"password1": "12345678", "password2": "12345678"}, "too common"),
        ({"password1": NEW_PASSWORD, "password2": "other"}, "two password fields"),
        ({"password1": "new@shop.example", "password2": "new@shop.example"}, "too similar"),
    ],
)
def test_a_weak_password_is_refused_in_words(tenant: Tenant, typed: dict[str, str], words: str) -> None:
    link = link_in(invite(seated(member(tenant)), "new@shop.example"))
    assert words in Client().post(link, CHOSEN | typed).content.decode()
    assert not User.objects.filter(username="new@shop.example").exists()


@pytest.mark.parametrize("address", ["choose_password", "invitation"])
def test_a_forged_link_opens_nothing(client: Client, address: str) -> None:
    made_up = {"choose_password": ["bm90LWFuLWlk", "abc-def"], "invitation": ["abc-def"]}
    page = client.get(reverse(f"admin:{address}", args=made_up[address]))
    assert "This link does not work" in page.content.decode()


def test_a_member_of_one_tenant_accepts_for_another_while_logged_in(tenant: Tenant, make_tenant: MakeTenant) -> None:
    there = make_tenant(name="Second Shop")
    target = member(tenant)
    link = link_in(invite(seated(member(there)), target.email.upper()))
    asked = Client().get(link).content.decode()
    assert "Log in to accept" in asked
    assert "password1" not in asked
    browser = seated(target)
    assert membership_of(target, there) is None
    assert "Second Shop" in browser.post(link, follow=True).content.decode()
    assert membership_of(target, there).role == Role.OPERATOR
    target.refresh_from_db()
    assert target.check_password(PASSWORD)
    assert browser.post(link).status_code == 404


def test_nobody_is_invited_who_is_a_member_or_has_been_invited(tenant: Tenant) -> None:
    colleague = member(tenant)
    browser = seated(member(tenant))
    assert "is a member already" in invite(browser, colleague.email).content.decode()
    link_in(invite(browser, "new@shop.example"))
    assert "has been invited" in invite(browser, "New@shop.example").content.decode()


@pytest.mark.parametrize("email", ["", "no address", "x\0@shop.example", f"{'x' * 200}@shop.example"])
def test_a_wrong_address_is_refused(tenant: Tenant, email: str) -> None:
    assert invite(seated(member(tenant)), email).status_code == 200
    assert open_invitations(tenant) == []


def test_an_invitation_is_listed_sent_again_and_revoked(tenant: Tenant) -> None:
    browser = seated(member(tenant))
    first = link_in(invite(browser, "new@shop.example"))
    [row] = open_invitations(tenant)
    assert "new@shop.example" in browser.get(reverse("admin:tenants_invitation_changelist")).content.decode()
    again = reverse("admin:tenants_invitation_send_again", args=[row.pk])
    assert "does not work any more" in browser.get(again).content.decode()
    assert Client().get(first).status_code == 200  # looking changes nothing
    second = link_in(browser.post(again))
    assert Client().get(first).status_code == 404
    assert Client().get(second).status_code == 200
    browser.post(reverse("admin:tenants_invitation_delete", args=[row.pk]), {"post": "yes"})
    assert open_invitations(tenant) == []
    assert Client().post(second, CHOSEN).status_code == 404


def test_operators_invite_nobody(tenant: Tenant) -> None:
    browser = seated(member(tenant, Role.OPERATOR))
    assert invite(browser, "new@shop.example").status_code == 403
    assert open_invitations(tenant) == []


def test_platform_staff_are_out_of_a_tenants_reach(tenant: Tenant) -> None:
    staff = platform()
    own = join(staff, tenant)
    admin = seated(member(tenant))
    path = reverse("admin:tenants_membership_change", args=[own.pk])
    assert admin.post(path, {"role": Role.OPERATOR}).status_code == 403
    assert admin.post(reverse("admin:tenants_membership_delete", args=[own.pk]), {"post": "yes"}).status_code == 403


def test_only_platform_staff_hand_out_a_password_link(tenant: Tenant) -> None:
    colleague = member(tenant)
    path = reverse("admin:tenants_user_password_link", args=[colleague.pk])
    assert seated(member(tenant)).get(path).status_code == 403
    link = link_in(seated(platform()).get(path))
    browser = Client()
    form = browser.get(link, follow=True)
    chosen = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    browser.post(form.redirect_chain[-1][0], chosen)
    assert browser.login(username=colleague.username, password=NEW_PASSWORD)
    assert "It has been used or is too old" in Client().get(link, follow=True).content.decode()


def test_the_last_admin_stays(tenant: Tenant) -> None:
    user = member(tenant)
    member(tenant, Role.OPERATOR)
    own, admin = membership_of(user, tenant), seated(user)
    page = admin.post(reverse("admin:tenants_membership_change", args=[own.pk]), {"role": Role.OPERATOR})
    assert "This is the last admin" in page.content.decode()
    assert admin.post(reverse("admin:tenants_membership_delete", args=[own.pk]), {"post": "yes"}).status_code == 403

    member(tenant)
    assert admin.post(reverse("admin:tenants_membership_delete", args=[own.pk]), {"post": "yes"}).status_code == 302
    assert admin.get("/admin/").status_code == 302  # logged out: there is nothing left to do here


def test_who_works_elsewhere_too_keeps_their_password(tenant: Tenant, make_tenant: MakeTenant) -> None:
    colleague = member(tenant)
    join(colleague, make_tenant())
    own = membership_of(colleague, tenant)
    path = reverse("admin:tenants_membership_delete", args=[own.pk])
    assert seated(member(tenant)).post(path, {"post": "yes"}).status_code == 302
    colleague.refresh_from_db()
    assert colleague.check_password(PASSWORD)
    assert seated(colleague).get("/admin/").status_code == 200


def test_platform_staff_cannot_lock_themselves_out() -> None:
    staff = platform()
    form = {"username": staff.username, "email": staff.email, "is_active": "", "is_superuser": ""}
    inline = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    response = seated(staff).post(reverse("admin:tenants_user_change", args=[staff.pk]), form | inline)
    assert response.status_code == 302
    staff.refresh_from_db()
    assert staff.is_superuser
    assert staff.is_active
