import type { FileState } from '../base/model/file-state.ts';
import type { RetryVersion } from '../base/model/retry-order.ts';
import { ThreadFailure } from '../reading/workers/pool-thread.ts';
import { NoSuchRun, TablesGone } from '../runs/failures.ts';
import { AlreadyPublished, CannotRetry, JobFileNotFound } from './job-failures.ts';
import type { RunnerParts } from './job-runner.ts';
import { readFileId } from './job-view.ts';
import { findLeftovers } from './take/move-leftovers.ts';
import { transition } from './ledger/transition.ts';
import type { Job } from './definition/job.ts';
import { MEMBERS_FAILED } from './take/take-archive.ts';
import { findMember } from './work/member.ts';
import type { RowChange, StoredFile } from '../state/store/job-file-store.ts';

/** The states of files that can be read again. */
export const RETRYABLE_STATES = ['failed', 'quarantined', 'done', 'ignored'] as const satisfies readonly FileState[];

/** At most this many files get another run with one request. */
export const MAX_RETRIED = 1000;

/** Which files of a job get another run, and how. */
export interface RetryRequest {
  /** The ids or names of files. A name means the file of this name that was seen last. */
  readonly files?: readonly string[];
  /** Only files in this state. Without files, the default is all that are failed or quarantined. */
  readonly state?: (typeof RETRYABLE_STATES)[number];
  /** Only files that have ended at this time or later, in milliseconds since 1970. */
  readonly since?: number;
  readonly specVersion: RetryVersion;
  /** Whether the reference tables have the versions of the earlier run. Default: the current ones. */
  readonly keepsReference?: boolean;
  /** Whether files that were published are published again. */
  readonly force: boolean;
}

/**
 * Makes files wait for another run, wherever they are now, and returns their rows. Nothing is changed if one of them cannot
 * be retried, or if something else changes one at the same time: then it throws JobFileNotFound, CannotRetry or
 * AlreadyPublished. Also throws the errors of the source.
 */
export async function retryFiles(parts: RunnerParts, request: RetryRequest): Promise<StoredFile[]> {
  const { job, services, sources } = parts;
  const files = await selectFiles(parts, request);
  for (const file of files) await checkRetryable(parts, file, request);
  if (!request.force) await checkUnpublished(parts, files);
  if (files.length === 0) return [];
  const { connector, release } = await sources.openConnector(job.definition.source.integration);
  try {
    const found: { file: StoredFile; size: number; modified: number | null; version: string; location?: string }[] = [];
    for (const file of files) {
      const archive = await findArchive(parts, file);
      const remote = await connector.stat((archive ?? file).location);
      if (remote === null) {
        // Of many files, someone may have removed some.
        if (request.files === undefined) continue;
        throw new CannotRetry(`the file "${file.name}" is not at its place any more`);
      }
      const modified = remote.modified === null ? null : Date.parse(remote.modified);
      const { size, version } = remote;
      // The size of a member is its own.
      found.push({
        file,
        modified,
        version,
        ...(archive === null ? { size } : { size: file.size, location: archive.location }),
      });
    }
    const changes: RowChange[] = [];
    for (const { file, ...now } of found) {
      const order = {
        specVersion: request.specVersion,
        ...(request.keepsReference === true && { keepsReference: true as const }),
        isForced: request.force || file.retryOrder?.isForced === true,
        earlierRun: file.runId ?? file.retryOrder?.earlierRun ?? null,
        supersedes: await findSuperseded(parts, file),
        leftovers: findLeftovers(job, file),
      };
      const { number, state: from, generation } = file;
      const wasPublished = from === 'done' || from === 'ignored';
      const publishedRecords = wasPublished ? await countPublished(parts, file) : 0;
      changes.push({
        number,
        from,
        generation,
        change: transition(file, { kind: 'retried', ...now, order, publishedRecords }),
      });
    }
    const conflict = await services.tables.files.changeEach(changes);
    if (conflict !== null) throw changedMeanwhile(files.find(({ number }) => number === conflict));
    const rows = await Promise.all(changes.map(({ number }) => services.tables.files.find(job.id, number)));
    return rows.filter((row) => row !== null);
  } finally {
    release();
  }
}

/** Returns the row of the archive of a member; null if the file is none. Throws CannotRetry if there is no row any more. */
async function findArchive({ job, services }: RunnerParts, file: StoredFile): Promise<StoredFile | null> {
  const member = findMember(file);
  if (member === null) return null;
  const archive = await services.tables.files.find(job.id, member.archive);
  if (archive === null) throw new CannotRetry(`the archive of "${file.name}" is not in the ledger any more`);
  return archive;
}

/** Whether a file is an archive whose members have rows of their own. */
function hasMembers({ definition: { source } }: Job, file: StoredFile): boolean {
  if (source.members === undefined || findMember(file) !== null) return false;
  return file.state === 'done' || file.reason?.code === MEMBERS_FAILED;
}

function changedMeanwhile(file: StoredFile | undefined): CannotRetry {
  return new CannotRetry(
    `the file ${JSON.stringify(file?.name ?? '')} was changed in the meantime, so no file gets another run. Try again`,
  );
}

async function selectFiles(parts: RunnerParts, { files, state, since = 0 }: RetryRequest): Promise<StoredFile[]> {
  const { job, services } = parts;
  const isSince = ({ finishedAt, firstSeen }: StoredFile): boolean => (finishedAt ?? firstSeen) >= since;
  const selected: StoredFile[] = [];
  if (files !== undefined) {
    for (const name of new Set(files)) selected.push(await findFile(parts, name));
    return selected.filter((file) => (state === undefined || file.state === state) && isSince(file));
  }
  for (const one of state === undefined ? (['failed', 'quarantined'] as const) : [state])
    for (let after = 0; selected.length < MAX_RETRIED; ) {
      const page = await services.tables.files.list(job.id, { limit: 100, state: one, after });
      selected.push(...page.filter((file) => isSince(file) && !file.isThenPending && !hasMembers(job, file)));
      const last = page.at(-1);
      if (last === undefined) break;
      after = last.number;
    }
  return selected.slice(0, MAX_RETRIED);
}

async function findFile({ job, services }: RunnerParts, name: string): Promise<StoredFile> {
  const { files } = services.tables;
  const byId = await files.find(job.id, readFileId(name));
  const [byName] = byId === null ? await files.list(job.id, { limit: 1, isNewestFirst: true, name }) : [byId];
  // An asterisk in a name would match others.
  if (byName === undefined || (byId === null && byName.name !== name)) throw new JobFileNotFound();
  return byName;
}

async function checkRetryable(
  { job, services }: RunnerParts,
  file: StoredFile,
  { specVersion, keepsReference = false }: RetryRequest,
): Promise<void> {
  const { state, name, isThenPending, reason, runId } = file;
  if (!RETRYABLE_STATES.some((one) => one === state))
    throw new CannotRetry(`the file "${name}" is ${state}. Only files that are ${RETRYABLE_STATES.join(', ')} can be`);
  if (state === 'ignored' && !reason?.code.startsWith('duplicate_'))
    throw new CannotRetry(`the file "${name}" is ignored: ${reason?.message ?? ''}`);
  if (hasMembers(job, file))
    throw new CannotRetry(`the file "${name}" is an archive. Retry its members, such as "${name}/a.csv"`);
  if (isThenPending) throw new CannotRetry(`the file "${name}" is still being moved. Try again when that is complete`);
  if (keepsReference && runId !== null) {
    await services.runs.tablesOf(runId).catch((error: unknown) => {
      if (error instanceof TablesGone) throw new CannotRetry(error.message);
      // Without the run, no version is known.
      if (error instanceof NoSuchRun)
        throw new CannotRetry(
          `the earlier run of "${name}" was deleted. Retry it without keepReference (--keep-reference)`,
        );
      throw error;
    });
  }
  if (specVersion === 'CURRENT' || runId === null) return;
  const isThere = await services.runs.specOf(runId).catch((error: unknown) => {
    if (error instanceof ThreadFailure) return null;
    throw error;
  });
  if (isThere === null)
    throw new CannotRetry(
      `the spec of the earlier run of "${name}" is not stored any more. Use specVersion CURRENT (--spec-version current)`,
    );
}

/** Throws AlreadyPublished if one of the files was published. */
async function checkUnpublished(parts: RunnerParts, files: readonly StoredFile[]): Promise<void> {
  const published = files.filter(({ state }) => state === 'done' || state === 'ignored');
  const [first] = published;
  if (first === undefined) return;
  let publishedRecords = 0;
  for (const file of published) publishedRecords += await countPublished(parts, file);
  const what = published.length === 1 ? `the file "${first.name}" was` : `${published.length} files were`;
  throw new AlreadyPublished(
    `${what} published before, with ${publishedRecords} ${publishedRecords === 1 ? 'record' : 'records'}. Use force (--force) to publish again`,
    {
      publishedRecords,
      runId: first.runId,
    },
  );
}

async function countPublished({ services }: RunnerParts, { runId, records }: StoredFile): Promise<number> {
  let published = 0;
  // The first run of a file, and those that have published its rejects.
  for (let next: string | undefined = runId ?? undefined; next !== undefined; ) {
    const run = await services.runs.find(next);
    if (run === null) return records === null ? published : records.total - records.rejected;
    published += run.publishedRecords ?? run.processedRecords;
    next = run.rejectsOf;
  }
  return published;
}

/**
 * Returns the earlier run whose messages the next run replaces; null if none has published anything. The runs of its rejects
 * name it with `rejectsOf`.
 */
async function findSuperseded({ services }: RunnerParts, file: StoredFile): Promise<string | null> {
  const last = findPublished(file);
  for (let first = last; first !== null; ) {
    const earlier: string | undefined = (await services.runs.find(first))?.rejectsOf;
    if (earlier === undefined) return first;
    first = earlier;
  }
  return null;
}

function findPublished(file: StoredFile): string | null {
  const earlier = file.retryOrder?.supersedes ?? null;
  if (file.state === 'done' || file.state === 'ignored') return file.runId ?? earlier;
  const { runId, records } = file;
  return runId !== null && records !== null && records.total > records.rejected ? runId : earlier;
}
