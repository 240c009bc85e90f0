import { makeRunOptions } from '../run/run-info.ts';
import type { DryRunRequest } from '../run/run-request.ts';
import { readForm } from './form.ts';
import { accepts } from './accepts.ts';
import { json, stream } from './respond.ts';
import type { Services } from './services.ts';
import { MOST_ERRORS_LISTED, specField } from './spec-field.ts';
import { readBoolean, readNumber } from './values.ts';

/** POST /transform/validate: what a transform would tell, and nothing more. Nothing outlives the request. */
export async function validateFile(request: Request, services: Services): Promise<Response> {
  const { file, values } = await readForm(request, shapeOf(services), services);
  const { specId: { id, module }, ...options } = values;
  const dryRun = { spooled: file, module, specId: id, options: makeRunOptions({ ...options, ...services.limits }) };
  if (accepts(request.headers, 'application/x-ndjson')) {
    const records = tellRecords(dryRun, request.signal, services);
    return stream(records, { request, log: services.log, headers: { 'content-type': 'application/x-ndjson' } });
  }
  try {
    return json(await services.runs.dryRun(dryRun, { signal: request.signal }));
  } finally {
    await services.spool.discard(file);
  }
}

function shapeOf(services: Services) {
  return {
    specId: specField(services),
    skipInvalidRecords: { read: readBoolean, fallback: false },
    errorLimit: { read: readNumber(0, MOST_ERRORS_LISTED), fallback: 1000 },
  };
}

/** Every record with issues as a line, the result last; reading goes at the pace of whoever takes them. */
async function* tellRecords(request: DryRunRequest, signal: AbortSignal, { runs, spool }: Services): AsyncGenerator<string> {
  const left = new AbortController();
  const { readable, writable } = new TransformStream<string, string>();
  const lines = writable.getWriter();
  const told = (async () => {
    const result = await runs.dryRun(request, { signal: AbortSignal.any([signal, left.signal]), onErrors: (some) => lines.write(some) });
    await lines.write(`${JSON.stringify(result)}\n`);
    await lines.close();
  })().catch((error: unknown) => lines.abort(error));
  try {
    yield* readable;
  } finally {
    left.abort();
    await told.catch(() => {});
    await spool.discard(request.spooled);
  }
}
