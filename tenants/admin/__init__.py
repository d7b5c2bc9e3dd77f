"""The tenants room in the Django admin; the other rooms build their pages on `scoped.ScopedAdmin`."""

from tenants.admin import customer, member, person, tenant

__all__ = ["customer", "member", "person", "tenant"]
