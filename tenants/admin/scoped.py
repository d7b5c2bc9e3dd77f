"""Admin pages of a tenant's rows; what may be done follows from the seat, not from Django's permissions."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django import forms
from django.contrib import admin
from django.contrib.admin.widgets import AutocompleteSelect
from django.core.paginator import Paginator
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.functional import cached_property
from unfold.admin import ModelAdmin, TabularInline
from unfold.decorators import action as unfold_action
from unfold.decorators import display as unfold_display
from unfold.views import ChangeList

from tenants import replica
from tenants.admin.seat import Seat, find_seat
from tenants.choices import Role
from tenants.tenancy import TenantModel

Method = TypeVar("Method", bound=Callable[..., Any])

# Counting all rows of a large table takes seconds, and nobody pages further: who looks for something searches.
COUNTED = 5000
# So many businesses are found in a list by looking, not by typing.
OFFERED = 50
NOTHING: frozenset[str] = frozenset()
LOOK = frozenset({"view"})
EDIT = LOOK | {"add", "change"}
ALL = EDIT | {"delete"}


def display(**options: Any) -> Callable[[Method], Method]:
    """Unfold's decorator of columns, which has no types of its own."""
    decorator: Callable[[Method], Method] = unfold_display(**options)
    return decorator


def action(**options: Any) -> Callable[[Method], Method]:
    """Unfold's decorator of buttons."""
    decorator: Callable[[Method], Method] = unfold_action(**options)
    return decorator


class BySeat:
    """Permissions by seat: platform staff do in a picked tenant what its admins do, and look at the fleet."""

    for_admins: frozenset[str] = EDIT
    for_operators: frozenset[str] = NOTHING
    in_fleet: frozenset[str] = LOOK

    def powers(self, seat: Seat) -> frozenset[str]:
        if seat.is_fleet:
            return self.in_fleet
        return self.for_operators if seat.role is Role.OPERATOR else self.for_admins

    def is_for_admins(self, page: str) -> bool:
        """Whether a business's admins may open this page of its rows, by the name of its address."""
        if page.endswith("_add"):
            return "add" in self.for_admins
        return "delete" in self.for_admins if page.endswith("_delete") else bool(self.for_admins - LOOK)

    def _may(self, power: str, request: HttpRequest) -> bool:
        seat = find_seat(request)
        return seat is not None and power in self.powers(seat)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self._may("view", request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may("view", request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may("add", request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may("change", request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self._may("delete", request)


class ScopedForm(forms.ModelForm):  # type: ignore[type-arg]
    """A form that begins with its columns' defaults, and checks what Django leaves to the database.

    Uniqueness inside the tenant, though the tenant is not one of its fields, and columns that cannot be empty.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance._state.adding:
            for name, field in self._columns():
                if self.fields[name].initial is None and field.has_default():
                    self.initial.setdefault(name, field.get_default())

    def _columns(self) -> Iterator[tuple[str, "models.Field[Any, Any]"]]:
        """The model's own columns among the form's fields."""
        for field in self.instance._meta.concrete_fields:
            if field.name in self.fields:
                yield field.name, field

    def _post_clean(self) -> None:
        """Django does not check an empty value of a column that may be blank, and PostgreSQL takes no NULL there."""
        for name, field in self._columns():
            if name in self.cleaned_data and self.cleaned_data[name] is None and not field.null:
                if field.has_default():
                    self.cleaned_data[name] = field.get_default()
                else:
                    self.add_error(name, "Fill this in.")
        super()._post_clean()  # type: ignore[misc]

    def _get_validation_exclusions(self) -> set[str]:
        exclusions: set[str] = super()._get_validation_exclusions()  # type: ignore[misc]
        return exclusions - {"tenant"}


class SearchSelect(AutocompleteSelect):
    """A row chosen by typing. What is no id chooses none: Django's own asks the database for it, and breaks."""

    def optgroups(self, name: str, value: Sequence[Any], attr: Any = None) -> Any:
        return super().optgroups(name, [one for one in value if _is_id(one)], attr)


def _is_id(text: Any) -> bool:
    try:
        UUID(str(text))
    except ValueError:
        return False
    return True


class WithSearchSelect:
    """Gives the fields of `autocomplete_fields` their widget."""

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            options.setdefault("widget", SearchSelect(db_field, admin.site))
        return super().formfield_for_foreignkey(db_field, request, **options)  # type: ignore[misc]


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts no further than anybody pages, so that a table of millions opens as fast as a small one."""

    @cached_property
    def count(self) -> int:
        rows: Any = self.object_list
        return int(rows.order_by().values("pk")[:COUNTED].count())


class CountedOnce(ChangeList):  # type: ignore[misc]
    """A list that is counted once: while nothing narrows it, all rows are the rows found."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        if not (self.query or self.get_filters_params()):
            self.full_result_count = self.result_count


class BusinessFilter(admin.RelatedFieldListFilter):
    """By business, while they fit beside the list; of more, one is picked to work in."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        found = field.remote_field.model.objects.order_by("pk")[: OFFERED + 1]
        offered = sorted((str(one), str(one.pk)) for one in found)
        return [] if len(offered) > OFFERED else [(key, name) for name, key in offered]


class ScopedAdmin(BySeat, WithSearchSelect, ModelAdmin):  # type: ignore[misc]
    """Rows of the tenant in scope; of all tenants, with their names, when platform staff have picked none.

    Those of all tenants are shown by their time-ordered key, the newest first: every other order's index leads by the
    tenant, and to sort all rows takes the longer the more there are.
    """

    form = ScopedForm
    formfield_overrides: ClassVar[dict[Any, Any]] = {models.URLField: {"assume_scheme": "https"}}
    ordering: ClassVar[Sequence[str]] = ("-id",)
    show_full_result_count = False
    paginator = CappedPaginator
    list_per_page = 50
    list_filter_sheet = False
    compressed_fields = False

    @property
    def is_of_one_business(self) -> bool:
        """Whether its rows are changed only by who works for their business."""
        return issubclass(self.model, TenantModel) and bool(self.for_admins - LOOK)

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """From the replica where there is one, unless who looks has just changed something."""
        answer = super().changelist_view
        if request.method != "GET" or replica.has_just_written(request.session):
            page: HttpResponse = answer(request, extra_context)
            return page
        return replica.read(lambda: _rendered(answer(request, extra_context)))

    def get_changelist(self, request: HttpRequest, **options: Any) -> type[ChangeList]:
        return CountedOnce

    def get_list_display(self, request: HttpRequest) -> Sequence[Any]:
        columns = list(super().get_list_display(request))
        return [*columns, "tenant"] if self._shows_tenant(request) else columns

    def get_ordering(self, request: HttpRequest) -> Sequence[Any]:
        return ("-id",) if self._shows_tenant(request) else super().get_ordering(request)

    def get_sortable_by(self, request: HttpRequest) -> Sequence[Any]:
        return () if self._shows_tenant(request) else super().get_sortable_by(request)

    def get_list_select_related(self, request: HttpRequest) -> bool | Sequence[str]:
        related: bool | Sequence[str] = super().get_list_select_related(request)
        if isinstance(related, bool) or not self._shows_tenant(request):
            return related
        return [*related, "tenant"]

    def get_list_filter(self, request: HttpRequest) -> Sequence[Any]:
        filters = list(super().get_list_filter(request))
        if not self._shows_tenant(request):
            return filters
        return [*(name for name in filters if not self._looks_through_all(name)), ("tenant", BusinessFilter)]

    def _looks_through_all(self, name: Any) -> bool:
        """Whether it would offer the values that stand in the rows."""
        field = self.model._meta.get_field(name) if isinstance(name, str) else None
        return isinstance(field, models.CharField) and not field.choices

    def _shows_tenant(self, request: HttpRequest) -> bool:
        seat = find_seat(request)
        return seat is not None and seat.is_fleet and issubclass(self.model, TenantModel)


def _rendered(page: HttpResponse) -> HttpResponse:
    if isinstance(page, TemplateResponse):
        page.render()
    return page


class ReadOnlyAdmin(ScopedAdmin):
    """Records that are written by the system and only looked at."""

    for_admins = LOOK
    list_disable_select_all = True

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **options: Any
    ) -> HttpResponse:
        context |= {"show_history": False}  # nobody changes them, so there is none
        page: HttpResponse = super().render_change_form(request, context, *args, **options)
        return page

    def get_readonly_fields(self, request: HttpRequest, obj: models.Model | None = None) -> Sequence[Any]:
        return self.readonly_fields or [field.name for field in self.model._meta.fields]


class ScopedInline(BySeat, WithSearchSelect, TabularInline):  # type: ignore[misc]
    """Rows of the tenant beside the row they belong to."""

    extra = 0
    hide_title = True
    form = ScopedForm
