import type { Field, ValidationRule } from '../../../pipeline/1-read/spec-shape.ts';
import { countCodePoints } from '../../../kernel/values/text.ts';
import type { Noted } from '../model/draft.ts';
import { idOf } from './rule-id.ts';
import type { ColumnValues } from './values.ts';

/**
 * The maximum number of distinct texts for which ALLOWED_VALUES is suggested. On average, each must occur at least
 * MIN_EACH times.
 */
const MAX_LISTED = 12;
const MIN_RECORDS = 20;
const MIN_EACH = 4;
const MAX_LISTED_LENGTH = 60;
/** A text with at least this number of digits identifies something. */
const MIN_IDENTIFYING = 6;

/**
 * Suggests rules for a STRING column, all with the severity WARNING. If the column has few distinct texts, suggests
 * ALLOWED_VALUES. Otherwise suggests MAX_LENGTH, and also MIN_LENGTH if all texts have the same length. Returns an
 * empty list if the column has no text.
 */
export function inferRules(
  { name: field, length: width = Infinity }: Field,
  values: ColumnValues,
  isPersonal = false,
): Noted<ValidationRule>[] {
  const { counts, filled } = values;
  const id = idOf(field);
  const texts = [...counts.keys()].filter(isDecoded);
  if (texts.length === 0) return [];
  const lengths = texts.map(countCodePoints);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  // A spec is read by more people than its files, so it lists no values of persons.
  const listed = isPersonal ? null : listOf(values);
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
  const minRule = {
    ruleId: `${id}-short`,
    field,
    ruleType: 'MIN_LENGTH',
    value: String(shortest),
    severity: 'WARNING',
  } as const;
  const maxRule = {
    ruleId: `${id}-long`,
    field,
    ruleType: 'MAX_LENGTH',
    value: String(limit),
    severity: 'WARNING',
  } as const;
  const note = isFixed
    ? 'all values have this length'
    : `the longest value has ${longest} ${longest === 1 ? 'character' : 'characters'}`;
  // In fixed-width lines, a MAX_LENGTH that is not below the width of the column has no effect.
  return [...(isFixed ? [{ value: minRule, note: null }] : []), ...(limit < width ? [{ value: maxRule, note }] : [])];
}

/**
 * Returns the distinct texts of a column, sorted, if they are few and occur repeatedly. Otherwise returns null. If
 * texts that occur once are rare, the list omits them.
 */
function listOf({ counts, filled }: ColumnValues): string[] | null {
  const again = [...counts].filter(([text, count]) => count > 1 && isDecoded(text)).map(([text]) => text);
  const listed = counts.size - again.length <= filled / 100 ? again : [...counts.keys()].filter(isDecoded);
  // Many digits identify persons, accounts or contracts: the next file has others.
  if (listed.some((text) => (text.match(/\d/g)?.length ?? 0) >= MIN_IDENTIFYING)) return null;
  const isFew = listed.length <= MAX_LISTED && filled >= Math.max(MIN_RECORDS, MIN_EACH * listed.length);
  return isFew && listed.length > 0 && listed.every((text) => text.length <= MAX_LISTED_LENGTH) ? listed.sort() : null;
}

/** Whether a text has no bytes that its encoding does not have. */
function isDecoded(text: string): boolean {
  return !text.includes('\ufffd');
}

const ROOM = [1, 2, 3, 5, 10, 20, 30, 40, 50, 60, 80, 100, 150, 200, 255, 500, 1000, 2000, 4000, 10_000, 65_536];

function roomFor(length: number): number {
  return ROOM.find((room) => room >= length) ?? length;
}
