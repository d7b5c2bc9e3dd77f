"""The addresses of research at the desk."""

from django.urls import path

from conversations.desk.research import actions, views

RUN = "<uuid:run_id>/"

urlpatterns = [
    path("", views.show_list, name="desk-research"),
    path("start/", actions.start, name="desk-research-start"),
    path(RUN, views.show_run, name="desk-research-run"),
    path(f"{RUN}tree/", views.show_tree, name="desk-research-tree"),
    *(
        path(f"{RUN}{action}/", actions.act, {"action": action}, name=f"desk-research-{action}")
        for action in actions.ACTIONS
    ),
]
