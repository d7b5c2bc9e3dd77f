"""The live process: streams of events for open pages. It serves nobody while the wall between tenants is down."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from django.conf import settings

from config.serving import startup
from conversations.live.application import Application
from conversations.live.hub import Hub

startup.prepare_web()
application = Application(Hub(str(settings.TULIA.redis_url)))
