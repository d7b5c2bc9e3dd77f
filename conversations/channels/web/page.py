"""The channels of this kind, as Django's admin knows them: a page of their own, and no table."""

from tenants.models import Channel


class WebChannel(Channel):
    """The chat on a page of the business."""

    class Meta:
        proxy = True
        verbose_name = "web chat"

    def __str__(self) -> str:
        return self.name
