"""Events as JSON: one object an event, the kind under ``type``, as they stand in the store and in exported files."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from table.rules.events import AnyEvent

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


class CodecError(ValueError):
    """Text that is no event of this program: one line that says why."""


def encode(event: AnyEvent) -> bytes:
    """One line of JSON without a line end."""
    return _ENCODER.encode(event)


def decode(line: bytes | str) -> AnyEvent:
    """The event of one line. Raises `CodecError`."""
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise CodecError(str(error)) from None


def encode_lines(events: Iterable[AnyEvent]) -> bytes:
    """JSON Lines: one event a line."""
    return b"".join(encode(event) + b"\n" for event in events)
