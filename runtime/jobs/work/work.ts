import type { AnySpec } from '../../../compiler/index.ts';
import type { Cluster } from '../../runs/cluster/cluster.ts';
import type { Connector } from '../../connector/connector.ts';
import type { Log } from '../../base/log/json-log.ts';
import type { CounterLabels, Meter } from '../../base/log/meter.ts';
import type { RunOptions } from '../../base/model/run-info.ts';
import type { FileState } from '../../base/model/file-state.ts';
import type { RunModule } from '../../base/model/run-module.ts';
import type { Runs } from '../../runs/runs.ts';
import type { Spool } from '../../reading/source/spool.ts';
import type { AuditEntry } from '../../state/store/audit.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import type { JobTables } from '../../state/store/job-tables.ts';
import type { Job } from '../definition/job.ts';
import type { JobSources } from '../definition/job-sources.ts';
import { type FileEvent, transition } from '../ledger/transition.ts';
import type { NewAlert } from '../../state/store/alert-store.ts';

/** A spec with which a file can be read. */
export interface UsableSpec {
  readonly id: string;
  readonly name: string;
  readonly module: RunModule;
  /** Whether the spec is in git, so that no caller of the API has changed it. */
  readonly isInGit?: boolean;
  /** The spec, parsed. Absent: the cells of its records cannot be shown. */
  readonly written?: AnySpec;
}

/** What all jobs of a service use. */
export interface JobServices {
  readonly tables: JobTables;
  readonly runs: Runs;
  readonly sources: JobSources;
  readonly spool: Spool;
  readonly log: Log;
  readonly meter: Meter;
  /** The limits of every run. */
  readonly limits: Partial<RunOptions> & { readonly maxFileBytes: number };
  /** Returns a spec by its id or name; null if there is none, or if it has errors. */
  findSpec(idOrName: string): UsableSpec | null;
  /** Makes credentials that nothing uses keys of masks. Absent: the installation has none. */
  bindMaskKeys?(names: readonly string[]): Promise<void>;
  /** Waits until no other instance does the work of this name (see Cluster). */
  readonly inTurn: Cluster['inTurn'];
  /** Whether other instances work on the same jobs. */
  readonly isShared: boolean;
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
  /**
   * Counts and logs that something happened that a person should know of. Returns what the caller must store, so that it
   * is sent; null if nothing is sent.
   */
  raise(alert: AlertFacts): NewAlert | null;
}

/** What an alert is about. */
export interface AlertFacts {
  readonly kind: AlertKind;
  readonly job: Job;
  readonly message: string;
  readonly code?: string;
  readonly file?: string;
  readonly runId?: string;
}

/** The kinds of alerts. */
const ALERT_KINDS = [
  'file_missing',
  'file_quarantined',
  'job_paused',
  'records_rejected',
  'run_failed',
  'vault_locked',
  'volume',
  'warnings',
] as const;
/** The kind of an alert. */
export type AlertKind = (typeof ALERT_KINDS)[number];

/** What the work on one file uses. */
export interface FileWork {
  readonly job: Job;
  readonly services: JobServices;
  readonly connector: Connector;
  /** Aborted when the service stops or the job is removed. */
  readonly signal: AbortSignal;
}

/** An event and what is stored with it. `audit`: the request that has caused it. */
export interface WithEvent {
  readonly event: FileEvent;
  readonly alerts?: readonly (NewAlert | null)[];
  readonly audit?: AuditEntry | null;
}

/**
 * Applies an event to a file in the ledger, and returns its new row. Throws an Error if another process of the file has
 * changed the row in the meantime, or if it was removed.
 */
export async function applyEvent(
  work: Pick<FileWork, 'job' | 'services'>,
  file: StoredFile,
  event: WithEvent,
): Promise<StoredFile> {
  const row = await tryEvent(work, file, event);
  if (row === null)
    throw new Error(`the row of a file of the job ${work.job.definition.name} was changed by something else`);
  return row;
}

/** Like applyEvent(), but returns null if something else has changed the row in the meantime, or if it was removed. */
export async function tryEvent(
  { job, services }: Pick<FileWork, 'job' | 'services'>,
  file: StoredFile,
  { event, alerts = [], audit = null }: WithEvent,
): Promise<StoredFile | null> {
  const { files } = services.tables;
  const isChanged = await files.change(file.number, file.state, transition(file, event), {
    alerts: alerts.filter((alert) => alert !== null),
    audit,
    generation: file.generation,
  });
  const row = isChanged ? await files.find(job.id, file.number) : null;
  if (row === null) return null;
  const { state } = row;
  if (state !== file.state && isEnd(state))
    services.meter.count('job_files_total', { job: job.definition.name, state });
  return row;
}

type EndState = CounterLabels['job_files_total']['state'];

function isEnd(state: FileState): state is EndState {
  return state === 'done' || state === 'failed' || state === 'quarantined' || state === 'ignored';
}
