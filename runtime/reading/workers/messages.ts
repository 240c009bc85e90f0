import type { MessagePort } from 'node:worker_threads';
import type { FileLayout } from '../../../compiler/formats.ts';
import type { FileBlocks } from '../source/disk/file-blocks.ts';
import type { MaskKeys, Position } from '../../../compiler/kernel/model/contract.ts';
import type { Arrival } from '../source/file-source.ts';
import type { BoundTables } from '../../base/model/bound-tables.ts';
import type { BrokerSettings } from '../../base/model/broker-settings.ts';
import type { Checkpoint } from '../../base/model/checkpoint.ts';
import type { JournalEntry, RunEnding } from '../../base/model/journal.ts';
import type { SerializedResult } from '../../base/model/result.ts';
import type { PieceCount, PieceRange, PlannedRange } from '../../base/model/pieces.ts';
import type { Survey, SurveyedFile } from '../../base/model/survey.ts';
import type { RunSchemas } from '../../base/model/message-schemas.ts';
import type { RunInfo } from '../../base/model/run-info.ts';
import type { HelperRequest } from '../split/messages.ts';
import type { DatabaseSettings } from '../../base/database/settings.ts';
import type { FileDestination, TableDestination, TopicDestination } from '../../base/model/destination.ts';
import type { Progress } from '../../base/model/progress.ts';

/** A module that a thread loads: the path of its file, and the SHA-256 (hexadecimal) that its text must have. */
export interface ThreadModule {
  path: string;
  hash: string;
  /** The text of the module. Present if it could not be written to `path`. */
  text?: string;
  /** The reference tables with which it reads, whose memory the threads share. Absent: it needs none. */
  tables?: BoundTables;
  /** The keys of its masks, which are secrets: they must never be stored or logged. Absent: it needs none. */
  maskKeys?: MaskKeys;
}

/** A file to read, and the module with which to read it. */
export interface ThreadFile {
  info: RunInfo;
  module: ThreadModule;
  /** Path of the spooled file, or of the local copy of an object. */
  path: string;
  /** Present if the file is a local copy of an object. */
  blocks?: FileBlocks | undefined;
  /** The whole file, if it is in memory. Then nothing is at `path`, but its folder may hold temporary files. */
  content?: Uint8Array | undefined;
  /** Present while the file is still being received. */
  arrival?: Pick<Arrival, 'fileProgress' | 'expectedBytes'>;
}

/** A file that is read again, during its run or afterwards. */
export interface ReplayTask extends ThreadFile {
  /** Number of records that the run has committed. Issues of later records are not reported. */
  records: number;
}

/**
 * Where a thread publishes a run, with everything that it needs to connect. It may contain secrets, so it must never be
 * stored or logged.
 */
export type RunTarget =
  | (TopicDestination & {
      readonly broker: BrokerSettings;
      /** The schemas of the messages in a registry. Null: they have none. */
      readonly schemas: RunSchemas | null;
    })
  | (TableDestination & { readonly database: DatabaseSettings })
  /** The main thread writes the file, because it has the connections. */
  | FileDestination;

/** A run to execute. */
export interface RunTask extends ThreadFile {
  kind: 'run';
  /**
   * Whether to check the SHA-256 of the file before reading it. True for a resumed run, because an earlier process
   * received the file.
   */
  verifiesFile: boolean;
  target: RunTarget;
  /** The folder for temporary files. Absent: that of the spooled file. */
  spaceFolder?: string;
  checkpoint: Checkpoint | null;
  /** Path at which the run may create its progress file; null if the store receives every checkpoint. */
  progressPath: string | null;
  /** The message file that the run may create; null if it sends the values of messages to the main thread. */
  messageFile: { folder: string; name: string } | null;
  /** The piece of the file to publish. Absent: the whole file. */
  piece?: PieceToPublish;
}

/** A piece of a file, with exact limits. */
export interface PieceToPublish {
  /** From 0. */
  number: number;
  range: PieceRange | PlannedRange;
}

/** A piece of a file whose limits are unknown. */
export interface PieceToLimit {
  /** From 0. */
  number: number;
  /** The number of pieces of the file, and their approximate size in bytes. */
  pieces: number;
  bytes: number;
  /** Where the piece starts exactly; null if that is unknown. */
  from: Position | null;
}

/** A file that is read without publishing, to find its pieces. */
export interface FileToDivide extends ThreadFile {
  kind: 'divide';
  /** The approximate size of a piece, in bytes. */
  pieceBytes: number;
  /** The folder for temporary files. Absent: that of the spooled file. */
  spaceFolder?: string;
  /** The surveys of its pieces. Absent: there are none. */
  surveyed?: SurveyedFile | undefined;
}

/** A task that a thread can execute. */
export type ThreadTask =
  /** Executes a run from its checkpoint to its end. */
  | RunTask
  /** Reads a piece of a file without publishing, and reports its limits. */
  | (ThreadFile & { kind: 'count-piece'; piece: PieceToLimit })
  /** Reads a piece of a file without what is before it, and reports what it has found. */
  | (ThreadFile & { kind: 'survey-piece'; piece: Omit<PieceToLimit, 'from'> })
  /** Reads a file without publishing, and reports its pieces. */
  | FileToDivide
  /** Reads a file without publishing, and returns the result. */
  | (ThreadFile & { kind: 'dry-run'; emitsErrors: boolean })
  /** Emits every record with issues as NDJSON. */
  | (ReplayTask & { kind: 'errors' })
  /**
   * Emits the original bytes of the records that were not published. `rest` says what follows the committed records in
   * the file.
   */
  | (ReplayTask & { kind: 'rejects'; rest: RejectedRest })
  /** Emits the set of the records that were not published, as a line; nothing if there are none. */
  | (ReplayTask & { kind: 'unpublished'; rest: RejectedRest })
  /** Emits the file with the records of a repaired copy of its rejects. */
  | (ReplayTask & { kind: 'splice'; rest: RejectedRest; repaired: RepairedFile })
  /** Emits records for a person, masked. */
  | ReviewTask
  /** Reads splits of a file that another thread has opened. */
  | HelpTask;

/** Records of a file to show to a person: those of `onlyRecords` in its options. */
export interface ReviewTask extends ThreadFile {
  kind: 'review';
  /** Only records with a greater number. */
  after: number;
  /** Maximum number of records. */
  limit: number;
  /** Where the cells of records are, and the names of the sensitive fields. Null: cells are not shown. */
  cells: ReviewedCells | null;
}

/** How the cells of a record are shown. It is plain data. */
export interface ReviewedCells {
  layout: FileLayout;
  hidden: readonly string[];
}

/** A repaired copy of the rejects of a run: its path or, if it is in memory, its content. */
export interface RepairedFile {
  path: string;
  content?: Uint8Array | undefined;
}

/** Help for another thread. Both threads communicate over `port`. */
export interface HelpTask extends HelperRequest {
  kind: 'help';
  module: ThreadModule;
  port: MessagePort;
}

/** What follows the committed records of a run in its file. */
export type RejectedRest =
  /** The run has not finished, and may still publish the records that follow. */
  | { kind: 'undecided' }
  /** No records follow. */
  | { kind: 'end' }
  /** The run stopped early. It did not read the bytes from `byteOffset` on. */
  | { kind: 'unread'; byteOffset: number }
  /** The run was all-or-nothing or had a file as destination, and failed, so all records count as not published. */
  | { kind: 'rejected' };

/** A call that a task sends to the main thread. The task continues after the response. */
export type ThreadCall =
  | { kind: 'commit'; entry: JournalEntry }
  | { kind: 'finish'; ending: RunEnding }
  /** The limits of a piece; null if the file cannot be divided. */
  | { kind: 'counted'; count: PieceCount | null }
  /** The packed values of UNIQUE rules of a step of a survey. */
  | { kind: 'step-keys'; step: number; keys: Uint8Array }
  /** The survey of a piece; null if the file cannot be surveyed. */
  | { kind: 'surveyed'; survey: Survey | null }
  /** The pieces of a file that was read as a whole; null if it has none. */
  | { kind: 'divided'; pieces: PlannedRange[] | null }
  /** Complete lines of NDJSON. */
  | { kind: 'lines'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array }
  /** The file that the run writes is complete. */
  | { kind: 'complete' };

/** A message from the main thread to a worker thread. `task` is the number of a task within its thread. */
export type ToThread =
  /** Starts a task. `maxHelpers`: the number of other threads in the pool, which could help. */
  | { kind: 'start'; task: number; input: ThreadTask; maxHelpers: number }
  /** The port of a helper thread. */
  | { kind: 'helper'; task: number; port: MessagePort }
  | { kind: 'abort'; task: number }
  /** The run must end as FAILED at its next checkpoint. */
  | { kind: 'cancel'; task: number }
  /** The response to a call of the task. `error` is null if the call succeeded. */
  | { kind: 'answer'; task: number; call: number; error: string | null }
  | { kind: 'ping' };

/** A message from a worker thread to the main thread. `task` is the number of a task within its thread. */
export type FromThread =
  /** `call` is the number of the call within its task. */
  | { kind: 'call'; task: number; call: number; what: ThreadCall }
  | { kind: 'progress'; task: number; progress: Progress }
  /** Requests helper threads. If `request` is null, ends the request. */
  | { kind: 'request-helpers'; task: number; request: HelperRequest | null }
  /** `result` is the result of a dry run; null for other tasks. */
  | { kind: 'done'; task: number; result: SerializedResult | null }
  | { kind: 'failed'; task: number; error: ThreadError }
  | { kind: 'pong' };

/** Why a task failed. */
export interface ThreadError {
  /**
   * `failure`: the run ends as FAILED, for example with the code `module_lost`. `pause`: the run can continue later,
   * for example after `broker_unavailable`. `fault`: an unexpected error of the program or the machine; `code` is null.
   */
  kind: 'failure' | 'pause' | 'fault';
  code: string | null;
  message: string;
  stack: string | null;
}
