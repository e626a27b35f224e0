"""Snapshot ↔ bytes, for the store. Nothing here reads or writes a database.

The bytes are compressed JSON with a format number. A fact that is `UNKNOWN` is left out, `None`
is null. The index is not kept but read again from the body: whatever the index reader learns
holds for history too.
"""

import json
import zlib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.errors import StoreFault
from bot.github_status.fact_json import decoder, encoder
from bot.github_status.facts.nearby import NearbyPull
from bot.github_status.facts.refs import Ref
from bot.github_status.facts.snapshot import Outcome, Reading, Snapshot, TrackerIssue
from bot.github_status.index import parse_index

FORMAT = 1
"""Goes up when older programs could not read what is written, or would misread it."""

# Level 3 of zlib: twice as fast as the default for 3,000 pull requests, and a tenth more bytes.
_COMPRESSION_LEVEL = 3

_CHUNK_BYTES = 16 * 1024
"""Of compressed bytes that are unpacked at once: some hundred kilobytes of JSON."""

# What reading raises, whatever the payload holds instead of a snapshot.
_DAMAGE = (
    AttributeError,
    KeyError,
    OverflowError,
    RecursionError,
    TypeError,
    ValueError,
    zlib.error,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stored:
    """What is kept of a snapshot, but for its index and its readings."""

    format: int
    tracker: Ref
    as_of: datetime
    issue: TrackerIssue
    credentials: tuple[str, ...]
    notes: tuple[str, ...]
    refs: tuple[Ref, ...]
    """Of the readings that follow, in their order."""
    nearby: tuple[NearbyPull, ...] = ()


def snapshot_bytes(snapshot: Snapshot) -> bytes:
    """The snapshot as the store keeps it: a line about the tracker, then one for each reading."""
    head = _Stored(
        format=FORMAT,
        tracker=snapshot.tracker,
        as_of=snapshot.as_of,
        issue=snapshot.issue,
        credentials=snapshot.credentials,
        notes=snapshot.notes,
        refs=tuple(reading.ref for reading in snapshot.readings),
        nearby=snapshot.nearby,
    )
    # Line by line, so that the JSON of 3,000 time lines is never in memory as a whole.
    compressor = zlib.compressobj(_COMPRESSION_LEVEL)
    parts = [compressor.compress(_line(head))]
    parts += [compressor.compress(_line(reading)) for reading in snapshot.readings]
    return b"".join((*parts, compressor.flush()))


def stored_snapshot(payload: bytes) -> Snapshot:
    """The snapshot that `snapshot_bytes` wrote; raises `StoreFault` when these are other bytes."""
    with _damage_named():
        kept, lines = _opened(payload)
        return _with_index(kept, [_reading(line) for _, line in lines])


def stored_readings(payload: bytes, refs: Collection[Ref]) -> Mapping[Ref, Reading]:
    """Only the readings of these refs, without the memory that the whole snapshot takes."""
    with _damage_named():
        _, lines = _opened(payload)
        return {ref: _reading(line) for ref, line in lines if ref in refs}


@contextmanager
def _damage_named() -> Iterator[None]:
    try:
        yield
    except _DAMAGE as error:
        raise StoreFault(
            "A stored reading is damaged.", advice="Ask again: the next reading takes its place."
        ) from error


def _line(fact: _Stored | Reading) -> bytes:
    kind: Any = type(fact)
    return json.dumps(encoder(kind)(fact), separators=(",", ":")).encode() + b"\n"


def _opened(payload: bytes) -> tuple[_Stored, Iterator[tuple[Ref, bytes]]]:
    """What stands first, and each ref with the line of its reading."""
    lines = _unpacked(payload)
    written = json.loads(next(lines, b""))
    if written["format"] != FORMAT:
        raise StoreFault(
            "A stored reading was written by another version of this program.",
            advice="Use the newer version, or ask again: the next reading takes its place.",
        )
    kept: _Stored = decoder(_Stored)(written)
    return kept, zip(kept.refs, lines, strict=True)


def _reading(line: bytes) -> Reading:
    reading: Reading = decoder(Reading)(json.loads(line))
    return reading


def _unpacked(payload: bytes) -> Iterator[bytes]:
    """The lines, one after the other."""
    unpacker, rest = zlib.decompressobj(), b""
    for start in range(0, len(payload), _CHUNK_BYTES):
        rest += unpacker.decompress(payload[start : start + _CHUNK_BYTES])
        *lines, rest = rest.split(b"\n")
        yield from lines
    if rest or not unpacker.eof:
        raise ValueError("cut off")


def _with_index(kept: _Stored, readings: Sequence[Reading]) -> Snapshot:
    index = parse_index(kept.issue.body, repository=kept.issue.ref.repository)
    by_ref = {reading.ref: reading for reading in readings}
    return Snapshot(
        tracker=kept.tracker,
        as_of=kept.as_of,
        issue=kept.issue,
        index=index,
        readings=tuple(by_ref.get(ref) or _never_asked(ref) for ref in index.refs()),
        credentials=kept.credentials,
        notes=kept.notes,
        nearby=kept.nearby,
    )


def _never_asked(ref: Ref) -> Reading:
    """A ref that an earlier version did not see in the same body."""
    return Reading(
        ref=ref,
        outcome=Outcome.FAILED,
        reason="An earlier version of this program did not see this ref and did not ask for it.",
    )
