"""Reads Parquet files with DuckDB, and compares each value with that of the JSON messages in the file beside it."""
import datetime
import decimal
import json
import pathlib
import re
import sys

import duckdb

ISO_DATE = re.compile(r"\d{4}-\d\d-\d\d")
ANY_DATE = "a date"


def plain(value, type_name):
    """Returns the value of a message, a text, as DuckDB returns it."""
    if value is None or isinstance(value, bool):
        return value
    if type_name == "BIGINT":
        return int(value)
    if type_name.startswith("DECIMAL"):
        return decimal.Decimal(value)
    if type_name == "DATE":
        # A date that the spec writes in another format is compared with a reader of Avro (test/readers/avro).
        return datetime.date.fromisoformat(value) if ISO_DATE.fullmatch(value) else ANY_DATE
    if type_name == "TIME":
        return datetime.time.fromisoformat(value)
    if type_name == "TIMESTAMP WITH TIME ZONE":
        instant = datetime.datetime.fromisoformat(value.replace("Z", "+00:00"))
        return instant.timestamp()
    return value


def compare(path):
    connection = duckdb.connect()
    connection.execute("SET TimeZone = 'UTC'")
    relation = connection.read_parquet(str(path))
    types = [str(one) for one in relation.types]
    columns = [
        f'epoch("{name}")' if kind == "TIMESTAMP WITH TIME ZONE" else f'"{name}"'
        for name, kind in zip(relation.columns, types)
    ]
    rows = relation.project(", ".join(columns)).fetchall()
    # Numbers as texts, with all of their digits.
    lines = path.with_suffix(".ndjson").read_text(encoding="utf-8").split("\n")[:-1]
    messages = [json.loads(line, parse_float=str, parse_int=str) for line in lines]
    if len(rows) != len(messages):
        return f"{len(rows)} rows, {len(messages)} messages"
    for row, message in zip(rows, messages):
        if list(message) != relation.columns:
            return f"columns {relation.columns}"
        for name, kind, found in zip(relation.columns, types, row):
            expected = plain(message[name], kind)
            if expected == ANY_DATE and isinstance(found, datetime.date):
                continue
            if found != expected:
                return f"{name} ({kind}): {found!r} is not {expected!r}"
    return None


compared = 0
for file in sorted(pathlib.Path(sys.argv[1]).glob("*.parquet")):
    wrong = compare(file)
    if wrong is not None:
        sys.exit(f"{file.name}: {wrong}")
    compared += 1
print(f"{compared} files")
