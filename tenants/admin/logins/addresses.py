"""The addresses of everything that lets people in, below /admin/."""

from django.contrib import admin
from django.urls import URLPattern, path

from tenants.admin.logins import invitation, login, passwords, second_factor, sessions
from tenants.admin.seat import outside_scope


def addresses() -> list[URLPattern]:
    for_logged_in = admin.site.admin_view
    choose_password = outside_scope(passwords.ChoosePassword.as_view())
    return [
        path("login/code/", login.login_code, name="login_code"),
        path("forgotten-password/", passwords.forgotten, name="forgotten"),
        path("choose-password/<uidb64>/<token>/", choose_password, name="choose_password"),
        path("invitation/<str:token>/", invitation.page, name="invitation"),
        path("second-factor/", second_factor.page, name="second_factor"),
        path("sessions/", for_logged_in(sessions.page), name="sessions"),
        path("sessions/<uuid:user_id>/", for_logged_in(sessions.page), name="sessions_of"),
    ]
