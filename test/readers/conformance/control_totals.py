"""Counts and adds up the records of bank files, independently of Specmill.

Usage: python3 control_totals.py nacha|bai2|coda FILE...

Prints one JSON object: for each file the number of lines of each record type, and the control totals that do not hold,
as [line, rule, expected, actual]. It uses the standard library only.
"""

import gzip
import json
import sys
from collections import Counter
from decimal import Decimal


def read_lines(path):
    """Yields the number and the text of each line that is not blank."""
    opened = gzip.open(path, "rb") if path.endswith(".gz") else open(path, "rb")
    with opened as file:
        text = file.read().decode("utf-8", "replace").replace("\r\n", "\n")
    for number, line in enumerate(text.split("\n"), 1):
        if line != "":
            yield number, line


class Checked:
    """The counted lines of a file and its broken totals."""

    def __init__(self):
        self.types = Counter()
        self.broken = []

    def compare(self, line, rule, expected, text):
        """Compares a total of the file with the expected number."""
        try:
            actual = Decimal(text.strip())
        except ArithmeticError:
            actual = None
        if actual != expected:
            self.broken.append([line, rule, str(expected), None if actual is None else str(actual)])

    def result(self):
        return {"types": dict(self.types), "broken": self.broken}


def number(text):
    return int(text) if text.strip().isdigit() else 0


def shift(text):
    """Returns an amount in cents as an amount with two decimals."""
    return f"{text[:-2]}.{text[-2:]}"


def cents(text):
    return Decimal(shift(text)) if text.isdigit() else Decimal(0)


def check_nacha(path):
    file = Checked()
    entries = hash_sum = debits = credits = 0
    totals = Counter()
    lines = filler = 0
    for place, line in read_lines(path):
        if line == "9" * 94:
            filler += 1
            continue
        lines += 1
        kind = line[0]
        file.types[kind] += 1
        if kind == "5":
            entries = hash_sum = debits = credits = 0
        elif kind == "6":
            entries += 1
            hash_sum += number(line[3:11])
            if line[2] in "56789":
                debits += cents(line[29:39])
            elif line[2] in "01234":
                credits += cents(line[29:39])
        elif kind == "7":
            entries += 1
        elif kind == "8":
            file.compare(place, "batch-entries", entries, line[4:10])
            file.compare(place, "batch-hash", hash_sum % 10**10, line[10:20])
            file.compare(place, "batch-debits", debits, shift(line[20:32]))
            file.compare(place, "batch-credits", credits, shift(line[32:44]))
            totals["entries"] += number(line[4:10])
            totals["hash"] += number(line[10:20])
            totals["debits"] += cents(line[20:32])
            totals["credits"] += cents(line[32:44])
        elif kind == "9":
            control = (place, line)
    if file.types["9"] == 1:
        place, line = control
        file.compare(place, "batches", file.types["5"], line[1:7])
        file.compare(place, "blocks", -(-lines // 10), line[7:13])
        file.compare(place, "entries", totals["entries"], line[13:21])
        file.compare(place, "hash", totals["hash"] % 10**10, line[21:31])
        file.compare(place, "debits", totals["debits"], shift(line[31:43]))
        file.compare(place, "credits", totals["credits"], shift(line[43:55]))
    if (lines + filler) % 10 != 0:
        file.broken.append([None, None, str(-(-(lines + filler) // 10) * 10), str(lines + filler)])
    return file.result()


def check_bai2(path):
    file = Checked()
    records = Counter()
    account_totals = group_totals = Decimal(0)
    accounts = groups = 0
    for place, line in read_lines(path):
        cells = [cell.strip() for cell in line.rstrip().rstrip("/").split(",")]
        kind = cells[0]
        file.types[kind] += 1
        if kind == "02":
            records["group"] = accounts = 0
            account_totals = Decimal(0)
        elif kind == "03":
            records["account"] = 0
        for scope in ("account", "group", "file"):
            records[scope] += 1
        if kind == "49":
            file.compare(place, "account-records", records["account"], cells[2])
            account_totals += Decimal(cells[1])
            accounts += 1
        elif kind == "98":
            file.compare(place, "group-total", account_totals, cells[1])
            file.compare(place, "group-accounts", accounts, cells[2])
            file.compare(place, "group-records", records["group"], cells[3])
            group_totals += Decimal(cells[1])
            groups += 1
        elif kind == "99":
            file.compare(place, "file-total", group_totals, cells[1])
            file.compare(place, "file-groups", groups, cells[2])
            file.compare(place, "file-records", records["file"], cells[3])
    return file.result()


def check_coda(path):
    file = Checked()
    counted = 0
    debits = credits = Decimal(0)
    for place, line in read_lines(path):
        kind = line[:2] if line[0] in "23" else line[0]
        file.types[kind] += 1
        if line[0] in "1238":
            counted += 1
        if kind == "21" and line[53] in "0123":
            amount = Decimal(line[32:47]) / 1000
            if line[31] == "1":
                debits += amount
            else:
                credits += amount
        elif kind == "9":
            file.compare(place, "records", counted, line[16:22])
            file.compare(place, "debits", debits, line[22:34] + "." + line[34:37])
            file.compare(place, "credits", credits, line[37:49] + "." + line[49:52])
    return file.result()


CHECKS = {"nacha": check_nacha, "bai2": check_bai2, "coda": check_coda}

if __name__ == "__main__":
    check = CHECKS[sys.argv[1]]
    json.dump({path: check(path) for path in sys.argv[2:]}, sys.stdout)
