import type { CorrectionRule, Field, ValidationRule } from '../../1-read/spec-shape.ts';
import { countCodePoints } from '../../kernel/values/text.ts';
import { type ColumnValues, gatherValues, holdsForMost, type CellConventions } from './values.ts';
import type { Noted } from '../model/draft.ts';
import { inferType, type TypeGuess } from './type.ts';
import { findNullTexts } from './null-texts.ts';

/** A column of a sample. */
export interface Column {
  /** The name of the field, and the keys that locate it. */
  readonly place: Pick<Field, 'name'> & Partial<Field>;
  readonly cells: readonly (string | null)[];
}

/** A field with its corrections and rules. */
export interface FieldGuess {
  readonly field: Noted<Field>;
  readonly corrections: readonly Noted<CorrectionRule>[];
  readonly rules: readonly Noted<ValidationRule>[];
  /** Whether all values are present and distinct. */
  readonly isUnique: boolean;
}

/** Conventions that all columns of a file share. */
export interface FileConventions extends CellConventions {
  /** The decimal separator, or null if no column shows one. */
  readonly decimal: string | null;
}

/** Finds the shared conventions in a first pass over the columns. */
export function findConventions(columns: readonly (readonly (string | null)[])[], tolerance: number): FileConventions {
  const nulls = new Set(findNullTexts(columns, tolerance));
  const points = columns.flatMap((cells) => {
    const { keys } = inferType(gatherValues(cells, { nulls, tolerance }));
    return keys.type === 'DECIMAL' &&
      (keys.decimalSeparator !== undefined ||
        !cells.every((cell) => cell === null || /^\D*\d+(?:\.\d{3})?\D*$/.test(cell)))
      ? [keys.decimalSeparator ?? '.']
      : [];
  });
  const [first = null] = points;
  return { nulls, tolerance, decimal: points.every((point) => point === first) ? first : null };
}

/** Infers the field of a column from its cells. */
export function inferColumn({ place, cells }: Column, conventions: FileConventions): FieldGuess {
  const values = gatherValues(cells, conventions);
  const type = inferType(values, conventions.decimal);
  const secret = secretOf(values, type);
  const isRequired = values.empty === 0 && values.filled > 0;
  const field: Field = {
    ...place,
    ...type.keys,
    ...(isRequired ? { required: true } : {}),
    ...(secret === null ? {} : { sensitive: true }),
  };
  const doubts = [...type.doubts, ...(secret === null ? [] : [`values look like ${secret}`])];
  return {
    field: { value: field, note: doubts.length === 0 ? null : doubts.join('; ') },
    corrections: correctionsOf(field, type, values),
    rules: type.keys.type === 'STRING' ? rulesOf(field, values) : [],
    isUnique: isRequired && values.counts.size === values.filled,
  };
}

function correctionsOf(
  { name: field, type }: Field,
  { coerced }: TypeGuess,
  { hasBlanks }: ColumnValues,
): Noted<CorrectionRule>[] {
  const id = idOf(field);
  const trim =
    type === 'STRING' && hasBlanks
      ? [{ value: { ruleId: `trim-${id}`, field, correctionType: 'TRIM' }, note: null } as const]
      : [];
  const sourceFormat = coerced.length === 1 && coerced[0] !== undefined ? coerced[0] : [...coerced];
  const targetFormat = 'yyyy-MM-dd';
  const date = { ruleId: `iso-${id}`, field, correctionType: 'COERCE_DATE', sourceFormat, targetFormat } as const;
  return [...trim, ...(coerced.length === 0 ? [] : [{ value: date, note: null }])];
}

/** A field name as part of a ruleId: `debtorIban` becomes `debtor-iban`. */
function idOf(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .slice(0, 80);
}

/** ALLOWED_VALUES is suggested for at most this number of distinct texts, if each occurs often enough. */
const MAX_LISTED = 12;
const MIN_RECORDS = 20;
const MIN_EACH = 4;
const MAX_LISTED_LENGTH = 60;

function rulesOf({ name: field, length: width = Infinity }: Field, values: ColumnValues): Noted<ValidationRule>[] {
  const { counts, filled } = values;
  const id = idOf(field);
  const texts = [...counts.keys()];
  if (texts.length === 0) return [];
  const lengths = texts.map(countCodePoints);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  const listed = listOf(values);
  if (listed !== null) {
    const rule = {
      ruleId: `known-${id}`,
      field,
      ruleType: 'ALLOWED_VALUES',
      value: listed,
      severity: 'WARNING',
    } as const;
    return [
      {
        value: rule,
        note:
          listed.length === texts.length
            ? `no other values in ${filled} records`
            : `no other values in ${filled} records, except for ${texts.length - listed.length} that occur once`,
      },
    ];
  }
  const isFixed = shortest === longest && texts.length > 2;
  const limit = isFixed ? longest : roomFor(longest);
  const least = {
    ruleId: `${id}-short`,
    field,
    ruleType: 'MIN_LENGTH',
    value: String(shortest),
    severity: 'WARNING',
  } as const;
  const most = {
    ruleId: `${id}-long`,
    field,
    ruleType: 'MAX_LENGTH',
    value: String(limit),
    severity: 'WARNING',
  } as const;
  const note = isFixed ? 'all values have this length' : `the longest value has ${longest} characters`;
  // In fixed-width lines, no text is longer than its column.
  return [...(isFixed ? [{ value: least, note: null }] : []), ...(limit < width ? [{ value: most, note }] : [])];
}

/**
 * Returns the distinct texts of a column if there are few of them and they repeat, else null. Texts that occur once are
 * ignored if they are rare.
 */
function listOf({ counts, filled }: ColumnValues): string[] | null {
  const again = [...counts].filter(([, count]) => count > 1).map(([text]) => text);
  const listed = counts.size - again.length <= filled / 100 ? again : [...counts.keys()];
  const isFew = listed.length <= MAX_LISTED && filled >= Math.max(MIN_RECORDS, MIN_EACH * listed.length);
  return isFew && listed.length > 0 && listed.every((text) => text.length <= MAX_LISTED_LENGTH) ? listed.sort() : null;
}

const ROOM = [1, 2, 3, 5, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 255, 500, 1000, 2000, 4000, 10_000, 65_536];

function roomFor(length: number): number {
  return ROOM.find((room) => room >= length) ?? length;
}

const SECRETS: readonly (readonly [what: string, test: (text: string) => boolean])[] = [
  ['e-mail addresses', (text) => /^[^@\s]+@[^@\s]+\.[^@\s]{2,}$/.test(text)],
  ['account numbers (IBAN)', isIban],
  ['card numbers', (text) => /^\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}$/.test(text) && hasLuhnDigit(text)],
];

/** Returns the kind of personal data that a column contains, judged by its form, or null. */
function secretOf(values: ColumnValues, { keys }: TypeGuess): string | null {
  if (keys.type !== 'STRING' && keys.type !== 'INTEGER') return null;
  return SECRETS.find(([, test]) => values.counts.size > 1 && holdsForMost(values, test))?.[0] ?? null;
}

/** ISO 13616: validates the check digits. */
function isIban(text: string): boolean {
  const compact = text.replace(/\s/g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact)) return false;
  const digits = (compact.slice(4) + compact.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

/** ISO/IEC 7812: validates the check digit (Luhn). */
function hasLuhnDigit(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].reverse().map(Number);
  const sum = digits.reduce(
    (total, digit, at) => total + (at % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit),
    0,
  );
  return sum % 10 === 0;
}
