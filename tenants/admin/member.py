"""Members: who works for the tenant, invited by e-mail, and the link at which each chooses a password."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.formats import date_format
from unfold.widgets import UnfoldAdminEmailInputWidget, UnfoldAdminTextInputWidget

from tenants.admin.logins import invitations
from tenants.admin.scoped import ALL, ScopedAdmin, ScopedForm, action, display
from tenants.admin.seat import Seat, get_seat, outside_scope
from tenants.choices import Role
from tenants.models import Membership

ROLE_COLOURS = {Role.ADMIN.label: "primary", Role.OPERATOR.label: "info"}


class InvitationForm(ScopedForm):
    """A new member by e-mail; her login is made when there is none."""

    email = forms.EmailField(
        label="E-mail",
        widget=UnfoldAdminEmailInputWidget(),
        max_length=150,
        help_text="The person logs in with this address.",
    )
    name = forms.CharField(label="Name", widget=UnfoldAdminTextInputWidget(), max_length=150)
    login: invitations.Login | None = None
    seat: Seat

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        if self.login is None:
            return email
        if Membership.objects.filter(user=self.login.user).exists():
            raise ValidationError("This person is a member already.")
        if not self.login.is_handled_by(is_platform=self.seat.is_platform):
            raise ValidationError("This address cannot be added here. Ask the platform staff to add it.")
        return email


class RoleForm(ScopedForm):
    """A member's role; the last admin keeps hers."""

    seat: Seat

    def clean_role(self) -> str:
        role: str = self.cleaned_data["role"]
        if role != Role.ADMIN and not self.seat.is_platform and is_last_admin(self.instance):
            raise ValidationError("This is the last admin. Make somebody else an admin first.")
        return role


def is_last_admin(member: Membership) -> bool:
    others = Membership.objects.filter(role=Role.ADMIN).exclude(pk=member.pk)
    stored = Membership.objects.filter(pk=member.pk, role=Role.ADMIN)
    return stored.exists() and not others.exists()


@admin.register(Membership)
class MembershipAdmin(ScopedAdmin):
    """A tenant's admins add and remove its people; platform staff's logins are out of their reach."""

    for_admins = ALL
    list_display = ("person", "email", "shown_role", "last_login")
    list_filter = ("role",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__email", "user__first_name", "user__last_name")
    ordering = ("id",)
    actions = None
    actions_detail = ("password_link",)
    list_display_links = ("person",)

    def get_fields(self, request: HttpRequest, obj: Membership | None = None) -> Sequence[str]:
        return ("email", "name", "role") if obj is None else ("person", "email", "role", "last_login")

    def get_readonly_fields(self, request: HttpRequest, obj: Membership | None = None) -> Sequence[str]:
        return () if obj is None else ("person", "email", "last_login")

    def get_form(self, request: HttpRequest, obj: Membership | None = None, **options: Any) -> Any:
        """The form class for this request, which carries the seat and the login that was found."""
        base = RoleForm if obj else InvitationForm
        form = super().get_form(request, obj, **options | {"form": base, "fields": ["role"]})
        form.seat, form.login = get_seat(request), getattr(request, "login", None)
        return form

    def get_urls(self) -> list[URLPattern]:
        choose = invitations.ChoosePassword.as_view()
        return [
            path("choose-password/<uidb64>/<token>/", choose, name="choose_password"),
            *super().get_urls(),
        ]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if not super().has_delete_permission(request, obj) or not isinstance(obj, Membership):
            return super().has_delete_permission(request, obj)
        return get_seat(request).is_platform or not (obj.user.is_superuser or is_last_admin(obj))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_out_of_reach = isinstance(obj, Membership) and obj.user.is_superuser
        return super().has_change_permission(request, obj) and not is_out_of_reach

    @outside_scope
    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Looks the address up among all logins first, which the tenant's scope cannot do."""
        seat = get_seat(request)
        email = request.POST.get("email", "").replace("\0", "").strip()
        if email and seat.tenant is not None:
            request.login = invitations.find_login(email, tenant=seat.tenant)  # type: ignore[attr-defined]
        with seat.scope():
            response: HttpResponse = super().add_view(request, form_url, extra_context)
            if hasattr(response, "render"):
                response.render()
        return response

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        if not change:
            email, name = form.cleaned_data["email"], form.cleaned_data["name"]
            obj.user = form.login.user if form.login else invitations.new_user(email=email, name=name)
            if not obj.user.is_staff:
                obj.user.is_staff = True
                obj.user.save(update_fields=["is_staff"])
        super().save_model(request, obj, form, change)

    def response_add(self, request: HttpRequest, obj: Membership, post_url_continue: Any = None) -> HttpResponse:
        if obj.user.has_usable_password():
            messages.success(request, f"{obj.user} now works here too, with the same password as before.")
            return HttpResponseRedirect(reverse("admin:tenants_membership_changelist"))
        return HttpResponseRedirect(reverse("admin:tenants_membership_password_link", args=[obj.pk]))

    @outside_scope
    @action(description="Password link", icon="key", permissions=["change"], url_path="password-link")
    def password_link(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Show the link at which this person chooses a password."""
        seat = get_seat(request)
        with seat.scope():
            member = self.get_object(request, object_id)
        if member is None or seat.tenant is None:
            raise Http404
        login = invitations.get_login(member.user, tenant=seat.tenant)
        if not login.is_handled_by(is_platform=seat.is_platform):
            messages.error(request, "This person also works elsewhere. Ask the platform staff for the link.")
            return HttpResponseRedirect(reverse("admin:tenants_membership_change", args=[member.pk]))
        link = invitations.password_link(member.user)
        context = self.admin_site.each_context(request) | {
            "title": "Password link",
            "member": member,
            "link": link,
        }
        return TemplateResponse(request, "tenants/password_link.html", context)

    @display(description="Name", ordering="user__first_name")
    def person(self, member: Membership) -> str:
        return member.user.get_full_name() or member.user.get_username()

    @display(description="E-mail", ordering="user__email")
    def email(self, member: Membership) -> str:
        return member.user.email or "-"

    @display(description="Role", ordering="role", label=ROLE_COLOURS)
    def shown_role(self, member: Membership) -> str:
        return member.get_role_display()

    @display(description="Last login", ordering="user__last_login")
    def last_login(self, member: Membership) -> str:
        seen = member.user.last_login
        return date_format(timezone.localtime(seen), "DATETIME_FORMAT") if seen else "Never"
