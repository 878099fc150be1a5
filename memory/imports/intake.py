"""Take a file in: checked as a whole, then each of its lines as a row, a batch a transaction.

The file is read before anything is written, so what is refused as a whole leaves nothing. Taking
in that was interrupted goes on after the last line that was written, and a file that was taken in
before is found by its keyed hash: sending it again resumes it and doubles nothing.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import IO
from zlib import crc32

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from memory.change import Actor
from memory.errors import ConflictError, InvalidError
from memory.external_ids import external_id
from memory.fingerprint import fingerprint
from memory.imports.lines import Values, read_values
from memory.imports.reading import Format, Record, read_records
from memory.locks import if_free
from memory.models import SHARDS, Import, ImportLine, ImportOutcome, Subject, Workspace

MAX_STATEMENTS = 100_000
BATCH = 1_000
TRIES = 3

Watch = Callable[[int], None]
"""Told how many lines are taken in so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """How a file is to be imported.

    subject: the only person that it may be about. default_subject: the chatbot's own id of whom
    lines are about that name nobody. triage: queue every conflict.
    """

    workspace: Workspace
    actor: Actor
    subject: Subject | None = None
    default_subject: str = ""
    triage: bool = False


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """A file that can be taken in: open, binary and seekable, with `total` statements."""

    file: IO[bytes]
    total: int
    form: Format | None = None

    def records(self) -> Iterator[Record]:
        """Its records, from the beginning."""
        return read_records(self.file, self.form)


def check_file(file: IO[bytes], form: Format | None = None) -> CheckedFile:
    """Read the file once through. Raises InvalidError where it is useless as a whole: nothing in
    it, another encoding, or more statements than an import may have.

    form: None to tell it from the first character.
    """
    total = sum(1 for _ in islice(read_records(file, form), MAX_STATEMENTS + 1))
    if not total:
        raise InvalidError("The file holds no statement.", field="file")
    if total > MAX_STATEMENTS:
        raise InvalidError(
            f"An import may have {MAX_STATEMENTS:,} statements, and this file has more: split it "
            "into several.",
            field="file",
        )
    return CheckedFile(file, total, form)


def receive_import(order: Order, checked: CheckedFile, watch: Watch = lambda _: None) -> Import:
    """Take the file in, or find it where it was taken in before; then `work` decides its lines.

    Raises InvalidError for a wrong default subject, ConflictError where the import's person was
    erased meanwhile.
    """
    if order.default_subject:
        external_id(order.default_subject, field="subject")
    run, _ = Import.objects.get_or_create(
        workspace=order.workspace,
        digest=_digest(order, checked),
        defaults={
            "subject": order.subject,
            "triage": order.triage,
            "total": checked.total,
            "actor": order.actor.kind,
            "actor_ref": order.actor.ref,
        },
    )
    with if_free(run.id) as mine:  # else another process is taking it in at this moment
        run.refresh_from_db()
        if mine and run.read_at is None:
            _take_in(run, order, checked, watch)
    return run


def _digest(order: Order, checked: CheckedFile) -> str:
    """What makes two imports the same: the bytes, whom they are about, and the triage."""
    whom = order.subject.id if order.subject else f"by default {order.default_subject}"
    told = hmac.new(settings.SECRET_KEY.encode(), digestmod=hashlib.sha256)
    told.update(f"{whom}\n{order.triage}\n{checked.form}\n".encode())
    checked.file.seek(0)
    while chunk := checked.file.read(1 << 20):
        told.update(chunk)
    return told.hexdigest()


def _take_in(run: Import, order: Order, checked: CheckedFile, watch: Watch) -> None:
    done = run.lines.aggregate(last=Max("position"))["last"] or 0
    known = _People(order)
    left = islice(enumerate(checked.records(), start=1), done, None)
    while batch := [_checked(place, record, order) for place, record in islice(left, BATCH)]:
        _write(run, batch, known)
        watch(batch[-1].position)
    run.read_at = timezone.now()
    run.save(update_fields=["read_at"])


@dataclass(frozen=True, slots=True)
class _Line:
    """A record after its check: its values and whom it is about, or what is wrong with it."""

    position: int
    number: int
    values: Values
    subject: str = ""
    problem: str = ""


def _checked(position: int, record: Record, order: Order) -> _Line:
    if record.problem:
        return _Line(position, record.number, {}, problem=record.problem)
    try:
        values = read_values(record.fields)
        return _Line(position, record.number, values, _whom(values, order))
    except InvalidError as error:
        return _Line(position, record.number, {}, problem=error.message)


def _whom(values: Values, order: Order) -> str:
    named = values.get("subject", "")
    if order.subject is None:
        if not named and not order.default_subject:
            raise InvalidError(
                "subject: name whom it is about, or give the import one subject for all lines."
            )
        return str(named or order.default_subject)
    if named and named != order.subject.external_id:
        raise InvalidError("subject: this import is about one person; leave the column out.")
    return order.subject.external_id


@dataclass(slots=True)
class _People:
    """Subjects by the chatbot's ids, made at their first line. Who is erased while their lines
    are taken in is not made again: `ids` keeps what they were."""

    order: Order
    ids: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.order.subject is not None:
            self.ids[self.order.subject.external_id] = self.order.subject.id

    def meet(self, names: set[str]) -> None:
        new = names - self.ids.keys()
        workspace = self.order.workspace
        Subject.objects.bulk_create(
            [Subject(workspace=workspace, external_id=name) for name in sorted(new)],
            ignore_conflicts=True,
        )
        found = Subject.objects.filter(workspace=workspace, external_id__in=new)
        self.ids |= found.values_list("external_id", "id")

    def still_here(self) -> set[str]:
        ids = Subject.objects.filter(id__in=self.ids.values())
        return set(ids.values_list("id", flat=True))


def _write(run: Import, lines: Sequence[_Line], people: _People) -> None:
    """One batch as rows, in one transaction. Raises ConflictError where the import is gone."""
    people.meet({line.subject for line in lines if line.subject})
    here: set[str] | None = None
    for _ in range(TRIES):
        try:
            with transaction.atomic():
                ImportLine.objects.bulk_create(
                    [_row(run, line, people.ids, here) for line in lines]
                )
            return
        except IntegrityError:  # somebody was erased between the look and the write
            here = people.still_here()
    raise ConflictError("The person was erased in this moment. Send the file again to begin anew.")


def _row(run: Import, line: _Line, ids: dict[str, str], here: set[str] | None) -> ImportLine:
    """here: ids of the subjects that are still there; None where all are taken to be."""
    subject = ids.get(line.subject)
    row = ImportLine(
        run=run, position=line.position, number=line.number, problem=line.problem[:300]
    )
    if line.problem:
        row.outcome, row.reason = ImportOutcome.INVALID, "invalid"
    elif subject is None or (here is not None and subject not in here):
        row.outcome, row.reason = ImportOutcome.ERASED, "erased"
    else:
        row.subject_id, row.statement = subject, line.values
        row.shard = crc32(subject.encode()) % SHARDS
        row.fingerprint = fingerprint(subject, line.values["content"])
    return row
