"""The tenants room in the Django admin; the other rooms build their pages on `scoped.ScopedAdmin`."""

from django.contrib import admin

from tenants.admin import customer, member, person, tenant
from tenants.admin.throttle import ThrottledLogin

admin.site.login_form = ThrottledLogin

__all__ = ["customer", "member", "person", "tenant"]
