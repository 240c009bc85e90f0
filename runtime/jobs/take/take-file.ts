import type { ValueFormat } from '../../base/model/value-format.ts';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConnectorFailure } from '../../connector/failure.ts';
import type { Job } from '../definition/job.ts';
import type { FileReason } from '../../base/model/file-state.ts';
import { toErrorOptions } from '../../base/model/error-share.ts';
import { createRunOptions, type RunOptions } from '../../base/model/run-info.ts';
import { ThreadFailure } from '../../reading/workers/pool-thread.ts';
import { NoSuchRun, QueueFull, TablesGone } from '../../runs/failures.ts';
import { withKeptTables } from '../../runs/find-versions.ts';
import { FileTooLarge } from '../../reading/source/disk/write-chunks.ts';
import type { SpooledFile } from '../../reading/source/spool.ts';
import type { StoredFile } from '../../state/store/job-file-store.ts';
import { findJobReason, JobFailure, reasonOf } from '../work/failures.ts';
import { contentsOf, type FileContents } from './file-contents.ts';
import { spoolFromArchive } from './read-members.ts';
import { findMember, nameForSpecs } from '../work/member.ts';
import { RunFailure } from '../../base/model/run-failure.ts';
import { runKeyOf } from './run-key.ts';
import { hasThen } from './pending-work.ts';
import { chooseSpec } from '../work/choose-spec.ts';
import { applyEvent, type FileWork, type UsableSpec } from '../work/work.ts';
import type { Destination, FileDestination } from '../../base/model/destination.ts';
import type { JobDestination } from '../definition/job-definition.ts';
import { fillTemplate } from '../definition/path-template.ts';
import { findFreePath } from './numbered-path.ts';

/** How long to wait before a file is offered again while another run of the same content is in progress. */
const IN_PROGRESS_MS = 500;

/**
 * Claims a file, reads it into the spool, verifies that it did not change, and creates its run. Returns the row of the file: `running`, or another state
 * if there is no run. The claim is durable before the first byte is read. Throws JobFailure and the errors of the host
 * if the job cannot work now. Then the file waits, and no attempt was counted. `findContents` returns where its bytes come
 * from. Default: from the source, or for a member from its archive there.
 */
export async function takeFile(
  work: FileWork,
  file: StoredFile,
  findContents: (claimed: StoredFile) => FileContents = (claimed) => contentsOfRow(work, claimed),
): Promise<StoredFile> {
  const { services } = work;
  const spec = await findSpec(work, file);
  const claimed = await applyEvent(work, file, { event: { kind: 'claimed', at: services.now() } });
  let spooled: SpooledFile | null = null;
  let isOwned = false;
  try {
    const contents = findContents(claimed);
    spooled = await contents.receive(spec.module);
    await contents.requireSame(spec.module);
    // A caller without the scope `connect` may have changed a spec of the API since the job was saved.
    if (spec.isInGit === true) await services.bindMaskKeys?.(spec.module.spec.maskKeys ?? []);
    const duplicate = await findDuplicate(work, claimed, spooled);
    if (duplicate !== null) return await endAsDuplicate(work, claimed, { sha256: spooled.sha256, ...duplicate });
    const { runId, isNew, reason, published } = await acceptRun(work, claimed, { spooled, spec });
    isOwned = isNew;
    if (runId === null)
      return await endAsDuplicate(work, claimed, { sha256: spooled.sha256, reason, runId: published });
    const event = { kind: 'accepted' as const, runId, spec: spec.name, sha256: spooled.sha256 };
    return await applyEvent(work, claimed, { event });
  } catch (error) {
    return await afterFailure(work, claimed, error);
  } finally {
    if (spooled !== null && !isOwned) await services.spool.discard(spooled);
  }
}

function contentsOfRow(work: FileWork, row: StoredFile): FileContents {
  const member = findMember(row);
  if (member === null) return contentsOf(work, row);
  return { receive: () => spoolFromArchive(work, row, member), requireSame: async () => {} };
}

/** Returns the spec of a file, with the reference tables of the earlier run if a person wants them. */
async function findSpec(work: FileWork, file: StoredFile): Promise<UsableSpec> {
  const spec = await findSpecVersion(work, file);
  const { name, retryOrder } = file;
  if (retryOrder?.keepsReference !== true || retryOrder.earlierRun === null) return spec;
  const tables = await work.services.runs.tablesOf(retryOrder.earlierRun).catch((error: unknown) => {
    if (!(error instanceof TablesGone) && !(error instanceof NoSuchRun)) throw error;
    const message = `The reference tables of the earlier run of "${name}" are not stored any more. Retry it with the current ones.`;
    throw new JobFailure({ code: 'reference_missing', message });
  });
  return { ...spec, module: withKeptTables(spec.module, tables) };
}

/** Returns the spec of a file: that of the job, or that of the earlier run if a person wants it. */
async function findSpecVersion({ job, services }: FileWork, file: StoredFile): Promise<UsableSpec> {
  const { name, retryOrder } = file;
  if (retryOrder?.specVersion !== 'SAME' || retryOrder.earlierRun === null)
    return chooseSpec(job, services, nameForSpecs(file));
  const earlier = await services.runs.specOf(retryOrder.earlierRun).catch((error: unknown) => {
    if (!(error instanceof ThreadFailure)) throw error;
    const message = `The spec of the earlier run of "${name}" is not stored any more. Retry it with the current version.`;
    throw new JobFailure({ code: 'spec_not_found', message });
  });
  if (earlier === null) return chooseSpec(job, services, nameForSpecs(file));
  return { id: earlier.specId, name: earlier.module.spec.name, module: earlier.module };
}

/** Returns why the content of a file is not published again, and the run that has published it; null if it is new. */
export async function findDuplicate(
  { job, services }: FileWork,
  file: StoredFile,
  { sha256 }: SpooledFile,
): Promise<{ reason: FileReason; runId: string | null } | null> {
  if (job.definition.take.identity.kind !== 'content' || file.retryOrder?.isForced === true) return null;
  const same = await services.tables.files.findContent(job.id, sha256, file.number);
  if (same === null) return null;
  const message = `The file "${same.path}" (${same.number}) has the same content. ${wayOut(job, file)}`;
  return { reason: { code: 'duplicate_content', message }, runId: same.runId };
}

function wayOut({ definition: { name } }: Job, { number }: StoredFile): string {
  return `To publish it again: specmill jobs retry ${name} ${number} --spec-version current --force.`;
}

/** Records that the content of a file was published before, and returns its new row. */
export function endAsDuplicate(
  work: FileWork,
  file: StoredFile,
  { sha256, reason, runId }: { sha256: string; reason: FileReason; runId: string | null },
): Promise<StoredFile> {
  const at = work.services.now();
  const event = { kind: 'duplicate' as const, at, sha256, reason, runId, hasThen: hasThen(work.job, 'duplicate') };
  return applyEvent(work, file, { event });
}

interface AcceptedFile {
  /** Null if the job does not publish the same file twice, and it was published before. */
  runId: string | null;
  /** Whether the run owns the spooled file. */
  isNew: boolean;
  reason: FileReason;
  /** The run that has published the file before; null if it is not known. */
  published: string | null;
}

async function acceptRun(
  work: FileWork,
  file: StoredFile,
  { spooled, spec }: { spooled: SpooledFile; spec: UsableSpec },
): Promise<AcceptedFile> {
  const { job, services, signal } = work;
  const {
    onDuplicateFile,
    deadLetterTopic: _,
    maxRejectedDocuments = null,
    ordering,
    ...others
  } = job.definition.options;
  const idempotencyKey = runKeyOf(job, file);
  const { supersedes = null, isForced = false } = file.retryOrder ?? {};
  const request = {
    spooled,
    module: spec.module,
    specId: spec.id,
    destination: await toRunDestination(work, file),
    options: createRunOptions({
      ...others,
      ...toErrorOptions(others.maxErrors),
      ...(maxRejectedDocuments !== null && { maxRejectedDocuments }),
      ...services.limits,
      ...cloudEventsOf(job.definition.to),
      ...(supersedes !== null && { supersedes }),
      ...formatOf(job.definition.to),
    }),
    idempotencyKey,
    // The key alone decides whether the request is a repetition.
    requestHash: createHash('sha256').update(idempotencyKey).digest('hex'),
    ordering,
    onDuplicateFile: isForced ? ('ALLOW' as const) : onDuplicateFile,
  };
  for (;;) {
    const accepted = await acceptWhenPossible(() => services.runs.accept(request), signal);
    const reason = {
      code: 'duplicate_file',
      message: `An earlier run has published this content to the same destination. ${wayOut(job, file)}`,
    };
    switch (accepted.kind) {
      case 'accepted':
        return { runId: accepted.runId, isNew: true, reason, published: null };
      case 'repeated':
        return { runId: accepted.runId, isNew: false, reason, published: null };
      case 'duplicate_file':
        return { runId: null, isNew: false, reason, published: accepted.runId };
      case 'hidden_duplicate':
        return { runId: null, isNew: false, reason, published: null };
      case 'in_progress':
        await sleep(IN_PROGRESS_MS, undefined, { signal });
        continue;
      case 'key_conflict':
        throw new Error('the key of a file was used for another request');
      default:
        return accepted satisfies never;
    }
  }
}

/** Returns the option of a run that a job sets for its messages. Empty: as the service says. */
function cloudEventsOf(to: JobDestination): Pick<RunOptions, 'cloudevents'> {
  return to.kind === 'table' || to.cloudevents === undefined ? {} : { cloudevents: to.cloudevents };
}

/** Repeats a request for a run while too many other runs are waiting. */
async function acceptWhenPossible<T>(accept: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await accept();
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error;
      await sleep(IN_PROGRESS_MS, undefined, { signal });
    }
  }
}

/** Records why a claimed file has no run, and returns its new row. Throws the error again if it concerns the job. */
export async function afterFailure(work: FileWork, file: StoredFile, error: unknown): Promise<StoredFile> {
  const { job, services, signal } = work;
  // The next process finds the claim and decides.
  if (signal.aborted) throw error;
  const jobReason = findJobReason(error);
  if (jobReason !== null) {
    await applyEvent(work, file, { event: { kind: 'interrupted', reason: jobReason } });
    throw new JobFailure(jobReason);
  }
  const at = services.now();
  if (error instanceof FileTooLarge) {
    const reason = { code: 'too_large', message: `The file is larger than the limit of ${error.maxBytes} bytes.` };
    return applyEvent(work, file, { event: { kind: 'run_failed', at, reason, hasThen: hasThen(job, 'failed') } });
  }
  if (error instanceof RunFailure && job.definition.source.members !== undefined) {
    const reason = { code: error.code, message: error.message };
    return applyEvent(work, file, { event: { kind: 'run_failed', at, reason, hasThen: hasThen(job, 'failed') } });
  }
  if (!(error instanceof ConnectorFailure)) throw error;
  if (error.code === 'source_changed') return applyEvent(work, file, { event: { kind: 'source_changed', at } });
  return countAttempt(work, file, reasonOf(error));
}

function countAttempt(work: FileWork, file: StoredFile, reason: FileReason): Promise<StoredFile> {
  const { job, services } = work;
  const { max, backoff } = job.definition.retry;
  const at = services.now();
  const retryAt = at + Math.min(backoff.maxMs, backoff.firstMs * 2 ** Math.min(file.attempts, 30));
  const isLast = file.attempts >= max;
  const message = `The file "${file.path}" could not be read after ${file.attempts + 1} attempts: ${reason.message}`;
  const alerts = isLast
    ? [services.raise({ kind: 'file_quarantined', job, message, code: reason.code, file: file.path })]
    : [];
  return applyEvent(work, file, { event: { kind: 'transfer_failed', at, reason, max, retryAt }, alerts });
}

/** Returns the format of the messages of a job, as an option of its runs. */
function formatOf(to: JobDestination): { readonly valueFormat?: ValueFormat } {
  return to.kind === 'topic' && to.valueFormat !== undefined ? { valueFormat: to.valueFormat } : {};
}

type DestinationWork = Pick<FileWork, 'job' | 'services'>;

/**
 * Returns the destination of the run of a file. A file as destination gets a path at which there is none. Throws
 * JobFailure if the integration does not exist any more, and the errors of the destination.
 */
async function toRunDestination(work: DestinationWork, file: StoredFile): Promise<Destination> {
  const { to, options } = work.job.definition;
  switch (to.kind) {
    case 'topic':
      return { kind: 'topic', topic: to.topic, deadLetterTopic: options.deadLetterTopic };
    case 'table':
      return { kind: 'table', integrationId: await findIntegration(work, to), table: to.table, key: to.key };
    case 'file':
      return toFileDestination(work, file, to);
    default:
      return to satisfies never;
  }
}

async function toFileDestination(
  work: DestinationWork,
  file: StoredFile,
  to: Extract<JobDestination, { kind: 'file' }>,
): Promise<FileDestination> {
  const { job, services } = work;
  const integrationId = await findIntegration(work, to);
  const at = file.takenAt ?? services.now();
  const wanted = fillTemplate(to.path, { name: file.name, job: job.definition.name, at, run: '' });
  const { connector, release } = await services.sources.openConnector(integrationId);
  try {
    const path = await findFreePath(connector, wanted);
    return {
      kind: 'file',
      integrationId,
      path,
      format: to.format,
      ...(to.escapeFormulas && { escapesFormulas: true }),
    };
  } catch (error) {
    // What the destination refuses is not the fault of this file.
    if (!(error instanceof ConnectorFailure) || error.isHostFailure) throw error;
    throw new JobFailure({ ...reasonOf(error), name: wanted });
  } finally {
    release();
  }
}

async function findIntegration(
  { services: { sources } }: DestinationWork,
  { integration: name }: { integration: string },
): Promise<string> {
  const integration = await sources.find(name);
  if (integration !== null) return integration.id;
  const message = `There is no integration with the name or id "${name}".`;
  throw new JobFailure({ code: 'integration_not_found', message });
}
