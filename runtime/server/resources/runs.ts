import type { RunView } from '../../runs/run-request.ts';
import { readValue } from '../form/read-form.ts';
import { Problem } from '../http/problem.ts';
import { json, stream } from '../http/respond.ts';
import type { Services } from '../http/services.ts';
import { readNumber, readUuid } from '../form/values.ts';

type Params = Readonly<Record<string, string>>;

/** Returns the path of a run. */
export function pathOfRun(runId: string): string {
  return `/api/v1/runs/${runId}`;
}

/**
 * GET /runs?limit=&before=: runs without their errors, newest first. `before` is the last run id of the previous page.
 */
export async function listRuns({ url }: Request, { runs }: Services): Promise<Response> {
  const query = new URL(url).searchParams;
  const limit = readValue('limit', query.get('limit') ?? '100', readNumber(1, 1000));
  const before = query.get('before');
  const page = await runs.list({
    limit,
    ...(before === null ? {} : { before: readValue('before', before, readUuid) }),
  });
  const last = page.at(-1);
  const next =
    last === undefined || page.length < limit
      ? {}
      : { link: `</api/v1/runs?limit=${limit}&before=${last.runId}>; rel="next"` };
  return json(page, { headers: next });
}

/** GET /runs/{id} */
export async function getRun(_: Request, services: Services, params: Params): Promise<Response> {
  return json(await findRun(params, services));
}

/** GET /runs/{id}/errors: every record with issues so far, one per line. */
export async function getRunErrors(request: Request, services: Services, params: Params): Promise<Response> {
  const { runId } = await findRun(params, services);
  const errors = services.runs.errors(runId, request.signal);
  return stream(errors, { request, log: services.log, headers: { 'content-type': 'application/x-ndjson' } });
}

/**
 * GET /runs/{id}/rejects: the original bytes of the records that were not published, ready to be corrected and sent
 * again.
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

/** Returns the Content-Disposition of a download (RFC 6266), with the name in ASCII and in UTF-8. */
function attachment(fileName: string): string {
  const name = new TextDecoder().decode(new TextEncoder().encode(fileName));
  const whole = encodeURIComponent(name).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${whole}`;
}
