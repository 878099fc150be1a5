"""Files as records: three formats, any damage."""

from __future__ import annotations

import io
import json

import pytest

from memory.errors import InvalidError
from memory.imports import reading
from memory.imports.reading import LONGEST_RECORD, Format, read_records

ONE = {"content": "Lives in Pau."}
TWO = {"content": "Plays the tuba.", "key": "instrument"}


def read(data: bytes, form: Format | None = None):
    return list(read_records(io.BytesIO(data), form))


def contents(records) -> list[tuple[int, object]]:
    return [(record.number, record.fields.get("content")) for record in records]


def array(*elements, **options) -> bytes:
    return json.dumps(list(elements), **options).encode()


@pytest.mark.parametrize(
    ("data", "numbers"),
    [
        (f"{json.dumps(ONE)}\n{json.dumps(TWO)}\n".encode(), [1, 2]),
        (f"\n{json.dumps(ONE)}\r\n\r\n  {json.dumps(TWO)}".encode(), [2, 4]),
        (array(ONE, TWO), [1, 1]),
        (array(ONE, TWO, indent=2), [2, 5]),
        (b"  \n" + array(ONE, TWO), [2, 2]),
        (b"content,key\nLives in Pau.,\nPlays the tuba.,instrument\n", [2, 3]),
        (b"Key;CONTENT\r\n;Lives in Pau.\r\n;;\r\ninstrument;Plays the tuba.", [2, 4]),
        (b"content\tkey\nLives in Pau.\t\nPlays the tuba.\tinstrument\n", [2, 3]),
    ],
    ids=str,
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_every_format_is_told_and_read_with_its_lines(data, numbers, mark):
    records = read(mark + data)
    assert contents(records) == list(zip(numbers, (ONE["content"], TWO["content"]), strict=True))
    assert records[1].fields == TWO


def test_a_cell_may_hold_lines_and_characters_that_end_lines_elsewhere():
    text = "Lives in Pau,\nand\u2028in \x85Bordeaux."
    records = read(f'content,value\n"{text}",x\nNext.,y\n'.encode())
    assert contents(records) == [(2, text), (4, "Next.")]


@pytest.mark.parametrize("form", list(Format))
def test_a_file_is_read_in_pieces_wherever_they_are_cut(form, monkeypatch):
    statements = [{"content": f"Owns “tuba” no. {n}, \U0001f3ba." * (n % 5 + 1)} for n in range(40)]
    data = {
        Format.JSON_LINES: "\n".join(json.dumps(s, ensure_ascii=False) for s in statements),
        Format.JSON_ARRAY: json.dumps(statements, ensure_ascii=False, indent=1),
        Format.CSV: "content\n" + "\n".join(f'"{s["content"]}"' for s in statements),
    }[form].encode()
    for chunk in (1, 7, 64):
        monkeypatch.setattr(reading, "_CHUNK", chunk)
        found = [record.fields for record in read(data, form)]
        assert found == statements


BAD_LINES = [
    (b'{"content": "cut', "not valid JSON"),
    (b'{"content": NaN}', "not valid JSON"),
    (b'{"content": "a"} {"content": "b"}', "one JSON object a line"),
    (b'["a"]', "Write an object"),
    (b'"a text"', "Write an object"),
    (b"nonsense", "not valid JSON"),
    (b'{"content": "caf\xe9"}', "not in UTF-8"),
    (b'{"content": "\\ud83d"}', "not in UTF-8"),
    (b"[" * 100_000, "not valid JSON"),
    (b'{"importance": ' + b"9" * 5_000 + b"}", "not valid JSON"),
    (b'{"content": "' + b"x" * LONGEST_RECORD + b'"}', "more than 131,072 bytes"),
]


@pytest.mark.parametrize(("bad", "told"), BAD_LINES, ids=[told for _, told in BAD_LINES])
def test_a_bad_line_is_told_and_does_not_stop_the_others(bad, told):
    good = json.dumps(ONE).encode()
    before, found, after = read(good + b"\n" + bad + b"\n" + good, Format.JSON_LINES)
    assert contents([before, after]) == [(1, ONE["content"]), (3, ONE["content"])]
    assert found.number == 2
    assert told in found.problem


@pytest.mark.parametrize(("bad", "told"), BAD_LINES, ids=[told for _, told in BAD_LINES])
def test_a_bad_element_of_an_array_is_told_and_the_next_line_goes_on(bad, told):
    good = json.dumps(ONE).encode()
    records = read(b"[\n" + good + b",\n" + bad + b",\n" + good + b"\n]")
    numbers = [record.number for record in records if record.fields == ONE]
    assert (numbers[0], numbers[-1]) == (2, 4)
    if "one JSON object a line" not in told:  # on one line of an array, that is no fault
        assert any(r.number == 3 and r.problem for r in records) or "more than" in told


def test_an_array_that_was_cut_is_told():
    records = read(array(ONE, TWO)[:-1])
    assert contents(records[:2]) == [(1, ONE["content"]), (1, TWO["content"])]
    assert "cut" in records[2].problem


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("a,b,c", "3 cells"),
        ("a", "1 cells"),
        ('"a"b,c', "not valid CSV"),
    ],
)
def test_a_bad_row_is_told_and_does_not_stop_the_others(row, told):
    records = read(f"content,key\nLives in Pau.,\n{row}\nPlays the tuba.,\n".encode())
    assert contents(records)[0] == (2, "Lives in Pau.")
    assert contents(records)[-1] == (4, "Plays the tuba.")
    assert told in records[1].problem


def test_a_quote_that_never_closes_is_told_with_its_line():
    records = read(b'content,key\nLives in Pau.,\n"Plays the tuba.,\nNext.,\n')
    assert contents(records)[0] == (2, "Lives in Pau.")
    assert (records[1].number, "not valid CSV" in records[1].problem) == (3, True)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"\xef\xbb\xbf", "empty"),
        ("content\nLives in Pau.".encode("utf-16"), "UTF-16"),
        ("content\nLives in Pau.".encode("utf-16-le"), "UTF-16"),
        (b"PK\x03\x04\x00\x00", "binary"),
        (b"statement,key\nLives in Pau.,", "column `content`"),
        (b"Lives in Pau.\n", "column `content`"),
    ],
    ids=str,
)
def test_a_file_of_which_nothing_can_be_used_is_refused(data, told):
    with pytest.raises(InvalidError, match=told):
        read(data)


def test_nothing_of_a_statement_is_in_what_is_told():
    secret = b"walnut"
    for bad, _ in BAD_LINES:
        for record in read(bad.replace(b"content", secret), Format.JSON_LINES):
            assert "walnut" not in record.problem
