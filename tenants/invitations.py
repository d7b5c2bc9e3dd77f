"""Memberships come from invitations: a link of its own, bound to tenant and e-mail, that works once and for a week.

Whoever holds the link proves no more than that. A person who has a login already must log in as that person to
accept; only somebody who has none chooses a password behind the link.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from tenants import second_factor, sessions
from tenants.choices import Role
from tenants.models import Invitation, Membership, User
from tenants.scope import fleet_scope

log = structlog.get_logger(__name__)
# Time for somebody on leave; an old mail opens nothing.
LASTS: Final = timedelta(days=7)


class NotOpen(Exception):
    """No invitation is open under this link: it was used, revoked or sent anew, or is too old."""


class InvitationOfSomebodyElse(Exception):
    """The invitation is for somebody else than the person who wants to accept it."""


def invite(*, email: str, name: str, role: Role, by: User, now: datetime) -> tuple[Invitation, str]:
    """An open invitation to the tenant in scope, and its link's token; an earlier one to this address ends."""
    token = _new_token()
    invitation, _ = Invitation.objects.update_or_create(
        email=email.strip().lower(),
        defaults={
            "name": name.strip(), "role": role, "invited_by": by, "token_digest": _digest(token),
            "expires_at": now + LASTS,
        },
    )  # fmt: skip
    log.info("tenants.invitation.made", invitation_id=str(invitation.pk))
    return invitation, token


def invite_again(invitation: Invitation, *, by: User, now: datetime) -> str:
    """A new link, whose token comes back; the link before it ends."""
    token = _new_token()
    invitation.token_digest, invitation.expires_at, invitation.invited_by = _digest(token), now + LASTS, by
    invitation.save(update_fields=["token_digest", "expires_at", "invited_by"])
    return token


def find_open(token: str, *, now: datetime) -> Invitation | None:
    """The invitation behind a link, with its tenant."""
    with fleet_scope():
        return _open(now).select_related("tenant", "invited_by").filter(token_digest=_digest(token)).first()


def is_open(invitation: Invitation, *, now: datetime) -> bool:
    """Whether the link of an invitation of the tenant in scope still works."""
    return _open(now).filter(pk=invitation.pk).exists()


def is_for(invitation: Invitation, user: User) -> bool:
    """Whether the invitation is to this person: by e-mail, or by the name they log in with."""
    return _has_address(user, invitation.email)


def find_person(invitation: Invitation) -> User | None:
    """Who must log in to accept; None when there is nobody yet, or a login that nobody can use any more."""
    with fleet_scope():
        user = _find_login(invitation.email)
        return None if user is None or _is_abandoned(user) else user


def accept(token: str, *, by: User, now: datetime) -> Membership:
    """Make the person who is logged in a member; raises NotOpen and InvitationOfSomebodyElse."""
    with fleet_scope():
        invitation = _take(token, now)
        if not is_for(invitation, by):
            raise InvitationOfSomebodyElse
        return _join(invitation, by)


def accept_as_new(token: str, *, password_hash: str, name: str, now: datetime) -> Membership:
    """Make somebody without a login a member, with their own password; raises NotOpen and InvitationOfSomebodyElse."""
    try:
        with fleet_scope():
            invitation = _take(token, now)
            user = _find_login(invitation.email, for_update=True)
            if user is None:
                user = User(username=invitation.email, email=invitation.email)
            elif not _is_abandoned(user):
                raise InvitationOfSomebodyElse
            first, _, last = name.strip().partition(" ")
            user.first_name, user.last_name = first[:150], last[:150]
            user.password, user.is_staff = password_hash, True
            user.save()
            return _join(invitation, user)
    except IntegrityError as error:  # accepted elsewhere a moment ago: the login exists now
        raise InvitationOfSomebodyElse from error


def close_without_memberships(user_id: UUID) -> bool:
    """Take password, second factor and sessions from somebody who works nowhere any more; whether it was done.

    Who is invited to that address one day begins anew, and nothing that was known before opens it.
    """
    with fleet_scope():
        user = User.objects.select_for_update().filter(pk=user_id, is_superuser=False).first()
        if user is None or Membership.objects.filter(user=user).exists():
            return False
        close(user)
    return True


def close(user: User) -> None:
    """Whatever let this login in ends; the login and its history stay."""
    with transaction.atomic():
        user.set_unusable_password()
        user.save(update_fields=["password"])
        second_factor.turn_off(user)
        sessions.end(user.pk)
    log.info("tenants.login.closed", user_id=str(user.pk))


def _open(now: datetime) -> QuerySet[Invitation]:
    """In time, and made by somebody who may still invite: with an admin their invitations go too."""
    runs_tenant = Membership.objects.filter(
        tenant=OuterRef("tenant"), user=OuterRef("invited_by"), role=Role.ADMIN, user__is_active=True
    )
    by_platform = Q(invited_by__is_superuser=True, invited_by__is_active=True)
    rows = Invitation.objects.filter(Exists(runs_tenant) | by_platform, expires_at__gt=now, tenant__is_active=True)
    return rows if settings.TULIA.demo else rows.exclude(invited_by__is_demo=True)


def _take(token: str, now: datetime) -> Invitation:
    rows = _open(now).select_for_update(of=("self",)).select_related("tenant")
    found = rows.filter(token_digest=_digest(token)).first()
    if found is None:
        raise NotOpen
    return found


def _join(invitation: Invitation, user: User) -> Membership:
    membership, _ = Membership.objects.get_or_create(
        tenant=invitation.tenant, user=user, defaults={"role": invitation.role}
    )
    if not user.is_staff:
        user.is_staff = True
        user.save(update_fields=["is_staff"])
    invitation.delete()
    log.info("tenants.invitation.accepted", membership_id=str(membership.pk))
    return membership


def _find_login(email: str, *, for_update: bool = False) -> User | None:
    rows = User.objects.select_for_update() if for_update else User.objects.all()
    alike = rows.filter(Q(email__iexact=email) | Q(username__iexact=email)).order_by("date_joined")
    # PostgreSQL compares in capitals, and a dotless i has the same as an i.
    found = [user for user in alike if _has_address(user, email)]
    return next((user for user in found if not _is_abandoned(user)), next(iter(found), None))


def _has_address(user: User, email: str) -> bool:
    return email in (user.email.lower(), user.get_username().lower())


def _is_abandoned(user: User) -> bool:
    """Nobody can log in with it, and it opens nothing: no password, no membership, no platform staff."""
    if user.is_superuser or not user.is_active or user.is_demo or user.has_usable_password():
        return False
    return not Membership.objects.filter(user=user).exists()


def _new_token() -> str:
    return secrets.token_urlsafe(32)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
