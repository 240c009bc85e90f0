import type { JobReason } from '../../base/model/file-state.ts';
import type { JobSources } from '../definition/job-sources.ts';
import type { FileWork } from './work.ts';

/**
 * Records why a job cannot work now: it is `paused_by_error` until endPause() is called. The first of several pauses for
 * one reason is a warning in the log and an alert.
 */
export async function pauseByError(
  { job, services }: Pick<FileWork, 'job' | 'services'>,
  reason: JobReason,
): Promise<void> {
  const { definitions, alerts } = services.tables;
  const { lastError } = await definitions.state(job.id);
  await definitions.setState(job.id, { lastError: { ...reason, at: services.now() } });
  if (lastError?.code !== reason.code) services.log.warn('job_failed', { job: job.definition.name, ...reason });
  if (lastError !== null) return;
  const kind = reason.code === 'vault_locked' ? 'vault_locked' : 'job_paused';
  const message = `The job "${job.definition.name}" is paused: ${reason.message}`;
  await alerts.add(services.raise({ kind, job, code: reason.code, message }));
}

/** Ends the pause of a job whose run continues. */
export async function endPause({ job, services }: Pick<FileWork, 'job' | 'services'>): Promise<void> {
  await services.tables.definitions.setState(job.id, { lastError: null, failures: 0, retryAt: null });
}

/** Returns what a pause of a run into the destination of a job is about: its table, host or topic. */
export async function nameDestination(
  { job, services }: Pick<FileWork, 'job' | 'services'>,
  code: string,
): Promise<string> {
  const { to } = job.definition;
  if (to.kind === 'topic') return to.topic;
  const isAboutPath = code === 'table_not_found' || code === 'permission_denied';
  if (isAboutPath) return to.kind === 'table' ? to.table : to.path;
  return nameIntegration(services.sources, to.integration);
}

/** Returns the host of an integration, or its name if its type has none. */
export async function nameIntegration(sources: JobSources, idOrName: string): Promise<string> {
  const found = await sources.find(idOrName);
  const { host, baseUrl, endpoint, account } = found?.config ?? {};
  if (typeof host === 'string') return host;
  const url = [baseUrl, endpoint, account].find((one) => typeof one === 'string');
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url).host : null;
  return parsed ?? found?.name ?? idOrName;
}
