import type { Batch, Issue, Outcome, SpecModule } from '../../kernel/model/contract.ts';
import type { FileFailure } from '../../kernel/module/file-failure.ts';
import { NO_RECORD_FOUND } from '../../kernel/model/no-records.ts';
import { utf8Length } from '../../kernel/values/text.ts';
import type { Cell, FileWriter } from '../files/file-writer.ts';

/** The issues that a module reports for each cell. `null` if the cell cannot be part of a record. */
export type Verdicts = ReadonlyMap<Cell, readonly Issue[] | null>;

/** Determines expected results by running the spec's own module. */
export interface SampleOracle {
  readonly module: SpecModule;
  readonly writer: FileWriter;
  /** The names of the fields, in the order of the spec. */
  readonly fields: readonly string[];
  /** `yyyy-MM-dd` */
  readonly today: string;
  readonly maxRecordBytes: number;
}

/**
 * Returns the module's verdicts on cells of every field: `tries[i]` are cells of field i. Fields are independent, so
 * one record tests a cell of each field.
 */
export async function judgeCells(oracle: SampleOracle, tries: readonly (readonly Cell[])[]): Promise<Verdicts[]> {
  // Maps keep the order of the tries, whatever the order of reading.
  const verdicts = tries.map((cells) => new Map<Cell, readonly Issue[] | null>(cells.map((cell) => [cell, null])));
  const rows = packRows(tries, oracle.maxRecordBytes);
  const undecided = note(oracle, verdicts, await readRows(oracle, rows));
  note(
    oracle,
    verdicts,
    await readRows(
      oracle,
      undecided.flatMap((row) => [...row].map((entry) => new Map([entry]))),
    ),
  );
  return verdicts;
}

/** The cells of one record by field index. */
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
  /** `null` if the row is not a record, or has a structure issue. */
  readonly issues: readonly Issue[] | null;
}

async function readRows({ module, writer, today }: SampleOracle, rows: readonly Row[]): Promise<ReadRow[]> {
  const records = rows.map((row) =>
    writer.writeRecord(writer.fillers.map((filler, field) => (row.has(field) ? (row.get(field) ?? null) : filler))),
  );
  const { bytes, offsets } = writer.writeFile(records.filter((record) => record !== null));
  const found = new Map<number, readonly Issue[]>();
  try {
    for await (const { byteOffset, issues } of module.read(chunksOf(bytes), { today })) found.set(byteOffset, issues);
  } catch (error) {
    // None of the rows is a record, which `found` says as well.
    if ((error as Partial<FileFailure>).code !== NO_RECORD_FOUND) throw error;
  }
  const places = offsets.values();
  return rows.map((row, at) => {
    const issues = records[at] === null ? null : (found.get(places.next().value ?? -1) ?? null);
    return { row, issues: issues?.some(({ field }) => field === null) === true ? null : issues };
  });
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Stores the verdicts. Returns the rows with several cells that were no valid record, because it is unknown which cell
 * caused that.
 */
function note(
  { fields }: SampleOracle,
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

/** The module's result for a whole file. */
export interface FileVerdict {
  readonly records: number;
  readonly recordIssues: readonly { record: number; outcome: Outcome; issues: readonly Issue[] }[];
  readonly warnings: readonly string[];
  readonly failure: string | null;
}

/** Reads a whole file with the module. */
export function judgeFile({ module, today }: SampleOracle, bytes: Uint8Array): FileVerdict {
  const transformer = module.createTransformer({ today, messages: false });
  const batches: Batch[] = [...transformer.push(bytes)];
  if (batches.at(-1)?.failure == null) batches.push(...transformer.end());
  return {
    records: batches.reduce((sum, { records }) => sum + records, 0),
    recordIssues: batches.flatMap(({ recordIssues }) => recordIssues),
    warnings: batches.flatMap(({ warnings }) => warnings.map(({ code }) => code)),
    failure: batches.find(({ failure }) => failure !== null)?.failure?.code ?? null,
  };
}
