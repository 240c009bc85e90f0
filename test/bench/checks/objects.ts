import type { Collector, FoundIssue } from './collector.ts';
import { CURRENCIES, deliver, EMAIL, TURNED } from './rows.ts';
import { booleanOf, dateOf, listedOf, matchedOf, textOf } from './value.ts';

interface Bounds {
  required: boolean;
  isWhole: boolean;
  min: number;
  max: number;
}

const ID = { required: true, isWhole: true, min: 1, max: Infinity };
const AMOUNT = { required: true, isWhole: false, min: 0.01, max: 100_000 };
const QUANTITY = { required: false, isWhole: true, min: 0, max: 1000 };

/** Checks a payment that `JSON.parse` returned, by the rules of its spec. */
export function readPaymentObject(found: object, record: number, collector: Collector): void {
  const { id, name, email, amount, currency, booked, active, quantity, city, note } = found as Record<string, unknown>;
  const issues: FoundIssue[] = [];
  const value = {
    id: numberOf(id, 'id', ID, issues),
    name: textOf(cellOf(name).trim(), 'name', { required: true, most: 40 }, issues),
    email: matchedOf(cellOf(email), 'email', EMAIL, issues),
    amount: numberOf(amount, 'amount', AMOUNT, issues),
    currency: listedOf(cellOf(currency), 'currency', CURRENCIES, issues),
    booked: dateOf(cellOf(booked).replace(TURNED, '$3-$2-$1'), 'booked', true, issues),
    active: typeof active === 'boolean' ? active : booleanOf(cellOf(active), 'active', issues),
    quantity: numberOf(quantity, 'quantity', QUANTITY, issues),
    city: textOf(cellOf(city).trim(), 'city', { required: false, most: Infinity }, issues),
    note: textOf(cellOf(note), 'note', { required: false, most: 100 }, issues),
  };
  deliver(value, issues, record, collector);
}

function cellOf(value: unknown): string {
  return typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
}

function numberOf(
  value: unknown,
  field: string,
  { required, isWhole, min, max }: Bounds,
  issues: FoundIssue[],
): number | null {
  if (value === null || value === undefined) {
    if (required) issues.push({ code: 'REQUIRED', field, message: `${field} is required`, value: null });
    return null;
  }
  if (typeof value !== 'number' || (isWhole && !Number.isInteger(value))) {
    issues.push({ code: 'TYPE_MISMATCH', field, message: `${field} is not of its type`, value: String(value) });
    return null;
  }
  if (value < min)
    issues.push({ code: 'MIN_VALUE', field, message: `${field} must be at least ${min}`, value: String(value) });
  if (value > max)
    issues.push({ code: 'MAX_VALUE', field, message: `${field} must be at most ${max}`, value: String(value) });
  return value;
}
