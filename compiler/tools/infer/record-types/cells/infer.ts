import type { DraftPart, Noted, TypeDraft } from '../../model/draft.ts';
import { withoutNote } from '../../model/draft.ts';
import { draftRule } from '../draft-rule.ts';
import { type KnownField, nameTotals } from '../name-totals.ts';
import { findStructure, listTypes, type PlacedType } from '../structure.ts';
import { draftCells } from './fields.ts';
import { type CellFile, hasOwnEnds, readCellFile } from './lines.ts';
import { findCellTotals } from './totals.ts';

type Setting = Noted<readonly [key: string, value: unknown]>;

/**
 * Infers a CSV spec with record types from a text whose lines begin with a record type: the types, their nesting, and the
 * control totals of trailers. Returns null if the first cells show no types, or if no trailer has a number or a sum.
 */
export function inferCellTypes(text: string): DraftPart | null {
  const file = readCellFile(text);
  const structure = file === null ? null : findStructure(file.lines.map(({ kind }) => kind));
  if (file === null || structure === null) return null;
  const types = listTypes(structure);
  const totals = types.filter(({ node }) => node.isTrailer).flatMap((type) => findCellTotals(type, types, file));
  if (totals.length === 0) return null;
  const names = new Map(types.map(({ node }) => [node.kind, node.name]));
  const named = nameTotals(totals, new Set(types.filter(({ node }) => node.isTrailer).map(({ node }) => node.kind)));
  const recordTypes = types.map((type) => draftType(type, file, named.fields.get(type.node.kind) ?? []));
  const isOrdered = types.every(({ node, parent }) => parent !== null || !node.anyOrder);
  return {
    format: 'CSV',
    settings: [...describeLines(file), ...(isOrdered ? [] : [withoutNote(['order', 'ANY'] as const)])],
    fields: [],
    recordTypes,
    fileRules: named.totals.map((total) => draftRule(total, (kind) => names.get(kind) ?? kind)),
    corrections: [],
    rules: [],
    suggestions: [],
    evidence: { values: 1, typed: weighFields(recordTypes, file), named: 0, totals: totals.length, undecided: [] },
  };
}

/** Returns the share of the cells after the first ones that are in numbers, dates and truth values, from 0 to 1. */
function weighFields(types: readonly TypeDraft[], { lines }: CellFile): number {
  let [all, typed] = [0, 0];
  for (const { keys, fields } of types) {
    const own = lines.filter(({ kind }) => keys.when?.values?.includes(kind)).length;
    all += own * (fields.length - 1);
    typed += own * fields.filter(({ value: { type } }) => type !== 'STRING').length;
  }
  return typed / Math.max(1, all);
}

function describeLines(file: CellFile): Setting[] {
  const { lines, delimiter, hasQuotes, continuation } = file;
  const isOwn = hasOwnEnds(file);
  const widths = new Map<string, number>();
  const isRagged = lines.some(
    ({ kind, cells }) => cells.length !== (widths.get(kind) ?? cells.length) || !widths.set(kind, cells.length),
  );
  const joined = { when: { column: '1', values: [continuation] }, joins: 'previous' };
  return [
    ...(delimiter === ',' ? [] : [withoutNote(['delimiter', delimiter] as const)]),
    withoutNote(['hasHeader', false] as const),
    ...(isOwn && !hasQuotes ? [{ value: ['quote', ''] as const, note: 'the sample has no quoted cells' }] : []),
    ...(isOwn || isRagged
      ? [
          { value: ['onMissingColumns', 'IGNORE'] as const, note: 'the number of cells varies' },
          withoutNote(['onExtraColumns', 'IGNORE'] as const),
        ]
      : []),
    ...(continuation === null
      ? []
      : [{ value: ['continuation', joined] as const, note: 'these lines are out of the order of the others' }]),
  ];
}

function draftType({ node, parent }: PlacedType, file: CellFile, known: readonly KnownField[]): TypeDraft {
  const own = file.lines.filter(({ kind }) => kind === node.kind);
  const isPublished = !node.isOnce && node.inside.every(({ isTrailer }) => !isTrailer);
  return {
    keys: {
      name: node.name,
      ...(parent !== null && { in: parent.name }),
      when: { column: '1', values: [node.kind] },
      ...(node.isOnce && { occurs: 'ONCE' }),
      ...(node.anyOrder && { order: 'ANY' }),
      ...(!isPublished && { publish: false }),
    },
    ...draftCells(own, { file, known, type: node.name }),
  };
}
