"""Where providers report and customers come back to: the addresses of every provider that the registry lists."""

from django.urls import include, path

from tools.payments import registry

urlpatterns = [path("", include(provider.callbacks)) for provider in registry.PROVIDERS]
