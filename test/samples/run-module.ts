import type {
  Batch,
  FileIssue,
  Position,
  SpecModule,
  TransformOptions,
  Warning,
} from '../../compiler/kernel/model/contract.ts';
import { mergeWarnings } from '../support/merge-warnings.ts';
import { type Event, eventsOf } from '../../runtime/runs/sample-tests/event.ts';
import type { ErrorRecord } from '../../runtime/runs/sample-tests/outcome.ts';

/** The results of a module for a file, independent of chunks and batches. */
export interface Run {
  records: number;
  corrected: number;
  otherLines: number;
  events: Event[];
  errors: ErrorRecord[];
  warnings: Warning[];
  fileIssues: FileIssue[];
  failure: { code: string; message: string } | null;
}

/** How a run splits a file: bytes per chunk, records per batch. */
export interface Cut {
  readonly chunkBytes: number;
  readonly batchRecords?: number;
}

/** The state of a run after a batch, and the position where reading resumes. */
export interface ResumePoint {
  readonly run: Run;
  readonly next: Position;
}

/** A file and the options for reading it. */
export interface Input {
  readonly module: SpecModule;
  readonly file: Uint8Array;
  readonly options: TransformOptions;
}

/** Runs a file through a module's transformer and checks every batch. @throws if a batch is inconsistent. */
export function runModule(
  { module, file, options }: Input,
  { chunkBytes, batchRecords = 1000 }: Cut,
): { run: Run; stops: ResumePoint[] } {
  const run: Run = {
    records: 0,
    corrected: 0,
    otherLines: 0,
    events: [],
    errors: [],
    warnings: [],
    fileIssues: [],
    failure: null,
  };
  const stops: ResumePoint[] = [];
  const transformer = module.createTransformer({ ...options, batchRecords });
  const take = (batch: Batch) => {
    addBatch(run, batch, { from: options.from?.record ?? 0, messages: options.messages ?? true });
    stops.push({
      run: {
        ...run,
        events: [...run.events],
        errors: [...run.errors],
        warnings: [...run.warnings],
        fileIssues: [...run.fileIssues],
      },
      next: batch.next,
    });
  };
  for (let at = 0; at < file.length; at += chunkBytes) {
    // The owner may reuse a chunk once it is read, so the module must copy what it keeps.
    const chunk = Uint8Array.from(file.subarray(at, at + chunkBytes));
    for (const batch of transformer.push(chunk)) take(batch);
    chunk.fill(0x3f);
  }
  for (const batch of transformer.end()) take(batch);
  return { run, stops };
}

/** Joins the run up to a batch with the run that resumed after it. */
export function joinRuns(before: Run, after: Run): Run {
  return {
    records: before.records + after.records,
    corrected: before.corrected + after.corrected,
    otherLines: before.otherLines + after.otherLines,
    events: [...before.events, ...after.events],
    errors: [...before.errors, ...after.errors],
    warnings: mergeWarnings([...before.warnings, ...after.warnings]),
    fileIssues: [...before.fileIssues, ...after.fileIssues],
    failure: after.failure,
  };
}

function addBatch(run: Run, batch: Batch, expected: { from: number; messages: boolean }): void {
  ensure(run.failure === null, 'a batch follows the failure');
  ensure(batch.records === 0 || batch.firstRecord === expected.from + run.records + 1, 'batches follow one another');
  const unpublished = batch.recordIssues.filter(({ outcome }) => outcome !== 'processed').length;
  ensure(
    batch.records === batch.count + unpublished + (batch.typed?.unpublished ?? 0),
    'a record is published, has an issue, or has a type that is not published',
  );
  if (expected.messages) run.events.push(...wholeEvents(batch));
  run.records += batch.records;
  run.corrected += batch.corrected;
  run.otherLines += batch.otherLines;
  run.errors.push(...batch.recordIssues.map(({ issues, ...place }) => ({ ...place, messages: issues })));
  run.warnings = mergeWarnings([...run.warnings, ...batch.warnings]);
  run.fileIssues.push(...(batch.fileIssues ?? []));
  run.failure = batch.failure;
}

function wholeEvents(batch: Batch): Event[] {
  const { count, bytes, ends, keys, keyEnds } = batch;
  ensure(ends.length === count && keyEnds.length === count, 'a batch has an end for each message and key');
  ensure(
    (ends[count - 1] ?? 0) === bytes.length && (keyEnds[count - 1] ?? 0) === keys.length,
    'a batch ends with its last message',
  );
  return eventsOf(batch);
}

function ensure(condition: boolean, what: string): void {
  if (!condition) throw new Error(`not so: ${what}`);
}
