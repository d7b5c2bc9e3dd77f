"""The web process: webhooks, admin, phone. It serves nobody while the wall between tenants is down."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django = get_wsgi_application()

from config.serving import startup
from config.serving.fast_path import FastPath

startup.prepare_web()
application = FastPath(django)
