"""Files that people of the business have sent with a message."""

from django.db import models
from django.urls import reverse

from tenants.tenancy import TenantForeignKey, TenantModel


class OutboundFile(TenantModel):
    """A picture or a document that an operator has sent, at `path` under MEDIA_ROOT."""

    status = "stored"  # a page shows it as it shows what came in

    message = TenantForeignKey("conversations.OutboundMessage", related_name="files")
    name = models.CharField(max_length=120, help_text="As the operator's machine called it.")
    content_type = models.CharField(max_length=100, help_text="By its content.")
    size = models.PositiveIntegerField(help_text="In bytes.")
    path = models.CharField(max_length=200, help_text="Under MEDIA_ROOT; made by us.")
    sha256 = models.CharField(max_length=64)

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["tenant", "message"], name="files_of_outbound")]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("outbound-media", args=[self.pk])
