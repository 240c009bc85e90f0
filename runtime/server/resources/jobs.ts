import type { Jobs } from '../../jobs/jobs.ts';
import { MAX_COMMENT } from '../../base/model/rejects-order.ts';
import { SPEC_VERSIONS } from '../../base/model/retry-order.ts';
import { MAX_RETRIED, type RetryRequest, RETRYABLE_STATES } from '../../jobs/retry-files.ts';
import { FILE_STATES } from '../../base/model/file-state.ts';
import {
  choice,
  orNull,
  type ParameterValues,
  readTime,
  text,
  time,
  wholeNumber,
  withDefault,
} from '../api/parameter.ts';
import { readJsonObject } from '../form/json-body.ts';
import { Problem } from '../http/problem.ts';
import { empty, json } from '../http/respond.ts';
import { toEntry } from '../http/record-request.ts';
import type { RequestServices, Services } from '../http/services.ts';
import { hideCredentials } from '../../state/access/hide-credentials.ts';
import type { AuditEntry } from '../../state/store/audit.ts';

type Params = Readonly<Record<string, string>>;

/** Size limit of a body with a job, in bytes. */
const MAX_BYTES = 256 * 1024;

/** POST /jobs: creates a job and starts it. 201; 409 if the name is taken, 422 with the field if a member is wrong. */
export async function createJob(request: Request, services: Services): Promise<Response> {
  const jobs = requireJobs(services);
  const job = await jobs.create(await readJsonObject(request, { maxBytes: MAX_BYTES }));
  return json(job, { status: 201, headers: { location: pathOfJob(job.id) } });
}

/** The query parameters of GET /jobs. */
export const jobFilters = {
  since: orNull(time('Each job also has `activity`: what has ended at this time or later, and its last file.')),
};

/** GET /jobs: all jobs, sorted by name. */
export async function listJobs(
  _: Request,
  services: Services,
  __: Params,
  { since }: ParameterValues<typeof jobFilters>,
): Promise<Response> {
  return json(await requireJobs(services).list(since ?? undefined));
}

/** GET /jobs/{id}: a job, the last and the next check of its source, its files by state, and its last error. */
export async function getJob(_: Request, services: Services, { id = '' }: Params): Promise<Response> {
  return json(await requireJobs(services).get(id));
}

/** PUT /jobs/{id}: replaces the definition of a job. The body may contain the members that the service adds. */
export async function replaceJob(request: Request, services: Services, { id = '' }: Params): Promise<Response> {
  const jobs = requireJobs(services);
  const { id: known } = await jobs.get(id);
  return json(await jobs.replace(known, await readJsonObject(request, { maxBytes: MAX_BYTES })));
}

/** DELETE /jobs/{id}: removes a job and what it knows of its files. */
export async function deleteJob(_: Request, services: Services, { id = '' }: Params): Promise<Response> {
  await requireJobs(services).remove(id);
  return empty(204);
}

/** POST /jobs/{id}/run: begins a look at the source. The response does not wait for its end, so it is 202. */
export async function runJob(_: Request, services: Services, { id = '' }: Params): Promise<Response> {
  const job = await requireJobs(services).run(id);
  return json(job, { status: 202, headers: { location: pathOfJob(job.id) } });
}

/** POST /jobs/{id}/pause: the job takes no more files until it is resumed. */
export async function pauseJob(_: Request, services: Services, { id = '' }: Params): Promise<Response> {
  return json(await requireJobs(services).pause(id));
}

/** POST /jobs/{id}/resume: ends a pause, also one after an error, and begins a look at the source. */
export async function resumeJob(_: Request, services: Services, { id = '' }: Params): Promise<Response> {
  return json(await requireJobs(services).resume(id));
}

/** The query parameters of GET /jobs/{id}/files. */
export const jobFileFilters = {
  state: orNull(choice(FILE_STATES, 'Only files in this state.')),
  name: orNull(text('Only files with this name. `*` matches any characters.', { example: 'claims-*', maxLength: 500 })),
  order: withDefault(
    'oldest',
    choice(['oldest', 'newest'], 'Which files come first: those that were first seen first, or last.'),
  ),
  limit: withDefault(100, wholeNumber('The number of files on a page.', { min: 1, max: 1000, example: 10 })),
  cursor: orNull(text('The id of a file: the page begins after it.', { example: '41', pattern: '^[0-9]{1,15}$' })),
};

/** GET /jobs/{id}/files: a page of the files that a job has seen. The Link header (RFC 8288) contains the next page. */
export async function listJobFiles(
  { url }: Request,
  services: Services,
  { id = '' }: Params,
  { state, name, order, limit, cursor }: ParameterValues<typeof jobFileFilters>,
): Promise<Response> {
  const jobs = requireJobs(services);
  const page = await jobs.files(id, {
    limit,
    isNewestFirst: order === 'newest',
    ...(state !== null && { state }),
    ...(name !== null && { name }),
    ...(cursor !== null && { cursor }),
  });
  const last = page.at(-1);
  if (last === undefined || page.length < limit) return json(page);
  const { searchParams, pathname } = new URL(url);
  searchParams.set('cursor', last.id);
  return json(page, { headers: { link: `<${pathname}?${searchParams}>; rel="next"` } });
}

/** POST /jobs/{id}/files/{fileId}/retry: gives a failed or quarantined file another run. 409 in any other state. */
export async function retryJobFile(
  _: Request,
  services: Services,
  { id = '', fileId = '' }: Params,
): Promise<Response> {
  return json(await requireJobs(services).retry(id, fileId), { status: 202 });
}

/** POST /jobs/{id}/files/{fileId}/approve: publishes what a retry of rejects waits for. 403 for who asked for it. */
export function approveJobFile(request: Request, services: RequestServices, params: Params): Promise<Response> {
  return decideJobFile(request, services, { params, isAccepted: true });
}

/** POST /jobs/{id}/files/{fileId}/refuse: the file is what it was before the retry of its rejects. */
export function refuseJobFile(request: Request, services: RequestServices, params: Params): Promise<Response> {
  return decideJobFile(request, services, { params, isAccepted: false });
}

async function decideJobFile(
  request: Request,
  services: RequestServices,
  { params, isAccepted }: { params: Params; isAccepted: boolean },
): Promise<Response> {
  const jobs = requireJobs(services);
  const { id = '', fileId = '' } = params;
  const { caller } = services;
  const { principal } = caller;
  const body = await readJsonObject(request, { maxBytes: MAX_BYTES });
  const comment = hideCredentials(readComment(body));
  const seen = readSeen(body);
  const status = isAccepted ? 202 : 200;
  const path = `/api/v1/jobs/:id/files/:fileId/${isAccepted ? 'approve' : 'refuse'}`;
  caller.notes.comment = comment;
  const toAudit = (runId: string): AuditEntry => {
    caller.notes.runId = runId;
    return (caller.notes.entry = toEntry({ ...caller, method: 'POST', path, params, status, storesNothing: false }));
  };
  const file = await jobs.decide(id, fileId, { isAccepted, by: principal.name, comment, request: seen, toAudit });
  return json(file, { status });
}

function readComment(body: Readonly<Record<string, unknown>>): string {
  const unknown = Object.keys(body).find((key) => key !== 'comment' && key !== 'request');
  if (unknown !== undefined)
    throw new Problem('unknown_part', 'the body has only comment and request', { field: unknown });
  const { comment } = body;
  if (comment === undefined) throw new Problem('missing_part', 'the body has no comment', { field: 'comment' });
  if (typeof comment !== 'string' || comment.trim() === '' || comment.length > MAX_COMMENT)
    throw new Problem('invalid_value', `comment takes a text of 1 to ${MAX_COMMENT} characters`, { field: 'comment' });
  return comment;
}

function readSeen({ request = null }: Readonly<Record<string, unknown>>): string | null {
  if (request === null) return null;
  if (typeof request !== 'string' || !/^[0-9a-f]{64}$/.test(request))
    throw new Problem('invalid_value', 'request takes approval.request of the file: 64 hexadecimal digits', {
      field: 'request',
    });
  return request;
}

/** POST /jobs/{id}/retry: gives several files another run. 409 if one of them cannot be retried; then none is. */
export async function retryJobFiles(request: Request, services: Services, { id = '' }: Params): Promise<Response> {
  const jobs = requireJobs(services);
  const order = readRetry(await readJsonObject(request, { maxBytes: MAX_BYTES }));
  return json(await jobs.retryFiles(id, order), { status: 202 });
}

const RETRY_KEYS = ['files', 'state', 'since', 'specVersion', 'keepReference', 'force'];

function readRetry(body: Readonly<Record<string, unknown>>): RetryRequest {
  const unknown = Object.keys(body).find((key) => !RETRY_KEYS.includes(key));
  if (unknown !== undefined)
    throw new Problem('unknown_part', `the body has only ${RETRY_KEYS.join(', ')}`, { field: unknown });
  const wrong = (field: string, what: string) => new Problem('invalid_value', `${field} takes ${what}`, { field });
  const { files, state, since, specVersion = 'CURRENT', keepReference = false, force = false } = body;
  if (files === undefined && state === undefined && since === undefined)
    throw new Problem('missing_part', 'the body names no files: send files, state or since', { field: 'files' });
  const isNames = Array.isArray(files) && files.every((one) => typeof one === 'string' && one !== '');
  if (files !== undefined && (!isNames || files.length === 0 || files.length > MAX_RETRIED))
    throw wrong('files', `a list of 1 to ${MAX_RETRIED} ids or names`);
  const found = RETRYABLE_STATES.find((one) => one === state);
  if (state !== undefined && found === undefined) throw wrong('state', `one of ${RETRYABLE_STATES.join(', ')}`);
  const at = typeof since === 'string' ? readTime(since) : null;
  if (since !== undefined && at === null) throw wrong('since', 'a date or a time: 2026-01-31 or 2026-01-31T08:00:00Z');
  const version = SPEC_VERSIONS.find((one) => one === specVersion);
  if (version === undefined) throw wrong('specVersion', `one of ${SPEC_VERSIONS.join(', ')}`);
  if (typeof keepReference !== 'boolean') throw wrong('keepReference', 'true or false');
  if (typeof force !== 'boolean') throw wrong('force', 'true or false');
  return {
    ...(isNames && { files: files as string[] }),
    ...(found !== undefined && { state: found }),
    ...(at !== null && { since: at }),
    ...{ specVersion: version, keepsReference: keepReference, force },
  };
}

function pathOfJob(id: string): string {
  return `/api/v1/jobs/${id}`;
}

/** Returns the jobs of the service. Throws a Problem (501) if they are switched off. */
export function requireJobs({ jobs }: Services): Jobs {
  if (jobs === null)
    throw new Problem(
      'not_released',
      'jobs need integrations, which are switched off. Start the service with --vault on',
    );
  return jobs;
}
