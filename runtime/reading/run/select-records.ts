import type {
  Batch,
  DocumentCounts,
  MessageMemory,
  SpecModule,
  Transformer,
  TransformOptions,
  TypedPart,
} from '../../../compiler/kernel/model/contract.ts';
import { isErrorRecord, type CountedBatch } from '../../base/model/issue-counts.ts';
import { type RecordSet, recordSetOf } from '../../base/model/record-set.ts';
import { waiveIssues } from '../../base/model/left-out-totals.ts';
import { addDocumentCounts } from '../../base/model/rejected-documents.ts';
import type { RunOptions } from '../../base/model/run-info.ts';

type SelectOptions = Pick<RunOptions, 'onlyRecords' | 'waivedRules' | 'maxErrors' | 'batchRecords'>;

/**
 * Returns the module of a run that publishes only some records of its file (`onlyRecords`). It reads the whole file, but its
 * batches have only these records. Rules of the file and its warnings concern all records. Returns `module` if the run
 * publishes all.
 */
export function selectRecords(module: SpecModule, options: SelectOptions): SpecModule {
  if (options.onlyRecords === undefined) return module;
  // Other threads would read parts of the file without knowing the records.
  const { splits: _, ...spec } = module.spec;
  return { ...module, spec, createTransformer: (given = {}) => createSelecting(module, given, options) };
}

/** A batch ends when its messages have this size, in bytes. */
const BATCH_BYTES = 1024 * 1024;

function createSelecting(
  module: SpecModule,
  { memory: _, batchMs: __, batchEndsAtError: ___, batchEndsAtRejectedDocument: ____, ...given }: TransformOptions,
  options: SelectOptions,
): Transformer {
  // The counts of a batch with one record are those of the record. A document is a unit, and has a batch of its own.
  const inner = module.createTransformer({ ...given, batchRecords: 1, memory: createTurningMemory() });
  const maxRecords = Math.min(given.batchRecords ?? options.batchRecords, options.batchRecords);
  const selection = new Selection(options);

  function* select(batches: Iterable<Batch>): Generator<CountedBatch> {
    for (const batch of batches) {
      selection.add(batch);
      const hasRejected = batch.typed?.documents?.some(({ failed, skipped }) => failed + skipped > 0) === true;
      const isStop = hasRejected || (options.maxErrors !== null && batch.recordIssues.some(isErrorRecord));
      const { records, bytes } = selection;
      if (batch.failure !== null || isStop || records >= maxRecords || bytes >= BATCH_BYTES) yield selection.take();
    }
  }

  return {
    *push(chunk) {
      yield* select(inner.push(chunk));
      if (selection.records > 0) yield selection.take();
    },
    *end() {
      yield* select(inner.end());
      if (!selection.isEmpty) yield selection.take();
    },
  };
}

/** The module has at most one batch that is not passed on yet, and one that it writes. */
const TURNS = 4;

/** Creates memory for batches that are copied or left out as soon as they are there. New memory for each would take longer. */
function createTurningMemory(): MessageMemory {
  const buffers: Uint8Array<ArrayBuffer>[] = [];
  let turn = 0;
  return {
    take(bytes) {
      turn = (turn + 1) % TURNS;
      const known = buffers[turn];
      if (known !== undefined && known.length >= bytes) return known;
      return (buffers[turn] = new Uint8Array(bytes));
    },
    release: () => true,
  };
}

/** Joins the selected ones of batches with one record each. */
class Selection {
  readonly #only: RecordSet | null;
  readonly #options: SelectOptions;
  #parts: Batch[] = [];
  #last: Batch | null = null;
  #otherLines = 0;
  #warnings: Batch['warnings'] = [];
  #fileIssues: NonNullable<Batch['fileIssues']> = [];
  bytes = 0;

  constructor(options: SelectOptions) {
    this.#only = recordSetOf(options);
    this.#options = options;
  }

  get records(): number {
    return sumOf(this.#parts, ({ records }) => records);
  }

  /** Whether take() would return nothing that earlier batches have not said. */
  get isEmpty(): boolean {
    return this.#last === null;
  }

  add(batch: Batch): void {
    this.#last = batch;
    this.#otherLines += batch.otherLines;
    this.#warnings.push(...batch.warnings);
    this.#fileIssues.push(...waiveIssues(batch.fileIssues ?? [], this.#options));
    if (batch.records === 0 || !this.#selects(batch)) return;
    // The memory of the batch is used again.
    this.#parts.push({ ...batch, bytes: batch.bytes.slice() });
    this.bytes += batch.bytes.length + batch.keys.length;
  }

  /** Returns whether a record of a batch is selected: then its whole document is. */
  #selects({ firstRecord, records }: Batch): boolean {
    if (this.#only === null) return true;
    for (let record = firstRecord; record < firstRecord + records; record++) if (this.#only.has(record)) return true;
    return false;
  }

  /** Returns the records since the last call as one batch. */
  take(): CountedBatch {
    const parts = this.#parts;
    const last = this.#last;
    if (last === null) throw new Error('there is no batch to take');
    const all: CountedBatch = {
      firstRecord: parts[0]?.firstRecord ?? last.next.record + 1,
      records: sumOf(parts, ({ records }) => records),
      count: sumOf(parts, ({ count }) => count),
      bytes: joinBytes(parts.map(({ bytes }) => bytes)),
      ends: joinEnds(parts, ({ ends }) => ends),
      keys: joinBytes(parts.map(({ keys }) => keys)),
      keyEnds: joinEnds(parts, ({ keyEnds }) => keyEnds),
      corrected: sumOf(parts, ({ corrected }) => corrected),
      otherLines: this.#otherLines,
      recordIssues: parts.flatMap(({ recordIssues }) => recordIssues),
      warnings: this.#warnings,
      failure: last.failure,
      next: last.next,
      ...(this.#fileIssues.length > 0 && { fileIssues: this.#fileIssues }),
      ...(last.typed !== undefined && { typed: joinTyped(last.typed, parts) }),
      messageRecords: Float64Array.from(parts.flatMap(messageRecordsOf)),
    };
    this.#parts = [];
    this.#last = null;
    this.#otherLines = 0;
    this.#warnings = [];
    this.#fileIssues = [];
    this.bytes = 0;
    return all;
  }
}

/** Returns the number of each message's record. */
function messageRecordsOf({ count, firstRecord, typed }: Batch): number[] {
  if (typed?.documents !== undefined) return [...typed.messageRecords];
  return count > 0 ? [firstRecord] : [];
}

function sumOf(parts: readonly Batch[], of: (part: Batch) => number): number {
  return parts.reduce((sum, part) => sum + of(part), 0);
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function joinEnds(parts: readonly Batch[], of: (part: Batch) => Uint32Array): Uint32Array {
  const ends = new Uint32Array(sumOf(parts, (part) => of(part).length));
  let at = 0;
  let before = 0;
  for (const part of parts) {
    for (const end of of(part)) ends[at++] = before + end;
    before = ends[at - 1] ?? 0;
  }
  return ends;
}

function joinTyped({ types }: TypedPart, parts: readonly Batch[]): TypedPart {
  const typed = parts.flatMap((part) => (part.typed === undefined ? [] : [part.typed]));
  const members = ['total', 'processed', 'failed', 'skipped', 'published'] as const;
  return {
    types: types.map(({ name }, index) => {
      const counts = { name, total: 0, processed: 0, failed: 0, skipped: 0, published: 0 };
      for (const part of typed) for (const member of members) counts[member] += part.types[index]?.[member] ?? 0;
      return counts;
    }),
    messageRecords: Float64Array.from(typed.flatMap(({ messageRecords }) => [...messageRecords])),
    messageTypes: Uint16Array.from(typed.flatMap(({ messageTypes }) => [...messageTypes])),
    unpublished: typed.reduce((sum, { unpublished }) => sum + unpublished, 0),
    ...joinDocuments(typed),
  };
}

function joinDocuments(parts: readonly TypedPart[]): Pick<TypedPart, 'documents'> {
  let sum: DocumentCounts[] | null = null;
  for (const { documents } of parts) if (documents !== undefined) sum = addDocumentCounts(sum, documents);
  return sum === null ? {} : { documents: sum };
}
