"""Members: invited by e-mail, let in by a link, and never a way into somebody else's login."""

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tenants.choices import Role
from tenants.models import Membership, Tenant, User
from tenants.scope import tenant_scope
from tests.people import join, member, person, platform, seated

pytestmark = pytest.mark.django_db
MakeTenant = Callable[..., Tenant]
ADD = "admin:tenants_membership_add"
NEW_PASSWORD = "mwanzo-mpya-2026"


@pytest.fixture
def tenant(make_tenant: MakeTenant) -> Tenant:
    return make_tenant()


def invite(client: Client, email: str, *, role: str = Role.OPERATOR, name: str = "Faith Njeri") -> HttpResponse:
    return client.post(reverse(ADD), {"email": email, "name": name, "role": role}, follow=True)


def link_in(page: HttpResponse) -> str:
    found = re.search(r'id="password-link" value="http://[^/]+([^"]+)"', page.content.decode())
    assert found
    return found[1]


def membership_of(user: User, tenant: Tenant) -> Membership | None:
    with tenant_scope(tenant.id):
        return Membership.objects.filter(user=user).first()


def test_an_invited_person_chooses_a_password_once_and_logs_in(tenant: Tenant) -> None:
    link = link_in(invite(seated(member(tenant)), "Faith@Shop.example"))
    user = User.objects.get(username="faith@shop.example")
    assert (user.first_name, user.last_name, user.is_staff) == ("Faith", "Njeri", True)
    assert not user.has_usable_password()

    browser = Client()
    form = browser.get(link, follow=True)
    assert "Choose your password" in form.content.decode()
    chosen = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}
    after = browser.post(form.redirect_chain[-1][0], chosen, follow=True)
    assert "Your password is set" in after.content.decode()
    assert browser.login(username="faith@shop.example", password=NEW_PASSWORD)
    assert browser.get("/admin/").status_code == 200

    again = Client().get(link, follow=True).content.decode()
    assert "It has been used or is too old" in again


def test_a_weak_password_is_refused_in_words(tenant: Tenant) -> None:
    browser = Client()
    path = browser.get(link_in(invite(seated(member(tenant)), "new@shop.example")), follow=True).redirect_chain[-1][0]
    page = browser.post(path, {"new_password1": "12345678", "new_password2": "12345678"})
    assert "too common" in page.content.decode()


def test_a_forged_link_opens_nothing(client: Client) -> None:
    page = client.get(reverse("admin:choose_password", args=["bm90LWFuLWlk", "abc-def"]))
    assert "It has been used or is too old" in page.content.decode()


@pytest.mark.parametrize("kind", ["platform staff", "somebody of another tenant", "switched off"])
def test_logins_of_others_cannot_be_taken_in(tenant: Tenant, make_tenant: MakeTenant, kind: str) -> None:
    target = {
        "platform staff": platform,
        "somebody of another tenant": lambda: member(make_tenant()),
        "switched off": lambda: person(is_active=False),
    }[kind]()
    page = invite(seated(member(tenant)), target.email.upper()).content.decode()
    assert "This address cannot be added here" in page
    assert membership_of(target, tenant) is None


def test_platform_staff_may_give_one_person_two_tenants(tenant: Tenant, make_tenant: MakeTenant) -> None:
    target, staff = member(make_tenant()), seated(platform())
    staff.post(reverse("admin:pick_tenant"), {"tenant": str(tenant.pk)})
    page = invite(staff, target.email).content.decode()
    assert "with the same password as before" in page
    assert membership_of(target, tenant) is not None
    target.refresh_from_db()
    assert target.has_usable_password()


def test_nobody_is_added_twice(tenant: Tenant) -> None:
    colleague = member(tenant)
    page = invite(seated(member(tenant)), colleague.email).content.decode()
    assert "is a member already" in page


@pytest.mark.parametrize("email", ["", "no address", "x\0@shop.example", f"{'x' * 200}@shop.example"])
def test_a_wrong_address_is_refused(tenant: Tenant, email: str) -> None:
    before = User.objects.count()
    admin = seated(member(tenant))
    assert invite(admin, email).status_code == 200
    assert User.objects.count() == before + 1  # the admin herself


def test_the_password_link_of_a_shared_login_is_not_given_out(tenant: Tenant, make_tenant: MakeTenant) -> None:
    colleague = member(tenant)
    own = membership_of(colleague, tenant)
    path = reverse("admin:tenants_membership_password_link", args=[own.pk])
    admin = seated(member(tenant))
    assert 'id="password-link"' in admin.get(path).content.decode()
    join(colleague, make_tenant())
    page = admin.get(path, follow=True).content.decode()
    assert 'id="password-link"' not in page
    assert "also works elsewhere" in page


def test_the_password_link_of_platform_staff_is_not_given_out(tenant: Tenant) -> None:
    staff = platform()
    own = join(staff, tenant)
    admin = seated(member(tenant))
    page = admin.get(reverse("admin:tenants_membership_password_link", args=[own.pk]), follow=True)
    assert 'id="password-link"' not in page.content.decode()
    path = reverse("admin:tenants_membership_change", args=[own.pk])
    assert admin.post(path, {"role": Role.OPERATOR}).status_code == 403
    assert admin.post(reverse("admin:tenants_membership_delete", args=[own.pk]), {"post": "yes"}).status_code == 403


def test_the_last_admin_stays(tenant: Tenant) -> None:
    user = member(tenant)
    member(tenant, Role.OPERATOR)
    own, admin = membership_of(user, tenant), seated(user)
    page = admin.post(reverse("admin:tenants_membership_change", args=[own.pk]), {"role": Role.OPERATOR})
    assert "This is the last admin" in page.content.decode()
    assert admin.post(reverse("admin:tenants_membership_delete", args=[own.pk]), {"post": "yes"}).status_code == 403

    member(tenant)
    assert admin.post(reverse("admin:tenants_membership_delete", args=[own.pk]), {"post": "yes"}).status_code == 302
    assert admin.get("/admin/").status_code == 403


def test_platform_staff_cannot_lock_themselves_out() -> None:
    staff = platform()
    form = {"username": staff.username, "email": staff.email, "is_active": "", "is_superuser": ""}
    inline = {"memberships-TOTAL_FORMS": "0", "memberships-INITIAL_FORMS": "0"}
    response = seated(staff).post(reverse("admin:tenants_user_change", args=[staff.pk]), form | inline)
    assert response.status_code == 302
    staff.refresh_from_db()
    assert staff.is_superuser
    assert staff.is_active
