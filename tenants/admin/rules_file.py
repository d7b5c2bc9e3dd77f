"""A business's rules as a file: what the forms of its page say, in JSON, out and in."""

import json
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.widgets import UnfoldAdminFileFieldWidget

from tenants.admin.frame import frame
from tenants.admin.rules_field import in_words
from tenants.models import Tenant
from tenants.rules import Escalation, Guardrails, Notices, Rules, read_rules, read_strictly

PARTS: Final[dict[str, type[Rules]]] = {
    "escalation_rules": Escalation,
    "compliance": Guardrails,
    "templates": Notices,
}
# Rules are forms, a few kilobytes; what is larger is another file.
MOST_BYTES: Final = 256 * 1024


class RulesFileForm(forms.Form):
    """A file with one or more parts; what it leaves out stays as it is."""

    file = forms.FileField(
        label="JSON file", widget=UnfoldAdminFileFieldWidget(attrs={"accept": ".json,application/json"})
    )

    def clean_file(self) -> dict[str, dict[str, Any]]:
        file = self.cleaned_data["file"]
        if (file.size or 0) > MOST_BYTES:
            raise ValidationError("This file is too large for rules: at most 256 KB.")
        return _parts(_json(file.read()))


def give(tenant: Tenant) -> HttpResponse:
    """The rules as a file's content: what the page's forms say now."""
    parts = {name: read_rules(rules, getattr(tenant, name)).stored() for name, rules in PARTS.items()}
    content = json.dumps(parts, indent=2, ensure_ascii=False)
    headers = {"Content-Disposition": f'attachment; filename="{tenant.slug}-rules.json"'}
    return HttpResponse(content, content_type="application/json", headers=headers)


def take(admin: Any, request: HttpRequest, tenant: Tenant) -> HttpResponse:
    """Read rules from a file: checked as the forms are, and saved only when all of it is right."""
    form = RulesFileForm(request.POST or None, request.FILES or None)
    back = reverse("admin:tenants_tenant_change", args=[tenant.pk])
    if request.method == "POST" and form.is_valid():
        parts = form.cleaned_data["file"]
        for name, value in parts.items():
            setattr(tenant, name, value)
        tenant.save(update_fields=list(parts))
        admin.log_change(request, tenant, f"Imported {', '.join(parts)}.")
        messages.success(request, "The rules are imported. Look at the preview at the end of this page.")
        return HttpResponseRedirect(back)
    context = frame(request, Tenant, "Import rules") | {"form": form, "tenant": tenant, "back": back}
    return TemplateResponse(request, "tenants/import_rules.html", context)


def _json(content: bytes) -> Any:
    try:
        written = json.loads(content.decode("utf-8-sig"), parse_constant=_refuse)
        json.dumps(written, ensure_ascii=False).encode()  # half of a surrogate pair can be escaped in JSON
    except UnicodeDecodeError as error:
        raise ValidationError("This file is not UTF-8 text.") from error
    except UnicodeEncodeError as error:
        raise ValidationError("This file has a character that cannot be kept.") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise ValidationError(f"This is not JSON: {error.msg.lower()} at {place}.") from error
    except (RecursionError, ValueError) as error:
        raise ValidationError("This JSON is nested too deeply, or a number in it is too long.") from error
    return written


def _refuse(constant: str) -> None:
    raise ValidationError(f"{constant} is not a JSON number.")


def _parts(written: Any) -> dict[str, dict[str, Any]]:
    if not isinstance(written, dict) or not written:
        raise ValidationError(f"The file must be a JSON object with {', '.join(PARTS)}, or some of them.")
    problems = [f"{name[:40]} is not a part. Known are {', '.join(PARTS)}." for name in written if name not in PARTS]
    parts = {}
    for name, rules in PARTS.items():
        if name in written:
            found = read_strictly(rules, written[name])
            if isinstance(found, list):
                problems += [f"{name}: {in_words(rules, problem)}" for problem in found]
            else:
                parts[name] = found.stored()
    if problems:
        more = [f"And {len(problems) - 20} more."] if len(problems) > 20 else []
        raise ValidationError([*problems[:20], *more])
    return parts
