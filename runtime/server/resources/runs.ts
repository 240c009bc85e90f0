import type { RunListQuery, RunView } from '../../runs/run-request.ts';
import { readValue } from '../form/read-form.ts';
import { Problem } from '../http/problem.ts';
import { empty, json, stream } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import { readNumber, readRunStatus, readTime, readTopic, readUuid } from '../form/values.ts';

type Params = Readonly<Record<string, string>>;

/** Returns the path of a run's resource: `/api/v1/runs/{id}`. */
export function pathOfRun(runId: string): string {
  return `/api/v1/runs/${runId}`;
}

/** The names of the query parameters of GET /runs. */
export const RUN_FILTERS = ['status', 'spec', 'topic', 'from', 'to', 'limit', 'cursor'];

/** GET /runs: a page of runs without their errors, newest first. The Link header (RFC 8288) contains the next page. */
export async function listRuns({ url }: Request, { runs }: Services): Promise<Response> {
  const { searchParams } = new URL(url);
  const query = readRunQuery(searchParams);
  const page = await runs.list(query);
  const last = page.at(-1);
  if (last === undefined || page.length < query.limit) return json(page);
  searchParams.set('cursor', last.runId);
  return json(page, { headers: { link: `</api/v1/runs?${searchParams}>; rel="next"` } });
}

function readRunQuery(params: URLSearchParams): RunListQuery {
  const read = <T>(name: string, parse: (text: string) => T): T | undefined => {
    const text = params.get(name);
    return text === null ? undefined : readValue(name, text, parse);
  };
  const cursor = read('cursor', readUuid);
  const status = read('status', readRunStatus);
  const spec = read('spec', (text) => text);
  const topic = read('topic', readTopic);
  const from = read('from', readTime);
  const to = read('to', readTime);
  return {
    limit: read('limit', readNumber(1, 1000)) ?? 100,
    ...(cursor !== undefined && { cursor }),
    ...(status !== undefined && { status }),
    ...(spec !== undefined && { spec }),
    ...(topic !== undefined && { topic }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/**
 * POST /runs/{id}/cancel: cancels a run. It ends as FAILED at its next checkpoint, so the response is 202. 409 if it
 * has finished.
 */
export async function cancelRun(_: Request, services: Services, params: Params): Promise<Response> {
  const { runId } = await findRun(params, services);
  await services.runs.cancel(runId);
  return json(await services.runs.get(runId), { status: 202, headers: { location: pathOfRun(runId) } });
}

/**
 * DELETE /runs/{id}: removes the result, the errors and the spooled file of a run that has finished. 409 if it has not.
 */
export async function deleteRun(_: Request, services: Services, params: Params): Promise<Response> {
  const { runId } = await findRun(params, services);
  await services.runs.remove(runId);
  return empty(204);
}

/** GET /runs/{id}: a run with its progress and, when it has finished, its result. 404 if there is no such run. */
export async function getRun(_: Request, services: Services, params: Params): Promise<Response> {
  return json(await findRun(params, services));
}

/**
 * GET /runs/{id}/errors: every record with issues that the run has committed so far, as NDJSON. 410 if the file is no
 * longer stored.
 */
export async function getRunErrors(request: Request, services: Services, params: Params): Promise<Response> {
  const { runId } = await findRun(params, services);
  const errors = services.runs.errors(runId, request.signal);
  return stream(errors, { request, log: services.log, headers: { 'content-type': 'application/x-ndjson' } });
}

/**
 * GET /runs/{id}/rejects: the original bytes of the records that were not published, as a file that can be corrected
 * and sent again. 409 if the run has not finished, 410 if its file is no longer stored.
 */
export async function getRunRejects(request: Request, services: Services, params: Params): Promise<Response> {
  const { runId, finishedAt, fileName } = await findRun(params, services);
  if (finishedAt === null)
    throw new Problem('run_not_finished', 'the rejects are available after the run has finished', { runId });
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': attachment(`rejects-${fileName}`),
  };
  return stream(services.runs.rejects(runId, request.signal), { request, log: services.log, headers });
}

async function findRun({ id = '' }: Params, { runs }: Services): Promise<RunView> {
  const run = await runs.get(id.toLowerCase());
  if (run === null) throw new Problem('run_not_found', 'no run has this id');
  return run;
}

/** Returns the Content-Disposition header of a download (RFC 6266). It contains the file name in ASCII and in UTF-8. */
function attachment(fileName: string): string {
  const name = new TextDecoder().decode(new TextEncoder().encode(fileName));
  const whole = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${whole}`;
}
