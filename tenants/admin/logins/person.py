"""Logins, for platform staff only: a tenant's admins see people as members."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from tenants import invitations, second_factor, sessions
from tenants.admin.frame import confirm
from tenants.admin.logins.passwords import password_link
from tenants.admin.scoped import LOOK, NOTHING, ScopedAdmin, ScopedInline, action
from tenants.admin.seat import Seat
from tenants.models import Membership, User

admin.site.unregister(Group)  # roles are memberships; Django's groups and permissions decide nothing here


NO_SECOND_FACTOR = (
    "For somebody who has lost both phone and recovery codes. Their password alone logs them in then, and they are "
    "logged out everywhere. Platform staff set up a new one with their next login, if others can reach Tulia."
)


class MembershipInline(ScopedInline):
    """Where this person works."""

    model = Membership
    verbose_name_plural = "Works for"
    fields = readonly_fields = ("tenant", "role")
    for_admins = LOOK
    ordering = ("id",)


@admin.register(User)
class PersonAdmin(ScopedAdmin, UserAdmin):  # type: ignore[misc, type-arg]
    """Nobody deletes a login, which the history needs: it is switched off instead."""

    form = UserChangeForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    ordering = ("username",)
    list_display = ("username", "email", "first_name", "last_name", "is_superuser", "is_active", "last_login")
    list_filter = ("is_superuser", "is_active")
    inlines = (MembershipInline,)
    actions_detail = ("password_link", "sessions_of", "remove_second_factor")
    filter_horizontal = ()
    readonly_fields = ("last_login", "date_joined")
    # Unfold's own, which has none, comes before Django's: without this the page would have no fields.
    add_fieldsets = (
        (
            "A new login",
            {
                "fields": ("username", "email", "password1", "password2", "is_superuser"),
                "description": "People of a business are not made here: they are invited under Members.",
            },
        ),
    )
    fieldsets = (
        ("Login", {"fields": ("username", "password", "last_login", "date_joined")}),
        ("Person", {"fields": ("first_name", "last_name", "email")}),
        (
            "Access",
            {
                "fields": ("is_active", "is_superuser"),
                "description": "Superusers are platform staff and see every business.",
            },
        ),
    )

    def powers(self, seat: Seat) -> frozenset[str]:
        return LOOK | {"add", "change"} if seat.is_platform else NOTHING

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        """Nobody locks themselves out."""
        own = ("is_active", "is_superuser") if obj is not None and obj.pk == request.user.pk else ()
        return (*self.readonly_fields, *own)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Who becomes platform staff begins anew: somebody else may have chosen the password this login had."""
        obj.is_staff = True
        super().save_model(request, obj, form, change)
        if change and obj.is_superuser and "is_superuser" in form.changed_data:
            invitations.close(obj)
            messages.warning(request, f"{obj} is platform staff now, and needs a new password: give them its link.")

    @action(description="Password link", icon="key", permissions=["change"], url_path="password-link")
    def password_link(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the link at which this person chooses a password, for who cannot get it by mail."""
        context = self.admin_site.each_context(request) | {"title": "Password link"}
        person = self._person(request, object_id)
        context |= {"person": person, "link": password_link(person)}
        return TemplateResponse(request, "tenants/password_link.html", context)

    @action(description="Where logged in", icon="devices", permissions=["change"], url_path="sessions")
    def sessions_of(self, request: HttpRequest, object_id: str) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:sessions_of", args=[self._person(request, object_id).pk]))

    @action(
        description="Remove second factor", icon="phonelink_erase", permissions=["change"], url_path="no-second-factor"
    )
    def remove_second_factor(self, request: HttpRequest, object_id: str) -> HttpResponse:
        if request.method != "POST":
            return confirm(request, User, "Remove second factor", words=NO_SECOND_FACTOR, button="Remove it")
        person = self._person(request, object_id)
        second_factor.turn_off(person)
        sessions.end(person.pk, but=request.session.session_key)
        self.log_change(request, person, "Removed the second factor.")
        messages.success(request, f"{person} has no second factor any more.")
        return HttpResponseRedirect(reverse("admin:tenants_user_change", args=[person.pk]))

    def _person(self, request: HttpRequest, object_id: str) -> User:
        person: User | None = self.get_object(request, object_id)
        if person is None:
            raise Http404
        return person
