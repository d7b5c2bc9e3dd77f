"""The same application under ASGI, for pages that hold a connection open."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_asgi_application()

from config.serving import startup

startup.prepare_web()
