import type { Field } from '../../../pipeline/1-read/spec-shape.ts';
import { typeKinds } from '../../../language/types/type-kinds.ts';
import type { DayOrder } from './day-order.ts';
import { type ColumnValues, countFailed } from './values.ts';

/** The inferred type of a column, with the other keys of a field that describe it. */
export interface TypeGuess {
  readonly keys: Pick<Field, 'type'> & Partial<Field>;
  /** The date patterns that COERCE_DATE converts to yyyy-MM-dd. Empty if no conversion is needed. */
  readonly coerced: readonly string[];
  /** The language of the names in these patterns. Absent: English, or they have none. */
  readonly locale?: string;
  /** Further patterns of the column, with names in other languages. */
  readonly others?: readonly { readonly coerced: readonly string[]; readonly locale?: string }[];
  /** The characters that stand for a minus, and are replaced by one. Absent: none. */
  readonly dashes?: string;
  /** Notes for people about uncertain guesses. */
  readonly doubts: readonly string[];
  /** What a person must decide about the values, or missing if there is nothing. */
  readonly undecided?: string;
  /**
   * What other columns of the file may decide: whether the day or the month comes first in dates, or whether a separator
   * is that of groups or of decimals. Until then, `undecided` says so.
   */
  readonly isOpen?: 'DATE' | 'NUMBER';
  /** The order of days and months that the dates show. Absent: none, or both. */
  readonly dayOrder?: DayOrder;
}

export function string(...doubts: string[]): TypeGuess {
  return { keys: { type: 'STRING' }, coerced: [], doubts };
}

/** Creates a guess with a note about the number of cells that deviate from it. */
export function guess(
  values: ColumnValues,
  keys: TypeGuess['keys'],
  { accepts, doubts = [], coerced = [] }: { accepts: (text: string) => boolean; doubts?: string[]; coerced?: string[] },
): TypeGuess {
  const failed = countFailed(values, accepts);
  const mismatches =
    failed === 0
      ? []
      : [
          `${failed} of ${values.filled} values ${failed === 1 ? 'does' : 'do'} not match and ${failed === 1 ? 'is' : 'are'} rejected`,
        ];
  return { keys, coerced, doubts: [...doubts, ...mismatches] };
}

export function createTest(keys: TypeGuess['keys']): (text: string) => boolean {
  const kind = typeKinds[keys.type];
  const plan = kind.plan({ name: '', ...keys });
  const isWhole = keys.type === 'INTEGER' && keys.groupSeparator !== undefined;
  // A group is no fraction: 0,125 is not 125.
  return (text) => kind.parse(text, plan) !== null && !(isWhole && FRACTION.test(text));
}

const FRACTION = /^\D*0[.,]\d/;
