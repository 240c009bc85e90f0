import type { OrderRequest } from '../../../runtime/jobs/order-rejects.ts';
import type { FileView } from '../../../runtime/jobs/job-view.ts';
import type { AuditEntry } from '../../../runtime/state/store/audit.ts';
import { cacheModule } from '../data-folder.ts';
import { eventually } from '../service.ts';
import { CRASH_JOB } from './crash-job.ts';
import { cacheMended, type JobWorkplace } from './workplace.ts';

type Place = Pick<JobWorkplace, 'all' | 'jobs' | 'data'>;

/** A job whose retries of rejects need approval. */
export const APPROVAL_JOB = { ...CRASH_JOB, approval: { above: 0 } };

/** The file of the tests: two of its records are rejected. */
export const FILE = 'one\nE two\nthree\nF four\n';

/** The ways a retry of its rejects can go. `stored`: the file is read again as it was sent, with a corrected spec. */
export const WAYS = ['direct', 'stored', 'approve', 'refuse'] as const;
/** One of WAYS. */
export type Way = (typeof WAYS)[number];

/** Returns the entry of the audit for a request of a test. */
export function auditEntry(principal: string, path: string, runId: string | null = null): AuditEntry {
  return {
    ...{ at: Date.now(), principal, keyId: null, address: '', method: 'POST', path, target: null, runId },
    ...{ specVersionBefore: null, specVersionAfter: null, status: 202, comment: null },
  };
}

/** Asks for the rejects of a run, as `key:anna`. */
export function ask(
  { jobs, data }: Place,
  runId: string,
  { repaired, ...more }: Partial<Omit<OrderRequest, 'repaired'>> & { repaired?: string } = {},
) {
  const principal = 'key:anna';
  return jobs.retryRejects({
    runId,
    spec: { id: '7d0a1c5e-0000-4000-8000-000000000001', name: 'fake', module: cacheModule(data) },
    repaired: repaired === undefined ? null : { path: '', content: Buffer.from(repaired) },
    audit: auditEntry(principal, 'ask', runId),
    checkDestination() {},
    ...{ principal, ...more },
  });
}

/** Decides about a file, as `key:berta`. */
export function decide(
  { jobs }: Place,
  { id, approval }: FileView,
  isAccepted: boolean,
  by = 'key:berta',
): Promise<FileView> {
  const toAudit = (runId: string) => ({ ...auditEntry(by, isAccepted ? 'approve' : 'refuse', runId), comment: 'seen' });
  return jobs.decide('job', id, { isAccepted, by, comment: 'seen', request: approval?.request ?? null, toAudit });
}

async function settled({ jobs }: Place): Promise<FileView> {
  let file: FileView | undefined;
  let asked = 0;
  await eventually(async () => {
    if (++asked % 8 === 0) await jobs.run('job');
    [file] = await jobs.files('job', { limit: 1 });
    return file !== undefined && !file.pending && ['done', 'failed', 'needs_approval'].includes(file.state);
  });
  if (file === undefined) throw new Error('unreachable');
  return file;
}

function mendedSpec({ data }: Place) {
  return { id: '7d0a1c5e-0000-4000-8000-000000000001', name: 'fake', module: cacheMended(data) };
}

/** Does what is left to do of a retry of the rejects, and returns the file at its end. */
export async function goOn(at: Place, way: Way): Promise<FileView> {
  let file = await settled(at);
  const isAsked = async () => (await at.all.store.audit.list({ limit: 9 })).length > 0;
  if (file.state !== 'needs_approval' && !(await isAsked())) {
    await ask(at, file.runId ?? '', way === 'stored' ? { spec: mendedSpec(at) } : { repaired: 'two\nE four\n' });
    file = await settled(at);
  }
  if (file.state === 'needs_approval') await decide(at, file, way === 'approve');
  return settled(at);
}
