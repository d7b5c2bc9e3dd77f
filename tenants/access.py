"""What getting in leaves behind: invitations that are open, sessions and whose they are, and tries that failed."""

from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models.functions import Lower

from tenants.choices import Role
from tenants.tenancy import TenantModel


class Invitation(TenantModel):
    """An open offer to work for a tenant; accepting or revoking it removes the row, so that a link works once.

    Only the digest of the link's token is kept: whoever reads the database cannot accept.
    """

    email = models.EmailField("e-mail", max_length=150, help_text="The person logs in with this address.")
    name = models.CharField(max_length=150)
    role = models.CharField(max_length=10, choices=Role.choices)
    token_digest = models.CharField(max_length=64, unique=True, editable=False)
    invited_by = models.ForeignKey(
        "tenants.User", on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    expires_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "email"], name="invitation_once"),
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="invitation_lower"),
        ]

    def __str__(self) -> str:
        return self.email


class Session(AbstractBaseSession):
    """A browser that has logged in, or is about to; without its row it is logged out."""

    user = models.ForeignKey("tenants.User", on_delete=models.CASCADE, null=True, related_name="sessions")
    begun_at = models.DateTimeField(null=True)
    seen_at = models.DateTimeField(null=True)
    address = models.CharField(max_length=45, blank=True)
    browser = models.CharField(max_length=200, blank=True, help_text="What the browser says of itself.")

    class Meta(AbstractBaseSession.Meta):
        abstract = False


class FailedLogin(models.Model):
    """A try to log in that has not succeeded; rows older than the window that is counted are removed."""

    source = models.CharField(max_length=64, help_text="Digest of where it came from.")
    name = models.CharField(max_length=64, help_text="Digest of the name that was tried there.")
    tried_at = models.DateTimeField()

    class Meta:
        indexes = [
            models.Index(fields=["source", "tried_at"], name="failed_logins_of_source"),
            models.Index(fields=["tried_at"], name="failed_logins_in_window"),
        ]

    def __str__(self) -> str:
        return f"{self.source[:8]} at {self.tried_at:%H:%M:%S}"
