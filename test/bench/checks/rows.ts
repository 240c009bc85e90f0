import { WIDE_TYPES } from '../data/wide.ts';
import type { Collector, FoundIssue } from './collector.ts';
import { booleanOf, dateOf, decimalOf, integerOf, listedOf, matchedOf, textOf } from './value.ts';

/** Reads the cells of a record by the rules of the case's spec, and passes the result to the collector. */
export type ReadRow = (cells: readonly string[], record: number, collector: Collector) => void;

export const EMAIL = /^[a-z0-9._-]+@[a-z0-9-]+\.[a-z]{2,10}$/;
export const TURNED = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const ACCOUNT = /^[A-Z]{2}[0-9]{10}$/;
const REFERENCE = /^[A-Z0-9-]{1,35}$/;
export const CURRENCIES: ReadonlySet<string> = new Set(['EUR', 'USD', 'GBP', 'CHF']);
const STATUSES: ReadonlySet<string> = new Set(['BOOK', 'PDNG', 'INFO']);
const ID = { required: true, min: 1, max: Infinity };
const AMOUNT = { required: true, min: 0.01, max: 100_000 };
const QUANTITY = { required: false, min: 0, max: 1000 };
const POSITIVE = { required: true, min: 0.01, max: Infinity };
const FROM_ZERO = { required: false, min: 0, max: Infinity };

export const readPayment: ReadRow = (cells, record, collector) => {
  const [
    id = '',
    name = '',
    email = '',
    amount = '',
    currency = '',
    booked = '',
    active = '',
    quantity = '',
    city = '',
    note = '',
  ] = cells;
  const issues: FoundIssue[] = [];
  const value = {
    id: integerOf(id, 'id', ID, issues),
    name: textOf(name.trim(), 'name', { required: true, most: 40 }, issues),
    email: matchedOf(email, 'email', EMAIL, issues),
    amount: decimalOf(amount, 'amount', AMOUNT, issues),
    currency: listedOf(currency, 'currency', CURRENCIES, issues),
    booked: dateOf(booked.replace(TURNED, '$3-$2-$1'), 'booked', true, issues),
    active: booleanOf(active, 'active', issues),
    quantity: integerOf(quantity, 'quantity', QUANTITY, issues),
    city: textOf(city.trim(), 'city', { required: false, most: Infinity }, issues),
    note: textOf(note, 'note', { required: false, most: 100 }, issues),
  };
  deliver(value, issues, record, collector);
};

export const readText: ReadRow = (cells, record, collector) => {
  const [id = '', title = '', body = ''] = cells;
  const issues: FoundIssue[] = [];
  const value = {
    id: integerOf(id, 'id', ID, issues),
    title: textOf(title.trim(), 'title', { required: true, most: Infinity }, issues),
    body: textOf(body, 'body', { required: true, most: 2000 }, issues),
  };
  deliver(value, issues, record, collector);
};

export const readWide: ReadRow = (cells, record, collector) => {
  const issues: FoundIssue[] = [];
  const value: Record<string, string | number | boolean | null> = {};
  for (let index = 0; index < cells.length; index++)
    value[NAMES[index] ?? ''] = readWideCell(cells[index] ?? '', index, issues);
  deliver(value, issues, record, collector);
};

const NAMES = Array.from({ length: 100 }, (_, index) => `c${index}`);

function readWideCell(cell: string, index: number, issues: FoundIssue[]): string | number | boolean | null {
  const field = NAMES[index] ?? '';
  switch (WIDE_TYPES[index % WIDE_TYPES.length]) {
    case 'INTEGER':
      return integerOf(cell, field, FROM_ZERO, issues);
    case 'DECIMAL':
      return decimalOf(cell, field, FROM_ZERO, issues);
    case 'DATE':
      return dateOf(cell, field, false, issues);
    case 'BOOLEAN':
      return booleanOf(cell, field, issues);
    default:
      return textOf(cell.trim(), field, { required: false, most: 40 }, issues);
  }
}

/** Reads a line of the ledger with `slice`. */
export function readLedgerLine(line: string, record: number, collector: Collector): void {
  const issues: FoundIssue[] = [];
  const day = line.slice(55, 63);
  const flag = line.slice(63, 64);
  const value = {
    id: integerOf(line.slice(0, 10), 'id', ID, issues),
    name: textOf(line.slice(10, 40).trimEnd(), 'name', { required: true, most: Infinity }, issues),
    amount: decimalOf(`${line.slice(40, 50)}.${line.slice(50, 52)}`, 'amount', POSITIVE, issues),
    currency: listedOf(line.slice(52, 55).trimEnd(), 'currency', CURRENCIES, issues),
    booked: dateOf(`${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6, 8)}`, 'booked', true, issues),
    active: booleanOf(flag === 'Y' ? 'true' : flag === 'N' ? 'false' : flag, 'active', issues),
    account: matchedOf(line.slice(64, 76).trimEnd(), 'account', ACCOUNT, issues),
    city: textOf(line.slice(76, 100).trimEnd(), 'city', { required: false, most: Infinity }, issues),
  };
  deliver(value, issues, record, collector);
}

/** Reads the texts of an entry: id, amount, currency, day, status, reference, name, info. */
export const readEntry: ReadRow = (cells, record, collector) => {
  const [id = '', amount = '', currency = '', booked = '', status = '', reference = '', name = '', info = ''] = cells;
  const issues: FoundIssue[] = [];
  const value = {
    id: integerOf(id, 'id', ID, issues),
    amount: decimalOf(amount, 'amount', POSITIVE, issues),
    currency: listedOf(currency, 'currency', CURRENCIES, issues),
    booked: dateOf(booked, 'booked', true, issues),
    status: listedOf(status, 'status', STATUSES, issues),
    reference: matchedOf(reference, 'reference', REFERENCE, issues),
    name: textOf(name.trim(), 'name', { required: true, most: Infinity }, issues),
    info: textOf(info, 'info', { required: false, most: 140 }, issues),
  };
  deliver(value, issues, record, collector);
};

/** Passes a record to the collector. */
export function deliver(value: object, issues: readonly FoundIssue[], record: number, collector: Collector): void {
  if (issues.length === 0) collector.good(JSON.stringify(value));
  else collector.bad(record, issues);
}
