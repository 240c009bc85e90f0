import type { FileRecords } from '../../base/model/file-records.ts';
import type { Decision, RejectsOrder } from '../../base/model/rejects-order.ts';
import type { RetryOrder } from '../../base/model/retry-order.ts';
import type { FileReason, FileState } from '../../base/model/file-state.ts';
import type { FileChange, StoredFile } from '../../state/store/job-file-store.ts';

/** Something that happens to a file of a job. Times are in milliseconds since 1970. */
export type FileEvent =
  /** A look has found that the file is not ready. */
  | { kind: 'not_ready'; reason: FileReason }
  /** The file is about to be read. */
  | { kind: 'claimed'; at: number }
  /** The file was read completely, and its run exists. */
  | { kind: 'accepted'; runId: string; spec: string; sha256: string }
  /** The file was read completely, but its content was published before. */
  | { kind: 'duplicate'; at: number; sha256: string; reason: FileReason; runId: string | null; hasThen: boolean }
  /** The host or the service failed, not the file. */
  | { kind: 'interrupted'; reason: FileReason; retryAt?: number }
  /** The file changed while it was read. */
  | { kind: 'source_changed'; at: number }
  /** The file could not be read. After `max` retries, nothing more is tried. */
  | { kind: 'transfer_failed'; at: number; reason: FileReason; max: number; retryAt: number }
  /** The runs of all members of an archive have ended. `reason`: why the archive failed; null if it did not. */
  | { kind: 'members_ended'; at: number; sha256: string; reason: FileReason | null; hasThen: boolean }
  /** The run has published the file. */
  | { kind: 'run_succeeded'; at: number; records: FileRecords; hasThen: boolean }
  /** The run has ended as FAILED, or the spec of the file cannot read any file. */
  | { kind: 'run_failed'; at: number; reason: FileReason; records?: FileRecords; hasThen: boolean }
  /** Everything after the run is complete. */
  | { kind: 'settled'; at: number }
  /** Something after the run could not be done yet. */
  | { kind: 'not_settled'; reason: FileReason; retryAt: number }
  /** The file is about to be moved. */
  | { kind: 'moving'; to: string }
  /** The file was moved or has left the source. */
  | { kind: 'moved'; to: string }
  /** A person asks for another run of the file. `publishedRecords`: how many of its records were published before. */
  | {
      kind: 'retried';
      size: number;
      modified: number | null;
      version: string;
      /** Where the archive of a member is now. Absent: the file is at its place. */
      location?: string;
      order: RetryOrder;
      publishedRecords?: number;
    }
  /** What earlier attempts have written was moved. */
  | { kind: 'leftovers_moved' }
  /** A person asks for the rejects of the run to be published. `leftovers`: what the run has written. */
  | { kind: 'rejects_ordered'; order: RejectsOrder; leftovers: RetryOrder['leftovers'] }
  /** Another person has decided about that. */
  | { kind: 'rejects_decided'; decision: Decision }
  /** What was approved cannot be published as it was asked for: it waits again. */
  | { kind: 'rejects_reopened'; reason: FileReason }
  /** The run of the rejects exists. */
  | { kind: 'rejects_accepted'; runId: string }
  /** There is no run of the rejects. */
  | { kind: 'rejects_undone'; reason: FileReason | null }
  /** The run of the rejects has ended as FAILED: the file is what it was before. */
  | { kind: 'rejects_failed'; at: number; reason: FileReason; records: FileRecords | null };

/** Thrown if an event cannot happen to a file in its state. */
export class ImpossibleTransition extends Error {
  override readonly name = 'ImpossibleTransition';

  constructor(state: FileState, event: FileEvent['kind']) {
    super(`a file that is ${state} cannot be ${event}`);
  }
}

/** The states in which each event can happen. */
const POSSIBLE: Readonly<Record<FileEvent['kind'], readonly FileState[]>> = {
  not_ready: ['seen', 'waiting'],
  claimed: ['seen', 'waiting'],
  accepted: ['taken'],
  duplicate: ['taken'],
  interrupted: ['taken'],
  source_changed: ['taken'],
  transfer_failed: ['taken'],
  members_ended: ['taken'],
  run_succeeded: ['running'],
  run_failed: ['running', 'taken'],
  settled: ['published', 'failed', 'ignored'],
  not_settled: ['published', 'failed', 'ignored'],
  moving: ['published', 'failed', 'ignored'],
  moved: ['published', 'failed', 'ignored'],
  retried: ['failed', 'quarantined', 'done', 'ignored'],
  leftovers_moved: ['published'],
  rejects_ordered: ['done', 'failed'],
  rejects_decided: ['needs_approval'],
  rejects_reopened: ['taken'],
  rejects_accepted: ['taken'],
  rejects_undone: ['taken'],
  rejects_failed: ['running'],
};

/**
 * Returns what an event changes in the row of a file. The only way to a run leads through `taken`, and no event leads
 * from `running` or `published` back to it, so a file has one run unless a person asks for another. Throws
 * ImpossibleTransition.
 */
export function transition(file: StoredFile, event: FileEvent): FileChange {
  if (!POSSIBLE[event.kind].includes(file.state) || isOfOtherRun(file, event))
    throw new ImpossibleTransition(file.state, event.kind);
  switch (event.kind) {
    case 'not_ready':
      return { state: 'waiting', reason: event.reason };
    case 'claimed':
      return { state: 'taken', reason: null, takenAt: event.at, retryAt: null };
    case 'accepted':
      return { state: 'running', runId: event.runId, spec: event.spec, sha256: event.sha256 };
    case 'duplicate':
      return { state: 'ignored', reason: event.reason, sha256: event.sha256, runId: event.runId, ...ending(event) };
    case 'interrupted':
      return { state: 'waiting', reason: event.reason, ...(event.retryAt !== undefined && { retryAt: event.retryAt }) };
    case 'source_changed':
      return { state: 'waiting', reason: SOURCE_CHANGED, unchangedSince: event.at };
    case 'transfer_failed':
      return afterFailedTransfer(file, event);
    case 'run_succeeded':
      return {
        ...(event.hasThen
          ? { state: 'published' as const, isThenPending: true }
          : { state: 'done' as const, finishedAt: event.at }),
        ...{ reason: null, publishedAt: event.at, records: event.records },
      };
    case 'members_ended':
      return afterMembers(event);
    case 'run_failed':
      return { state: 'failed', reason: event.reason, records: event.records ?? null, ...ending(event) };
    case 'settled':
      return {
        ...(file.state === 'published' ? { state: 'done' as const, reason: null, finishedAt: event.at } : {}),
        isThenPending: false,
        retryAt: null,
      };
    case 'not_settled':
      // The reason of a failed file is why it failed, which remains.
      return { ...(file.state === 'published' ? { reason: event.reason } : {}), retryAt: event.retryAt };
    case 'moving':
      return { movingTo: event.to };
    case 'moved':
      return { location: event.to, movingTo: null };
    case 'retried':
      return againWaiting(file, event);
    case 'leftovers_moved':
      return { retryOrder: file.retryOrder === null ? null : { ...file.retryOrder, leftovers: [] } };
    case 'rejects_ordered':
      return afterOrder(file, event);
    case 'rejects_decided': {
      const decided = { rejectsOrder: { ...orderOf(file), decision: event.decision } };
      return event.decision.isAccepted
        ? { ...decided, state: 'taken', reason: null }
        : { ...decided, ...asBefore(file), rejectsSpool: null };
    }
    case 'rejects_reopened':
      return { state: 'needs_approval', reason: event.reason, rejectsOrder: { ...orderOf(file), decision: null } };
    case 'rejects_accepted': {
      const rejectsOrder = { ...orderOf(file), publishedBy: event.runId };
      return { state: 'running', reason: null, runId: event.runId, rejectsOrder, rejectsSpool: null };
    }
    case 'rejects_undone': {
      const before = asBefore(file);
      return { ...before, reason: event.reason ?? before.reason, rejectsSpool: null };
    }
    case 'rejects_failed':
      return { ...asBefore(file), reason: event.reason, records: event.records, finishedAt: event.at };
    default:
      return event satisfies never;
  }
}

/** The events of a run that publishes the rejects of another one. */
const OF_REJECTS: readonly FileEvent['kind'][] = [
  'rejects_reopened',
  'rejects_accepted',
  'rejects_undone',
  'rejects_failed',
];

/** A file that is `taken` or `running` is so either for its own run or for that of its rejects. */
function isOfOtherRun({ state, rejectsOrder, runId }: StoredFile, { kind }: FileEvent): boolean {
  if ((state !== 'taken' && state !== 'running') || kind === 'run_succeeded') return false;
  const isOfRejects = rejectsOrder !== null && (state === 'taken' || rejectsOrder.publishedBy === runId);
  return OF_REJECTS.includes(kind) !== isOfRejects;
}

function afterOrder(
  { retryOrder }: StoredFile,
  { order, leftovers }: Extract<FileEvent, { kind: 'rejects_ordered' }>,
): FileChange {
  const { records, needsApproval, spoolName } = order;
  const what =
    records === null ? 'The records that were not published' : records === 1 ? 'A record' : `${records} records`;
  const verb = records === 1 ? 'waits' : 'wait';
  return {
    ...(needsApproval
      ? {
          state: 'needs_approval' as const,
          reason: { code: 'needs_approval', message: `${what} ${verb} for the approval of another person.` },
        }
      : { state: 'taken' as const, reason: null }),
    rejectsOrder: order,
    rejectsSpool: spoolName,
    retryOrder: {
      specVersion: 'CURRENT',
      isForced: false,
      earlierRun: null,
      supersedes: null,
      ...retryOrder,
      leftovers,
    },
  };
}

function orderOf({ rejectsOrder }: StoredFile): RejectsOrder {
  if (rejectsOrder === null) throw new Error('no one has asked for the rejects of the file');
  return rejectsOrder;
}

function afterMembers({ at, sha256, reason, hasThen }: Extract<FileEvent, { kind: 'members_ended' }>): FileChange {
  if (reason !== null) return { state: 'failed', reason, sha256, ...ending({ at, hasThen }) };
  const published = { reason: null, sha256, publishedAt: at };
  return hasThen
    ? { state: 'published', isThenPending: true, ...published }
    : { state: 'done', finishedAt: at, ...published };
}

function asBefore(file: StoredFile): { state: FileState; reason: FileReason | null } {
  const { state, reason } = orderOf(file).before;
  return { state, reason };
}

const SOURCE_CHANGED: FileReason = { code: 'source_changed', message: 'The file changed while it was read.' };

function ending({ at, hasThen }: { at: number; hasThen: boolean }): FileChange {
  return { finishedAt: at, isThenPending: hasThen };
}

function afterFailedTransfer(
  { attempts }: StoredFile,
  { at, reason, max, retryAt }: Extract<FileEvent, { kind: 'transfer_failed' }>,
): FileChange {
  return attempts >= max
    ? { state: 'quarantined', reason, attempts: attempts + 1, finishedAt: at }
    : { state: 'waiting', reason, attempts: attempts + 1, retryAt };
}

function againWaiting(
  file: StoredFile,
  { size, modified, version, location, order, publishedRecords = 0 }: Extract<FileEvent, { kind: 'retried' }>,
): FileChange {
  const published = publishedRecords === 1 ? '1 record was' : `${publishedRecords} records were`;
  const before = publishedRecords === 0 ? '' : ` ${published} published before.`;
  return {
    state: 'waiting',
    reason: { code: 'retried', message: `A person has asked for another try.${before}` },
    size,
    modified,
    version,
    ...(location !== undefined && { location }),
    goneSince: null,
    // Another generation is another run.
    generation: file.generation + 1,
    attempts: 0,
    runId: null,
    spec: null,
    sha256: null,
    isThenPending: false,
    retryAt: null,
    takenAt: null,
    finishedAt: null,
    publishedAt: null,
    records: null,
    retryOrder: order,
    rejectsOrder: null,
  };
}
