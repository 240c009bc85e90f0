import type { AddedUp, FoundTotal, LineRange } from './total.ts';

/** A field whose place is known, because a control total needs it. `start` and `end` count characters or cells from 0. */
export interface KnownField {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly type: 'INTEGER' | 'STRING';
  readonly note: string | null;
}

/** A total with the names of its fields. */
export interface NamedTotal {
  readonly total: FoundTotal;
  readonly field: string;
  /** The name of the field that is added up. Null: records are counted. */
  readonly addend: string | null;
  readonly code: string | null;
}

/** Control totals with the names of their fields. */
export interface NamedTotals {
  readonly totals: readonly NamedTotal[];
  /** The named fields of each kind. */
  readonly fields: ReadonlyMap<string, readonly KnownField[]>;
}

const SCALE_NOTE = 'of an amount with decimals, the type is DECIMAL with a scale';

/** Returns the name of a field at a place, or null if another field overlaps it. */
type TakeField = (name: string, range: LineRange, kind: Pick<KnownField, 'type' | 'note'>) => string | null;

/** Names the fields of totals: `count`, `hash` and `total` in trailers, `amount`, `number` and `code` in other records. */
export function nameTotals(totals: readonly FoundTotal[], trailers: ReadonlySet<string>): NamedTotals {
  const fields = new Map<string, KnownField[]>();
  const take: TakeField = (name, range, { type, note }) => {
    const own = fields.get(range.kind) ?? [];
    // Leading zeros may make a part of a line longer than the field.
    const same = own.find(({ start, end }) => start >= range.start && end === range.end);
    if (same !== undefined) return same.name;
    if (own.some(({ start, end }) => start < range.end && end > range.start)) return null;
    const taken = own.filter((field) => field.name.replace(/\d+$/, '') === name).length;
    const field = { name: taken === 0 ? name : `${name}${taken + 1}`, start: range.start, end: range.end, type, note };
    fields.set(range.kind, [...own, field]);
    return field.name;
  };
  const kinds = totals.map(({ total }) => total.kind);
  const named = [...totals]
    .sort(
      (first, second) =>
        kinds.indexOf(first.total.kind) - kinds.indexOf(second.total.kind) || first.total.start - second.total.start,
    )
    .flatMap((total): NamedTotal[] => {
      if ('sum' in total.of) return nameSum(total, { of: total.of, isNested: trailers.has(total.of.sum.kind) }, take);
      const name = 'including' in total.of ? (total.of.blockOf === null ? 'records' : 'blocks') : 'count';
      const field = take(name, total.total, { type: 'INTEGER', note: null });
      return field === null ? [] : [{ total, field, addend: null, code: null }];
    });
  return { totals: named, fields };
}

interface NestedSum {
  readonly of: AddedUp;
  /** Whether totals of enclosed trailers are added up. */
  readonly isNested: boolean;
}

function nameSum(
  total: FoundTotal,
  { of: { sum, where, isHash }, isNested }: NestedSum,
  take: TakeField,
): NamedTotal[] {
  const number = { type: 'INTEGER', note: isHash ? null : SCALE_NOTE } as const;
  const code = where === null ? null : take('code', where.code, { type: 'STRING', note: null });
  const addend = where !== null && code === null ? null : take(nameAddend(isHash, isNested), sum, number);
  const field = addend === null ? null : take(isHash ? 'hash' : 'total', total.total, number);
  return field === null ? [] : [{ total, field, addend, code }];
}

function nameAddend(isHash: boolean, isNested: boolean): string {
  if (isHash) return isNested ? 'hash' : 'number';
  return isNested ? 'total' : 'amount';
}
