import { judgeFile, type Court, type Verdicts } from './judge.ts';
import type { Cell, WrittenRecord } from './file-writer.ts';
import { nullCells, type FieldSketch } from './sketch.ts';
import type { Spec } from '../1-read/spec-shape.ts';

/** A record that keeps all rules, or why there is none. */
export type GoodRecord =
  | { readonly kind: 'found'; readonly cells: readonly Cell[] }
  | { readonly kind: 'none'; readonly why: string };

/** Puts a good record together: of each field the plainest cell that breaks nothing; where that is too long, the shortest. */
export function findGoodRecord({
  spec,
  sketches,
  verdicts,
  court,
}: {
  spec: Spec;
  sketches: readonly FieldSketch[];
  verdicts: readonly Verdicts[];
  court: Court;
}): GoodRecord {
  const good = verdicts.map((verdict) => goodCells(verdict));
  const without = sketches.filter((_, field) => good[field]?.length === 0).map(({ field }) => field.name);
  if (without.length > 0)
    return { kind: 'none', why: `no text was found that ${without.slice(0, 5).join(', ')} would take` };
  const nulls = new Set(nullCells(spec));
  const plain = good.map((cells) => cells.find((cell) => !nulls.has(cell)) ?? cells[0] ?? null);
  const shortest = good.map((cells) => [...cells].sort((a, b) => (a?.length ?? 0) - (b?.length ?? 0))[0] ?? null);
  for (const cells of [plain, shortest]) {
    if (isGood(court, cells)) return { kind: 'found', cells };
  }
  return { kind: 'none', why: 'no record of cells that each are good could be written' };
}

/** The cells that break nothing, in the order in which they were tried. */
export function goodCells(verdict: Verdicts): Cell[] {
  return [...verdict].filter(([, issues]) => issues?.length === 0).map(([cell]) => cell);
}

function isGood(court: Court, cells: readonly Cell[]): boolean {
  const file = writeRecords(court, [cells, cells]);
  if (file === null) return false;
  const { records, problems, failure } = judgeFile(court, file);
  return records === 2 && problems.length === 0 && failure === null;
}

/** A file with these records; null where one cannot be written. */
export function writeRecords({ writer }: Court, records: readonly (readonly Cell[])[]): Uint8Array | null {
  const written: (WrittenRecord | null)[] = records.map((cells) => writer.writeRecord(cells));
  const all = written.filter((record) => record !== null);
  return all.length < written.length ? null : writer.writeFile(all).bytes;
}
