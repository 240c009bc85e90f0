import type { SpecInfo } from '../../compiler/kernel/model/contract.ts';

/** The delivery guarantee of a run that is interrupted. */
export type Delivery = 'at-least-once' | 'exactly-once' | 'all-or-nothing';

/** All delivery guarantees. */
export const DELIVERIES: readonly Delivery[] = ['at-least-once', 'exactly-once', 'all-or-nothing'];

/** Maximum of `errorLimit`. */
export const MAX_ERROR_LIMIT = 100_000;

/** The options of a run. They are fixed when the run starts and stored for its resumption. */
export interface RunOptions {
  /** Whether records with an ERROR issue are skipped. */
  skipInvalidRecords: boolean;
  /** More records with an ERROR or FATAL issue than this stop the run; null: no limit. */
  maxErrors: number | null;
  /** Maximum number of records with issues in the result. */
  errorLimit: number;
  /** The date of `today` in rules, `yyyy-MM-dd`. */
  today: string;
  delivery: Delivery;
  /** Maximum number of records in a batch. */
  batchRecords: number;
  /** Upper limit for the spec's `maxRecordBytes`, in bytes. */
  maxRecordBytes: number;
  /** Maximum number of columns of a CSV file. Absent in runs of earlier versions. */
  maxColumns?: number;
  /** Size limit of the run's messages, in bytes. Absent in runs of earlier versions, like the next two. */
  maxOutputBytes?: number;
  /** How many times as large as the file the messages may be. The first GiB is not limited. */
  maxOutputRatio?: number;
  /** Limit of the processor time for reading the file, in milliseconds. */
  maxProcessorMs?: number;
  /** Size limit of the content of a compressed file, in bytes. */
  maxFileBytes: number;
  /**
   * Size limit of a message and its key, in bytes. It is set when a file that was published with this limit is read
   * again.
   */
  maxMessageBytes?: number;
}

/** The facts about a run that its sink, its store and its result use. */
export interface RunInfo {
  /** UUID; null in a dry run. */
  runId: string | null;
  spec: SpecInfo;
  /** UUID; null if the spec has none. */
  specId: string | null;
  fileName: string;
  /** SHA-256 of the file as sent, if it is known before the run starts (a spooled file). Message ids contain it. */
  fileSha256: string | null;
  options: RunOptions;
}

/** At most 5,000 records may be in flight to Kafka, which is three batches of this size. */
const BATCH_RECORDS = 1666;

/** Creates the options of a run. Missing ones have their defaults. */
export function createRunOptions(overrides: Partial<RunOptions> = {}): RunOptions {
  const options: RunOptions = {
    skipInvalidRecords: false,
    maxErrors: null,
    errorLimit: 1000,
    today: new Date().toISOString().slice(0, 10),
    delivery: 'at-least-once',
    batchRecords: BATCH_RECORDS,
    maxRecordBytes: 16 * 1024 * 1024,
    maxColumns: 16_384,
    maxOutputBytes: 100 * 1024 ** 3,
    maxOutputRatio: 100,
    maxProcessorMs: 2 * 60 * 60 * 1000,
    maxFileBytes: 10 * 1024 ** 3,
    ...overrides,
  };
  // Without maxErrors, all-or-nothing rejects the file at its first record with an ERROR or FATAL issue.
  if (options.delivery === 'all-or-nothing') options.maxErrors ??= 0;
  return options;
}
