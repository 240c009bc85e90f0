import type { AddedUp, Addend, FoundTotal, LineRange } from './total.ts';

/** A field whose place is known, because a control total needs it. `start` and `end` count characters or cells from 0. */
export interface KnownField {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly type: 'INTEGER' | 'DECIMAL' | 'STRING';
  /** The number of decimals of a DECIMAL without a decimal separator. */
  readonly scale?: number;
  readonly decimalSeparator?: ',';
  readonly groupSeparator?: string;
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

/** Returns the name of a field at a place, or null if another field overlaps it. */
type TakeField = (name: string, range: LineRange, kind: NumberForm) => string | null;

type NumberForm = Pick<KnownField, 'type' | 'scale' | 'decimalSeparator' | 'groupSeparator' | 'note'>;

/** Names the fields of totals: `count`, `hash` and `total` in trailers, `amount`, `number` and `code` in other records. */
export function nameTotals(totals: readonly FoundTotal[], trailers: ReadonlySet<string>): NamedTotals {
  const fields = new Map<string, KnownField[]>();
  const take: TakeField = (name, range, kind) => {
    const own = fields.get(range.kind) ?? [];
    // Leading zeros may make a part of a line longer than the field.
    const same = own.find(({ start, end }) => start >= range.start && end === range.end);
    if (same !== undefined) return same.name;
    if (own.some(({ start, end }) => start < range.end && end > range.start)) return null;
    const taken = own.filter((field) => field.name.replace(/\d+$/, '') === name).length;
    const field = { name: taken === 0 ? name : `${name}${taken + 1}`, start: range.start, end: range.end, ...kind };
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

function nameSum(total: FoundTotal, { of: { sum, where, what }, isNested }: NestedSum, take: TakeField): NamedTotal[] {
  const number = describeNumber(what);
  const [name, ofAddend] = NAMES[what.kind];
  const code = where === null ? null : take('code', where.code, { type: 'STRING', note: null });
  const addend = where !== null && code === null ? null : take(isNested ? name : ofAddend, sum, number);
  const field = addend === null ? null : take(name, total.total, number);
  return field === null ? [] : [{ total, field, addend, code }];
}

/** The names of a total, and of what it adds up. */
const NAMES = { AMOUNT: ['total', 'amount'], COUNT: ['count', 'count'], HASH: ['hash', 'number'] } as const;

function describeNumber(what: Addend): NumberForm {
  if (what.kind !== 'AMOUNT') return { type: 'INTEGER', note: null };
  const { separator = null, group = null } = what;
  if (separator !== null)
    return {
      type: 'DECIMAL',
      ...(separator === ',' && { decimalSeparator: separator }),
      ...(group !== null && { groupSeparator: group }),
      note: null,
    };
  if (group !== null) {
    const rival = { ',': 'or a decimal comma', '.': 'or a decimal point' }[group];
    return { type: 'INTEGER', groupSeparator: group, note: rival ?? null };
  }
  if (what.scale === null)
    return { type: 'INTEGER', note: 'of an amount with decimals, the type is DECIMAL with a scale' };
  return { type: 'DECIMAL', scale: what.scale, note: `${what.scale} decimals are a guess` };
}
