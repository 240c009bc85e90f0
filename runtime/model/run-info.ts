import type { SpecInfo } from '../../compiler/kernel/model/contract.ts';

/** What a destination promises about a run that is cut short. */
export type Delivery = 'at-least-once' | 'exactly-once' | 'all-or-nothing';

/** How a run treats its records; settled when it begins, kept when it is resumed. */
export interface RunOptions {
  /** Whether a record with an ERROR is skipped. */
  skipInvalidRecords: boolean;
  /** More records with ERROR or FATAL than this stop the run; null: none does. */
  maxErrors: number | null;
  /** Most records with issues that the result lists. */
  errorLimit: number;
  /** The day that `today` in a rule stands for, `yyyy-MM-dd`. */
  today: string;
  delivery: Delivery;
  /** Most records of a batch. */
  batchRecords: number;
  /** Bound on the spec's `maxRecordBytes`, in bytes. */
  maxRecordBytes: number;
  /** Most bytes that a compressed file may hold. */
  maxFileBytes: number;
  /** Most bytes of a message and its key, where a file is read again that had such a bound. */
  maxMessageBytes?: number;
}

/** What a sink, a store and a result have to know of a run. */
export interface RunInfo {
  /** UUID; null in a dry run. */
  runId: string | null;
  spec: SpecInfo;
  /** UUID; null where the spec has none. */
  specId: string | null;
  fileName: string;
  /** SHA-256 of the file as sent, where it is known before the run begins (spooled); message ids need it. */
  fileSha256: string | null;
  options: RunOptions;
}

/** Three batches are no more than may be on their way to Kafka at a time: one a partition, or one after the other. */
const BATCH_RECORDS = 1666;

/** The options of a run, with what was left out filled in. */
export function createRunOptions(overrides: Partial<RunOptions> = {}): RunOptions {
  const options: RunOptions = {
    skipInvalidRecords: false,
    maxErrors: null,
    errorLimit: 1000,
    today: new Date().toISOString().slice(0, 10),
    delivery: 'at-least-once',
    batchRecords: BATCH_RECORDS,
    maxRecordBytes: 16 * 1024 * 1024,
    maxFileBytes: 10 * 1024 ** 3,
    ...overrides,
  };
  // Without a bound of its own, all-or-nothing is refused by the first record that is not good.
  if (options.delivery === 'all-or-nothing') options.maxErrors ??= 0;
  return options;
}
