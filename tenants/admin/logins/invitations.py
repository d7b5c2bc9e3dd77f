"""How a person gets her login: found or made by e-mail, with a link at which she chooses her own password."""

from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import admin, messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.tokens import default_token_generator
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpResponse
from django.urls import reverse, reverse_lazy
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from unfold.widgets import UnfoldAdminPasswordWidget

from tenants.models import Membership, Tenant, User
from tenants.scope import fleet_scope


@dataclass(frozen=True, slots=True)
class Login:
    """A login that somebody wants to handle for a tenant, and whether it also opens other doors."""

    user: User
    is_shared: bool

    def is_handled_by(self, *, is_platform: bool) -> bool:
        """Platform staff's own logins are handled by nobody here; a shared one by platform staff only."""
        if self.user.is_superuser or not self.user.is_active:
            return False
        return is_platform or not self.is_shared


def find_login(email: str, *, tenant: Tenant) -> Login | None:
    """The login with this address, as e-mail or as the name she logs in with. Opens the fleet_scope."""
    by_email = User.objects.filter(email__iexact=email).order_by("date_joined").first()
    user = by_email or User.objects.filter(username__iexact=email).first()
    return get_login(user, tenant=tenant) if user else None


def get_login(user: User, *, tenant: Tenant) -> Login:
    """The same for a person who is known. Opens the fleet_scope: not to be called inside the tenant's."""
    with fleet_scope():
        return Login(user, Membership.objects.filter(user=user).exclude(tenant=tenant).exists())


def new_user(*, email: str, name: str) -> User:
    """A login without a password: the link is the only way in."""
    first, _, last = name.strip().partition(" ")
    user = User(username=email, email=email, first_name=first[:150], last_name=last[:150], is_staff=True)
    user.set_unusable_password()
    user.save()
    return user


def password_link(user: User) -> str:
    """A link that works until the password is chosen, or for three days."""
    person = urlsafe_base64_encode(force_bytes(user.pk))
    path = reverse("admin:choose_password", args=[person, default_token_generator.make_token(user)])
    return f"{settings.TULIA.base_url}{path}"


class ChoosePasswordForm(SetPasswordForm):  # type: ignore[type-arg]
    """Two password fields in the admin's clothes."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for field in self.fields.values():
            field.widget = UnfoldAdminPasswordWidget(attrs={"autocomplete": "new-password"})


class ChoosePassword(PasswordResetConfirmView):
    """The page behind the link; Django moves the token from the address into the session first."""

    template_name = "tenants/choose_password.html"
    form_class = ChoosePasswordForm
    success_url = reverse_lazy("admin:login")
    title = "Choose your password"

    def get_context_data(self, **extra: Any) -> dict[str, Any]:
        return admin.site.each_context(self.request) | super().get_context_data(**extra)

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        messages.success(self.request, f"Your password is set. Log in as {form.user.get_username()}.")
        return super().form_valid(form)
