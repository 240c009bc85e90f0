import { setTimeout as sleep } from 'node:timers/promises';
import type { Destination } from '../base/model/destination.ts';
import { isAbove } from '../base/model/error-share.ts';
import type { RejectsBinding, RejectsOrder } from '../base/model/rejects-order.ts';
import type { PreparedRejects, RejectsSource } from '../runs/run-request.ts';
import type { AuditEntry } from '../state/store/audit.ts';
import type { StoredFile } from '../state/store/job-file-store.ts';
import type { Job } from './definition/job.ts';
import { CannotRetry } from './job-failures.ts';
import { freeDestination } from './take/free-destination.ts';
import { findLeftovers } from './take/move-leftovers.ts';
import { type JobServices, tryEvent, type UsableSpec } from './work/work.ts';
import type { RunFile } from './take/run-key.ts';
import { publishOrKeep } from './decide-rejects.ts';

/** A request to publish the rejects of a run of a file of a job. */
export interface OrderRequest extends RejectsSource {
  /** The current spec of the run. */
  readonly spec: UsableSpec;
  /** Whether `spec` has the reference tables of the first run, although there may be newer ones. */
  readonly keepsReference?: boolean;
  /** The name of the principal that asks. */
  readonly principal: string;
  /** The request, which is stored with the change that it makes. */
  readonly audit: AuditEntry;
  /** Throws if the principal may not publish what it has sent to this destination. */
  checkDestination(destination: Destination): void;
}

/** What is ordered. */
interface Ordered {
  readonly job: Job;
  readonly services: JobServices;
}

/** How long a request waits until a file was moved, in milliseconds. */
const SETTLE_MS = 5000;
const PAUSE_MS = 50;

/**
 * Stores what a person wants to be published of a file, and publishes it, unless another person must approve it. Returns the
 * new row; null if the file has a later run and the job needs no approval. Throws CannotRetry, also if the job no longer
 * knows the file, and the errors of Runs.prepareRejects() and of the destination.
 */
export async function orderRejects(work: Ordered, of: RunFile, request: OrderRequest): Promise<StoredFile | null> {
  const { job, services } = work;
  const { signal, runId, repaired } = request;
  if ((await findFile(work, of)) === null) return null;
  const rejects = await services.runs.prepareRejects({ runId, repaired, ...(signal !== undefined && { signal }) });
  let isStored = false;
  try {
    request.checkDestination(rejects.destination);
    // A destination that cannot be used is reported before anything is stored.
    await freeDestination(rejects.destination, services.sources);
    const file = await findSettled(work, of, signal);
    if (file === null) return null;
    const binding = await services.runs.bindRejects(request.spec.module);
    const order = toOrder(job, file, { rejects, binding, request, now: services.now() });
    const event = { kind: 'rejects_ordered' as const, order, leftovers: findLeftovers(job, file) };
    const row = await tryEvent(work, file, { event, audit: request.audit });
    if (row === null) throw new CannotRetry(`the file "${file.name}" was changed in the meantime. Try again`);
    isStored = true;
    return order.needsApproval ? row : await publishOrKeep(work, row, { isNew: true });
  } finally {
    if (!isStored) await services.runs.discardRejects(rejects);
  }
}

/** Returns the file of a run; null if it has a later run, and no approval is needed. Throws CannotRetry. */
async function findFile({ job, services }: Ordered, { number, generation }: RunFile): Promise<StoredFile | null> {
  const file = await services.tables.files.find(job.id, number);
  if (file === null)
    throw new CannotRetry(
      `the job "${job.definition.name}" no longer knows the file of the run. Send the repaired records as a file of their own`,
    );
  const { name, state, runId } = file;
  if (state === 'needs_approval')
    throw new CannotRetry(
      `the rejects of the file "${name}" wait for approval. They must be accepted or refused first`,
    );
  if (file.generation === generation) return file;
  if (job.definition.approval === null) return null;
  throw new CannotRetry(`the file "${name}" was read again since then. Its last run is ${runId ?? 'not known'}`);
}

/** Waits until the file of a run is at its end. Returns null if its run is another one then. Throws CannotRetry. */
async function findSettled(work: Ordered, of: RunFile, signal: AbortSignal | undefined): Promise<StoredFile | null> {
  const { now } = work.services;
  for (const until = now() + SETTLE_MS; ; await sleep(PAUSE_MS, undefined, { signal })) {
    const file = await findFile(work, of);
    if (file === null) return null;
    const { state, name, isThenPending } = file;
    if ((state === 'done' || state === 'failed') && !isThenPending) return file;
    if (now() < until) continue;
    const why = isThenPending ? 'still being moved. Try again when that is complete' : state;
    throw new CannotRetry(`the file "${name}" is ${why}`);
  }
}

function toOrder(
  { definition: { approval } }: Job,
  { state, reason, records }: StoredFile,
  parts: { rejects: PreparedRejects; binding: RejectsBinding; request: OrderRequest; now: number },
): RejectsOrder {
  const { rejects, binding, request, now } = parts;
  const { destination: _, ...stored } = rejects;
  const { spec, principal, repaired, keepsReference = false } = request;
  const count = rejects.records ?? Infinity;
  return {
    ...stored,
    specId: spec.id,
    specName: spec.name,
    specVersion: spec.module.spec.version,
    binding,
    ...(keepsReference && { keepsReference: true as const }),
    isRepaired: repaired !== null,
    requestedBy: principal,
    requestedAt: now,
    needsApproval: approval !== null && isAbove(approval.above, { records: count, total: records?.total ?? 0 }),
    decision: null,
    publishedBy: null,
    before: { state: state === 'done' ? 'done' : 'failed', reason, records },
  };
}
