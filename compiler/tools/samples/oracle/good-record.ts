import { findRecord, relatedPlaces, varyRecord } from './find-record.ts';
import { judgeFile, type SampleOracle, type Verdicts } from './sample-oracle.ts';
import type { Cell, WrittenRecord } from '../../../language/formats/model/samples/file-writer.ts';
import { nullCells, type FieldCandidates } from '../values/field-candidates.ts';
import type { Spec } from '../../../pipeline/1-read/spec-shape.ts';

/** The cells of a record without issues, or the reason why none was found. */
export type ValidRecord =
  | { readonly kind: 'found'; readonly cells: readonly Cell[] }
  | { readonly kind: 'none'; readonly why: string };

/**
 * Builds a record from the first valid cell of each field, if possible one that does not mean null. If that record has
 * issues, tries other cells of the fields that rules need together, and then the shortest valid cells. The result is
 * `none` if a field has no valid cell, or if all these records have issues.
 */
export function findValidRecord({
  spec,
  candidates,
  verdicts,
  oracle,
}: {
  spec: Spec;
  candidates: readonly FieldCandidates[];
  verdicts: readonly Verdicts[];
  oracle: SampleOracle;
}): ValidRecord {
  const good = verdicts.map((verdict) => validCells(verdict));
  const without = candidates.filter((_, field) => good[field]?.length === 0).map(({ field }) => field.name);
  if (without.length > 0)
    return { kind: 'none', why: `no valid value was found for ${without.slice(0, 5).join(', ')}` };
  const nulls = new Set(nullCells(spec));
  const plain = good.map((cells) => cells.find((cell) => !nulls.has(cell)) ?? cells[0] ?? null);
  const shortest = good.map((cells) => [...cells].sort((a, b) => (a?.length ?? 0) - (b?.length ?? 0))[0] ?? null);
  if (isValid(oracle, plain)) return { kind: 'found', cells: plain };
  const related = relatedPlaces(spec);
  const varied = related.length === 0 ? [] : varyRecord(plain, related, (place) => good[place] ?? []);
  const matching = findRecord(oracle, varied, (issues) => issues.length === 0);
  for (const cells of [matching, shortest]) {
    if (cells !== null && isValid(oracle, cells)) return { kind: 'found', cells };
  }
  return { kind: 'none', why: 'no record of valid values could be written' };
}

/** Returns the cells without issues, in the order in which they were tried. */
export function validCells(verdict: Verdicts): Cell[] {
  return [...verdict].filter(([, issues]) => issues?.length === 0).map(([cell]) => cell);
}

function isValid(oracle: SampleOracle, cells: readonly Cell[]): boolean {
  const file = writeRecords(oracle, [cells, cells]);
  if (file === null) return false;
  const { records, recordIssues, failure } = judgeFile(oracle, file);
  return records === 2 && recordIssues.length === 0 && failure === null;
}

/** Returns the bytes of a file with the given records, or null if one of them cannot be written. */
export function writeRecords({ writer }: SampleOracle, records: readonly (readonly Cell[])[]): Uint8Array | null {
  const written: (WrittenRecord | null)[] = records.map((cells) => writer.writeRecord(cells));
  const all = written.filter((record) => record !== null);
  return all.length < written.length ? null : writer.writeFile(all).bytes;
}
