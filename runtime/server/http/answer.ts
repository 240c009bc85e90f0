import { randomUUID } from 'node:crypto';
import { hideCredentials } from '../../state/access/hide-credentials.ts';
import { describeError } from '../../base/log/json-log.ts';
import {
  FileGone,
  NoSuchRun,
  PiecesIncomplete,
  QueueFull,
  RunEnded,
  RunsStopped,
  RunUnfinished,
} from '../../runs/failures.ts';
import { FileTooLarge } from '../../reading/source/disk/write-chunks.ts';
import { DiskFull } from '../../base/model/disk-full.ts';
import { FilesUnavailable } from '../../base/model/files-unavailable.ts';
import { StoreUnavailable } from '../../state/store/engine/store-unavailable.ts';
import { DataFolderLost } from '../../state/store/folder-failures.ts';
import { TopicInUse } from '../../state/store/topic-reader.ts';
import { CompilerBusy, NameNotAllowed } from '../../state/registry/compile/compile-request.ts';
import { guardRequest } from './guard.ts';
import { forbidSpec } from './forbid.ts';
import { Problem, toResponse } from './problem.ts';
import type { Services } from './services.ts';
import { toJobProblem } from './job-problem.ts';
import { toSourceProblem } from './source-problem.ts';
import { ClientGone } from './client-gone.ts';

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
  if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-cache');
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
  if (error instanceof PiecesIncomplete) return new Problem('pieces_incomplete', error.message);
  if (error instanceof FileGone) return new Problem('file_gone', 'the file of this run is no longer stored');
  if (error instanceof ClientGone || request.signal.aborted)
    return new Problem('malformed_request', 'the connection closed before the request was complete');
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
