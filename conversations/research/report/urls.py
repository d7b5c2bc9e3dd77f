"""The addresses of a report."""

from django.urls import path

from conversations.research.report import views

urlpatterns = [
    path("<str:token>/", views.page, name="research-report"),
    path("<str:token>/report.pdf", views.as_pdf, name="research-report-pdf"),
]
