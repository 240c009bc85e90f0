import type { Failure, SpecInfo, Warning } from '../../../compiler/kernel/model/contract.ts';
import { type Destination, identifyDestination } from '../../base/model/destination.ts';
import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { FirstPieces } from '../../base/model/pieces.ts';
import type { ProcessingResult } from '../../base/model/result.ts';
import type { OnDuplicateFile } from '../../base/model/accepted.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import type { BrokerSettings } from '../../base/model/broker-settings.ts';
import type { RunVisibility } from './run-visibility.ts';
import type { Param } from './engine/connection.ts';
import { StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import { checksumOfAccepted } from './run-checksum.ts';
import { openSealed } from './sealed-json.ts';

/** A new run, before it is stored. */
export interface NewRun {
  runId: string;
  specId: string;
  spec: SpecInfo;
  moduleHash: string;
  /**
   * HMAC of the module's hash under the module key, a secret of this user outside of the data folder. Null or absent if
   * there was no key.
   */
  moduleMac?: string | null;
  /** The spec of the module, as JSON of a SpecText. Absent if the module cannot be compiled again. */
  moduleSource?: string;
  broker: BrokerSettings['kind'];
  destination: Destination;
  options: RunOptions;
  fileName: string;
  fileBytes: number;
  fileSha256: string;
  /** Name of the spooled file in the folder `spool`, or of the small file. */
  spoolName: string;
  /** The small file. Absent: the file is in the spool. */
  content?: Uint8Array;
  idempotencyKey: string | null;
  requestHash: string;
  /** What to do if an earlier run published the same file to the same destination. */
  onDuplicateFile: OnDuplicateFile;
  /** Who sent the request. Null or absent if it did not come from a caller of the service. */
  principal?: string | null;
  /** The runs that the caller may see. Absent: all. */
  visibleRuns?: RunVisibility;
  /** Instances take the runs of each of these in turn. Absent: the run is alone. */
  turn?: string;
  /** The pieces of its file, if `options.pieceBytes` is set. */
  pieces?: FirstPieces;
}

/** A run in the store, finished or not. */
export interface StoredRun
  extends Omit<
    NewRun,
    | 'spoolName'
    | 'content'
    | 'idempotencyKey'
    | 'requestHash'
    | 'onDuplicateFile'
    | 'moduleSource'
    | 'visibleRuns'
    | 'turn'
    | 'pieces'
  > {
  /** Sequence number within the data folder. */
  number: number;
  /** When the run was accepted, in milliseconds since 1970. */
  createdAt: number;
  /** How the run finished, and when (milliseconds since 1970); null while it has not finished. */
  ended: { at: number; status: ProcessingResult['status']; failure: Failure | null } | null;
  /** Null if the spooled file has been removed. */
  spoolName: string | null;
  /** Whether a caller has cancelled the run. The run may still be unfinished. */
  isCancelled: boolean;
  /** Warnings that were found before the file was read. */
  warnings: Warning[];
  /**
   * The last committed checkpoint; null before the first. Its `errors` are always empty: read them with
   * `RunStore.errors`.
   */
  checkpoint: Checkpoint | null;
}

/** A row of the table `runs`. */
export interface RunRow {
  number: number;
  id: string;
  created_at: number;
  finished_at: number | null;
  status: string | null;
  failure: string | null;
  spec_id: string;
  spec: string;
  module_hash: string;
  module_mac: string | null;
  broker: string;
  /** The result of identifyDestination(). */
  topic: string;
  dead_letter_topic: string | null;
  /** The destination as JSON; null if it is a topic. */
  destination: string | null;
  options: string;
  file_name: string;
  file_bytes: number;
  file_sha256: string;
  spool_name: string | null;
  duration_ms: number;
  checkpoint: string | null;
  cancelled_at: number | null;
  warnings: string;
  principal: string | null;
}

/** The columns of a RunRow, as SQL. */
export const RUN_COLUMNS = `number, id, created_at, finished_at, status, failure, spec_id, spec, module_hash, module_mac, broker, topic, dead_letter_topic,
  destination, options, file_name, file_bytes, file_sha256, spool_name, duration_ms, checkpoint, cancelled_at, warnings, principal`;

/**
 * Converts a row to a run. The casts are safe: this program wrote the JSON in the row. A damaged row must not hide the
 * other runs: if it has ended, it is FAILED (`stored_data_damaged`), and otherwise its journal reports the damage.
 */
export function toStoredRun(row: RunRow): StoredRun {
  const { checkpoint, damage } = openCheckpoint(row);
  let damaged = damage;
  const parse = <T>(json: string, fallback: T): T => {
    try {
      return JSON.parse(json) as T;
    } catch {
      damaged = new StoredDataDamaged(`the request of the run ${row.id}`);
      return fallback;
    }
  };
  const { topic, dead_letter_topic: deadLetterTopic } = row;
  const toTopic: Destination = { kind: 'topic', topic, deadLetterTopic };
  const parsed = {
    spec: parse(row.spec, UNREADABLE_SPEC),
    options: parse(row.options, UNREADABLE_OPTIONS),
    destination: row.destination === null ? toTopic : parse(row.destination, toTopic),
    warnings: parse<Warning[]>(row.warnings, []),
    failure: row.failure === null ? null : parse<Failure | null>(row.failure, null),
  };
  const ended = toEnding(row, parsed.failure);
  return {
    number: row.number,
    runId: row.id,
    createdAt: row.created_at,
    ended:
      ended === null || damaged === null
        ? ended
        : { ...ended, status: 'FAILED', failure: { code: damaged.code, message: damaged.message } },
    specId: row.spec_id,
    spec: parsed.spec,
    moduleHash: row.module_hash,
    moduleMac: row.module_mac,
    broker: row.broker as BrokerSettings['kind'],
    destination: parsed.destination,
    options: parsed.options,
    fileName: row.file_name,
    fileBytes: row.file_bytes,
    fileSha256: row.file_sha256,
    spoolName: row.spool_name,
    principal: row.principal,
    isCancelled: row.cancelled_at !== null,
    warnings: parsed.warnings,
    checkpoint: checkpoint === null ? null : { ...checkpoint, errors: [], durationMs: row.duration_ms },
  };
}

/** Replace parts of a row that cannot be read. No run is executed with them. */
const UNREADABLE_SPEC: SpecInfo = { name: '', version: '', format: '', fields: [] };
const UNREADABLE_OPTIONS: RunOptions = {
  ...{ skipInvalidRecords: false, maxErrors: null, errorLimit: 0, today: '1970-01-01', delivery: 'at-least-once' },
  ...{ batchRecords: 1, maxRecordBytes: 1, maxFileBytes: 1 },
};

/** Returns the checkpoint in the row of a run, as it was stored; null if there is none, and if it is damaged. */
export function openCheckpoint({ id, checkpoint }: Pick<RunRow, 'id' | 'checkpoint'>): {
  checkpoint: Checkpoint | null;
  damage: StoredDataDamaged | null;
} {
  try {
    // The cast is safe: this program wrote the column.
    const opened = checkpoint === null ? null : openSealed(checkpoint, `the checkpoint of the run ${id}`);
    return { checkpoint: opened as Checkpoint | null, damage: null };
  } catch (error) {
    if (!(error instanceof StoredDataDamaged)) throw error;
    return { checkpoint: null, damage: error };
  }
}

/**
 * Returns the values of a new row by column name. `now` is the time at which the run is accepted, in milliseconds since
 * 1970.
 */
export function toNewRow(run: NewRun, now: number): Record<string, Param> {
  const row = {
    id: run.runId,
    created_at: now,
    spec_id: run.specId,
    spec_version: run.spec.version,
    spec: JSON.stringify(run.spec),
    module_hash: run.moduleHash,
    module_mac: run.moduleMac ?? null,
    broker: run.broker,
    ...toDestinationColumns(run.destination),
    options: JSON.stringify(run.options),
    file_name: run.fileName,
    file_bytes: run.fileBytes,
    file_sha256: run.fileSha256,
    spool_name: run.spoolName,
    idempotency_key: run.idempotencyKey,
    request_hash: run.requestHash,
    principal: run.principal ?? null,
  };
  // The options of a run in pieces may still change.
  return { ...row, checksum: run.pieces === undefined ? checksumOfAccepted(row) : null };
}

function toDestinationColumns(destination: Destination): Record<string, Param> {
  const isTopic = destination.kind === 'topic';
  return {
    topic: identifyDestination(destination),
    dead_letter_topic: isTopic ? destination.deadLetterTopic : null,
    destination: isTopic ? null : JSON.stringify(destination),
  };
}

function toEnding({ finished_at, status }: RunRow, failure: Failure | null): StoredRun['ended'] {
  if (finished_at === null || status === null) return null;
  return {
    at: finished_at,
    status: status as ProcessingResult['status'],
    failure,
  };
}
