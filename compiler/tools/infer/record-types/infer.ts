import { type DraftPart, type TypeDraft, withoutNote } from '../model/draft.ts';
import { type Blocks, sizeOfBlocks, findBlocks } from './blocks.ts';
import { draftRule } from './draft-rule.ts';
import { findKinds, type KindLine } from './kinds.ts';
import { findStructure, listTypes, type PlacedType } from './structure.ts';
import { type KnownField, nameTotals } from './name-totals.ts';
import { inferTypeFields } from './type-columns.ts';
import { findCounts } from './counts.ts';
import { findNestedSums } from './nested-sums.ts';
import { createTrailerNumbers } from './numbers.ts';
import { findScopes } from './scopes.ts';
import { findSums } from './sums.ts';
import type { FoundTotal } from './total.ts';
import { separate } from './wanted.ts';

/**
 * Infers a FIXED_WIDTH spec with record types from lines: the types, their nesting, and the control totals of trailers.
 * Returns null if the first characters of the lines show no types, or if no trailer has the number or the sum of records.
 */
export function inferRecordTypes(text: string): DraftPart | null {
  const all = text.split(/\r\n|\n|\r/).filter((line) => line !== '');
  const found = findKinds(all);
  const structure = found === null ? null : findStructure(found.records.map(({ kind }) => kind));
  if (found === null || structure === null) return null;
  const { records: lines, fillers } = found;
  const blocks = { records: lines.length, fillers: fillers.length };
  const types = listTypes(structure);
  const totals = findTotals({ types, lines, blocks });
  if (totals.length === 0) return null;
  const names = new Map(types.map(({ node }) => [node.kind, node.name]));
  const named = nameTotals(totals, new Set(types.filter(({ node }) => node.isTrailer).map(({ node }) => node.kind)));
  const recordTypes = types.map((type) => draftType(type, { lines, known: named.fields.get(type.node.kind) ?? [] }));
  const isOrdered = types.every(({ node, parent }) => parent !== null || !node.anyOrder);
  return {
    format: 'FIXED_WIDTH',
    settings: [...describeFiller(fillers, blocks), ...(isOrdered ? [] : [withoutNote(['order', 'ANY'] as const)])],
    fields: [],
    recordTypes,
    fileRules: named.totals.map((total) => draftRule(total, (kind) => names.get(kind) ?? kind)),
    corrections: [],
    rules: [],
    suggestions: [],
    evidence: { values: 1, typed: weighFields(recordTypes), named: 0, totals: totals.length, undecided: [] },
  };
}

function describeFiller(fillers: readonly string[], blocks: Blocks): DraftPart['settings'] {
  const [line] = fillers;
  if (line === undefined) return [];
  const size = sizeOfBlocks(blocks);
  const filler = {
    when: { start: 1, length: line.length, values: [line] },
    ...(size === null ? {} : { blockOf: size }),
  };
  return [withoutNote(['filler', filler] as const)];
}

/** Returns the share of the characters of all fields that are in numbers, dates and truth values, from 0 to 1. */
function weighFields(types: readonly TypeDraft[]): number {
  const fields = types.flatMap((type) => type.fields.map(({ value }) => value));
  const weigh = (some: typeof fields) => some.reduce((sum, { length = 0 }) => sum + length, 0);
  return weigh(fields.filter(({ type }) => type !== 'STRING')) / Math.max(1, weigh(fields));
}

function draftType(
  { node, parent }: PlacedType,
  { lines, known }: { lines: readonly KindLine[]; known: readonly KnownField[] },
): TypeDraft {
  const own = lines.filter(({ kind }) => kind === node.kind);
  const isPublished = !node.isOnce && node.inside.every(({ isTrailer }) => !isTrailer);
  const mark: KnownField = {
    name: 'recordType',
    start: 0,
    end: node.kind.length,
    type: 'STRING',
    note: null,
  };
  return {
    keys: {
      name: node.name,
      ...(parent !== null && { in: parent.name }),
      when: { start: 1, length: node.kind.length, values: [node.kind] },
      ...(node.isOnce && { occurs: 'ONCE' }),
      ...(node.anyOrder && { order: 'ANY' }),
      ...(!isPublished && { publish: false }),
    },
    ...inferTypeFields(own, [mark, ...known], node.name),
  };
}

/** Totals are searched in the first lines. The draft is then tested with all of them. */
const MAX_LINES = 2_000;

/** The records of a file, their types, and the lines of the file. */
interface TypedFile {
  readonly types: readonly PlacedType[];
  readonly lines: readonly KindLine[];
  readonly blocks: Blocks;
}

/**
 * Finds the control totals in all trailers: sums of the totals of enclosed trailers, other sums, and numbers of lines. Each
 * holds in all scopes of the sample.
 */
function findTotals(file: TypedFile): FoundTotal[] {
  const trailers = file.types.filter(({ node }) => node.isTrailer);
  // A trailer adds up totals of the trailers that it encloses, which the list contains before it.
  return trailers.reduce<FoundTotal[]>((found, type) => [...found, ...findTrailerTotals(type, file, found)], []);
}

function findTrailerTotals(
  type: PlacedType,
  { types, lines, blocks }: TypedFile,
  found: readonly FoundTotal[],
): FoundTotal[] {
  const scopes = findScopes(type, lines.slice(0, MAX_LINES));
  if (scopes.length === 0) return [];
  const numbers = createTrailerNumbers(type.node.kind, scopes);
  return separate(
    [
      ...findNestedSums(found, types, { parent: type.parent, scopes, numbers }),
      ...findSums(type, types, { scopes, numbers }),
      ...findCounts(type, { types, scopes, numbers }),
      ...(type.parent === null ? findBlocks(blocks, numbers) : []),
    ],
    scopes.map(({ trailer }) => trailer.text),
  );
}
