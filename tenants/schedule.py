"""What beat asks for is done once a period, however many beats ask: the database remembers who came first.

A lock held for as long as the work takes would hold a connection for as long; a claim is one statement.
"""

from datetime import timedelta

from django.db import connection, models

from tenants.scope import fleet_scope

# One row by its key. Of two beats the second waits for the row, finds it claimed just now, and gets nothing back.
CLAIM = """
INSERT INTO tenants_scheduledjob (name, claimed_at) VALUES (%s, now())
    ON CONFLICT (name) DO UPDATE SET claimed_at = now()
    WHERE tenants_scheduledjob.claimed_at < now() - make_interval(secs => %s)
RETURNING 1
"""


class ScheduledJob(models.Model):
    """When something that beat asks for was last begun."""

    name = models.CharField(max_length=60, primary_key=True)
    claimed_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} at {self.claimed_at:%Y-%m-%d %H:%M:%S}"


def claim(name: str, *, every: timedelta) -> bool:
    """Whether the caller is to do this job: nobody else has claimed it within the period, by the database's clock."""
    with fleet_scope(), connection.cursor() as cursor:
        cursor.execute(CLAIM, [name, every.total_seconds()])
        return cursor.fetchone() is not None
