"""Logins, for platform staff only: a tenant's admins see people as members."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from tenants.admin.scoped import LOOK, NOTHING, ScopedAdmin, ScopedInline
from tenants.admin.seat import Seat
from tenants.models import Membership, User

admin.site.unregister(Group)  # roles are memberships; Django's groups and permissions decide nothing here


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
        """She cannot lock herself out."""
        own = ("is_active", "is_superuser") if obj is not None and obj.pk == request.user.pk else ()
        return (*self.readonly_fields, *own)

    def save_model(self, request: HttpRequest, obj: User, form: object, change: bool) -> None:
        obj.is_staff = True
        super().save_model(request, obj, form, change)
