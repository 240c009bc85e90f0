import { describeError } from '../../log/json-log.ts';
import { createRunOptions } from '../../model/run-info.ts';
import type { ProcessingResult } from '../../model/result.ts';
import type { DryRunRequest } from '../../runs/run-request.ts';
import { accepts } from '../http/accepts.ts';
import { EarlyDryRun } from './early-dry-run.ts';
import type { ParameterValues } from '../api/parameter.ts';
import { type Form, readTransientForm } from '../form/read-form.ts';
import { isSourceRequest, readSourceRequest } from '../form/read-source.ts';
import type { ArrivingFile } from '../../source/spool.ts';
import { json, stream } from '../http/respond.ts';
import type { RequestServices } from '../http/services.ts';
import { dryRunFields } from './form-fields.ts';

/**
 * POST /transform/validate: a dry run. Checks a file like a run, publishes nothing, and responds with the result.
 * Removes the file at the end. With `Accept: application/x-ndjson`, responds with each record with issues as a line,
 * then the result.
 */
export async function validateFile(request: Request, services: RequestServices): Promise<Response> {
  if (accepts(request.headers, 'application/x-ndjson')) {
    const records = streamRecords(
      createDryRunRequest(await readDryRun(request, services), services),
      request.signal,
      services,
    );
    return stream(records, { request, log: services.log, headers: { 'content-type': 'application/x-ndjson' } });
  }
  return json(await dryRunEarly(request, services));
}

type Values = ParameterValues<typeof dryRunFields>;

/** Receives the file of a form, or copies the file of an integration. `onArrival` is called when it starts to arrive. */
function readDryRun(
  request: Request,
  services: RequestServices,
  onArrival: (file: ArrivingFile, values: Values) => void = () => {},
): Promise<Form<typeof dryRunFields>> {
  const read = isSourceRequest(request) ? readSourceRequest : readTransientForm;
  return read(request, dryRunFields, services, onArrival);
}

/**
 * Executes a dry run and returns its result. If all required fields precede the file, the dry run starts while the file
 * is received.
 */
async function dryRunEarly(request: Request, services: RequestServices): Promise<ProcessingResult> {
  const { runs, spool, log } = services;
  const early = new EarlyDryRun<Values>((file, values, stop) =>
    runs.dryRun(createDryRunRequest({ file, values }, services), { signal: AbortSignal.any([request.signal, stop]) }),
  );
  try {
    const form = await readDryRun(request, services, early.begin);
    try {
      return await (early.resultFor(form.values) ??
        runs.dryRun(createDryRunRequest(form, services), { signal: request.signal }));
    } finally {
      // The response does not wait for this promise, because the system takes a while to delete a large file.
      spool
        .discard(form.file)
        .catch((error: unknown) => log.error('spooled_file_left', { error: describeError(error) }));
    }
  } finally {
    early.abort();
  }
}

function createDryRunRequest(
  { file, values }: { file: DryRunRequest['file']; values: Values },
  { limits }: RequestServices,
): DryRunRequest {
  const {
    specId: { id, module },
    ...options
  } = values;
  return { file, module, specId: id, options: createRunOptions({ ...options, ...limits }) };
}

/**
 * Yields lines of NDJSON: each record with issues, then the result. Reads the file only as fast as the lines are
 * consumed. Discards the file at the end.
 */
async function* streamRecords(
  request: DryRunRequest,
  signal: AbortSignal,
  { runs, spool }: RequestServices,
): AsyncGenerator<string> {
  const stop = new AbortController();
  const { readable, writable } = new TransformStream<string, string>();
  const lines = writable.getWriter();
  const done = (async () => {
    const result = await runs.dryRun(request, {
      signal: AbortSignal.any([signal, stop.signal]),
      onErrors: (some) => lines.write(some),
    });
    await lines.write(`${JSON.stringify(result)}\n`);
    await lines.close();
  })().catch((error: unknown) => lines.abort(error));
  try {
    yield* readable;
  } finally {
    stop.abort();
    await done.catch(() => {});
    await spool.discard(request.file);
  }
}
