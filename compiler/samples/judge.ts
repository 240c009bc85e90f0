import type { Batch, Issue, Outcome, SpecModule } from '../kernel/model/contract.ts';
import { utf8Length } from '../kernel/values/text.ts';
import type { Cell, FileWriter } from './file-writer.ts';

/** What a module says of cells: the issues of their fields; null of those that cannot stand in a record. */
export type Verdicts = ReadonlyMap<Cell, readonly Issue[] | null>;

/** How a spec's module judges. */
export interface Court {
  readonly module: SpecModule;
  readonly writer: FileWriter;
  /** The names of the fields, in the order of the spec. */
  readonly fields: readonly string[];
  /** `yyyy-MM-dd` */
  readonly today: string;
  readonly maxRecordBytes: number;
}

/** Lets the module judge cells of every field: `tries[i]` are those of field i. Many stand in one record, as fields do not touch each other. */
export async function judgeCells(court: Court, tries: readonly (readonly Cell[])[]): Promise<Verdicts[]> {
  // In the order of the tries, however they are read.
  const verdicts = tries.map((cells) => new Map<Cell, readonly Issue[] | null>(cells.map((cell) => [cell, null])));
  const rows = packRows(tries, court.maxRecordBytes);
  const undecided = note(court, verdicts, await readRows(court, rows));
  note(
    court,
    verdicts,
    await readRows(
      court,
      undecided.flatMap((row) => [...row].map((entry) => new Map([entry]))),
    ),
  );
  return verdicts;
}

/** Cells of one record, under the numbers of their fields. */
type Row = ReadonlyMap<number, Cell>;

function packRows(tries: readonly (readonly Cell[])[], maxRecordBytes: number): Row[] {
  const queues = tries.map((cells) => [...new Set(cells)].reverse());
  const rows: Row[] = [];
  while (queues.some(({ length }) => length > 0)) {
    const row = new Map<number, Cell>();
    let bytes = 0;
    for (const [field, queue] of queues.entries()) {
      const [cell] = queue.slice(-1);
      if (cell === undefined) continue;
      bytes += 4 + utf8Length(cell ?? '');
      if (row.size > 0 && bytes > maxRecordBytes) break;
      row.set(field, cell);
      queue.pop();
    }
    rows.push(row);
  }
  return rows;
}

interface ReadRow {
  readonly row: Row;
  /** Null where the row is no record, or its structure is broken. */
  readonly issues: readonly Issue[] | null;
}

async function readRows({ module, writer, today }: Court, rows: readonly Row[]): Promise<ReadRow[]> {
  const records = rows.map((row) =>
    writer.writeRecord(writer.fillers.map((filler, field) => (row.has(field) ? (row.get(field) ?? null) : filler))),
  );
  const { bytes, offsets } = writer.writeFile(records.filter((record) => record !== null));
  const found = new Map<number, readonly Issue[]>();
  for await (const { byteOffset, issues } of module.read(chunksOf(bytes), { today })) found.set(byteOffset, issues);
  const places = offsets.values();
  return rows.map((row, at) => {
    const issues = records[at] === null ? null : (found.get(places.next().value ?? -1) ?? null);
    return { row, issues: issues?.some(({ field }) => field === null) === true ? null : issues };
  });
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** Notes what was read; gives back the rows of which nothing can be said, as several cells stand in them. */
function note(
  { fields }: Court,
  verdicts: readonly Map<Cell, readonly Issue[] | null>[],
  rows: readonly ReadRow[],
): Row[] {
  return rows.flatMap(({ row, issues }) => {
    if (issues === null && row.size > 1) return [row];
    for (const [field, cell] of row)
      verdicts[field]?.set(cell, issues?.filter((issue) => issue.field === fields[field]) ?? null);
    return [];
  });
}

/** What a module says of a whole file. */
export interface FileVerdict {
  readonly records: number;
  readonly problems: readonly { record: number; outcome: Outcome; issues: readonly Issue[] }[];
  readonly warnings: readonly string[];
  readonly failure: string | null;
}

/** Lets the module judge a whole file. */
export function judgeFile({ module, today }: Court, bytes: Uint8Array): FileVerdict {
  const transformer = module.createTransformer({ today, messages: false });
  const batches: Batch[] = [...transformer.push(bytes)];
  if (batches.at(-1)?.failure == null) batches.push(...transformer.end());
  return {
    records: batches.reduce((sum, { records }) => sum + records, 0),
    problems: batches.flatMap(({ problems }) => problems),
    warnings: batches.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
    failure: batches.find(({ failure }) => failure !== null)?.failure?.code ?? null,
  };
}
