import { describeError } from '../../base/log/json-log.ts';
import { createRunOptions } from '../../base/model/run-info.ts';
import type { SerializedResult } from '../../base/model/result.ts';
import type { DryRunRequest } from '../../runs/run-request.ts';
import type { Runs } from '../../runs/runs.ts';
import { accepts } from '../http/accepts.ts';
import { releaseWhenRead } from '../http/answer-budget.ts';
import { callerOf } from '../http/caller.ts';
import type { ParameterValues } from '../api/parameter.ts';
import { chooseMember, type MemberChoice } from '../form/choose-member.ts';
import { discardReceived, type Form, readTransientForm } from '../form/read-form.ts';
import { isSourceRequest, readSourceRequest } from '../form/read-source.ts';
import type { ArrivingFile, SpooledFile } from '../../reading/source/spool.ts';
import { jsonPieces } from '../http/json-pieces.ts';
import { json, stream } from '../http/respond.ts';
import { withErrors } from '../http/with-errors.ts';
import type { RequestServices } from '../http/services.ts';
import { inSlot } from '../http/stream-slots.ts';
import { dryRunFields } from './form-fields.ts';

/**
 * POST /transform/validate: a dry run. Checks a file like a run, publishes nothing, and responds with the result.
 * Removes the file at the end. With `Accept: application/x-ndjson`, responds with each record with issues as a line,
 * then the result.
 */
export async function validateFile(request: Request, services: RequestServices): Promise<Response> {
  if (accepts(request.headers, 'application/x-ndjson')) {
    const form = await chooseMember(await readDryRun(request, services), services, true);
    const dryRun = createDryRunRequest(form, request, services);
    const records = streamRecords(dryRun, request, services);
    return stream(records, { request, log: services.log, headers: { 'content-type': 'application/x-ndjson' } });
  }
  return dryRunEarly(request, services);
}

type Values = ParameterValues<typeof dryRunFields>;
type ReadValues = Omit<Values, keyof MemberChoice>;

/** Receives the file of a form, or copies the file of an integration. `onArrival` is called when it starts to arrive. */
function readDryRun(
  request: Request,
  services: RequestServices,
  onArrival: (file: ArrivingFile, values: Values) => void = () => {},
): Promise<Form<typeof dryRunFields>> {
  return isSourceRequest(request)
    ? readSourceRequest(request, dryRunFields, services, { onArrival })
    : readTransientForm(request, dryRunFields, services, onArrival);
}

/**
 * Executes a dry run and responds with its result. If all required fields precede the file, the dry run starts while the
 * file is received. The result keeps a slot until the client has read it.
 */
async function dryRunEarly(request: Request, services: RequestServices): Promise<Response> {
  const { runs, log, results, earlyResults } = services;
  const { caller } = callerOf(request, services.caller);
  const slot = { leave: (): void => {} };
  const early = new EarlyDryRun<Values>((file, { member, members, ...values }, stop) => {
    if (member !== null || members !== null) return null;
    const leave = earlyResults.enter(caller);
    if (leave === null) return null;
    slot.leave = leave;
    return runs.dryRun(createDryRunRequest({ file, values }, request, services), {
      signal: AbortSignal.any([request.signal, stop]),
    });
  });
  const dryRun = async (form: { file: SpooledFile; values: ReadValues }): Promise<SerializedResult> => {
    slot.leave();
    slot.leave = await results.wait(caller, request.signal);
    return runs.dryRun(createDryRunRequest(form, request, services), { signal: request.signal });
  };
  try {
    const received = await readDryRun(request, services, early.begin);
    const begun = early.resultFor(received.values);
    const form = await chooseMember(received, services, true);
    try {
      const result = await (begun ?? dryRun(form));
      return releaseWhenRead(json(withErrors(result)), slot.leave, request.signal);
    } finally {
      // The response does not wait for this promise, because the system takes a while to delete a large file.
      discardReceived(form.file, services).catch((error: unknown) =>
        log.error('spooled_file_left', { error: describeError(error) }),
      );
    }
  } catch (error) {
    slot.leave();
    throw error;
  } finally {
    early.abort();
  }
}

function createDryRunRequest<File extends DryRunRequest['file']>(
  { file, values }: { file: File; values: ReadValues },
  request: Request,
  { limits, caller }: RequestServices,
): DryRunRequest & { file: File } {
  const {
    specId: { id, module },
    ...options
  } = values;
  return {
    file,
    module,
    specId: id,
    options: createRunOptions({ ...options, ...limits }),
    caller: callerOf(request, caller).caller,
  };
}

/**
 * Yields lines of NDJSON: each record with issues, then the result. Reads the file only as fast as the lines are
 * consumed. Discards the file at the end.
 */
async function* streamRecords(
  dryRun: DryRunRequest & { file: SpooledFile },
  request: Request,
  services: RequestServices,
): AsyncGenerator<string> {
  const { runs, fileStreams, caller } = services;
  const read = (): AsyncGenerator<string> => readRecords(dryRun, request.signal, runs);
  try {
    yield* inSlot(fileStreams, callerOf(request, caller), read);
  } finally {
    await discardReceived(dryRun.file, services);
  }
}

async function* readRecords(request: DryRunRequest, signal: AbortSignal, runs: Runs): AsyncGenerator<string> {
  const stop = new AbortController();
  const { readable, writable } = new TransformStream<string, string>();
  const lines = writable.getWriter();
  const done = (async () => {
    const result = await runs.dryRun(request, {
      signal: AbortSignal.any([signal, stop.signal]),
      onErrors: (some) => lines.write(some),
    });
    for (const piece of jsonPieces(withErrors(result))) await lines.write(piece);
    await lines.write('\n');
    await lines.close();
  })().catch((error: unknown) => lines.abort(error));
  try {
    yield* readable;
  } finally {
    stop.abort();
    await done.catch(() => {});
  }
}

/** Starts a dry run of a file; null: not now. `signal` is aborted when the result is no longer needed. */
type StartDryRun<Values> = (
  file: ArrivingFile,
  values: Values,
  signal: AbortSignal,
) => Promise<SerializedResult> | null;

/** A dry run that starts while its file is received. It uses the fields that preceded the file. */
class EarlyDryRun<Values extends object> {
  readonly #start: StartDryRun<Values>;
  readonly #abort = new AbortController();
  #begun: { values: Values; result: Promise<SerializedResult> } | null = null;

  constructor(start: StartDryRun<Values>) {
    this.#start = start;
  }

  /** Starts the dry run. It is the `onArrival` of readTransientForm(). */
  readonly begin = (file: ArrivingFile, values: Values): void => {
    const result = this.#start(file, values, this.#abort.signal);
    if (result === null) return;
    // If the upload fails, readTransientForm() throws the cause. This rejection must not count as unhandled.
    result.catch(() => {});
    this.#begun = { values, result };
  };

  /**
   * Returns the result of the dry run. Returns null if it did not start, or if `values` differ from the values with
   * which it started.
   */
  resultFor(values: Values): Promise<SerializedResult> | null {
    return this.#begun !== null && isSame(this.#begun.values, values) ? this.#begun.result : null;
  }

  /** Aborts the dry run. Does nothing if it has ended. */
  abort(): void {
    if (this.#begun !== null) this.#abort.abort(new Error('the early dry run is not needed'));
  }
}

/** Returns true if all members of both objects are identical. */
function isSame<Values extends object>(one: Values, other: Values): boolean {
  return Object.entries(one).every(([name, value]) => value === other[name as keyof Values]);
}
