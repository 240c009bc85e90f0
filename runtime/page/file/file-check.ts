import type { Batch, SpecModule, Position, Warning } from '../../../compiler/kernel/model/contract.ts';
import { judgeWarnings } from '../../../compiler/formats.ts';
import { tablesOf } from '../../base/model/bound-tables.ts';
import { type Checkpoint, createCheckpoint } from '../../base/model/checkpoint.ts';
import { createResult, parseErrors, type ProcessingResult } from '../../base/model/result.ts';
import { createRunOptions, type RunInfo } from '../../base/model/run-info.ts';
import { createRunCounters } from '../../reading/run/counters.ts';
import { EXAMINED_BYTES, findSuspectEncoding } from '../../reading/run/suspect-encoding.ts';
import { createTransformOptions } from '../../reading/run/transform-options.ts';
import type { SliceReader } from '../../reading/source/disk/slice-reader.ts';
import { createBlobSlices, readBlob } from './blob-slices.ts';
import { createFindHeads } from './document-heads.ts';
import { RecordEdits } from './record-edits.ts';
import { IssueStore } from './issue-store.ts';

/** The file to check, the module of its spec, and how its records are handled. */
export interface FileToCheck {
  file: Blob;
  fileName: string;
  module: SpecModule;
  skipInvalidRecords: boolean;
  /** The warnings that each run of the spec has. Absent: none. */
  specWarnings?: readonly Warning[];
}

/** A dry run in the browser, as `specmill validate` does it in Node.js: same counters, same issues, same result. */
export class FileCheck {
  readonly info: RunInfo;
  readonly module: SpecModule;
  readonly slices: SliceReader;
  readonly issues = new IssueStore();
  readonly points = new ResumePoints();
  readonly edits = new RecordEdits();
  /** The file as it was chosen. */
  readonly file: Blob;
  readonly #checkpoint: Checkpoint = createCheckpoint();

  /** Throws Error with a message for the user if the spec reads reference tables, which the page does not have. */
  constructor({ file, fileName, module, skipInvalidRecords, specWarnings = [] }: FileToCheck) {
    const tables = tablesOf(module);
    if (tables === undefined) refuseTables(module.spec);
    const reference = tables === undefined ? {} : { reference: tables.versions };
    const options = createRunOptions({ skipInvalidRecords, ...reference });
    const spec = { ...module.spec, warnings: specWarnings };
    this.info = { runId: null, spec, specId: null, fileName, fileSha256: null, options };
    this.module = module;
    this.file = file;
    this.slices = createBlobSlices(file);
  }

  /** The result so far; the final one after read(). Its `fileSha256` is null, because the file is not hashed. */
  get result(): ProcessingResult {
    return parseErrors(createResult(this.info, this.#checkpoint, null));
  }

  /** The counters so far, without the cost of a result. */
  get checkpoint(): Readonly<Checkpoint> {
    return this.#checkpoint;
  }

  /**
   * Reads the file to its end, or up to a failure that the result reports. Calls `onProgress` after each part of the file
   * with the number of bytes that are read. Rejects with the errors of reading the file.
   */
  async read(onProgress: (bytes: number) => void): Promise<void> {
    const began = performance.now();
    const add = this.#createAdd();
    await this.#checkEncoding();
    if (this.#checkpoint.failure !== null) return;
    const run = { info: this.info, sink: { messages: false } };
    const transformer = this.module.createTransformer(
      createTransformOptions({ ...run, module: this.module }, this.#checkpoint),
    );
    let bytes = 0;
    for await (const chunk of readBlob(this.file)) {
      for (const batch of transformer.push(chunk)) add(batch);
      this.#checkpoint.durationMs = performance.now() - began;
      if (this.#checkpoint.failure !== null) return;
      onProgress((bytes += chunk.length));
    }
    for (const batch of transformer.end()) add(batch);
    this.#checkpoint.durationMs = performance.now() - began;
  }

  #createAdd(): (batch: Batch) => void {
    const counters = createRunCounters(this.#checkpoint, this.info.options.errorLimit);
    const findHeads = createFindHeads(this.module.spec);
    return (batch) => {
      // A batch after a failure is ignored, as in a run.
      if (this.#checkpoint.failure !== null) return;
      counters.add(batch);
      this.points.add(batch.next);
      const headOf = batch.recordIssues.length === 0 ? undefined : findHeads?.(batch);
      for (const record of batch.recordIssues) this.issues.add(record, headOf?.(record));
    };
  }

  async #checkEncoding(): Promise<void> {
    const head = await this.slices.readSlice(0, EXAMINED_BYTES);
    const warning = findSuspectEncoding(this.module.spec, head, head.length === this.file.size);
    const { warnings = [], runWarnings } = this.info.spec;
    const judged = judgeWarnings(warning === null ? warnings : [warning, ...warnings], runWarnings);
    this.#checkpoint.warnings.push(...judged.warnings);
    this.#checkpoint.failure = judged.failure;
  }
}

function refuseTables({ name, reference = [] }: SpecModule['spec']): void {
  if (reference.length === 0) return;
  const tables = reference.map((table) => `"${table.name}"`).join(', ');
  throw new Error(
    `The spec reads reference tables (${tables}), which this page does not have. Choose their files, send the file to the service, or check it with: specmill validate --spec ${name} FILE`,
  );
}

/** Positions at which a file can be read again, about one per mebibyte. */
class ResumePoints {
  readonly #points: Position[] = [];
  #state = 'null';

  /** Adds the position after a batch. */
  add({ byteOffset, line, record, state }: Position): void {
    const text = JSON.stringify(state);
    // Most positions have the same state, for example the columns of the header. It is stored once.
    const last = this.#points.at(-1);
    const shared = last !== undefined && text === this.#state ? last.state : state;
    this.#state = text;
    this.#points.push({ byteOffset, line, record, state: shared });
  }

  /** Returns the last position before a record, or null for the start of the file. `record` is the number from 1. */
  before(record: number): Position | null {
    let low = 0;
    let high = this.#points.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#points[middle]?.record ?? 0) < record) low = middle + 1;
      else high = middle;
    }
    return this.#points[low - 1] ?? null;
  }

  /** The reader's state at the last position that has one: the columns of the header, the encoding of the file. */
  get state(): unknown {
    return this.#points.findLast(({ state }) => state !== null)?.state ?? null;
  }
}
