import type { FileRecords } from '../base/model/file-records.ts';
import { hashOfOrder, type RejectsOrder } from '../base/model/rejects-order.ts';
import { FILE_STATES, type FileReason, type FileState } from '../base/model/file-state.ts';
import type { EndedFiles, StoredFile } from '../state/store/job-file-store.ts';
import type { JobState } from '../state/store/job-store.ts';
import type { Job } from './definition/job.ts';

/** Whether a job works. `paused`: by a person. `paused_by_error`: the source or the destination cannot be used, and the job tries again. */
export type JobStatus = 'active' | 'paused' | 'paused_by_error';

/** All values of JobStatus. */
export const JOB_STATUSES: readonly JobStatus[] = ['active', 'paused', 'paused_by_error'];

/** A job as callers see it: its definition as it was written, and what is known of it. Times are ISO 8601, UTC. */
export interface JobView {
  readonly id: string;
  readonly name: string;
  readonly origin: 'git' | 'api';
  readonly status: JobStatus;
  /** When the last look at the source succeeded; null if none has. */
  readonly lastCheck: string | null;
  /** When the next look begins; null while the job is paused or looks at its source. */
  readonly nextCheck: string | null;
  /** How many files the last look has listed. */
  readonly listed: number;
  /** How many files are in each state. */
  readonly counts: Readonly<Record<FileState, number>>;
  /** Why the job cannot work now; null if it can. `name` is that of a table, folder or host. */
  readonly lastError: (FileReason & { readonly name: string | null; readonly at: string }) | null;
  /** The deadline of `expect.by` up to which no file was seen on its day, and none since; null if no file is missing. */
  readonly missingSince: string | null;
  /** What has ended since a time. Only in a list that was asked for it. */
  readonly activity?: JobActivity;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  /** The other members are those of the definition. */
  readonly [member: string]: unknown;
}

/** What a job has done since a time. */
export interface JobActivity extends EndedFiles {
  /** The beginning of the time. */
  readonly since: string;
  /** The file that the job has seen last; null if it has seen none. It may be older. */
  readonly lastFile: FileView | null;
}

/** The members of a view that are not part of the definition. A definition may contain them: they are ignored. */
const VIEW_MEMBERS: readonly string[] = [
  'id',
  'origin',
  'status',
  'lastCheck',
  'nextCheck',
  'listed',
  'counts',
  'lastError',
  'missingSince',
  'activity',
  'createdAt',
  'updatedAt',
];

/** What a view shows beside the job itself. `nextCheck` is in milliseconds since 1970. */
export interface JobFacts {
  readonly state: JobState;
  readonly counts: Partial<Record<FileState, number>>;
  readonly nextCheck: number | null;
  /** In milliseconds since 1970. */
  readonly missingSince: number | null;
  readonly activity?: JobActivity;
}

/** Returns a job as callers see it. */
export function toJobView(job: Job, { state, counts, nextCheck, missingSince, activity }: JobFacts): JobView {
  const { lastError } = state;
  return {
    ...job.written,
    id: job.id,
    name: job.definition.name,
    origin: job.origin,
    status: state.isPaused ? 'paused' : lastError === null ? 'active' : 'paused_by_error',
    lastCheck: isoOrNull(state.lastCheck),
    nextCheck: state.isPaused ? null : isoOrNull(nextCheck),
    listed: state.listed,
    // Object.fromEntries() loses the names, which are those of all states.
    counts: Object.fromEntries(FILE_STATES.map((name) => [name, counts[name] ?? 0])) as Record<FileState, number>,
    lastError: lastError === null ? null : { name: null, ...lastError, at: new Date(lastError.at).toISOString() },
    missingSince: isoOrNull(missingSince),
    ...(activity !== undefined && { activity }),
    createdAt: job.createdAt,
    updatedAt: job.updatedAt,
  };
}

/** What a retry of rejects would publish, and what a person has decided about it. Times are ISO 8601, UTC. */
export interface ApprovalView {
  /** The run whose rejects these are. */
  readonly runId: string;
  /** How many records these are; null if the run has not read all of its file. */
  readonly records: number | null;
  /** Whether some were repaired. */
  readonly repaired: boolean;
  /** SHA-256 of the file that is read, hexadecimal. */
  readonly sha256: string;
  /** The version of the spec. */
  readonly specVersion: string;
  /** The hash of all that would be published. A decision can name it. */
  readonly request: string;
  readonly requestedBy: string;
  readonly requestedAt: string;
  /** Null while no one has decided. */
  readonly decision: {
    readonly accepted: boolean;
    readonly by: string;
    readonly at: string;
    readonly comment: string;
  } | null;
}

/** A file of a job as callers see it. Times are ISO 8601, UTC. */
export interface FileView {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly modified: string | null;
  readonly version: string;
  readonly state: FileState;
  /** Why the file is in its state; null if the state says it all. */
  readonly reason: FileReason | null;
  /** Where the file is now. */
  readonly location: string;
  readonly runId: string | null;
  readonly spec: string | null;
  readonly sha256: string | null;
  /** How many transfers have failed. */
  readonly attempts: number;
  /** Whether the file still has to be moved or deleted, or something has to be written because of it. */
  readonly pending: boolean;
  readonly firstSeen: string;
  readonly takenAt: string | null;
  readonly publishedAt: string | null;
  readonly finishedAt: string | null;
  readonly retryAt: string | null;
  /** Since when the source no longer lists the file; null if it does. */
  readonly goneSince: string | null;
  /** The counts of its records; null before its run has ended. */
  readonly records: FileRecords | null;
  /** The last retry of its rejects that needs or needed approval; null if there was none. */
  readonly approval: ApprovalView | null;
}

/** Returns a row of the ledger as callers see it. */
export function toFileView(file: StoredFile): FileView {
  return {
    id: String(file.number),
    path: file.path,
    name: file.name,
    size: file.size,
    modified: isoOrNull(file.modified),
    version: file.version,
    state: file.state,
    reason: file.reason,
    location: file.location,
    runId: file.runId,
    spec: file.spec,
    sha256: file.sha256,
    attempts: file.attempts,
    pending: file.isThenPending,
    firstSeen: new Date(file.firstSeen).toISOString(),
    takenAt: isoOrNull(file.takenAt),
    publishedAt: isoOrNull(file.publishedAt),
    finishedAt: isoOrNull(file.finishedAt),
    retryAt: isoOrNull(file.retryAt),
    goneSince: isoOrNull(file.goneSince),
    records: file.records,
    approval: toApprovalView(file.rejectsOrder),
  };
}

function toApprovalView(order: RejectsOrder | null): ApprovalView | null {
  if (order === null || !order.needsApproval) return null;
  const { runId, records, isRepaired, sha256, specVersion, requestedBy, requestedAt, decision } = order;
  return {
    ...{ runId, records, repaired: isRepaired, sha256, specVersion, request: hashOfOrder(order), requestedBy },
    requestedAt: new Date(requestedAt).toISOString(),
    decision:
      decision === null
        ? null
        : {
            accepted: decision.isAccepted,
            by: decision.by,
            at: new Date(decision.at).toISOString(),
            comment: decision.comment,
          },
  };
}

function isoOrNull(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** Returns a definition as it was written, from a view of its job. */
export function withoutViewMembers(written: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(written).filter(([name]) => !VIEW_MEMBERS.includes(name)));
}

/** Returns the number of a file from its id in a request; -1 if no file can have this id. */
export function readFileId(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : -1;
}
