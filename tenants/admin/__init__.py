"""The tenants room in the Django admin; the other rooms build their pages on `scoped.ScopedAdmin`."""

from django.contrib import admin
from django_otp.plugins.otp_static import admin as recovery_codes

from tenants.admin import blocklist, customer, invitation, member, tenant
from tenants.admin.logins import addresses, login, person

# Its pages would show everybody's codes; tenants.admin.logins.second_factor shows each person their own.
admin.site.unregister(recovery_codes.StaticDevice)
admin.site.login = login.login  # type: ignore[method-assign]
admin.site.extra_urls = addresses.addresses  # type: ignore[attr-defined]  # unfold asks for them

__all__ = ["blocklist", "customer", "invitation", "member", "person", "tenant"]
