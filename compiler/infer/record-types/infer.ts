import type { FileRule } from '../../1-read/spec-shape.ts';
import type { DraftPart, Noted, TypeDraft } from '../model/draft.ts';
import { FILLER, findKinds, type KindLine, selectionOf } from './kinds.ts';
import { findStructure, listTypes, type PlacedType } from './structure.ts';
import { findTotals, type FoundTotal, type LineRange } from './totals.ts';
import { inferTypeFields, type KnownField } from './type-columns.ts';

/**
 * Infers a FIXED_WIDTH spec with record types from lines: the types, their nesting, and the control totals of trailers.
 * Returns null if the first characters of the lines show no types, or if no trailer has the number or the sum of records.
 */
export function inferRecordTypes(text: string): DraftPart | null {
  const all = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  const lines = findKinds(all);
  const structure = lines === null ? null : findStructure(lines.map(({ kind }) => kind));
  if (lines === null || structure === null) return null;
  const types = listTypes(structure);
  const totals = types.filter(({ node }) => node.isTrailer).flatMap((type) => findTotals(type, types, lines));
  if (totals.length === 0) return null;
  const names = new Map(types.map(({ node }) => [node.kind, node.name]));
  const named = nameTotals(totals);
  const recordTypes = types.map((type) => draftType(type, { lines, known: named.fields.get(type.node.kind) ?? [] }));
  const isOrdered = types.every(({ node, parent }) => parent !== null || !node.anyOrder);
  return {
    format: 'FIXED_WIDTH',
    settings: isOrdered ? [] : [{ value: ['order', 'ANY'] as const, note: null }],
    fields: [],
    recordTypes,
    fileRules: named.totals.map((total) => draftRule(total, names)),
    corrections: [],
    rules: [],
    suggestions: [],
    evidence: { values: 1, typed: weighFields(recordTypes), named: 0, undecided: [] },
  };
}

/** Returns the share of the characters of all fields that are in numbers, dates and truth values, from 0 to 1. */
function weighFields(types: readonly TypeDraft[]): number {
  const fields = types.flatMap((type) => type.fields.map(({ value }) => value));
  const weigh = (some: typeof fields) => some.reduce((sum, { length = 0 }) => sum + length, 0);
  return weigh(fields.filter(({ type }) => type !== 'STRING')) / Math.max(1, weigh(fields));
}

/** A total with the names of its fields. */
interface NamedTotal {
  readonly total: FoundTotal;
  readonly field: string;
  /** The name of the field that is added up. Null: records are counted. */
  readonly addend: string | null;
  readonly code: string | null;
}

interface NamedTotals {
  readonly totals: readonly NamedTotal[];
  /** The named fields of each kind. */
  readonly fields: ReadonlyMap<string, readonly KnownField[]>;
}

const SCALE_NOTE = 'of an amount with decimals, the type is DECIMAL with a scale';

/** Names the fields of totals: `count` and `total` in trailers, `amount` and `code` in the other records. */
function nameTotals(totals: readonly FoundTotal[]): NamedTotals {
  const fields = new Map<string, KnownField[]>();
  const take = (name: string, range: LineRange, type: KnownField['type'], note: string | null): string | null => {
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
      if (!('sum' in total.of)) {
        const counted = take('count', total.total, 'INTEGER', null);
        return counted === null ? [] : [{ total, field: counted, addend: null, code: null }];
      }
      const { sum, where } = total.of;
      const code = where === null ? null : take('code', where.code, 'STRING', null);
      const addend = where !== null && code === null ? null : take('amount', sum, 'INTEGER', SCALE_NOTE);
      const field = addend === null ? null : take('total', total.total, 'INTEGER', SCALE_NOTE);
      return field === null ? [] : [{ total, field, addend, code }];
    });
  return { totals: named, fields };
}

function draftType(
  { node, parent }: PlacedType,
  { lines, known }: { lines: readonly KindLine[]; known: readonly KnownField[] },
): TypeDraft {
  const own = lines.filter(({ kind }) => kind === node.kind);
  const isPublished = !node.isOnce && node.kind !== FILLER && node.inside.every(({ isTrailer }) => !isTrailer);
  const mark: KnownField = {
    name: 'recordType',
    start: 0,
    end: Math.max(1, node.kind.length),
    type: 'STRING',
    note: null,
  };
  return {
    keys: {
      name: node.name,
      ...(parent !== null && { in: parent.name }),
      when: selectionOf(node.kind, lines),
      ...(node.isOnce && { occurs: 'ONCE' }),
      ...(node.anyOrder && { order: 'ANY' }),
      ...(!isPublished && { publish: false }),
    },
    fields:
      node.kind === FILLER
        ? [{ value: { name: 'filler', type: 'STRING', start: 1, length: 1 }, note: null }]
        : inferTypeFields(own, [mark, ...known]),
  };
}

function draftRule({ total, field, addend, code }: NamedTotal, names: ReadonlyMap<string, string>): Noted<FileRule> {
  const nameOf = (kind: string) => names.get(kind) ?? kind;
  const trailer = nameOf(total.total.kind);
  const common = { ruleId: `${trailer}-${field}`, field: `${trailer}.${field}` };
  if ('kinds' in total.of)
    return {
      value: { ...common, ruleType: 'COUNT_EQUALS', of: total.of.kinds.map(nameOf) },
      note: total.of.isSmall ? 'few records show this' : null,
    };
  const { sum, where } = total.of;
  const selected = where === null || code === null ? {} : { where: { field: code, values: [where.value] } };
  return {
    value: { ...common, ruleType: 'SUM_EQUALS', of: `${nameOf(sum.kind)}.${addend}`, ...selected },
    note: where === null ? null : 'the sample has only these codes',
  };
}
