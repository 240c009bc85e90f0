import type { BoundaryValues } from '../../../language/rules/boundary-values.ts';
import { planMatcher } from '../../../emitting/patterns/plan-matcher.ts';
import { lengthsAround, nearest, type ValueSearch } from './search.ts';
import { matchedTexts } from './matched-texts.ts';

/** Returns integers to try: usual ones, and integers at, below and above the bounds of the field's rules. */
export function integerValues(search: ValueSearch): string[] {
  return numberValues(search, {
    decimals: [0],
    plain: ['1', '42', '7', '100', '0', '-1', '-0', '1000', '12345'],
    form: '-?(?:0|[1-9][0-9]*)',
  });
}

/**
 * Returns decimals to try: usual ones, decimals at, below and above the bounds of the field's rules, and the same
 * numbers with more trailing zeros.
 */
export function decimalValues(search: ValueSearch): string[] {
  const { scale } = search.field;
  const decimals = Math.max(2, ...pointsOf(search.all).map((point) => decimalsOf(point)));
  const values = numberValues(search, {
    decimals: scale === undefined ? [decimals, 0, decimals + 1] : [scale],
    plain: ['12.50', '1.00', '0.00', '-1.00', '100.00', '0.01', '1', '1.5', '1000.00'],
    form: '-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?',
  });
  return scale === undefined ? [...values, ...values.flatMap((value) => lengthened(value, search))] : values;
}

interface NumberForm {
  /** The numbers of decimals with which values near a bound are written, the preferred one first. */
  readonly decimals: readonly number[];
  readonly plain: readonly string[];
  /** A regex that matches all canonical numbers of the type. */
  readonly form: string;
}

function numberValues(search: ValueSearch, { decimals, plain, form }: NumberForm): string[] {
  const boundaryValues = nearest(search);
  const points = pointsOf(boundaryValues);
  const steps = decimals.flatMap((count) => points.flatMap((point) => stepsAround(point, count)));
  const between = decimals.flatMap((count) => betweenPoints(pointsOf(search.all), count));
  const lengths = lengthsAround(boundaryValues, Math.min(search.longest, 1000)).flatMap((length) =>
    numbersOfLength(length),
  );
  const matched = search.all.some(({ matcher }) => matcher !== undefined)
    ? matchedTexts(search, [canonical(form)])
    : [];
  // If valid values are searched, simple numbers come first.
  return search.focus === null
    ? [...plain, ...steps, ...matched, ...lengths, ...between]
    : [...steps, ...matched, ...lengths, ...plain, ...between];
}

function canonical(form: string): BoundaryValues {
  const planned = planMatcher(form);
  return planned.kind === 'ok' ? { matcher: planned.plan } : {};
}

const NUMBER = /^-?\d+(?:\.\d+)?$/;

function pointsOf(boundaryValues: readonly BoundaryValues[]): string[] {
  return boundaryValues.flatMap(({ values = [] }) => values).filter((value) => NUMBER.test(value));
}

function decimalsOf(number: string): number {
  return number.split('.')[1]?.length ?? 0;
}

/**
 * Returns a number, and the numbers 10^-decimals above and below it. If the number has more than `decimals` decimals,
 * returns numbers with `decimals` decimals near it instead.
 */
function stepsAround(point: string, decimals: number): string[] {
  const units = toUnits(point, decimals);
  const isExact = decimalsOf(point) <= decimals;
  const steps = isExact ? [units, units - 1n, units + 1n] : [units, units + 1n, units - 1n, units + 2n];
  return [...(isExact ? [point] : []), ...steps.map((step) => fromUnits(step, decimals))];
}

function betweenPoints(points: readonly string[], decimals: number): string[] {
  const units = [...new Set(points.map((point) => toUnits(point, decimals)))].sort((a, b) => (a < b ? -1 : 1));
  return units.slice(1).map((unit, i) => fromUnits((unit + (units[i] ?? unit)) / 2n, decimals));
}

/** Returns how many units of 10^-decimals a number has, rounded towards zero. */
function toUnits(number: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = number.replace('-', '').split('.');
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return number.startsWith('-') ? -units : units;
}

function fromUnits(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0');
  const end = digits.length - decimals;
  return `${units < 0n ? '-' : ''}${digits.slice(0, end)}${decimals > 0 ? `.${digits.slice(end)}` : ''}`;
}

function numbersOfLength(length: number): string[] {
  const digits = [`1${'0'.repeat(length - 1)}`, '9'.repeat(length)];
  return length > 1 ? [...digits, `-${'9'.repeat(length - 1)}`, `-1${'0'.repeat(length - 2)}`] : digits;
}

/** Appends zeros to the decimals of a number. Returns one text for each length near the bounds of the length rules. */
function lengthened(value: string, search: ValueSearch): string[] {
  const pointed = value.includes('.') ? value : `${value}.`;
  return lengthsAround(search.all, search.longest)
    .filter((length) => length > pointed.length || (length === pointed.length && pointed === value))
    .map((length) => pointed.padEnd(length, '0'));
}
