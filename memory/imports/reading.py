"""A file of statements as records: JSON lines, a JSON array or CSV, read as a stream.

A record that cannot be read is told with its line and does not stop the others. What makes the
whole file useless (nothing in it, another encoding, no column `content`) is refused at once.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import IO, Any, NoReturn

from memory.errors import InvalidError

LONGEST_RECORD = 131_072
"""In bytes: 8,000 characters of content, each escaped as two times `\\uXXXX`, and the rest."""

_CHUNK = 65_536
_MARKS = {codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16"}
_SAVE_IT_ANEW = "Save it as UTF-8 and send it again."


class Format(StrEnum):
    """How the file is written."""

    JSON_LINES = "jsonl"
    JSON_ARRAY = "json"
    CSV = "csv"


@dataclass(frozen=True, slots=True)
class Record:
    """One statement as it stands in the file.

    number: the line it begins on, from 1. problem: why it cannot be read, as a sentence that
    quotes nothing of it; then `fields` is empty.
    """

    number: int
    fields: dict[str, Any]
    problem: str = ""


def read_records(file: IO[bytes], form: Format | None = None) -> Iterator[Record]:
    """Every record of the file, which is read from its beginning; blank lines are none.

    form: None to tell it from the first character. Raises InvalidError for a file of which
    nothing can be used.
    """
    file.seek(0)
    head = file.read(_CHUNK)
    file.seek(0)
    return _READERS[form or _form_of(_checked_head(head))](file)


def _checked_head(head: bytes) -> str:
    """The beginning as text. Raises InvalidError where it is empty or in no UTF-8."""
    encoding = next((name for mark, name in _MARKS.items() if head.startswith(mark)), "")
    if not encoding and b"\0" in head[:1_000]:
        encoding = "a binary format or UTF-16"
    if encoding:
        raise InvalidError(f"The file is in {encoding}, not in UTF-8. {_SAVE_IT_ANEW}")
    text = head.decode("utf-8-sig", errors="surrogateescape").lstrip()
    if not text:
        raise InvalidError("The file is empty: it must hold at least one statement.")
    return text


def _form_of(text: str) -> Format:
    return {"[": Format.JSON_ARRAY, "{": Format.JSON_LINES}.get(text[0], Format.CSV)


def _record(number: int, fields: object) -> Record:
    """The decoded object as a record; anything else than an object in UTF-8 is a problem."""
    if not isinstance(fields, dict):
        return Record(number, {}, 'Write an object, such as {"content": "…"}.')
    if any(_is_broken(name) or _is_broken(value) for name, value in fields.items()):
        return Record(number, {}, f"This is not in UTF-8. {_SAVE_IT_ANEW}")
    return Record(number, fields)


def _is_broken(value: object) -> bool:
    """Whether bytes that are no UTF-8 (kept as surrogates), or half a character, are in it."""
    return isinstance(value, str) and any("\ud800" <= character <= "\udfff" for character in value)


# JSON -------------------------------------------------------------------------------------------


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_number)


def _json_lines(file: IO[bytes]) -> Iterator[Record]:
    for number, raw in _lines(file):
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8", errors="surrogateescape")
        if len(raw) > LONGEST_RECORD:
            yield Record(number, {}, f"The line has more than {LONGEST_RECORD:,} bytes.")
        elif text.strip():
            yield _of_json(number, text.strip())


def _of_json(number: int, text: str) -> Record:
    try:
        fields, end = _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        return Record(number, {}, f"This is not valid JSON: {error.msg} (column {error.colno}).")
    except (ValueError, RecursionError):
        return Record(number, {}, "This is not valid JSON.")
    if text[end:].strip():
        return Record(number, {}, "Write one JSON object a line; there is more on this one.")
    return _record(number, fields)


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers. One that is too long is cut just above the limit, and the rest of
    it is passed over."""
    number = 1
    while raw := file.readline(LONGEST_RECORD + 1):
        yield number, raw
        while not raw.endswith(b"\n") and (raw := file.readline(LONGEST_RECORD)):
            pass
        number += 1


_BLANK = re.compile(r"[\s,]*")
_NEXT_OBJECT = re.compile(r"\n\s*\{")


class _Array:
    """Reads a JSON array element by element; holds little more of it than one element."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8-sig")(errors="surrogateescape").decode
        self._text = ""
        self._line = 1
        self._ended = False

    def records(self) -> Iterator[Record]:
        self._skip(_BLANK)
        self._drop(1)  # the bracket that the format was told by
        while True:
            self._skip(_BLANK)
            if not self._text:
                yield Record(self._line, {}, "The array does not end with ]: the file was cut.")
                return
            if self._text[0] == "]":
                return
            yield self._element()

    def _element(self) -> Record:
        line = self._line
        while True:
            try:
                fields, end = _DECODER.raw_decode(self._text)
            except (ValueError, RecursionError) as error:
                if len(self._text) <= LONGEST_RECORD and self._more():
                    continue
                self._to_next_object()
                told = f": {error.msg}" if isinstance(error, json.JSONDecodeError) else ""
                return Record(line, {}, f"This is not valid JSON{told}.")
            self._drop(end)
            return _record(line, fields)

    def _to_next_object(self) -> None:
        """After what cannot be read, on to the next line that begins an object."""
        while not (found := _NEXT_OBJECT.search(self._text)):
            self._drop(max(len(self._text) - 1, 1))
            if not self._more():
                self._text = "]"
                return
        self._drop(found.end() - 1)

    def _skip(self, pattern: re.Pattern[str]) -> None:
        while True:
            found = pattern.match(self._text)
            self._drop(found.end() if found else 0)
            if self._text or not self._more():
                return

    def _drop(self, length: int) -> None:
        self._line += self._text.count("\n", 0, length)
        self._text = self._text[length:]

    def _more(self) -> bool:
        """Read on; False at the end of the file."""
        if self._ended:
            return False
        raw = self._file.read(_CHUNK)
        self._ended = not raw
        self._text += self._decode(raw, final=self._ended)
        return not self._ended


# CSV --------------------------------------------------------------------------------------------


def _csv(file: IO[bytes]) -> Iterator[Record]:
    """Rows below a first one that names the columns; an empty cell is left out."""
    # No codecs reader: that one also ends a line at characters that may stand in a statement.
    text = io.TextIOWrapper(file, encoding="utf-8-sig", errors="surrogateescape", newline="")
    try:
        header = text.readline(LONGEST_RECORD)
        delimiter = max(",;\t", key=header.count)
        columns = [name.strip().lower() for name in next(csv.reader([header], delimiter=delimiter))]
        if "content" not in columns:
            raise InvalidError(
                "This is neither JSON nor CSV with a column `content`: let the first line name "
                "the columns, such as content,key,value."
            )
        yield from _rows(columns, csv.reader(text, delimiter=delimiter, strict=True))
    finally:
        text.detach()  # the file is the caller's to close


def _rows(columns: list[str], rows: Any) -> Iterator[Record]:
    number = 2
    while True:
        try:
            cells = next(rows)
        except StopIteration:
            return
        except csv.Error as error:
            yield Record(number, {}, f"This is not valid CSV: {error}.")
        else:
            if any(cell.strip() for cell in cells):
                yield _row(number, columns, cells)
        number = rows.line_num + 2


def _row(number: int, columns: list[str], cells: list[str]) -> Record:
    if len(cells) != len(columns):
        told = f"The row has {len(cells)} cells and the first line names {len(columns)} columns."
        return Record(number, {}, f"{told} Quote a cell that holds the separator.")
    named = zip(columns, cells, strict=True)
    return _record(number, {name: cell for name, cell in named if cell.strip()})


_READERS: dict[Format, Callable[[IO[bytes]], Iterator[Record]]] = {
    Format.JSON_LINES: _json_lines,
    Format.JSON_ARRAY: lambda file: _Array(file).records(),
    Format.CSV: _csv,
}
