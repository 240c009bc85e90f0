import type { MessagePort } from 'node:worker_threads';
import type { Arrival } from '../source/file-source.ts';
import type { BrokerSettings } from '../model/broker-settings.ts';
import type { Checkpoint } from '../model/checkpoint.ts';
import type { JournalEntry, RunEnding } from '../model/journal.ts';
import type { ProcessingResult } from '../model/result.ts';
import type { RunInfo } from '../model/run-info.ts';
import type { HelperRequest } from '../split/messages.ts';
import type { Progress } from '../model/progress.ts';

/** A module's file, and what it must be. */
export interface ThreadModule {
  path: string;
  hash: string;
}

/** The file that a task reads, and with what. */
export interface ThreadFile {
  info: RunInfo;
  module: ThreadModule;
  /** The spooled file. */
  path: string;
  /** Where it is still being received. */
  arrival?: Pick<Arrival, 'fileProgress' | 'expectedBytes'>;
}

/** How far the records of a file are decided, for whoever reads them again. */
export interface ReplayTask extends ThreadFile {
  /** Records that the run has committed; those behind are not told. */
  records: number;
}

/** A run to be worked on. */
export interface RunTask extends ThreadFile {
  kind: 'run';
  broker: BrokerSettings;
  topic: string;
  deadLetterTopic: string | null;
  checkpoint: Checkpoint | null;
  /** Where the thread may keep the run's progress beside the store. */
  progressPath: string;
}

/** What a thread can do. */
export type ThreadTask =
  /** Works on a run from its checkpoint to its end. */
  | RunTask
  /** Looks at a file; gives its result. */
  | (ThreadFile & { kind: 'dry-run'; emitsErrors: boolean })
  /** Tells every record with issues. */
  | (ReplayTask & { kind: 'errors' })
  /** Gives the bytes that were not published; `rest`: whether what lies behind the records belongs to them. */
  | (ReplayTask & { kind: 'rejects'; rest: RejectedRest })
  /** Reads splits of a file that another thread has open, for that thread. */
  | HelpTask;

/** Help for another thread, which speaks over the port. */
export interface HelpTask extends HelperRequest {
  kind: 'help';
  module: ThreadModule;
  port: MessagePort;
}

/** What a file holds behind the records that a run has committed, and where that begins. */
export type RejectedRest =
  /** The run may still publish it. */
  | { kind: 'undecided' }
  /** Nothing that a record could be in. */
  | { kind: 'end' }
  /** All of it was not published, from this byte on. */
  | { kind: 'unread'; byteOffset: number }
  /** The run has published nothing at all. */
  | { kind: 'refused' };

/** What a task asks of the main thread; it goes on when that is answered. */
export type ThreadCall =
  | { kind: 'commit'; entry: JournalEntry }
  | { kind: 'finish'; ending: RunEnding }
  /** NDJSON, whole lines. */
  | { kind: 'lines'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array };

export type ToThread =
  /** `mayRequestHelpers`: whether there are other threads that may help. */
  | { kind: 'start'; task: number; input: ThreadTask; mayRequestHelpers: boolean }
  /** The port of a thread that helps. */
  | { kind: 'helper'; task: number; port: MessagePort }
  | { kind: 'abort'; task: number }
  | { kind: 'answer'; task: number; call: number; error: string | null }
  | { kind: 'ping' };

export type FromThread =
  | { kind: 'call'; task: number; call: number; what: ThreadCall }
  | { kind: 'progress'; task: number; progress: Progress }
  /** Asks for threads that help; null: no longer. */
  | { kind: 'request-helpers'; task: number; request: HelperRequest | null }
  | { kind: 'done'; task: number; result: ProcessingResult | null }
  | { kind: 'failed'; task: number; error: ThreadError }
  | { kind: 'pong' };

/** Why a task ended without a result. */
export interface ThreadError {
  /** failure: belongs into the run's result (`module_lost`) · pause: it can go on later (`broker_unavailable`) · fault: of the program or the machine. */
  kind: 'failure' | 'pause' | 'fault';
  code: string | null;
  message: string;
  stack: string | null;
}
