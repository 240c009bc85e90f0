import { nameOfRejects } from '../../../compiler/formats.ts';
import { nameWithoutTotals } from '../../base/model/left-out-totals.ts';
import { isBound, maySeeRun } from '../../state/access/principal.ts';
import { RUN_STATUSES, type RunListQuery, type RunSummary } from '../../runs/run-request.ts';
import { callerOf } from '../http/caller.ts';
import { Problem } from '../http/problem.ts';
import { empty, json, stream } from '../http/respond.ts';
import { withErrors } from '../http/with-errors.ts';
import type { RequestServices } from '../http/services.ts';
import { inSlot } from '../http/stream-slots.ts';
import {
  choice,
  orNull,
  type ParameterValues,
  text,
  time,
  topicName,
  uuid,
  wholeNumber,
  withDefault,
} from '../api/parameter.ts';
import { EXAMPLE_RUN_ID } from '../shapes/examples.ts';

type Params = Readonly<Record<string, string>>;

/** Returns the path of a run's resource: `/api/v1/runs/{id}`. */
export function pathOfRun(runId: string): string {
  return `/api/v1/runs/${runId}`;
}

/** The query parameters of GET /runs. */
export const runFilters = {
  status: orNull(choice(RUN_STATUSES, 'Only runs with this status.')),
  spec: orNull(text('Only runs of the spec with this id or name.', { example: 'orders' })),
  topic: orNull(topicName('Only runs into this topic.')),
  from: orNull(time('Only runs that were accepted at this time or later.')),
  to: orNull(time('Only runs that were accepted before this time.')),
  limit: withDefault(100, wholeNumber('The number of runs on a page.', { min: 1, max: 1000, example: 10 })),
  cursor: orNull(uuid('The id of a run: the page begins after it.', EXAMPLE_RUN_ID)),
};

/** GET /runs: a page of runs without their errors, newest first. The Link header (RFC 8288) contains the next page. */
export async function listRuns(
  { url }: Request,
  { runs, caller }: RequestServices,
  _: Params,
  { limit, ...filters }: ParameterValues<typeof runFilters>,
): Promise<Response> {
  // The cast is safe: a filter that is null is left out.
  const given = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== null)) as Omit<
    RunListQuery,
    'limit' | 'visible'
  >;
  const { topics, specs } = caller.principal;
  const page = await runs.list({ limit, ...given, visible: { topics, specs } });
  const last = page.at(-1);
  if (last === undefined || page.length < limit) return json(page);
  const { searchParams } = new URL(url);
  searchParams.set('cursor', last.runId);
  return json(page, { headers: { link: `</api/v1/runs?${searchParams}>; rel="next"` } });
}

/**
 * POST /runs/{id}/cancel: cancels a run. It ends as FAILED at its next checkpoint, so the response is 202. 409 if it
 * has finished.
 */
export async function cancelRun(_: Request, services: RequestServices, params: Params): Promise<Response> {
  const { runId } = await findRun(params, services);
  await services.runs.cancel(runId);
  return json(withErrors(await services.runs.get(runId)), { status: 202, headers: { location: pathOfRun(runId) } });
}

/**
 * DELETE /runs/{id}: removes the result, the errors and the spooled file of a run that has finished. 409 if it has not.
 */
export async function deleteRun(_: Request, services: RequestServices, params: Params): Promise<Response> {
  const { runId } = await findRun(params, services);
  await services.runs.remove(runId);
  return empty(204);
}

/** GET /runs/{id}: a run with its progress and, when it has finished, its result. 404 if there is no such run. */
export async function getRun(_: Request, services: RequestServices, params: Params): Promise<Response> {
  return json(withErrors(await readRun(params, services, (runId) => services.runs.get(runId))));
}

/**
 * GET /runs/{id}/errors: every record with issues that the run has committed so far, as NDJSON. 410 if the file is no
 * longer stored.
 */
export async function getRunErrors(request: Request, services: RequestServices, params: Params): Promise<Response> {
  const { runId } = await findRun(params, services);
  const { runs, fileStreams, caller } = services;
  const errors = inSlot(fileStreams, callerOf(request, caller), () => runs.errors(runId, request.signal));
  return stream(errors, { request, log: services.log, headers: { 'content-type': 'application/x-ndjson' } });
}

/**
 * GET /runs/{id}/rejects: the original bytes of the records that were not published, as a file that can be corrected
 * and sent again. 409 if the run has not finished, 410 if its file is no longer stored.
 */
export async function getRunRejects(request: Request, services: RequestServices, params: Params): Promise<Response> {
  const { runId, finishedAt, fileName, rejectsWithout } = await findRun(params, services);
  if (finishedAt === null)
    throw new Problem('run_not_finished', 'the rejects are available after the run has finished', { runId });
  const name = `rejects-${nameOfRejects(fileName)}`;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': attachment(rejectsWithout === undefined ? name : nameWithoutTotals(name)),
  };
  const { runs, fileStreams, caller } = services;
  const rejects = inSlot(fileStreams, callerOf(request, caller), () => runs.rejects(runId, request.signal));
  return stream(rejects, { request, log: services.log, headers });
}

/** Throws a Problem: 404 if there is no such run, 403 if the caller may not see it. */
export function findRun(params: Params, services: RequestServices): Promise<RunSummary> {
  return readRun(params, services, (runId) => services.runs.find(runId));
}

async function readRun<T>(
  { id = '' }: Params,
  { runs, caller }: RequestServices,
  read: (runId: string) => Promise<T | null>,
): Promise<T> {
  const runId = id.toLowerCase();
  const origin = isBound(caller.principal) ? await runs.originOf(runId) : null;
  if (origin !== null && !maySeeRun(caller.principal, origin))
    throw new Problem('forbidden', 'the caller may not see this run, because of its topic or its spec');
  const run = await read(runId);
  if (run === null) throw new Problem('run_not_found', 'no run has this id');
  return run;
}

/** Returns the Content-Disposition header of a download (RFC 6266). It contains the file name in ASCII and in UTF-8. */
function attachment(fileName: string): string {
  const name = new TextDecoder().decode(new TextEncoder().encode(fileName));
  const whole = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${whole}`;
}
