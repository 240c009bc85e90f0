import { ModuleNotEncodable } from '../../base/model/run-module.ts';
import { randomUUID } from 'node:crypto';
import { hideCredentials } from '../../state/access/hide-credentials.ts';
import { findExhausted } from '../../base/model/exhausted.ts';
import { describeError } from '../../base/log/json-log.ts';
import {
  FileGone,
  NoSuchRun,
  MaskKeyLost,
  PiecesIncomplete,
  QueueFull,
  RejectsNotRetryable,
  RetryUnfinished,
  RunEnded,
  RunsStopped,
  RunUnfinished,
  TablesGone,
} from '../../runs/failures.ts';
import { FileTooLarge } from '../../reading/source/disk/write-chunks.ts';
import { StoredDataDamaged } from '../../base/model/stored-data-damaged.ts';
import { DiskFull } from '../../base/model/disk-full.ts';
import { FilesUnavailable } from '../../base/model/files-unavailable.ts';
import { StoreUnavailable } from '../../state/store/engine/store-unavailable.ts';
import { DataFolderLost } from '../../state/store/folder-failures.ts';
import { TopicInUse } from '../../state/store/topic-reader.ts';
import { CompilerBusy, NameNotAllowed } from '../../state/registry/compile/compile-request.ts';
import { guardRequest } from './guard.ts';
import { forbidSpec } from './forbid.ts';
import { Problem, toResponse, type ProblemCode } from './problem.ts';
import type { Services } from './services.ts';
import { ClientGone } from './client-gone.ts';
import {
  AlreadyPublished,
  CannotDecide,
  CannotRetry,
  DecidedByRequester,
  InvalidJob,
  JobFileNotFound,
  JobInGit,
  JobIsPaused,
  JobNameTaken,
  JobNotFound,
} from '../../jobs/job-failures.ts';
import { formatPath } from '../../jobs/definition/document.ts';
import { type ConnectorCode, ConnectorFailure } from '../../connector/failure.ts';
import { InvalidPattern } from '../../base/files/file-pattern.ts';
import { InvalidConfig } from '../../connector/types/invalid-config.ts';
import { IntegrationNameTaken, IntegrationNotFound, TooManyIntegrations } from '../../jobs/integrations/integration.ts';
import { InvalidCredential } from '../../state/vault/types/credential-type.ts';
import { CredentialNameTaken, TooManyCredentials } from '../../state/vault/vault.ts';
import { VaultLocked } from '../../state/vault/unlock.ts';

/**
 * Calls the handler of a request and returns its response. Turns any error into a problem response (RFC 9457), so it
 * never throws.
 */
export async function answer(
  handle: () => Response | Promise<Response>,
  request: Request,
  services: Services,
): Promise<Response> {
  const response = await handleGuarded(handle, request, services).catch((error: unknown) =>
    toResponse(toProblem(error, request, services)),
  );
  response.headers.set('x-content-type-options', 'nosniff');
  // What can be compared with a newer state may be stored. Everything else may contain values of records.
  if (!response.headers.has('cache-control'))
    response.headers.set('cache-control', response.headers.has('etag') ? 'no-cache' : 'no-store');
  if (services.isStopping()) response.headers.set('connection', 'close');
  return response;
}

async function handleGuarded(
  handle: () => Response | Promise<Response>,
  request: Request,
  services: Services,
): Promise<Response> {
  // The page has no data and cannot be framed, so people may link to it.
  const mayBeLinked = request.method === 'GET' && new URL(request.url).pathname === '/';
  guardRequest(request.headers, { anyHost: services.anyHost, mayBeLinked });
  if (services.isStopping() && request.method !== 'GET' && request.method !== 'HEAD') throw new RunsStopped();
  return handle();
}

/**
 * Value of Retry-After in a response to a request for which the service is too busy: the number of seconds after which
 * the client should repeat it.
 */
const RETRY_SECONDS = '30';

function toProblem(error: unknown, request: Request, { log }: Services): Problem {
  if (error instanceof Problem) return error;
  const sourceProblem = toJobProblem(error) ?? toSourceProblem(error);
  if (sourceProblem !== null) return sourceProblem;
  if (error instanceof DiskFull)
    return new Problem('disk_full', 'the disk of the data folder is full. Nothing of this request was stored');
  if (error instanceof StoredDataDamaged) {
    log.error('stored_data_damaged', { error: describeError(error) });
    return new Problem(
      'stored_data_damaged',
      `${error.message}. Other data is not affected. The file can be sent again`,
    );
  }
  if (error instanceof DataFolderLost)
    return new Problem('storage_failed', 'the data folder was deleted or replaced. Restart the service');
  if (error instanceof StoreUnavailable)
    return new Problem(
      'storage_failed',
      'the database of the service cannot be used now. Nothing of this request was stored. Send it again later',
      { headers: { 'retry-after': RETRY_SECONDS } },
    );
  if (error instanceof FilesUnavailable)
    return new Problem('files_unavailable', `${error.message}. Nothing was changed. Send the request again later`, {
      headers: { 'retry-after': RETRY_SECONDS },
    });
  if (error instanceof FileTooLarge)
    return new Problem('too_large', `the file is larger than the limit of ${error.maxBytes} bytes`, { field: 'file' });
  if (error instanceof CompilerBusy)
    return new Problem('too_busy', 'too many specs are waiting to be compiled. Send the request again later', {
      headers: { 'retry-after': RETRY_SECONDS },
    });
  if (error instanceof QueueFull)
    return new Problem('queue_full', `${error.message}. Send the request again later`, {
      headers: { 'retry-after': RETRY_SECONDS },
    });
  if (error instanceof NameNotAllowed) return forbidSpec();
  if (error instanceof RunsStopped)
    return new Problem('stopping', 'the service is stopping. Send the request again after its restart');
  if (error instanceof RejectsNotRetryable) return new Problem(error.code, error.message);
  if (error instanceof RetryUnfinished) {
    const { runId, message } = error;
    return new Problem('run_in_progress', message, runId === null ? {} : { runId });
  }
  if (error instanceof RunEnded) return new Problem('run_ended', 'the run has ended, so it cannot be cancelled');
  if (error instanceof RunUnfinished)
    return new Problem(
      'run_not_finished',
      'the run is in progress. Cancel it, or wait for its end, before it is deleted',
    );
  if (error instanceof TopicInUse)
    return new Problem(
      'topic_in_use',
      'an unfinished run publishes to this topic. Cancel the run, or wait for its end',
    );
  if (error instanceof NoSuchRun) return new Problem('run_not_found', 'no run has this id');
  if (error instanceof MaskKeyLost) return new Problem('mask_key_missing', error.message);
  if (error instanceof PiecesIncomplete) return new Problem('pieces_incomplete', error.message);
  if (error instanceof ModuleNotEncodable) return new Problem('invalid_value', error.message, { field: 'valueFormat' });
  if (error instanceof TablesGone) return new Problem('file_not_retryable', error.message);
  if (error instanceof FileGone) return new Problem('file_gone', 'the file of this run is no longer stored');
  if (error instanceof ClientGone || request.signal.aborted)
    return new Problem('malformed_request', 'the connection closed before the request was complete');
  const lack = findExhausted(error);
  if (lack !== null) {
    log.error('resources_exhausted', { error: describeError(error) });
    return new Problem('storage_failed', `${lack}. Send the request again later`, {
      headers: { 'retry-after': RETRY_SECONDS },
    });
  }
  const errorId = randomUUID();
  log.error('request_failed', {
    errorId,
    method: request.method,
    path: hideCredentials(new URL(request.url).pathname),
    error: describeError(error),
  });
  return new Problem(
    'internal_error',
    'an internal error occurred. The log of the service has the details under this errorId',
    {
      errorId,
    },
  );
}

/** Returns the Problem for an error of a job. Returns null for any other error. */
function toJobProblem(error: unknown): Problem | null {
  if (error instanceof JobNotFound)
    return new Problem('job_not_found', 'no job has this id or name. GET /api/v1/jobs lists them');
  if (error instanceof JobFileNotFound)
    return new Problem(
      'job_file_not_found',
      'the job has no file with this id. GET /api/v1/jobs/{id}/files lists them',
    );
  if (error instanceof JobNameTaken)
    return new Problem('name_taken', `another job has the name "${error.message}"`, { field: 'name' });
  if (error instanceof JobInGit)
    return new Problem('job_in_git', `the job "${error.message}" is managed in git: change it there`);
  if (error instanceof JobIsPaused)
    return new Problem('job_paused', 'the job is paused. Resume it, which also begins a look at its source');
  if (error instanceof AlreadyPublished) {
    const { publishedRecords, runId } = error;
    return new Problem('already_published', error.message, { publishedRecords, ...(runId !== null && { runId }) });
  }
  if (error instanceof CannotDecide) return new Problem('nothing_to_approve', error.message);
  if (error instanceof DecidedByRequester)
    return new Problem(
      'forbidden',
      'who asks for rejects to be published cannot decide about that: another person must',
    );
  if (error instanceof CannotRetry) return new Problem('file_not_retryable', error.message);
  if (error instanceof InvalidJob) return toInvalidJob(error);
  return null;
}

function toInvalidJob({ message, problems }: InvalidJob): Problem {
  const more = problems.length - 1;
  const others = more === 0 ? '' : `, and ${more} more ${more === 1 ? 'problem' : 'problems'}`;
  const field = formatPath(problems[0]?.path ?? []);
  return new Problem('invalid_job', `${message}${others}`, {
    ...(field === '' ? {} : { field }),
    problems: problems.map((problem) => ({ field: formatPath(problem.path), message: problem.message })),
  });
}

/** Returns the Problem for an error of the vault, an integration or a connector. Returns null for any other error. */
function toSourceProblem(error: unknown): Problem | null {
  if (error instanceof ConnectorFailure) return toConnectorProblem(error);
  if (error instanceof VaultLocked) return new Problem('vault_locked', error.message);
  if (error instanceof InvalidCredential)
    return new Problem('invalid_credential', error.message, { field: error.field });
  if (error instanceof InvalidConfig) return new Problem('invalid_integration', error.message, { field: error.field });
  if (error instanceof InvalidPattern) return new Problem('invalid_value', error.message, { field: 'pattern' });
  if (error instanceof CredentialNameTaken || error instanceof IntegrationNameTaken)
    return new Problem('name_taken', error.message, { field: 'name' });
  if (error instanceof IntegrationNotFound) return new Problem('integration_not_found', error.message);
  if (error instanceof TooManyCredentials || error instanceof TooManyIntegrations)
    return new Problem('insufficient_storage', error.message);
  return null;
}

function toConnectorProblem(failure: ConnectorFailure): Problem {
  const { code, step, message } = failure;
  const field = code === 'invalid_path' ? { field: 'path' } : {};
  return new Problem(problemCodeOf(failure), message, { ...field, reason: code, ...(step !== null && { step }) });
}

const CODES: Readonly<Partial<Record<ConnectorCode, ProblemCode>>> = {
  invalid_path: 'invalid_value',
  not_found: 'source_not_found',
  source_changed: 'source_changed',
  timed_out: 'source_timed_out',
};

function problemCodeOf(failure: ConnectorFailure): ProblemCode {
  return CODES[failure.code] ?? (failure.isHostFailure ? 'source_unreachable' : 'source_failed');
}
