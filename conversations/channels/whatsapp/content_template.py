"""The lists and buttons that Twilio keeps for us."""

from django.db import models

from tenants.models import Channel
from tenants.tenancy import TenantForeignKey, TenantModel


class ContentTemplate(TenantModel):
    """A Content API resource, made once for a shape of list or buttons on a Twilio account and kept."""

    channel = TenantForeignKey(Channel, related_name="content_templates")
    shape = models.CharField(max_length=40, help_text="What it looks like: list-4, buttons-2.")
    provider_id = models.CharField(max_length=34)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "channel", "shape"], name="content_template_once"),
        ]

    def __str__(self) -> str:
        return self.shape
