import type { Batch, Issue, Outcome, SpecModule } from '../../../kernel/model/contract.ts';
import type { FileFailure } from '../../../kernel/module/file-failure.ts';
import { NO_RECORD_FOUND } from '../../../kernel/model/no-records.ts';
import { utf8Length } from '../../../kernel/values/text.ts';
import type { Cell, FileWriter } from '../../../language/formats/model/samples/file-writer.ts';

/** The issues of each tried cell of one field. Null: the cell cannot be part of a record. */
export type Verdicts = ReadonlyMap<Cell, readonly Issue[] | null>;

/** The compiled module of a spec, which determines the expected results, with what is needed to run it. */
export interface SampleOracle {
  readonly module: SpecModule;
  readonly writer: FileWriter;
  /** The names of the fields, in the order of the spec. */
  readonly fields: readonly string[];
  /** The date for rules that depend on it, `yyyy-MM-dd`. */
  readonly today: string;
  readonly maxRecordBytes: number;
  /** The ruleIds of the rules that need values of several fields. `judgeCells` ignores their issues. */
  readonly relations: ReadonlySet<string | null>;
}

/**
 * Runs the module on cells of every field, and returns their issues by field. `tries[i]` are the cells of field i. To
 * save records, one record tests cells of several fields, because fields do not affect each other. Rules that need the
 * values of several fields do not count. Throws the module's FileFailure if the file cannot be read.
 */
export async function judgeCells(oracle: SampleOracle, tries: readonly (readonly Cell[])[]): Promise<Verdicts[]> {
  // The maps are filled with all cells first, so they have the order of `tries`.
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

/** The cells under test in one record, by field index. */
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
  /** Null if the line is not a record, or has a structure issue. */
  readonly issues: readonly Issue[] | null;
}

async function readRows({ module, writer, today }: SampleOracle, rows: readonly Row[]): Promise<ReadRow[]> {
  const records = rows.map((row) =>
    writer.writeRecord(writer.fillers.map((filler, field) => (row.has(field) ? (row.get(field) ?? null) : filler))),
  );
  if (records.every((record) => record === null)) return rows.map((row) => ({ row, issues: null }));
  const { bytes, offsets } = writer.writeFile(records.filter((record) => record !== null));
  const found = new Map<number, readonly Issue[]>();
  try {
    for await (const { byteOffset, issues } of module.read(chunksOf(bytes), { today })) found.set(byteOffset, issues);
  } catch (error) {
    // If no line is a record, `found` is empty, which expresses the same.
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
 * Stores the issues of each cell. Returns the records that could not be read and have several cells under test, because
 * it is unknown which cell is the cause.
 */
function note(
  { fields, relations }: SampleOracle,
  verdicts: readonly Map<Cell, readonly Issue[] | null>[],
  rows: readonly ReadRow[],
): Row[] {
  return rows.flatMap(({ row, issues }) => {
    if (issues === null && row.size > 1) return [row];
    for (const [field, cell] of row)
      verdicts[field]?.set(
        cell,
        issues?.filter((issue) => issue.field === fields[field] && !relations.has(issue.ruleId)) ?? null,
      );
    return [];
  });
}

/**
 * The result of reading a whole file. `warnings` and `failure` are codes. `failure` is null if the file was read to its
 * end.
 */
export interface FileVerdict {
  readonly records: number;
  readonly recordIssues: readonly { record: number; outcome: Outcome; issues: readonly Issue[] }[];
  readonly warnings: readonly string[];
  readonly failure: string | null;
}

/** Reads a whole file with the module and returns the result. */
export function judgeFile({ module, today }: Pick<SampleOracle, 'module' | 'today'>, bytes: Uint8Array): FileVerdict {
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
