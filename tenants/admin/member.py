"""Members: who works for the tenant and as what; people join by accepting an invitation."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from tenants import invitations
from tenants.admin.scoped import LOOK, ScopedAdmin, ScopedForm, action, display
from tenants.admin.seat import Seat, get_seat, outside_scope
from tenants.choices import Role
from tenants.models import Membership

ROLE_COLOURS = {Role.ADMIN.label: "primary", Role.OPERATOR.label: "info"}


class RoleForm(ScopedForm):
    """A member's role; the last admin stays one."""

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
    """A tenant's admins change and remove its people; platform staff's logins are out of their reach."""

    for_admins = LOOK | {"change", "delete"}
    list_display = ("person", "email", "shown_role", "last_login")
    list_filter = ("role",)
    list_select_related = ("user",)
    search_fields = ("user__username", "user__email", "user__first_name", "user__last_name")
    ordering = ("id",)
    actions = None
    actions_list = ("invite",)
    way_in = ("admin:tenants_invitation_add", "Invite somebody")
    list_display_links = ("person",)
    fields = ("person", "email", "role", "last_login")
    readonly_fields = ("person", "email", "last_login")

    def get_form(self, request: HttpRequest, obj: Membership | None = None, **options: Any) -> Any:
        """The form class for this request, which carries the seat."""
        form = super().get_form(request, obj, **options | {"form": RoleForm, "fields": ["role"]})
        form.seat = get_seat(request)
        return form

    def has_invite_permission(self, request: HttpRequest, object_id: Any = None) -> bool:
        return super().has_change_permission(request) and get_seat(request).runs_tenant

    @action(description="Invite somebody", icon="person_add", permissions=["invite"], url_path="invite")
    def invite(self, request: HttpRequest) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:tenants_invitation_add"))

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        if not super().has_delete_permission(request, obj) or not isinstance(obj, Membership):
            return super().has_delete_permission(request, obj)
        return get_seat(request).is_platform or not (obj.user.is_superuser or is_last_admin(obj))

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        is_out_of_reach = isinstance(obj, Membership) and obj.user.is_superuser
        return super().has_change_permission(request, obj) and not is_out_of_reach

    @outside_scope
    def delete_view(self, request: HttpRequest, object_id: str, extra_context: Any = None) -> HttpResponse:
        """Who works nowhere any more afterwards cannot log in: in the same transaction, or neither happens."""
        seat = get_seat(request)
        with transaction.atomic():
            with seat.scope():
                member = self.get_object(request, unquote(object_id))
                response: HttpResponse = super().delete_view(request, object_id, extra_context)
                if hasattr(response, "render"):
                    response.render()
                is_gone = member is not None and not Membership.objects.filter(pk=member.pk).exists()
            if member is not None and is_gone:
                invitations.close_without_memberships(member.user_id)
        return response

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
