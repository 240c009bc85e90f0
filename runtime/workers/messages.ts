import type { MessagePort } from 'node:worker_threads';
import type { Arrival } from '../source/file-source.ts';
import type { BrokerSettings } from '../model/broker-settings.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { JournalEntry, RunEnding } from '../model/journal.ts';
import type { ProcessingResult } from '../model/result.ts';
import type { RunInfo } from '../model/run-info.ts';
import type { HelperRequest } from '../split/messages.ts';
import type { Progress } from '../model/progress.ts';

/** The file of a module, and the SHA-256 that it must have. */
export interface ThreadModule {
  path: string;
  hash: string;
  /** The module itself, if it could not be written to its file. */
  text?: string;
}

/** A file to read and the module to read it with. */
export interface ThreadFile {
  info: RunInfo;
  module: ThreadModule;
  /** Path of the spooled file. */
  path: string;
  /** Present while the file is still being received. */
  arrival?: Pick<Arrival, 'fileProgress' | 'expectedBytes'>;
}

/** A file to read again after or during its run. */
export interface ReplayTask extends ThreadFile {
  /** Number of records that the run has committed. Later records are not reported. */
  records: number;
}

/** A run to execute. */
export interface RunTask extends ThreadFile {
  kind: 'run';
  /** Whether the file may have changed since it was received, because another process received it. */
  verifiesFile: boolean;
  broker: BrokerSettings;
  topic: string;
  deadLetterTopic: string | null;
  checkpoint: Checkpoint | null;
  /** Path for a progress file of the run. */
  progressPath: string;
}

/** The tasks of a thread. */
export type ThreadTask =
  /** Executes a run from its checkpoint to its end. */
  | RunTask
  /** Reads a file without publishing, and returns the result. */
  | (ThreadFile & { kind: 'dry-run'; emitsErrors: boolean })
  /** Emits every record with issues. */
  | (ReplayTask & { kind: 'errors' })
  /** Emits the bytes that were not published. `rest` says what to do with the part after the committed records. */
  | (ReplayTask & { kind: 'rejects'; rest: RejectedRest })
  /** Reads splits of a file that another thread has open. */
  | HelpTask;

/** Help for another thread, which communicates over the port. */
export interface HelpTask extends HelperRequest {
  kind: 'help';
  module: ThreadModule;
  port: MessagePort;
}

/** What follows the records that a run has committed. */
export type RejectedRest =
  /** Records that the run may still publish. */
  | { kind: 'undecided' }
  /** No records. */
  | { kind: 'end' }
  /** Bytes from this offset on, which the run did not read. */
  | { kind: 'unread'; byteOffset: number }
  /** The run has not published anything. */
  | { kind: 'rejected' };

/** A call of a task to the main thread. The task continues after the response. */
export type ThreadCall =
  | { kind: 'commit'; entry: JournalEntry }
  | { kind: 'finish'; ending: RunEnding }
  /** NDJSON, complete lines. */
  | { kind: 'lines'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array };

/** A message from the main thread. */
export type ToThread =
  /** `mayRequestHelpers`: whether other threads exist that can help. */
  | { kind: 'start'; task: number; input: ThreadTask; mayRequestHelpers: boolean }
  /** The port of a helper thread. */
  | { kind: 'helper'; task: number; port: MessagePort }
  | { kind: 'abort'; task: number }
  /** The run ends as FAILED at its next checkpoint. */
  | { kind: 'cancel'; task: number }
  | { kind: 'answer'; task: number; call: number; error: string | null }
  | { kind: 'ping' };

/** A message to the main thread. */
export type FromThread =
  | { kind: 'call'; task: number; call: number; what: ThreadCall }
  | { kind: 'progress'; task: number; progress: Progress }
  /** Requests helper threads; null ends the request. */
  | { kind: 'request-helpers'; task: number; request: HelperRequest | null }
  | { kind: 'done'; task: number; result: ProcessingResult | null }
  | { kind: 'failed'; task: number; error: ThreadError }
  | { kind: 'pong' };

/** Why a task failed. */
export interface ThreadError {
  /**
   * failure: ends the run as FAILED (`module_lost`) · pause: the run can continue later (`broker_unavailable`) · fault:
   * an error of the program or the machine.
   */
  kind: 'failure' | 'pause' | 'fault';
  code: string | null;
  message: string;
  stack: string | null;
}
