import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { canBeStructured } from '../../base/model/cloud-event.ts';
import { hasSensitiveFields } from '../../base/model/hidden-members.ts';
import { findUnfitRecords } from '../../base/model/destination.ts';
import type { Principal } from '../../state/access/principal.ts';
import { RunNotFinished, type RunRequest } from '../../runs/run-request.ts';
import { toErrorOptions } from '../../base/model/error-share.ts';
import type { SerializedResult } from '../../base/model/result.ts';
import { createRunOptions } from '../../base/model/run-info.ts';
import { readTraceparent } from '../http/request-context.ts';
import { checkBeforeBody } from '../http/body.ts';
import { releaseWhenRead, SMALL_BYTES } from '../http/answer-budget.ts';
import { callerOf } from '../http/caller.ts';
import { requireMaskKeys } from '../form/require-mask-keys.ts';
import { chooseMember, type MemberChoice } from '../form/choose-member.ts';
import { discardReceived, type Form, readForm } from '../form/read-form.ts';
import { isSourceRequest, readSourceRequest } from '../form/read-source.ts';
import { Problem, type ProblemCode, problems } from '../http/problem.ts';
import { json } from '../http/respond.ts';
import { withErrors } from '../http/with-errors.ts';
import { pathOfRun } from './runs.ts';
import type { RequestServices } from '../http/services.ts';
import type { SpooledFile } from '../../reading/source/spool.ts';
import { idempotencyKey, transformFields } from './form-fields.ts';
import type { ParameterValues } from '../api/parameter.ts';
import { readParameter } from '../api/read-query.ts';
import type { Accepted } from '../../base/model/accepted.ts';

/**
 * POST /transform/file-to-events: publishes the records of a file to a topic. Responds with the result when the run has
 * finished, or with 503 if the run is paused. If the client sends `Prefer: respond-async`, responds with 202 when the
 * run is accepted.
 */
export async function fileToEvents(request: Request, services: RequestServices): Promise<Response> {
  const idempotencyKey = readIdempotencyKey(request.headers, services);
  const { caller } = callerOf(request, services.caller);
  await checkBeforeBody(request, () => services.runs.checkQueue(caller));
  const unpacksFrom = createUnpacksFrom(services);
  const form = isSourceRequest(request)
    ? await chooseMember(await readSourceRequest(request, transformFields, services, { unpacksFrom }), services, false)
    : await keepSensitiveOut(
        await chooseMember(await readForm(request, transformFields, services, unpacksFrom), services, false),
        services,
      );
  const sender = { idempotencyKey, caller, traceparent: readTraceparent(request.headers) };
  const accepted = await acceptRun(form, sender, services);
  switch (accepted.kind) {
    case 'accepted':
    case 'repeated':
      services.caller.notes.runId = accepted.runId;
      return prefersAsync(request.headers)
        ? respondAccepted(accepted.runId, services)
        : respondResult(accepted.runId, request, services);
    case 'in_progress':
      throw new Problem(
        'run_in_progress',
        'an unfinished run has the same file, spec and topic',
        runDetails(accepted.runId),
      );
    case 'duplicate_file':
      throw new Problem(
        'duplicate_file',
        `run ${accepted.runId} has published this file to the same topic. Send onDuplicateFile=ALLOW to publish it again`,
        runDetails(accepted.runId),
      );
    case 'hidden_duplicate':
      throw new Problem(
        'duplicate_file',
        'another run has published this file to the same topic. Send onDuplicateFile=ALLOW to publish it again',
      );
    case 'key_conflict':
      throw new Problem('idempotency_key_reused', 'this Idempotency-Key was used for another request: use a new key', {
        field: 'Idempotency-Key',
      });
    default:
      return accepted satisfies never;
  }
}

/** Returns the function that says from which size the content of a compressed file is stored instead; null: never. */
function createUnpacksFrom({
  runs,
}: RequestServices): (values: ParameterValues<typeof transformFields>) => number | null {
  return ({ specId: { module }, ordering, delivery, member, members }) =>
    member === null && members === null
      ? runs.unpacksFrom({ ordering, delivery, spec: module.spec, destination: 'topic' })
      : null;
}

/** A form with the file to read. If it was an archive, the file was chosen. */
interface RunForm extends Pick<Form<typeof transformFields>, 'file'> {
  values: Omit<Form<typeof transformFields>['values'], keyof MemberChoice>;
}

/**
 * Moves a file in memory into the spool if its spec has sensitive fields: pages of the database keep what was deleted until
 * they are used again.
 */
async function keepSensitiveOut(form: RunForm, services: RequestServices): Promise<RunForm> {
  const { content } = form.file;
  if (content === undefined || !hasSensitiveFields(form.values.specId.module.spec)) return form;
  try {
    const { maxFileBytes } = services.limits;
    const file = await services.spool.receive(Readable.from([content]), {
      fileName: form.file.fileName,
      maxBytes: maxFileBytes,
    });
    return { ...form, file };
  } finally {
    await discardReceived(form.file, services);
  }
}

/** Who sends a file, and the header that identifies the request. */
interface Sender {
  idempotencyKey: string | null;
  /** Who the run counts for, in the queue of runs. */
  caller: string;
  traceparent: string | undefined;
}

async function acceptRun(form: RunForm, sender: Sender, services: RequestServices): Promise<Accepted> {
  try {
    await requireMaskKeys(form.values.specId.module.spec, services);
    const accepted = await services.runs.accept(createRunRequest(form, sender, services));
    if (accepted.kind === 'accepted') handOver(form.file, services);
    else await discardReceived(form.file, services);
    return accepted;
  } catch (error) {
    await discardReceived(form.file, services);
    throw error;
  }
}

/** The file belongs to a run from now on, which has stored it if it is small. */
function handOver(file: SpooledFile, { spool, fileMemory }: RequestServices): void {
  spool.handOver(file);
  fileMemory.release(file);
}

function createRunRequest(
  { file, values }: RunForm,
  { idempotencyKey, caller, traceparent }: Sender,
  { limits, caller: { principal } }: RequestServices,
): RunRequest {
  const {
    specId: { id, module },
    brokerTopic,
    deadLetterTopic,
    onDuplicateFile,
    ordering,
    maxRejectedDocuments,
    cloudevents,
    valueFormat,
    ...options
  } = values;
  if (deadLetterTopic === brokerTopic) {
    throw new Problem('invalid_value', 'deadLetterTopic and brokerTopic must be different topics', {
      field: 'deadLetterTopic',
    });
  }
  const unfit = findUnfitRecords({ kind: 'topic', deadLetterTopic }, module.spec);
  if (unfit !== null) throw new Problem('invalid_value', unfit, { field: 'deadLetterTopic' });
  if (cloudevents === 'structured' && !canBeStructured(module.spec))
    throw new Problem(
      'invalid_value',
      'structured CloudEvents contain JSON: choose binary for messages in another format',
      {
        field: 'cloudevents',
      },
    );
  // The hash of a request without the field is that of earlier versions.
  const more = [
    ...(ordering === 'FILE' ? [] : [ordering]),
    ...(maxRejectedDocuments === null ? [] : [{ maxRejectedDocuments }]),
    ...(cloudevents === null ? [] : [{ cloudevents }]),
    ...(valueFormat === null ? [] : [{ valueFormat }]),
  ];
  return {
    spooled: file,
    module,
    specId: id,
    destination: { kind: 'topic', topic: brokerTopic, deadLetterTopic },
    options: createRunOptions({
      ...options,
      ...toErrorOptions(options.maxErrors),
      ...(maxRejectedDocuments !== null && { maxRejectedDocuments }),
      ...limits,
      ...(cloudevents !== null && { cloudevents }),
      ...(valueFormat !== null && { valueFormat }),
      ...(traceparent !== undefined && { traceparent }),
    }),
    idempotencyKey: idempotencyKey === null ? null : keyOfCaller(idempotencyKey, principal),
    caller,
    ordering,
    onDuplicateFile,
    principal: principal.name,
    visibleRuns: { topics: principal.topics, specs: principal.specs },
    requestHash: createHash('sha256')
      .update(JSON.stringify([file.sha256, id, brokerTopic, deadLetterTopic, options, ...more]))
      .digest('hex'),
  };
}

/**
 * Returns the key under which an Idempotency-Key is stored. Each principal has its own keys, so that no caller learns of
 * the runs of others. A blank cannot be in an Idempotency-Key.
 */
function keyOfCaller(idempotencyKey: string, { kind, name }: Principal): string {
  return kind === 'anonymous' ? idempotencyKey : `${name} ${idempotencyKey}`;
}

async function respondAccepted(runId: string, { runs }: RequestServices): Promise<Response> {
  return json(withErrors(await runs.get(runId)), {
    status: 202,
    headers: { location: pathOfRun(runId), 'preference-applied': 'respond-async' },
  });
}

async function respondResult(runId: string, request: Request, services: RequestServices): Promise<Response> {
  const { runs } = services;
  try {
    const result = await runs.finished(runId, request.signal);
    if (!isLarge(result)) return json(withErrors(result));
  } catch (error) {
    if (!(error instanceof RunNotFinished)) throw error;
    throw new Problem(
      codeOf(error),
      `${error.message}. The run is accepted and resumes automatically`,
      runDetails(runId),
    );
  }
  return respondLarge(runId, request, services);
}

/**
 * Responds with a large result, which is loaded when there is a slot for it and keeps the slot until the client has read
 * it. Requests that wait hold no result.
 */
async function respondLarge(runId: string, request: Request, services: RequestServices): Promise<Response> {
  const leave = await services.results.wait(callerOf(request, services.caller).caller, request.signal);
  try {
    const result = await services.runs.finished(runId, request.signal);
    return releaseWhenRead(json(withErrors(result)), leave, request.signal);
  } catch (error) {
    leave();
    throw error;
  }
}

/** Whether a response does not fit into the buffers of its connection, whether its client reads it or not. */
function isLarge({ errors }: SerializedResult): boolean {
  return errors.reduce((sum, { length }) => sum + length, 0) > SMALL_BYTES / 2;
}

// The run is stored, so the client can ask for it later: the status must be 503, whatever the code of the pause is.
function codeOf({ code }: RunNotFinished): ProblemCode {
  return Object.hasOwn(problems, code) && problems[code as ProblemCode].status === 503
    ? (code as ProblemCode)
    : 'run_paused';
}

function runDetails(runId: string) {
  return { runId, headers: { location: pathOfRun(runId) } };
}

/**
 * Returns true if the client prefers a response before the run has finished (`Prefer: respond-async`, RFC 7240, section
 * 4.1).
 */
function prefersAsync(headers: Headers): boolean {
  const preferences = (headers.get('prefer') ?? '')
    .split(',')
    .map((preference) => preference.split(';', 1)[0]?.trim().toLowerCase());
  return preferences.includes('respond-async');
}

function readIdempotencyKey(headers: Headers, services: RequestServices): string | null {
  const key = headers.get('idempotency-key');
  return key === null ? null : readParameter('Idempotency-Key', key, { parameter: idempotencyKey, services });
}
