"""The tenants room in the Django admin; the other rooms build their pages on `scoped.ScopedAdmin`."""

from django.contrib import admin

from tenants.admin import customer, member, tenant
from tenants.admin.logins import person
from tenants.admin.logins.throttle import ThrottledLogin

admin.site.login_form = ThrottledLogin

__all__ = ["customer", "member", "person", "tenant"]
