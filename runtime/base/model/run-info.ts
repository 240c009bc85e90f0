import type { SpecInfo } from '../../../compiler/kernel/model/contract.ts';
import type { CloudEventMode } from './cloud-event-mode.ts';
import type { TableVersion } from './bound-tables.ts';
import type { MaskKeyVersion } from './mask-keys.ts';
import type { RunSchemas } from './message-schemas.ts';
import type { Ordering } from './ordering.ts';
import type { RecordSetText } from './record-set.ts';
import type { ValueFormat } from './value-format.ts';

/**
 * What a run guarantees even if it is interrupted. `at-least-once`: no message is lost, but some may be published
 * twice. `exactly-once`: each message is published once. `all-or-nothing`: the whole file is published or none of it.
 */
export type Delivery = 'at-least-once' | 'exactly-once' | 'all-or-nothing';

/** All values of Delivery. The first one is the default. */
export const DELIVERIES: readonly Delivery[] = ['at-least-once', 'exactly-once', 'all-or-nothing'];

/** The largest permitted value of `errorLimit`. */
export const MAX_ERROR_LIMIT = 10_000;

/** The options of a run. They are fixed when the run starts, and stored so that the run resumes with the same ones. */
export interface RunOptions {
  /** Whether records with an ERROR issue are skipped (true) or still processed (false). */
  skipInvalidRecords: boolean;
  /**
   * The run stops as FAILED at the record with which the number of records with an ERROR or FATAL issue exceeds this
   * number. Null: no limit.
   */
  maxErrors: number | null;
  /**
   * The largest share of the records that may have an ERROR or FATAL issue, in hundredths of a per cent. The whole file is
   * read once before anything is published. Absent: no limit.
   */
  maxErrorShare?: number;
  /**
   * The run stops as FAILED when more documents than this number are rejected. Absent: the limit of the spec, or none.
   */
  maxRejectedDocuments?: number;
  /** Maximum number of records with issues that the result lists. */
  errorLimit: number;
  /** The date that the word `today` means in rules, as `yyyy-MM-dd`. */
  today: string;
  delivery: Delivery;
  /** Maximum number of records in a batch. */
  batchRecords: number;
  /** Upper limit for the `maxRecordBytes` of the spec (the maximum size of a record), in bytes. */
  maxRecordBytes: number;
  /** Maximum number of columns of a CSV file. Absent in runs of earlier versions. */
  maxColumns?: number;
  /** Size limit of the run's messages and dead letters, in bytes. Absent in runs of earlier versions. */
  maxOutputBytes?: number;
  /**
   * Maximum size of the messages and dead letters, as a multiple of the decompressed bytes that were read. The limit
   * applies only once the messages and dead letters exceed 1 GiB. Absent in runs of earlier versions.
   */
  maxOutputRatio?: number;
  /** Limit of the processor time for reading the file, in milliseconds. Absent in runs of earlier versions. */
  maxProcessorMs?: number;
  /** The `traceparent` of the request (W3C Trace Context), which the messages to Kafka pass on. Absent if it had none. */
  traceparent?: string;
  /**
   * Hashes of what the messages depend on besides the file and the spec, such as the name of the file. The message ids
   * contain them. Absent: there is nothing else.
   */
  idHashes?: readonly string[];
  /** The versions of the reference tables, which are fixed when the run is accepted. Absent: the spec names none. */
  reference?: readonly TableVersion[];
  /** The versions of the keys of masks, which are fixed when the run is accepted. Absent: the spec needs none. */
  maskKeys?: readonly MaskKeyVersion[];
  /** The format of the messages. Absent: JSON. */
  valueFormat?: ValueFormat;
  /** The schemas of the messages in a registry. Absent: they have none, or the registry did not answer when the run was accepted. */
  schemas?: RunSchemas;
  /** The id of the earlier run whose messages those of this run replace. Absent if there is none. */
  supersedes?: string;
  /** The id of the earlier run whose rejects this run has read again. Absent if there is none. */
  rejectsOf?: string;
  /**
   * The idempotency key of the first run of such a chain: it says which job must be asked, also after that run was removed.
   * Absent: it has none, or this run is the first.
   */
  firstKey?: string;
  /** The numbers of the records that the run publishes. It reads all others, and ignores them. Absent: all. */
  onlyRecords?: RecordSetText;
  /**
   * The ids of rules of the file whose issues are warnings, because they compare totals that the rejects leave out. Absent:
   * there are none.
   */
  waivedRules?: readonly string[];
  /**
   * SHA-256 of the stored file, hexadecimal, if records of the file that was sent were repaired in it, or if it is the
   * content of the compressed file that was sent. Absent: it is the file that was sent.
   */
  storedSha256?: string;
  /** Size limit of the decompressed content of a compressed file, in bytes. */
  maxFileBytes: number;
  /**
   * Size limit of a message and its key together, in bytes. It is set only to read a file again after a run with this
   * limit, so that the same records fail.
   */
  maxMessageBytes?: number;
  /** Where messages have the attributes of CloudEvents. Absent: in their headers. */
  cloudevents?: CloudEventMode;
  /** The size of the pieces that the instances read, in bytes. Absent if one instance reads the whole file. */
  pieceBytes?: number;
}

/** Returns in which order a run with these options publishes its records. */
export function orderingOf({ pieceBytes }: Pick<RunOptions, 'pieceBytes'>): Ordering {
  return pieceBytes === undefined ? 'FILE' : 'NONE';
}

/** The facts about a run that its sink, its store and its result use. */
export interface RunInfo {
  /** UUID of the run; null in a dry run. */
  runId: string | null;
  spec: SpecInfo;
  /** UUID of the spec; null if it has none. */
  specId: string | null;
  fileName: string;
  /**
   * SHA-256 of the file as sent (before decompression), hexadecimal. Message ids contain it. Null if it is unknown when
   * the run starts, as for a pipe. The hash of a spooled file is always known.
   */
  fileSha256: string | null;
  options: RunOptions;
}

/** Returns the SHA-256 that the stored file of a run must have; null if it is unknown. */
export function storedHashOf({ fileSha256, options }: Pick<RunInfo, 'fileSha256' | 'options'>): string | null {
  return options.storedSha256 ?? fileSha256;
}

/** The options of a run and the name of its file, to read the file again. */
export type ReplayOptions = RunOptions & { readonly fileName: string };

/** Returns the options for reading the file of a run again, with the same messages and issues. */
export function replayOptionsOf({ options, fileName }: Pick<RunInfo, 'options' | 'fileName'>): ReplayOptions {
  return { ...options, fileName };
}

/** The size of the messages also limits a batch. */
const BATCH_RECORDS = 10_000;
/**
 * Maximum number of records in a batch for a database. At most 5,000 records may be sent without an acknowledgement,
 * which is three batches of this size.
 */
export const ACKNOWLEDGED_BATCH_RECORDS = 1666;

/**
 * Creates the options of a run: `overrides`, and defaults for the others. With `all-or-nothing` delivery, a `maxErrors`
 * that is absent or null becomes 0, unless there is a `maxErrorShare`.
 */
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
  // Without a limit, all-or-nothing rejects the file at its first record with an ERROR or FATAL issue.
  if (options.delivery === 'all-or-nothing' && options.maxErrorShare === undefined) options.maxErrors ??= 0;
  return options;
}
