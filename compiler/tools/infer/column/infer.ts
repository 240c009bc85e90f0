import type { CorrectionRule, Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import type { Noted } from '../model/draft.ts';
import { inferRules } from './rules.ts';
import { findPersonalData, hasNamesOfPeople } from './personal-data.ts';
import { hasTwoDigitYear } from './date-forms.ts';
import { CENTURY_NOTE, CENTURY_START } from './dates.ts';
import type { TypeGuess } from './type-guess.ts';
import type { ColumnValues } from './values.ts';
import { idOf } from './rule-id.ts';

/** A column of a sample, with its cells. */
export interface Column {
  /** The name of the field and the keys that locate its column, such as `columnName` or `start`. */
  readonly place: Pick<Field, 'name'> & Partial<Field>;
  /** The label of the column in the file, or null if it has none. */
  readonly label: string | null;
  readonly cells: readonly (string | null)[];
  /** Whether the values are record types. These are texts even if they look like numbers. */
  readonly isRecordType?: boolean;
  /** Whether the values are rows of digits that are probably several columns. */
  readonly isText?: boolean;
}

/** An inferred field, with its corrections and rules. */
export interface FieldGuess {
  readonly field: Noted<Field>;
  readonly corrections: readonly Noted<CorrectionRule>[];
  readonly rules: readonly Noted<ValidationRule>[];
  /**
   * Whether no cell is empty and no value occurs twice. False if the column has no value, or more than 20,000 distinct
   * values.
   */
  readonly isUnique: boolean;
  /** The total number of characters in the column's values. */
  readonly characters: number;
  /**
   * Whether the values have a known form: numbers, dates, truth values, a list of allowed values, or texts of equal
   * length.
   */
  readonly hasForm: boolean;
  /** The distinct values of a text column, if there are at most two. */
  readonly pair: readonly string[];
  /** Whether a value has a sign, or is in parentheses. */
  readonly isSigned: boolean;
  /** What a person must decide about the values, with the name of the field, or null if there is nothing. */
  readonly undecided: string | null;
}

/** Infers the field of a column from its values and its type. */
export function inferField({ place, label }: Column, values: ColumnValues, type: TypeGuess): FieldGuess {
  const personal = findPersonalData(values, type, label ?? '');
  const isRequired = values.empty === 0 && values.filled > 0;
  const field: Field = {
    ...place,
    ...type.keys,
    ...(isRequired ? { required: true } : {}),
    ...(personal === null ? {} : { sensitive: true }),
  };
  const doubts = [...type.doubts, ...(personal === null ? [] : [personal])];
  const isText = type.keys.type === 'STRING';
  const rules = isText ? inferRules(field, values, personal !== null || hasNamesOfPeople(values, label)) : [];
  return {
    field: { value: field, note: doubts.length === 0 ? null : doubts.join('; ') },
    corrections: inferCorrections(field, type, values),
    rules,
    isUnique: isRequired && values.counts.size === values.filled,
    characters: [...values.counts].reduce((sum, [text, count]) => sum + text.length * count, 0),
    pair: isText && values.counts.size <= 2 ? [...values.counts.keys()].sort() : [],
    isSigned: !isText && [...values.counts.keys()].some((text) => /[-\u2013\u2212(]/.test(text)),
    undecided: type.undecided === undefined ? null : `${field.name}: ${type.undecided}`,
    hasForm:
      !isText || rules.some(({ value: { ruleType } }) => ruleType === 'ALLOWED_VALUES' || ruleType === 'MIN_LENGTH'),
  };
}

/**
 * Suggests corrections for a column: TRIM if texts of a STRING column have surrounding blanks, a minus for longer dashes, and one COERCE_DATE for
 * each language if dates must be converted to yyyy-MM-dd.
 */
function inferCorrections(
  { name: field, type }: Field,
  { coerced, locale, others = [], dashes }: TypeGuess,
  { hasBlanks }: ColumnValues,
): Noted<CorrectionRule>[] {
  const id = idOf(field);
  const trim =
    type === 'STRING' && hasBlanks
      ? [{ value: { ruleId: `trim-${id}`, field, correctionType: 'TRIM' }, note: null } as const]
      : [];
  if (dashes !== undefined)
    return [
      {
        value: {
          ruleId: `minus-${id}`,
          field,
          correctionType: 'REGEX_REPLACE',
          pattern: `[${dashes}]`,
          replacement: '-',
        },
        note: DASH_NOTE,
      },
    ];
  if (coerced.length === 0) return trim;
  const all = [{ coerced, ...(locale === undefined ? {} : { locale }) }, ...others];
  return [...trim, ...all.map((one, at) => toCoercion(one, { field, id, at, isAlone: all.length === 1 }))];
}

const DASH_NOTE = 'its minus is a longer dash, which numbers do not have';

/** Returns the correction that converts dates of some patterns in one language. Those of others remain for the next one. */
function toCoercion(
  { coerced, locale }: { readonly coerced: readonly string[]; readonly locale?: string },
  { field, id, at, isAlone }: { field: string; id: string; at: number; isAlone: boolean },
): Noted<CorrectionRule> {
  const sourceFormat = coerced.length === 1 && coerced[0] !== undefined ? coerced[0] : [...coerced];
  const hasCentury = coerced.some(hasTwoDigitYear);
  const value = {
    ...({
      ruleId: at === 0 ? `iso-${id}` : `iso-${id}-${locale ?? 'en'}`,
      field,
      correctionType: 'COERCE_DATE',
    } as const),
    ...{ sourceFormat, targetFormat: 'yyyy-MM-dd' },
    ...(isAlone ? {} : { onOtherText: 'KEEP' as const }),
    ...(hasCentury ? { centuryStart: CENTURY_START } : {}),
    ...(locale === undefined ? {} : { locale }),
  };
  return { value, note: hasCentury ? CENTURY_NOTE : null };
}
