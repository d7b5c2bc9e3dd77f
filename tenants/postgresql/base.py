"""What only prepares the next statement is sent together with it: a BEGIN, a savepoint, the tenant of a scope.

A transaction of one statement takes two round trips so, that statement's and the COMMIT's, instead of four, and what is
never followed by a statement is never sent. Nothing but the moment of sending changes: a statement always runs in the
transaction, behind the savepoints and as the tenant that it would otherwise have had.

A write whose answer nobody needs may wait in the same way, at the latest for the COMMIT. And a transaction that is said
to have one statement takes its COMMIT along: one round trip. A `Planned` statement is sent as the EXECUTE of what its
connection has prepared.
"""

# Django's stubs leave out most of what is overridden here.
# mypy: disable-error-code="misc, attr-defined, call-arg"

from typing import Any

from django.db import ProgrammingError
from django.db.backends.postgresql import base
from psycopg import OperationalError, errors
from psycopg.pq import TransactionStatus

from tenants.postgresql.planned import Execution, Planned, Plans


class Cursor(base.Cursor):
    """Sends what waits in front of its statement, in one message."""

    database: "DatabaseWrapper | None" = None

    def execute(self, query: Any, params: Any = None, **options: Any) -> Any:
        if self.database is None:
            return super().execute(query, params, **options)
        # Merged first: values that cannot be written down are refused before anything is sent.
        own = self.database.merged(self, query, params)
        preparing, ending = self.database.preparing(), self.database.ending()
        if not preparing and not ending and own is None:
            return super().execute(query, params, **options)
        return self._send(preparing, [self.mogrify(query, params) if own is None else own], ending)

    def _send(self, preparing: "list[str | Execution]", own: "list[str | Execution]", ending: list[str]) -> Any:
        """Send all in one message; fetched is the answer to the first of our own, after `nextset` to the next."""
        database: Any = self.database
        database.forget()
        try:
            self.send([*preparing, *own, *ending], database.plans)
        except OperationalError:
            # The first statement of a transaction finds out whether a pooled connection has outlived its server;
            # nothing was done yet, so that a fresh one is taken instead, once. With its COMMIT it may have been done:
            # whoever says that a scope has one statement can bear to see it sent again.
            if preparing[:1] != [BEGIN] or not database.replace_dead():
                raise
            super().__init__(database.connection)
            self.send([*preparing, *own, *ending], database.plans)
        return self.set_result(len(preparing))

    def send(self, parts: "list[str | Execution]", plans: Plans) -> None:
        """Send them in one message, once what has to be prepared is."""
        if missing := plans.missing(parts):
            # By itself: PostgreSQL keeps the message that a plan came with, in which no customer's words have a place.
            super().execute("; ".join(statement for _, statement in missing.values()))
            plans.update({planned: name for planned, (name, _) in missing.items()})
        try:
            super().execute("; ".join(map(plans.written, parts)))
        except (errors.FeatureNotSupported, errors.InvalidSqlStatementName):
            plans.clear()  # what they return was changed by a migration, or they are gone: prepared anew next time
            raise

    def executemany(self, query: Any, params_seq: Any, **options: Any) -> None:
        """A planned statement goes out once for each row of values, in one message that counts as one statement."""
        if self.database is None or not isinstance(query, Planned):
            self._prepare()
            super().executemany(query, params_seq, **options)
            return
        own = [self.database.merged(self, query, params) or self.mogrify(query, params) for params in params_seq]
        self._send(self.database.preparing(), own, self.database.ending())

    def copy(self, *args: Any, **options: Any) -> Any:
        self._prepare()
        return super().copy(*args, **options)

    def stream(self, *args: Any, **options: Any) -> Any:
        self._prepare()
        return super().stream(*args, **options)

    def _prepare(self) -> None:
        if self.database is not None:
            self.database.prepare()


BEGIN = "BEGIN"


class Write(str):
    """A statement that must be sent, though nobody needs its answer."""

    __slots__ = ()


class PlannedWrite(Execution):
    """The same, of what is prepared."""


class DatabaseWrapper(base.DatabaseWrapper):
    """One thread's connection; psycopg begins no transactions by itself, so that a BEGIN can wait too."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._waiting: list[str | Execution] = []
        self._statements_left: int | None = None
        self._ends_by_itself = False

    def send_with_next(self, statement: str) -> None:
        """Let this, which answers nothing, prepare the next statement of the transaction that is open."""
        self._waiting.append(statement)

    def write_later(self, statement: str, parameters: Any = None) -> None:
        """Send this one statement with the next, or with the COMMIT; only there it can fail."""
        with self.cursor() as cursor:
            planned = self.merged(cursor, statement, parameters, kind=PlannedWrite)
            self._waiting.append(planned or Write(cursor.mogrify(statement, parameters)))

    def merged(
        self, cursor: Any, statement: str, parameters: Any, kind: type[Execution] = Execution
    ) -> Execution | None:
        """A planned statement with its values; None for any other, and where no plan outlives its transaction."""
        if not isinstance(statement, Planned) or self.settings_dict["DISABLE_SERVER_SIDE_CURSORS"]:
            return None
        return kind(statement, cursor.mogrify(statement.arguments, parameters), statement.types(parameters))

    @property
    def plans(self) -> Plans:
        """What the connection has prepared."""
        plans: Plans = vars(self.connection).setdefault("tulia_plans", Plans())
        return plans

    def allow_one_statement(self, *, ends_by_itself: bool) -> None:
        """Say that the block which begins sends one statement, so that its COMMIT may go out with it."""
        self._statements_left, self._ends_by_itself = 1, ends_by_itself

    def allow_all(self) -> None:
        """Say that the block of one statement is over."""
        self._statements_left, self._ends_by_itself = None, False

    def ending(self) -> list[str]:
        """What goes out behind the next statement, such as the COMMIT."""
        if self._statements_left is None:
            return []
        if self._statements_left == 0:
            raise ProgrammingError("This block was to have one statement.")
        self._statements_left = 0
        return ["COMMIT"] if self._ends_by_itself else []

    def preparing(self) -> list[str | Execution]:
        """What goes out in front of the next statement, such as the BEGIN and the scope."""
        is_begun = self.autocommit or self.connection.pgconn.transaction_status != TransactionStatus.IDLE
        return self._waiting if is_begun else [BEGIN, *self._waiting]

    def prepare(self) -> None:
        """Send now what waits in front of the next statement."""
        if preparing := self.preparing():
            self.forget()
            with super().create_cursor() as cursor:
                cursor.send(preparing, self.plans)

    def forget(self) -> None:
        """Drop what waits: it was sent, or is not needed any more."""
        self._waiting = []

    def replace_dead(self) -> bool:
        """A fresh connection instead of one whose server went away; False when it lives, or is nobody's but ours."""
        if self.pool is None or not self.connection.closed:
            return False
        hooks = self.run_on_commit
        self.close()  # and so it stays, for the block that is open, when there is no other to be had
        self.pool.check()
        self.connection = self.get_new_connection(self.get_connection_params())
        self.closed_in_transaction = self.needs_rollback = False
        self.run_on_commit = hooks
        return True

    def get_autocommit(self) -> bool:
        """Whether statements outside a block commit by themselves: here always, on a fresh connection if need be.

        What interrupted the end of a block leaves its connection as it was within. Django would take that for the wish
        of its user, and the next block would end without a COMMIT.
        """
        if self.connection is not None and not self.autocommit and not self.in_atomic_block:
            self.close()
        return bool(super().get_autocommit())

    def get_connection_params(self) -> dict[str, Any]:
        return {**super().get_connection_params(), "cursor_factory": Cursor}

    def create_cursor(self, name: str | None = None) -> Any:
        cursor = super().create_cursor(name)
        if isinstance(cursor, Cursor):
            cursor.database = self
        else:
            self.prepare()
        return cursor

    def _set_autocommit(self, autocommit: bool) -> None:
        if autocommit and not self.connection.autocommit:
            super()._set_autocommit(True)

    def _savepoint(self, sid: str) -> None:
        self.send_with_next(self.ops.savepoint_create_sql(sid))

    def _savepoint_commit(self, sid: str) -> None:
        place = self._place(sid)
        if place is not None and not self._has_writes(place):
            del self._waiting[place:]  # nothing was done behind it
        else:
            self.send_with_next(self.ops.savepoint_commit_sql(sid))

    def _savepoint_rollback(self, sid: str) -> None:
        """Whatever waits would be undone; a savepoint that waits itself stays, and has nothing to undo."""
        if (place := self._place(sid)) is not None:
            del self._waiting[place + 1 :]
        else:
            self.forget()
            super()._savepoint_rollback(sid)

    def _place(self, sid: str) -> int | None:
        """Of a savepoint among what waits; None when it was sent."""
        statement = self.ops.savepoint_create_sql(sid)
        return self._waiting.index(statement) if statement in self._waiting else None

    def _has_writes(self, place: int = 0) -> bool:
        return any(isinstance(statement, Write | PlannedWrite) for statement in self._waiting[place:])

    def _commit(self) -> None:
        if self._has_writes():
            with self.wrap_database_errors, self.create_cursor() as cursor:
                cursor.execute("COMMIT")
            return
        self.forget()
        # The COMMIT went out with its statement, or nothing was ever begun.
        if self.connection.pgconn.transaction_status != TransactionStatus.IDLE:
            super()._commit()

    def _rollback(self) -> None:
        self.forget()
        super()._rollback()

    def _close(self) -> None:
        self.forget()
        super()._close()
