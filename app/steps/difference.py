"""What changed between two presentations as JSON, so that a sweep carries each thing once. static/js/difference.js puts it back."""

from collections.abc import Mapping
from typing import Any


def difference(base: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of `other` whose values are not those of `base`, mappings compared key by key; None for a key that is gone.

    Values must not be None themselves; lists are taken whole.
    """
    changes: dict[str, Any] = {name: None for name in base if name not in other}
    for name, value in other.items():
        before = base.get(name)
        if isinstance(value, Mapping) and isinstance(before, Mapping):
            inner = difference(before, value)
            if inner:
                changes[name] = inner
        elif value != before:
            changes[name] = value
    return changes


def restored(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The other presentation again: difference's inverse."""
    result = dict(base)
    for name, value in changes.items():
        before = result.get(name)
        if value is None:
            del result[name]
        elif isinstance(value, Mapping) and isinstance(before, Mapping):
            result[name] = restored(before, value)
        else:
            result[name] = value
    return result
