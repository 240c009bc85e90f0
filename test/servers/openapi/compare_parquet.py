"""Reads Parquet files with DuckDB, and compares each value with that of the JSON messages in the file beside it."""
import datetime
import decimal
import json
import pathlib
import re
import sys

import duckdb

ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def is_same(found, expected):
    """Compares a value of DuckDB with that of a message, whose numbers are texts with all of their digits."""
    if isinstance(found, dict):
        return list(found) == list(expected) and all(is_same(found[name], expected[name]) for name in found)
    if isinstance(found, list):
        return len(found) == len(expected) and all(is_same(*pair) for pair in zip(found, expected))
    if found is None or isinstance(found, (bool, str)):
        return found == expected
    if isinstance(found, int):
        return found == int(expected)
    if isinstance(found, decimal.Decimal):
        return found == decimal.Decimal(expected)
    if isinstance(found, datetime.datetime):
        return found == datetime.datetime.fromisoformat(expected.replace("Z", "+00:00"))
    if isinstance(found, datetime.date):
        # Dates that a spec writes in another format are compared in test/readers/avro.
        return ISO_DATE.fullmatch(expected) is None or found == datetime.date.fromisoformat(expected)
    return found == datetime.time.fromisoformat(expected)


def compare(path):
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    relation = connection.read_parquet(str(path))
    rows = relation.fetchall()
    lines = path.with_suffix(".ndjson").read_text(encoding="utf-8").split("\n")[:-1]
    messages = [json.loads(line, parse_float=str, parse_int=str) for line in lines]
    if len(rows) != len(messages):
        return f"{len(rows)} rows, {len(messages)} messages"
    for row, message in zip(rows, messages):
        if list(message) != relation.columns:
            return f"columns {relation.columns}"
        for name, found in zip(relation.columns, row):
            if not is_same(found, message[name]):
                return f"{name}: {found!r} is not {message[name]!r}"
    return None


compared = 0
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.parquet")):
    wrong = compare(file)
    if wrong is not None:
        sys.exit(f"{file.name}: {wrong}")
    compared += 1
print(f"{compared} files")
