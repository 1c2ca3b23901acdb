"""The table of settings seen as rows: what each key takes, in words, for the file, the messages and the docs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from msgspec import inspect

from .model import SECTIONS


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One setting: where it stands, its default, the type to convert to, what is allowed and what it is for.

    `path` tells that the text may be a file or a folder.
    """

    section: str
    key: str
    default: Any
    type: Any
    allowed: str
    about: str
    path: bool = False


@cache
def rows(section: str) -> dict[str, Row]:
    """The settings of one section by key, in the order of the file."""
    struct = SECTIONS[section]
    annotations = {field.name: field.type for field in msgspec.structs.fields(struct)}
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return {
        field.name: Row(
            section=section,
            key=field.name,
            default=field.default,
            type=annotations[field.name],
            allowed=_choices(annotations[field.name]) or in_words(field.type),
            about=_about(field.type),
            path=isinstance(field.type, inspect.Metadata) and bool((field.type.extra or {}).get("path")),
        )
        for field in info.fields
    }


def all_rows() -> Iterator[Row]:
    """Every setting, in the order of the file."""
    for section in SECTIONS:
        yield from rows(section).values()


def _about(kind: inspect.Type) -> str:
    if isinstance(kind, inspect.Metadata):
        return str((kind.extra_json_schema or {}).get("description", ""))
    return ""


def _choices(annotation: Any) -> str:
    """``"off", "50Hz" or "60Hz"`` in the order of the source (msgspec sorts them); empty for other types."""
    while get_origin(annotation) is Annotated:
        annotation = get_args(annotation)[0]
    if get_origin(annotation) is not Literal:
        return ""
    shown = [to_toml(value) for value in get_args(annotation)]
    return f"{', '.join(shown[:-1])} or {shown[-1]}"


def in_words(kind: inspect.Type) -> str:
    """What a type takes, such as ``a whole number from 1 to 120``."""
    if isinstance(kind, inspect.Metadata):
        return in_words(kind.type)
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.IntType):
        return f"a whole number from {kind.ge} to {kind.le}"
    if isinstance(kind, inspect.FloatType):
        return f"a number from {kind.ge} to {kind.le}"
    if isinstance(kind, inspect.TupleType):
        return f"[{', '.join(in_words(item) for item in kind.item_types)}]"
    if isinstance(kind, inspect.StrType):
        return f"a text of at most {kind.max_length} characters" if kind.max_length else "a text in quotes"
    raise TypeError(f"no words for a setting of the type {kind}")


def to_toml(value: object) -> str:
    """A value as the file writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple | list):
        return f"[{', '.join(to_toml(item) for item in value)}]"
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
        return f'"{escaped}"'
    return str(value)
