"""Fields of forms that other libraries make, in the look of this site; and what passkeys need."""

from __future__ import annotations

import ipaddress
from typing import Any

from django import template
from django.conf import settings
from django.forms import BoundField, CheckboxInput, Select, Textarea
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def is_box(field: BoundField) -> bool:
    """Whether the field is a box to tick."""
    return isinstance(field.field.widget, CheckboxInput)


@register.filter
def looked(field: BoundField) -> SafeString:
    """The field's control with its classes, which all stand in other templates too."""
    look = "input w-full"
    for kind, classes in (
        (CheckboxInput, "checkbox checkbox-sm"),
        (Textarea, "textarea w-full"),
        (Select, "select w-full"),
    ):
        if isinstance(field.field.widget, kind):
            look = classes
    return field.as_widget(attrs={"class": look, "placeholder": ""})


@register.simple_tag
def sends_mail() -> bool:
    """Whether this installation hands in mail at all."""
    return settings.MAIL_SERVER is not None


@register.simple_tag(takes_context=True)
def passkeys_have_a_name(context: dict[str, Any]) -> bool:
    """Whether the site is called by a name: a passkey cannot be bound to a bare address."""
    host = context["request"].get_host().rpartition(":")[0] or context["request"].get_host()
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return True
    return False
