import { describeError } from '../base/log/json-log.ts';
import type { Turn } from '../runs/cluster/cluster.ts';
import { withTrace } from '../base/log/trace-context.ts';
import type { JobReason } from '../base/model/file-state.ts';
import type { StoredFile } from '../state/store/job-file-store.ts';
import type { JobState } from '../state/store/job-store.ts';
import { ConnectorFailure } from '../connector/failure.ts';
import { printable } from '../connector/remote-path.ts';
import { findJobReason, JobFailure, reasonOf } from './work/failures.ts';
import { nameIntegration, pauseByError } from './work/pause-by-error.ts';
import type { Job } from './definition/job.ts';
import type { JobSources } from './definition/job-sources.ts';
import { findChangesOfSource } from './definition/read-only-source.ts';
import { nextDeadline } from './schedule/expectation.ts';
import { nextLook } from './schedule/next-look.ts';
import { checkExpectation } from './schedule/check-expectation.ts';
import { recoverFiles } from './take/recover-files.ts';
import { settleFile } from './take/settle-file.ts';
import { followRun } from './take/follow-run.ts';
import { takeArchive } from './take/take-archive.ts';
import { takeFile } from './take/take-file.ts';
import { findMember } from './work/member.ts';
import type { FileWork, JobServices } from './work/work.ts';
import { look } from './watch/look.ts';
import { readyFiles, type WaitingFiles } from './watch/ready-files.ts';
import { pauseEnd } from './ledger/readiness.ts';
import { createAlarm } from './schedule/alarm.ts';

/** A job that is being executed. */
export interface JobRunner {
  /**
   * When the next look begins, in milliseconds since 1970; null while the job is paused or looks, and if another instance
   * executes it.
   */
  readonly nextCheck: number | null;
  /**
   * Begins a look now, or after the current one. Also ends the pause after an error. Has no effect if another instance
   * executes the job.
   */
  runNow(): void;
  /** Reads the state of the job again: a person has paused or resumed it. */
  wake(): void;
  /** Ends the execution after the current step. Claimed files and runs continue when the job is executed again. */
  stop(): Promise<void>;
}

/** What a runner uses. */
export interface RunnerParts {
  readonly job: Job;
  readonly services: JobServices;
  readonly sources: JobSources;
}

/** Starts to execute a job: looks at its source as scheduled, and takes one file after the other. */
export function startJob(parts: RunnerParts): JobRunner {
  const abort = new AbortController();
  const alarm = createAlarm(abort.signal);
  const runner = { nextCheck: null as number | null };
  let isForced = false;
  let isHere = false;

  async function execute(turn: Turn): Promise<void> {
    isHere = true;
    turn.signal.addEventListener('abort', () => alarm.ring());
    await executeHere(turn).finally(() => {
      isHere = isForced = false;
      runner.nextCheck = null;
    });
  }

  async function executeHere({ signal, plannedAt, plan }: Turn): Promise<void> {
    await recoverFiles({ ...parts, signal });
    runner.nextCheck = await firstLook(parts, plannedAt);
    let lastNow = 0;
    while (!signal.aborted) {
      const now = parts.services.now();
      // The clock was set back: what was planned would be too late.
      if (now < lastNow && runner.nextCheck !== null) runner.nextCheck = await firstLook(parts, runner.nextCheck);
      lastNow = now;
      const { isPaused } = await parts.services.tables.definitions.state(parts.job.id);
      const at = isPaused ? null : runner.nextCheck;
      if (!isForced && (at === null || at > parts.services.now())) {
        await alarm.sleepUntil(at, parts.services.now());
        continue;
      }
      isForced = false;
      runner.nextCheck = null;
      runner.nextCheck = await lookOnce(parts, signal);
      if (!signal.aborted) plan(runner.nextCheck);
    }
  }

  // A job works on long after the request that has created it.
  const done = withTrace(undefined, () => executeUntilStopped(execute, parts, abort.signal));
  return {
    get nextCheck() {
      return runner.nextCheck;
    },
    runNow() {
      if (parts.services.isShared && !isHere) return;
      isForced = true;
      alarm.ring();
    },
    wake: () => alarm.ring(),
    async stop() {
      abort.abort(new Error('the job is stopped'));
      await done;
    },
  };
}

const RESTART_MS = 5000;

/** Repeats `execute` after an unexpected error, because a job must not end silently. */
async function executeUntilStopped(
  execute: (turn: Turn) => Promise<void>,
  { job, services }: RunnerParts,
  signal: AbortSignal,
) {
  while (!signal.aborted) {
    try {
      await services.inTurn(`job:${job.id}`, signal, execute);
    } catch (error) {
      if (signal.aborted) return;
      services.log.error('job_fault', { job: job.definition.name, ...describeError(error) });
      await createAlarm(signal).sleepUntil(services.now() + RESTART_MS, services.now());
    }
  }
}

/** The first look follows when it was planned. Without a plan at once, except after an error, and with a cron expression. */
async function firstLook({ job, services }: RunnerParts, plannedAt: number | null): Promise<number> {
  const { retryAt } = await services.tables.definitions.state(job.id);
  const now = services.now();
  if (retryAt !== null) return pauseEnd({ retryAt }, job.definition, now) ?? now;
  if (plannedAt === null && job.definition.schedule.kind === 'every') return now;
  // It is planned later than from now only if the clock was set back since.
  const next = await planNext({ job, services }, { waiting: { nextAt: null }, hasMore: false });
  return Math.min(plannedAt ?? next, next);
}

/** Looks at the source once, takes the files that are ready, and returns when the next look begins. */
async function lookOnce(parts: RunnerParts, signal: AbortSignal): Promise<number> {
  const { job, services } = parts;
  try {
    // What an error of the service has left is completed first, so that files are taken in order.
    await recoverFiles({ job, services, signal });
    const result = await workOnSource(parts, signal);
    return await planNext(parts, result);
  } catch (error) {
    if (signal.aborted) return services.now();
    const reason = findJobReason(error) ?? describeUnknown(error, parts);
    const retryAt = await recordFailure(parts, reason);
    await checkExpectation(parts);
    return retryAt;
  }
}

interface LookResult {
  readonly waiting: WaitingFiles;
  readonly hasMore: boolean;
}

async function workOnSource({ job, services, sources }: RunnerParts, signal: AbortSignal): Promise<LookResult> {
  const { connector, release } = await sources.openConnector(job.definition.source.integration);
  try {
    // A job in git is not checked against its integration, which may also change.
    const [change] = connector.capabilities.canWrite ? [] : findChangesOfSource(job.definition);
    if (change !== undefined) throw new JobFailure({ code: 'not_supported', message: `${change.message}.` });
    const work: FileWork = { job, services, connector, signal };
    await settlePending(work);
    const { listed, doneFiles } = await look(work, signal).catch((error: unknown) => {
      throw explainListing(error, job);
    });
    await warnOfFirstLook(work);
    await services.tables.definitions.setState(job.id, { ...SUCCEEDED, lastCheck: services.now(), listed });
    await checkExpectation({ job, services });
    const waiting: WaitingFiles = { nextAt: null };
    let taken = 0;
    for await (const file of readyFiles(work, { doneFiles, waiting })) {
      if (taken === job.definition.take.max || (await isPausedNow(work))) return { waiting, hasMore: true };
      taken++;
      await workOnFile(work, file);
    }
    await removeOldRows(work);
    return { waiting, hasMore: false };
  } finally {
    release();
  }
}

/** Warns once, at the first look that succeeds, if only time shows that files are complete. */
async function warnOfFirstLook({ job, services }: FileWork): Promise<void> {
  if (job.definition.ready.doneFile !== null) return;
  if ((await services.tables.definitions.state(job.id)).lastCheck !== null) return;
  services.log.warn('job_waits_for_time', {
    job: job.definition.name,
    message:
      'The job takes a file that has not changed for the time of "ready.unchangedFor". A partner that writes slowly can be read too early. Safer: "ready.doneFile", or a partner that writes under another name and renames the file.',
  });
}

const SUCCEEDED: Partial<JobState> = { lastError: null, failures: 0, retryAt: null };

async function workOnFile(work: FileWork, file: StoredFile): Promise<void> {
  const { members } = work.job.definition.source;
  const isArchive = members !== undefined && findMember(file) === null;
  let row = isArchive ? await takeArchive(work, file, members) : await takeFile(work, file);
  if (row.state === 'running') row = await followRun(work, row);
  if (row.isThenPending) await settleFile(work, row, { isRepeated: false });
}

/** Repeats what could not be done after earlier runs. */
async function settlePending(work: FileWork): Promise<void> {
  const { services, job } = work;
  const now = services.now();
  const latest = now + job.definition.retry.backoff.maxMs;
  for (let after = 0; ; ) {
    const page = await services.tables.files.pending(job.id, { now, latest }, after);
    for (const file of page) await settleFile(work, file, { isRepeated: true });
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

async function isPausedNow({ job, services, signal }: FileWork): Promise<boolean> {
  signal.throwIfAborted();
  return (await services.tables.definitions.state(job.id)).isPaused;
}

async function removeOldRows({ job, services }: FileWork): Promise<void> {
  const before = services.now() - job.definition.keepForMs;
  while ((await services.tables.files.removeGone(job.id, before)) > 0);
}

async function planNext(
  { job, services }: Omit<RunnerParts, 'sources'>,
  { waiting, hasMore }: LookResult,
): Promise<number> {
  const now = services.now();
  const { expect } = job.definition;
  return nextLook(job.definition.schedule, {
    now,
    waitingUntil: waiting.nextAt,
    pendingAt: await services.tables.files.nextPending(job.id),
    deadline: expect === null ? null : (nextDeadline(expect, now)?.at ?? null),
    hasMore,
    random: Math.random(),
  });
}

/** Stores why a look has failed, and returns when to try again. */
async function recordFailure({ job, services }: RunnerParts, reason: JobReason): Promise<number> {
  const { definitions } = services.tables;
  const { failures } = await definitions.state(job.id);
  const { firstMs, maxMs } = job.definition.retry.backoff;
  const retryAt = services.now() + Math.min(maxMs, firstMs * 2 ** Math.min(failures, 30));
  await pauseByError({ job, services }, { ...reason, name: reason.name ?? (await nameSource(job, services)) });
  await definitions.setState(job.id, { failures: failures + 1, retryAt });
  return retryAt;
}

async function nameSource({ definition }: Job, { sources }: JobServices): Promise<string> {
  return nameIntegration(sources, definition.source.integration).catch(() => definition.source.integration);
}

/** Names the folder that a look cannot list, and the way out. */
function explainListing(error: unknown, { definition: { source } }: Job): unknown {
  if (!(error instanceof ConnectorFailure) || error.isHostFailure) return error;
  const name = source.path === '' ? '/' : source.path;
  const folder = `the folder "${printable(name)}" of the integration "${source.integration}"`;
  if (error.code === 'not_found')
    return new JobFailure({
      ...{ code: 'folder_not_found', name },
      message: `There is no ${folder.slice(4)}. Create it, or correct the folder of the job ("source.path").`,
    });
  if (error.code === 'permission_denied')
    return new JobFailure({
      ...{ code: error.code, name },
      message: `The user of the integration may not list ${folder}. Grant the right, or correct the folder of the job ("source.path").`,
    });
  return new JobFailure({ code: error.code, name, message: error.message });
}

function describeUnknown(error: unknown, { job, services }: RunnerParts): JobReason {
  if (error instanceof ConnectorFailure) return reasonOf(error);
  services.log.error('job_fault', { job: job.definition.name, ...describeError(error) });
  const kind = error instanceof Error ? error.name : 'Error';
  return {
    code: 'service_fault',
    message: `The service has an unexpected error (${kind}), and tries again. Its log has the line job_fault with the details.`,
  };
}
