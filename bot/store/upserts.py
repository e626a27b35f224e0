"""Insert, or change what is there already: one atomic statement, on both databases."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Column, ColumnElement, Table
from sqlalchemy.dialects import sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

if TYPE_CHECKING:
    from sqlalchemy.dialects.postgresql import Insert


def upsert(
    connection: AsyncConnection,
    table: Table,
    row: Mapping[str, Any] | Sequence[Mapping[str, Any]],
    *,
    change: Mapping[str, Any] | None,
    where: ColumnElement[bool] | None = None,
    same: Sequence[Column[Any]] = (),
) -> "Insert | sqlite.Insert":
    """The statement that writes this row, or these.

    Where one is there already (of the same primary key, or alike in the columns of `same`),
    `change` is made to that, if it fits `where`; with `None` it stays as it is. Its `returning`
    gives what was written.
    """
    new: Insert | sqlite.Insert
    if connection.dialect.name == "sqlite":
        new = sqlite.insert(table).values(row)
    else:
        from sqlalchemy.dialects import postgresql  # noqa: PLC0415  # heavy, and not for SQLite

        new = postgresql.insert(table).values(row)
    if change is None:
        return new.on_conflict_do_nothing()
    return new.on_conflict_do_update(
        index_elements=same or table.primary_key.columns, set_=dict(change), where=where
    )
